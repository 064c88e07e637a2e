package org.bulle.engine.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine at one moment, from /proc/PID/stat.
 *
 * @param entries by process id
 */
record ProcessTable(Map<Integer, Entry> entries) {
    private static final Path PROC = Path.of("/proc");
    private static final String FILTERS = "Seccomp_filters:";

    ProcessTable {
        entries = Map.copyOf(entries);
    }

    /**
     * One process.
     *
     * @param state as ps shows it; Z for a zombie
     * @param group its process group
     */
    record Entry(int pid, String name, char state, int parent, int group, int session) {
        boolean alive() {
            return state != 'Z' && state != 'X';
        }
    }

    static ProcessTable read() {
        Map<Integer, Entry> all = new HashMap<>();
        try (DirectoryStream<Path> directory = Files.newDirectoryStream(
                PROC, path -> isNumber(path.getFileName().toString()))) {
            for (Path process : directory) {
                entry(process).ifPresent(entry -> all.put(entry.pid(), entry));
            }
        } catch (IOException e) {
            return new ProcessTable(Map.of());
        }
        return new ProcessTable(all);
    }

    /** The ids of all processes. */
    static int[] ids() {
        String @Nullable [] names = new File("/proc").list();
        int[] ids = new int[names == null ? 0 : names.length];
        int found = 0;
        for (int i = 0; i < ids.length; i++) {
            if (names[i].charAt(0) >= '1' && names[i].charAt(0) <= '9') {
                ids[found++] = Integer.parseInt(names[i]);
            }
        }
        return Arrays.copyOf(ids, found);
    }

    private static boolean isNumber(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    static Optional<Entry> entry(int pid) {
        return entry(PROC.resolve(Integer.toString(pid)));
    }

    private static Optional<Entry> entry(Path process) {
        try {
            return Optional.of(parse(Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1)));
        } catch (IOException | RuntimeException e) {
            // Gone meanwhile.
            return Optional.empty();
        }
    }

    /** {@code pid (name) state ppid pgrp session ...}; the name may itself hold blanks and parentheses. */
    static Entry parse(String stat) {
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        String[] rest = stat.substring(close + 2).split(" ");
        return new Entry(
                Integer.parseInt(stat.substring(0, open - 1)),
                stat.substring(open + 1, close),
                rest[0].charAt(0),
                Integer.parseInt(rest[1]),
                Integer.parseInt(rest[2]),
                Integer.parseInt(rest[3]));
    }

    /** How many seccomp filters a process or thread is under; 0 when it has gone. Also known of a zombie. */
    static int filters(String process) {
        try {
            for (String line :
                    Files.readAllLines(PROC.resolve(process).resolve("status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(FILTERS)) {
                    return Integer.parseInt(line.substring(FILTERS.length()).strip());
                }
            }
        } catch (IOException | RuntimeException e) {
            return 0;
        }
        return 0;
    }

    /** True when following the parents from {@code pid} leads to {@code ancestor}. */
    boolean descends(int pid, int ancestor) {
        int at = pid;
        for (int steps = 0; steps <= entries.size(); steps++) {
            Entry entry = entries.get(at);
            if (entry == null) {
                return false;
            }
            if (entry.parent() == ancestor) {
                return true;
            }
            at = entry.parent();
        }
        return false;
    }
}
