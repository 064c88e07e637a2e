package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.resolve.Evidence;
import org.bulle.engine.sandbox.seccomp.Answer;
import org.bulle.engine.sandbox.seccomp.CallerMemory;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;

/**
 * Notes every path that a tool names to the kernel, so that it is known what its answer depends on. Only watches: each call goes on as it would
 * have. If one path cannot be learned, nothing is known.
 */
final class ExaminedFiles implements NotificationHandler, AutoCloseable {
    private static final int MOST_PATHS = 20_000;
    private static final int NO_DIRECTORY = -1;

    /**
     * Where a call has its path.
     *
     * @param directory the argument with the descriptor that it is relative to, or {@link #NO_DIRECTORY}
     * @param opens whether it leads to the contents
     */
    private record Shape(int directory, int path, boolean opens) {
        static final Shape LOOK = new Shape(NO_DIRECTORY, 0, false);
        static final Shape LOOK_AT = new Shape(0, 1, false);
        static final Shape OPEN = new Shape(NO_DIRECTORY, 0, true);
        static final Shape OPEN_AT = new Shape(0, 1, true);
    }

    private static final Map<Syscall, Shape> CALLS = Map.ofEntries(
            Map.entry(Syscall.OPEN, Shape.OPEN),
            Map.entry(Syscall.OPENAT, Shape.OPEN_AT),
            Map.entry(Syscall.OPENAT2, Shape.OPEN_AT),
            Map.entry(Syscall.EXECVE, Shape.OPEN),
            Map.entry(Syscall.EXECVEAT, Shape.OPEN_AT),
            Map.entry(Syscall.STAT, Shape.LOOK),
            Map.entry(Syscall.LSTAT, Shape.LOOK),
            Map.entry(Syscall.NEWFSTATAT, Shape.LOOK_AT),
            Map.entry(Syscall.STATX, Shape.LOOK_AT),
            Map.entry(Syscall.ACCESS, Shape.LOOK),
            Map.entry(Syscall.FACCESSAT, Shape.LOOK_AT),
            Map.entry(Syscall.FACCESSAT2, Shape.LOOK_AT),
            Map.entry(Syscall.READLINK, Shape.LOOK),
            Map.entry(Syscall.READLINKAT, Shape.LOOK_AT));

    private final CallerMemory memory = new CallerMemory(Kernel.quick());
    private final Set<String> looked = new HashSet<>();
    private final Set<String> opened = new HashSet<>();
    private boolean complete = true;
    private boolean closed;

    @Override
    public Set<String> calls() {
        return CALLS.keySet().stream().map(Syscall::cName).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public synchronized Answer handle(Notification notification, Listener listener) {
        try {
            note(notification, listener);
        } catch (RuntimeException | IOException e) {
            complete = false;
        }
        return Answer.CONTINUE;
    }

    private void note(Notification notification, Listener listener) throws IOException {
        Shape shape = Syscall.numbered(notification.number()).map(CALLS::get).orElse(null);
        if (shape == null || !complete || closed) {
            return;
        }
        CallerMemory.Text text = memory.readString(notification.tid(), notification.argument(shape.path()));
        if (!(text instanceof CallerMemory.Text.Bytes bytes)) {
            complete = false;
            return;
        }
        String path = OsString.decode(bytes.bytes());
        if (path.isEmpty()) {
            // The descriptor itself is meant: what it leads to was noted when it was opened.
            return;
        }
        String absolute = path.startsWith("/") ? path : base(notification, shape) + "/" + path;
        if (!listener.isValid(notification.id()) || looked.size() >= MOST_PATHS) {
            complete = false;
            return;
        }
        looked.add(absolute);
        if (shape.opens()) {
            opened.add(absolute);
        }
    }

    private static String base(Notification notification, Shape shape) throws IOException {
        int descriptor = shape.directory() == NO_DIRECTORY ? AT_FDCWD : (int) notification.argument(shape.directory());
        String link = descriptor == AT_FDCWD ? "cwd" : "fd/" + descriptor;
        String base = OsPath.text(Files.readSymbolicLink(Path.of("/proc/" + notification.tid() + "/" + link)));
        if (!base.startsWith("/")) {
            throw new IOException("not a directory");
        }
        return base;
    }

    /**
     * All that its answer depends on; empty when that is not known.
     *
     * @param program what was executed: that call is not seen
     * @param own a directory that was made for it alone
     */
    synchronized Optional<Evidence> evidence(String program, Optional<String> own) {
        if (!complete || looked.isEmpty()) {
            return Optional.empty();
        }
        Set<String> all = new TreeSet<>();
        for (String path : Stream.concat(looked.stream(), Stream.of(program)).toList()) {
            if (own.isEmpty() || !(path + "/").startsWith(own.get() + "/")) {
                all.add(path);
            }
        }
        opened.add(program);
        return Optional.of(Evidence.ofExamined(List.copyOf(all), Set.copyOf(opened)));
    }

    @Override
    public synchronized void close() {
        // What the tool left running may still be served: the memory must not be touched again.
        closed = true;
        memory.close();
    }
}
