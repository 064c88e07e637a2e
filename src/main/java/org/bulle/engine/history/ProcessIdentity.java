package org.bulle.engine.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that cannot be mistaken for a later one with the same id.
 *
 * @param started in clock ticks since boot (field 22 of proc_pid_stat(5))
 * @param boot /proc/sys/kernel/random/boot_id
 * @param namespace the pid namespace that the id belongs to
 */
record ProcessIdentity(long pid, long started, String boot, String namespace) {
    private static final Path PROC = Path.of("/proc");

    static ProcessIdentity current() {
        long pid = currentId();
        return new ProcessIdentity(pid, startTime(pid).orElse(0L), bootId(), pidNamespace());
    }

    /** The process that has this id here and now. */
    static Optional<ProcessIdentity> of(long pid) {
        return startTime(pid).map(started -> new ProcessIdentity(pid, started, bootId(), pidNamespace()));
    }

    /** ProcessHandle starts threads of its own when it is first asked. */
    private static long currentId() {
        try {
            return Long.parseLong(Files.readSymbolicLink(PROC.resolve("self")).toString());
        } catch (IOException | NumberFormatException noProc) {
            return ProcessHandle.current().pid();
        }
    }

    /** False only when it certainly has ended. */
    boolean isAlive() {
        if (!boot.equals(bootId())) {
            return false;
        }
        if (!namespace.equals(pidNamespace())) {
            return true;
        }
        Optional<Long> now = startTime(pid);
        return now.isPresent() && now.get() == started;
    }

    /**
     * Signals this process and no other: TERM, or KILL.
     *
     * @return false when it has ended, or nobody here can tell it from another
     */
    boolean end(boolean atOnce) {
        if (!boot.equals(bootId()) || !namespace.equals(pidNamespace())) {
            return false;
        }
        // The handle keeps the start time of what it was made for, and signals nothing that was started later.
        Optional<ProcessHandle> handle = ProcessHandle.of(pid);
        return handle.isPresent()
                && isAlive()
                && (atOnce ? handle.get().destroyForcibly() : handle.get().destroy());
    }

    /** Absent when there is no such process, or it has ended and only waits to be reaped. */
    static Optional<Long> startTime(long pid) {
        return stat(pid)
                .filter(stat -> stat.length > 19 && !stat[0].equals("Z") && !stat[0].equals("X"))
                .map(stat -> Long.parseLong(stat[19]));
    }

    static long parent(long pid) {
        return stat(pid)
                .filter(stat -> stat.length > 1)
                .map(stat -> Long.parseLong(stat[1]))
                .orElse(0L);
    }

    /** The fields from the third on; the second, the name in parentheses, may itself contain blanks and parentheses. */
    private static Optional<String[]> stat(long pid) {
        try {
            String text = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            return Optional.of(text.substring(text.lastIndexOf(')') + 2).trim().split(" "));
        } catch (IOException | IndexOutOfBoundsException gone) {
            return Optional.empty();
        }
    }

    private static String bootId() {
        try {
            return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).trim();
        } catch (IOException unknown) {
            return "";
        }
    }

    private static String pidNamespace() {
        try {
            return Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
        } catch (IOException unknown) {
            return "";
        }
    }
}
