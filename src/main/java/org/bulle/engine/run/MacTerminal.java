package org.bulle.engine.run;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.macos.Fcntl;
import org.bulle.engine.jna.macos.LibSystem;
import org.bulle.engine.jna.macos.Signals;

/** The terminal of a Mac that we were started from. On the thread that opens it SIGTTOU is blocked until it is closed. */
final class MacTerminal implements HostTerminal {
    private static final int STANDARD_STREAMS = 3;

    private final int descriptor;
    private final NativeArena arena = new NativeArena();
    private final Memory ours = arena.allocate(Fcntl.TERMIOS_SIZE);
    private final Memory theirs = arena.allocate(Fcntl.TERMIOS_SIZE);
    private final Memory maskBefore = arena.allocate(Signals.SIGSET_SIZE);
    private boolean theirsKnown;

    private MacTerminal(int descriptor) {
        this.descriptor = descriptor;
        LibSystem.tcgetattr(descriptor, ours);
        Memory blocked = arena.allocate(Signals.SIGSET_SIZE);
        blocked.setInt(0, 1 << (Signals.SIGTTOU - 1));
        LibSystem.pthreadSigmask(Signals.SIG_BLOCK, blocked, maskBefore);
    }

    /** Empty when this process has none. */
    static Optional<MacTerminal> open() {
        try (NativeArena arena = new NativeArena()) {
            int opened = LibSystem.open(arena.cString("/dev/tty"), Fcntl.O_RDWR | Fcntl.O_NOCTTY | Fcntl.O_CLOEXEC);
            return opened < 0 ? Optional.empty() : Optional.of(new MacTerminal(opened));
        }
    }

    /** The devices behind our own standard streams, such as {@code /dev/ttys003}. */
    static List<String> inUse() {
        List<String> names = new ArrayList<>();
        try (NativeArena arena = new NativeArena()) {
            Memory name = arena.allocate(Fcntl.PATH_MAX);
            for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
                if (LibSystem.ttyname_r(stream, name, Fcntl.PATH_MAX) == 0) {
                    names.add(name.getString(0, "UTF-8"));
                }
            }
        }
        return names.stream().distinct().toList();
    }

    @Override
    public int descriptor() {
        return descriptor;
    }

    @Override
    public int foreground() {
        return LibSystem.tcgetpgrp(descriptor);
    }

    @Override
    public void setForeground(int group) {
        LibSystem.tcsetpgrp(descriptor, group);
    }

    @Override
    public void putModesBack() {
        theirsKnown = LibSystem.tcgetattr(descriptor, theirs) == 0;
        LibSystem.tcsetattr(descriptor, Fcntl.TCSADRAIN, ours);
    }

    @Override
    public void setModesOfCommand() {
        LibSystem.tcgetattr(descriptor, ours);
        if (theirsKnown) {
            LibSystem.tcsetattr(descriptor, Fcntl.TCSADRAIN, theirs);
        }
    }

    @Override
    public void close() {
        LibSystem.pthreadSigmask(Signals.SIG_SETMASK, maskBefore, Pointer.NULL);
        LibSystem.close(descriptor);
        arena.close();
    }
}
