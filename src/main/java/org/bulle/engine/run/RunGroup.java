package org.bulle.engine.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A cgroup v2 group for one run, with its limits; gone when it is closed. */
final class RunGroup implements AutoCloseable {
    private static final String PREFIX = "bulle-";
    private static final int TRIES = 50;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Path parent;
    private final Path group;
    private final Optional<Path> aside;
    private final List<String> enabled;

    /**
     * @param aside where this process has stepped to
     * @param enabled the controllers that were switched on for the groups in {@code parent}
     */
    RunGroup(Path parent, Path group, Optional<Path> aside, List<String> enabled) {
        this.parent = parent;
        this.group = group;
        this.aside = aside;
        this.enabled = enabled;
    }

    /**
     * @param limits the files to write, by name
     * @throws IOException when the kernel refuses; nothing is left then
     */
    static RunGroup make(ControlGroups.Found.Usable place, Map<String, String> limits) throws IOException {
        removeAbandoned(place.parent());
        String name = PREFIX + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
        Optional<Path> aside =
                place.besideUs() ? Optional.of(place.parent().resolve(name + "-supervisor")) : Optional.empty();
        RunGroup made = new RunGroup(place.parent(), place.parent().resolve(name), aside, place.enable());
        try {
            if (aside.isPresent()) {
                Files.createDirectory(aside.get());
                write(aside.get().resolve("cgroup.procs"), "0");
            }
            if (!place.enable().isEmpty()) {
                write(place.parent().resolve("cgroup.subtree_control"), signed("+", place.enable()));
            }
            Files.createDirectory(made.group);
            for (Map.Entry<String, String> limit : limits.entrySet()) {
                write(made.group.resolve(limit.getKey()), limit.getValue());
            }
            return made;
        } catch (IOException refused) {
            made.close();
            throw refused;
        }
    }

    /** Of runs whose supervisor is gone and which are empty. */
    private static void removeAbandoned(Path parent) throws IOException {
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path each : groups) {
                String pid =
                        each.getFileName().toString().substring(PREFIX.length()).replaceAll("-.*", "");
                if (pid.matches("\\d{1,9}")
                        && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    remove(each);
                }
            }
        }
    }

    private static String signed(String sign, List<String> controllers) {
        return controllers.stream().map(controller -> sign + controller).collect(Collectors.joining(" "));
    }

    /** One write(2), as the kernel wants it; the file has to be there. */
    private static void write(Path file, String text) throws IOException {
        try (var out = Files.newOutputStream(file, java.nio.file.StandardOpenOption.WRITE)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    Path directory() {
        return group;
    }

    /** Moves a process with all its threads. */
    void add(long pid) throws IOException {
        write(group.resolve("cgroup.procs"), Long.toString(pid));
    }

    /** Ends whatever is still in it. */
    void kill() {
        try {
            write(group.resolve("cgroup.kill"), "1");
        } catch (IOException olderKernel) {
            // Linux 5.14 brought it; descendants are ended one by one as well.
            return;
        }
    }

    /** Removes the group, as soon as the last process in it is gone. One that never empties is left. */
    @Override
    public void close() {
        remove(group);
        // Switching the controllers off would lift the limits of whatever still runs under them.
        if (aside.isPresent() && isAlone(aside.get())) {
            try {
                if (!enabled.isEmpty()) {
                    write(parent.resolve("cgroup.subtree_control"), signed("-", enabled));
                }
                write(parent.resolve("cgroup.procs"), "0");
            } catch (IOException stays) {
                // Another run beside this one still needs the controllers, or somebody came in: we stay where we are.
                return;
            }
            remove(aside.get());
        }
    }

    /** No other run's group is left beside the one of this process, nor this run's own. */
    private boolean isAlone(Path ours) {
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path each : groups) {
                if (!each.equals(ours)) {
                    return false;
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException unknown) {
            return false;
        }
    }

    private static void remove(Path group) {
        for (int i = 0; i < TRIES; i++) {
            try {
                Files.deleteIfExists(group);
                return;
            } catch (DirectoryNotEmptyException other) {
                return;
            } catch (IOException busy) {
                try {
                    Thread.sleep(20);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
