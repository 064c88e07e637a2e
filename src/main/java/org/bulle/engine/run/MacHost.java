package org.bulle.engine.run;

import static org.bulle.engine.jna.macos.Spawn.*;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.macos.Fcntl;
import org.bulle.engine.jna.macos.LibSystem;
import org.bulle.engine.jna.macos.Signals;
import org.bulle.engine.sandbox.SandboxException;

/** macOS. Not yet run on one. */
final class MacHost implements SeatbeltHost {
    private static final int STANDARD_STREAMS = 3;
    private static final int MOST_OF_A_GROUP = 64;

    private final MacCalls calls = new MacCalls();

    @Override
    public HostCalls calls() {
        return calls;
    }

    /** Which signals were ignored when we were started cannot be asked later: the Java machine leaves those of nohup and of background jobs alone. */
    @Override
    public IgnoredSignals ignored() {
        long mask = 0;
        try (NativeArena arena = new NativeArena()) {
            Memory action = arena.allocate(Signals.SIGACTION_SIZE);
            for (int signal = 1; signal <= Signals.LAST; signal++) {
                if (LibSystem.sigaction(signal, Pointer.NULL, action) == 0
                        && action.getLong(0) == Signals.SIG_IGN
                        && signal != Signals.SIGPIPE) {
                    mask |= 1L << (signal - 1);
                }
            }
        }
        return new IgnoredSignals(mask);
    }

    @Override
    public Optional<MacTerminal> terminal() {
        return MacTerminal.open();
    }

    @Override
    public List<String> terminalNames() {
        return MacTerminal.inUse();
    }

    @Override
    public boolean aloneInGroup() {
        try (NativeArena arena = new NativeArena()) {
            Memory pids = arena.allocate((long) MOST_OF_A_GROUP * Integer.BYTES);
            int bytes = LibSystem.proc_listpids(
                    Fcntl.PROC_PGRP_ONLY, calls.group(0), pids, MOST_OF_A_GROUP * Integer.BYTES);
            for (int at = 0; at + Integer.BYTES <= bytes; at += Integer.BYTES) {
                if (pids.getInt(at) != 0 && pids.getInt(at) != calls.self()) {
                    return false;
                }
            }
            return bytes > 0;
        }
    }

    @Override
    public MacWatch watch(List<JobSignal> signals, IgnoredSignals ignored) throws SandboxException {
        return MacWatch.of(signals.stream().map(calls::number).toList(), ignored);
    }

    @Override
    public Optional<Boolean> executed(ChildWatch watch) {
        return watch instanceof MacWatch mac ? Optional.of(mac.executed()) : Optional.empty();
    }

    /** The child starts stopped, so that nothing of it is missed and it never asks a terminal that is not its own yet. */
    @Override
    public int start(Order order) throws SandboxException {
        Map<Integer, Integer> descriptors = new HashMap<>(order.streams());
        List<String> arguments = order.arguments();
        int flags = POSIX_SPAWN_START_SUSPENDED | (order.ownGroup() ? POSIX_SPAWN_SETPGROUP : 0);
        Optional<MacPseudoTerminal> own = order.own().flatMap(MacHost::ours);
        if (own.isPresent()) {
            flags = POSIX_SPAWN_START_SUSPENDED | POSIX_SPAWN_SETSID;
            arguments = own.get().taking(arguments, order.environment());
            give(own.get(), descriptors);
        }
        int pid = spawn(arguments, order.environment(), order.directory(), flags, order.ignored(), descriptors);
        if (pid > 0) {
            own.ifPresent(MacPseudoTerminal::handedOver);
            begin(pid, order);
        }
        return pid;
    }

    private static Optional<MacPseudoTerminal> ours(Terminal terminal) {
        return terminal instanceof MacPseudoTerminal mac ? Optional.of(mac) : Optional.empty();
    }

