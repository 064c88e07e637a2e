package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.*;
import static org.bulle.engine.jna.linux.Spawn.*;

import com.sun.jna.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;

/**
 * A posix_spawn with everything in native memory, so that it is one call on the confined thread. The child gets 0, 1 and 2 and nothing of ours
 * but what it is given. */
final class SpawnRequest implements AutoCloseable {
    private static final String SHELL = "/bin/sh";
    /** How much of a file decides whether it is text. */
    private static final int HEAD = 256;

    private static final int STANDARD_STREAMS = 3;
    private static final int F_GETFD = 1;
    private static final int FD_CLOEXEC = 1;
    private static final int CLOSE_RANGE_CLOEXEC = 4;
    /** Signals that can have a handler; 32 and 33 are glibc's own. */
    private static final int LAST_SIGNAL = 64;

    private final Kernel kernel = Kernel.quick();
    private final NativeArena arena = new NativeArena();
    private final List<Integer> opened = new ArrayList<>();
    private final Memory attributes = arena.allocate(SPAWNATTR_SIZE);
    private final Memory actions = arena.allocate(FILE_ACTIONS_SIZE);
    private final Memory pid = arena.allocate(Integer.BYTES);
    private final Memory file;
    private final Memory arguments;
    private final Memory environment;
    private final Memory shell = arena.cString(SHELL);
    private final Memory throughShell;
    private final Memory head = arena.allocate(HEAD);

    /**
     * Where the child stands among process groups and terminals.
     *
     * @param session a session of its own, with {@code terminal} as its controlling terminal
     * @param group a process group of its own
     * @param foregroundOf the terminal whose foreground the child's group becomes
     */
    record Place(boolean session, boolean group, OptionalInt foregroundOf) {
        static Place ownSession() {
            return new Place(true, false, OptionalInt.empty());
        }
    }

    /**
     * @param environment NAME=VALUE
     * @throws StartException naming what cannot be prepared
     */
    SpawnRequest(
            String file,
            List<String> arguments,
            List<String> environment,
            String directory,
            Place place,
            IgnoredSignals ignored,
            Map<Integer, Integer> streams,
            Optional<Terminal> terminal)
            throws StartException {
        this.file = arena.cString(file);
        this.arguments = arena.cStrings(arguments);
        this.environment = arena.cStrings(environment);
        throughShell = arena.cStrings(throughShell(file, arguments));
        posix_spawnattr_init(attributes);
        posix_spawn_file_actions_init(actions);
        try {
            attributes(place, ignored);
            if (place.foregroundOf().isPresent() && has("posix_spawn_file_actions_addtcsetpgrp_np")) {
                posix_spawn_file_actions_addtcsetpgrp_np(
                        actions, place.foregroundOf().getAsInt());
            }
            directory(directory);
            if (terminal.isPresent()) {
                terminal(terminal.get());
            } else {
                streams(streams);
            }
            closeTheRest(inherit(streams));
        } catch (StartException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static List<String> throughShell(String file, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(SHELL, file));
        all.addAll(arguments.subList(Math.min(1, arguments.size()), arguments.size()));
        return all;
    }

    /** Something of ours, not of the command's, stands in the way. */
    static final class StartException extends Exception {
        private static final long serialVersionUID = 1L;

        StartException(String message) {
            super(message);
        }
    }

    private void attributes(Place place, IgnoredSignals ignored) {
        int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
        flags |= place.session() ? POSIX_SPAWN_SETSID : 0;
        flags |= place.group() ? POSIX_SPAWN_SETPGROUP : 0;
        posix_spawnattr_setflags(attributes, flags);
        posix_spawnattr_setpgroup(attributes, 0);
        Memory defaults = arena.allocate(SIGSET_SIZE);
        for (int signal = 1; signal <= LAST_SIGNAL; signal++) {
            if (!ignored.contains(signal)) {
                int at = signal - 1;
                long word = (long) at / Long.SIZE * Long.BYTES;
                defaults.setLong(word, defaults.getLong(word) | 1L << at % Long.SIZE);
            }
        }
        posix_spawnattr_setsigdefault(attributes, defaults);
        posix_spawnattr_setsigmask(attributes, arena.allocate(SIGSET_SIZE));
    }

    private void directory(String directory) throws StartException {
        int descriptor = open(directory, O_PATH | O_CLOEXEC | oDirectory(), "the working directory");
        posix_spawn_file_actions_addfchdir_np(actions, descriptor);
    }

    private void terminal(Terminal terminal) {
        // Opened in the new session, which has no terminal yet: it becomes the controlling one.
        posix_spawn_file_actions_addopen(actions, 0, arena.cString(terminal.path()), O_RDWR, 0);
        posix_spawn_file_actions_adddup2(actions, 0, 1);
        posix_spawn_file_actions_adddup2(actions, 0, 2);
    }

    private void streams(Map<Integer, Integer> streams) throws StartException {
        for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
            Integer given = streams.get(stream);
            if (given != null) {
                // Copies with high numbers, so that no dup2 overwrites the source of another.
                long copy = kernel.call(Syscall.FCNTL, given, F_DUPFD_CLOEXEC, STANDARD_STREAMS + 1);
                posix_spawn_file_actions_adddup2(actions, keep(copy, "standard stream " + stream), stream);
            } else if (isOurs(stream)) {
                posix_spawn_file_actions_adddup2(
                        actions, open("/dev/null", O_RDWR | O_CLOEXEC, "a standard stream"), stream);
            }
        }
    }

