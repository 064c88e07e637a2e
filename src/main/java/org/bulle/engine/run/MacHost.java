package org.bulle.engine.run;

import static org.bulle.engine.jna.macos.Spawn.*;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.List;
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
        try (NativeArena arena = new NativeArena()) {
            Memory attributes = arena.allocate(Long.BYTES);
            Memory actions = arena.allocate(Long.BYTES);
            posix_spawnattr_init(attributes);
            posix_spawn_file_actions_init(actions);
            try {
                attributes(attributes, order, arena);
                posix_spawn_file_actions_addchdir_np(actions, arena.cString(order.directory()));
                streams(actions, order, arena);
                Memory pid = arena.allocate(Integer.BYTES);
                int error = posix_spawn(
                        pid,
                        arena.cString(order.arguments().getFirst()),
                        actions,
                        attributes,
                        arena.cStrings(order.arguments()),
                        arena.cStrings(order.environment()));
                return error == 0 ? begin(pid.getInt(0), order) : -error;
            } finally {
                posix_spawn_file_actions_destroy(actions);
                posix_spawnattr_destroy(attributes);
            }
        }
    }

    private static void attributes(Memory attributes, Order order, NativeArena arena) {
        int flags = POSIX_SPAWN_SETSIGDEF
                | POSIX_SPAWN_SETSIGMASK
                | POSIX_SPAWN_START_SUSPENDED
                | POSIX_SPAWN_CLOEXEC_DEFAULT
                | (order.ownGroup() ? POSIX_SPAWN_SETPGROUP : 0);
        posix_spawnattr_setflags(attributes, flags);
        posix_spawnattr_setpgroup(attributes, 0);
        Memory defaults = arena.allocate(Signals.SIGSET_SIZE);
        for (int signal = 1; signal <= Signals.LAST; signal++) {
            if (!order.ignored().contains(signal)) {
                defaults.setInt(0, defaults.getInt(0) | 1 << (signal - 1));
            }
        }
        posix_spawnattr_setsigdefault(attributes, defaults);
        posix_spawnattr_setsigmask(attributes, arena.allocate(Signals.SIGSET_SIZE));
    }

    private static void streams(Memory actions, Order order, NativeArena arena) {
        for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
            Integer given = order.streams().get(stream);
            if (given != null) {
                posix_spawn_file_actions_adddup2(actions, given, stream);
            } else if (isOurs(stream)) {
                posix_spawn_file_actions_addopen(actions, stream, arena.cString("/dev/null"), Fcntl.O_RDWR, 0);
            } else {
                posix_spawn_file_actions_addinherit_np(actions, stream);
            }
        }
    }

    /** We were started with the stream closed: the descriptor is free, or a file of the Java machine has got its number. */
    private static boolean isOurs(int stream) {
        int flags = LibSystem.fcntl(stream, Fcntl.F_GETFD);
        return flags < 0 || (flags & Fcntl.FD_CLOEXEC) != 0;
    }

    private int begin(int pid, Order order) {
        order.watch().follow(pid);
        order.foregroundOf().ifPresent(terminal -> terminal.setForeground(pid));
        calls.kill(pid, Signals.SIGCONT);
        return pid;
    }
}