    private static void give(MacPseudoTerminal terminal, Map<Integer, Integer> descriptors) {
        for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
            descriptors.put(stream, terminal.slave());
        }
    }

    /**
     * A program of ours in a session of its own, on a terminal that controls it.
     *
     * @return its process id, or {@code -errno}
     */
    static int startOn(
            MacPseudoTerminal terminal,
            List<String> arguments,
            List<String> environment,
            String directory,
            Map<Integer, Integer> inherited) {
        Map<Integer, Integer> descriptors = new HashMap<>(inherited);
        give(terminal, descriptors);
        int pid = spawn(
                terminal.taking(arguments, environment),
                environment,
                directory,
                POSIX_SPAWN_SETSID,
                new IgnoredSignals(0),
                descriptors);
        if (pid > 0) {
            terminal.handedOver();
        }
        return pid;
    }

    /** @param descriptors of the child, and which of ours they are */
    private static int spawn(
            List<String> arguments,
            List<String> environment,
            String directory,
            int flags,
            IgnoredSignals ignored,
            Map<Integer, Integer> descriptors) {
        List<Integer> copies = new ArrayList<>();
        try (NativeArena arena = new NativeArena()) {
            Memory attributes = arena.allocate(Long.BYTES);
            Memory actions = arena.allocate(Long.BYTES);
            posix_spawnattr_init(attributes);
            posix_spawn_file_actions_init(actions);
            try {
                attributes(attributes, flags, ignored, arena);
                posix_spawn_file_actions_addchdir_np(actions, arena.cString(directory));
                int refused = descriptors(actions, descriptors, copies, arena);
                Memory pid = arena.allocate(Integer.BYTES);
                int error = refused != 0
                        ? refused
                        : posix_spawn(
                                pid,
                                arena.cString(arguments.getFirst()),
                                actions,
                                attributes,
                                arena.cStrings(arguments),
                                arena.cStrings(environment));
                return error == 0 ? pid.getInt(0) : -error;
            } finally {
                posix_spawn_file_actions_destroy(actions);
                posix_spawnattr_destroy(attributes);
                copies.forEach(LibSystem::close);
            }
        }
    }

    private static void attributes(Memory attributes, int more, IgnoredSignals ignored, NativeArena arena) {
        int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT | more;
        posix_spawnattr_setflags(attributes, flags);
        posix_spawnattr_setpgroup(attributes, 0);
        Memory defaults = arena.allocate(Signals.SIGSET_SIZE);
        for (int signal = 1; signal <= Signals.LAST; signal++) {
            if (!ignored.contains(signal)) {
                defaults.setInt(0, defaults.getInt(0) | 1 << (signal - 1));
            }
        }
        posix_spawnattr_setsigdefault(attributes, defaults);
        posix_spawnattr_setsigmask(attributes, arena.allocate(Signals.SIGSET_SIZE));
    }

    /** What is given goes through copies with high numbers, so that none overwrites the source of another. 0, or the errno of what cannot be copied. */
    private static int descriptors(
            Memory actions, Map<Integer, Integer> given, List<Integer> copies, NativeArena arena) {
        for (Map.Entry<Integer, Integer> each : given.entrySet()) {
            int copy = LibSystem.fcntl(each.getValue(), Fcntl.F_DUPFD_CLOEXEC, given.size() + STANDARD_STREAMS);
            if (copy < 0) {
                return -copy;
            }
            copies.add(copy);
            posix_spawn_file_actions_adddup2(actions, copy, each.getKey());
        }
        for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
            if (given.containsKey(stream)) {
                continue;
            }
            if (isOurs(stream)) {
                posix_spawn_file_actions_addopen(actions, stream, arena.cString("/dev/null"), Fcntl.O_RDWR, 0);
            } else {
                posix_spawn_file_actions_addinherit_np(actions, stream);
            }
        }
        return 0;
    }

    /** We were started with the stream closed: the descriptor is free, or a file of the Java machine has got its number. */
    private static boolean isOurs(int stream) {
        int flags = LibSystem.fcntl(stream, Fcntl.F_GETFD);
        return flags < 0 || (flags & Fcntl.FD_CLOEXEC) != 0;
    }

    private void begin(int pid, Order order) {
        order.watch().follow(pid);
        order.foregroundOf().ifPresent(terminal -> terminal.setForeground(pid));
        calls.kill(pid, Signals.SIGCONT);
    }
}