    /** What is given beside the standard streams; its numbers follow theirs without a gap. Returns the first number that is not given. */
    private int inherit(Map<Integer, Integer> streams) throws StartException {
        int next = STANDARD_STREAMS;
        for (Integer given = streams.get(next); given != null; given = streams.get(next)) {
            long copy = kernel.call(Syscall.FCNTL, given, F_DUPFD_CLOEXEC, streams.size() + STANDARD_STREAMS);
            posix_spawn_file_actions_adddup2(actions, keep(copy, "descriptor " + next), next);
            next++;
        }
        return next;
    }

    /** We were started with the stream closed: the descriptor is free, or a file of the Java machine has got its number. */
    private boolean isOurs(int stream) {
        long flags = kernel.call(Syscall.FCNTL, stream, F_GETFD);
        return flags < 0 || (flags & FD_CLOEXEC) != 0;
    }

    private void closeTheRest(int first) {
        if (has("posix_spawn_file_actions_addclosefrom_np")) {
            posix_spawn_file_actions_addclosefrom_np(actions, first);
        } else {
            kernel.call(Syscall.CLOSE_RANGE, STANDARD_STREAMS, Integer.MAX_VALUE, CLOSE_RANGE_CLOEXEC);
        }
    }

    private int open(String path, int flags, String what) throws StartException {
        long descriptor = kernel.call(Syscall.OPENAT, AT_FDCWD, Kernel.address(arena.cString(path)), flags, 0);
        return keep(descriptor, what + " " + path);
    }

    private int keep(long descriptor, String what) throws StartException {
        if (descriptor < 0) {
            throw new StartException("cannot use " + what + ": " + Errno.name(-descriptor));
        }
        opened.add((int) descriptor);
        return (int) descriptor;
    }

    /** The child's process id, or {@code -errno} of the execution. */
    int spawn() {
        int error = posix_spawn(pid, file, actions, attributes, arguments, environment);
        return error == 0 ? pid.getInt(0) : -error;
    }

    /**
     * For a text that the kernel does not know how to execute: has the shell run it, as execvp(3) does. Loads no class.
     *
     * @return a process, or an error number with a minus; ENOEXEC when it is no text
     */
    int spawnThroughShell() {
        if (!isText()) {
            return -Errno.ENOEXEC;
        }
        int error = posix_spawn(pid, shell, actions, attributes, throughShell, environment);
        return error == 0 ? pid.getInt(0) : -error;
    }

    /** Without a zero byte in its first line; what may not be read is left to the shell, which says so. */
    // Without waiting, should it have become a pipe meanwhile.
    private boolean isText() {
        long descriptor = kernel.call(Syscall.OPENAT, AT_FDCWD, Kernel.address(file), O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) {
            return true;
        }
        long length = kernel.call(Syscall.READ, descriptor, Kernel.address(head), HEAD);
        kernel.call(Syscall.CLOSE, descriptor);
        for (long at = 0; at < length && head.getByte(at) != '\n'; at++) {
            if (head.getByte(at) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        posix_spawn_file_actions_destroy(actions);
        posix_spawnattr_destroy(attributes);
        opened.forEach(descriptor -> kernel.call(Syscall.CLOSE, descriptor));
        arena.close();
    }
}
