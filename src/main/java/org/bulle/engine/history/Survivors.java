package org.bulle.engine.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is left running of a run whose supervisor was killed: the noted processes that still live, and their descendants. Only what is confined (no new
 * privileges and a seccomp filter, which nothing can take off again) is ever ended, so that a wrong note cannot hit anything else.
 */
final class Survivors {
    private static final int ROUNDS = 40;
    private static final long PAUSE_MILLIS = 25;

    private final Map<Long, Long> noted;

    private Survivors(Map<Long, Long> noted) {
        this.noted = noted;
    }

    static Survivors of(Path processes, ProcessIdentity supervisor) {
        ProcessIdentity here = ProcessIdentity.current();
        boolean sameKernel =
                supervisor.boot().equals(here.boot()) && supervisor.namespace().equals(here.namespace());
        return new Survivors(sameKernel ? read(processes) : Map.of());
    }

    /** Ends them and what they start meanwhile; returns how many were ended. */
    int end() {
        Set<Long> ended = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            Set<Long> alive = alive();
            if (alive.isEmpty()) {
                break;
            }
            for (long pid : alive) {
                if (ProcessHandle.of(pid).filter(ProcessHandle::destroyForcibly).isPresent()) {
                    ended.add(pid);
                }
            }
            pause();
        }
        return ended.size();
    }

    boolean areAlive() {
        return !alive().isEmpty();
    }

    private Set<Long> alive() {
        Set<Long> found = new HashSet<>();
        noted.forEach((pid, started) -> {
            if (ProcessIdentity.startTime(pid).equals(Optional.of(started)) && isConfined(pid)) {
                found.add(pid);
            }
        });
        if (found.isEmpty()) {
            return found;
        }
        boolean grew = true;
        while (grew) {
            grew = ProcessHandle.allProcesses()
                    .mapToLong(ProcessHandle::pid)
                    .filter(pid ->
                            !found.contains(pid) && found.contains(ProcessIdentity.parent(pid)) && isConfined(pid))
                    .mapToObj(found::add)
                    .reduce(false, Boolean::logicalOr);
        }
        found.forEach(pid -> ProcessIdentity.startTime(pid).ifPresent(started -> noted.put(pid, started)));
        return found;
    }

    /** What has ended and is not reaped yet does not count. */
    private static boolean isConfined(long pid) {
        if (ProcessIdentity.startTime(pid).isEmpty()) {
            return false;
        }
        try {
            String status = Files.readString(Path.of("/proc/" + pid + "/status"), StandardCharsets.ISO_8859_1);
            return status.contains("\nNoNewPrivs:\t1\n") && status.contains("\nSeccomp:\t2\n");
        } catch (IOException gone) {
            return false;
        }
    }

    private static Map<Long, Long> read(Path processes) {
        Map<Long, Long> noted = new HashMap<>();
        try {
            for (String line :
                    Files.readString(processes, StandardCharsets.US_ASCII).split("\n")) {
                String[] fields = line.split(" ");
                if (fields.length == 2) {
                    noted.put(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
                }
            }
        } catch (IOException | NumberFormatException partial) {
            return noted;
        }
        return noted;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
