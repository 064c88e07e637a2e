package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;
import static org.bulle.engine.jna.linux.Fcntl.O_CLOEXEC;
import static org.bulle.engine.jna.linux.Fcntl.O_NOCTTY;
import static org.bulle.engine.jna.linux.Fcntl.O_RDWR;

import com.sun.jna.Memory;
import java.util.Optional;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Signals;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.jna.linux.Tty;

/** The terminal that we were started from: who is in its foreground, and its modes. For one thread, on which SIGTTOU is blocked until it is closed. */
final class ControllingTerminal implements HostTerminal {
    private final Kernel kernel;
    private final int descriptor;
    private final NativeArena arena = new NativeArena();
    private final Memory number = arena.allocate(Integer.BYTES);
    private final Memory ours = arena.allocate(Tty.TERMIOS_SIZE);
    private final Memory theirs = arena.allocate(Tty.TERMIOS_SIZE);
    private final Memory maskBefore = arena.allocate(Signals.KERNEL_SIGSET_SIZE);
    private boolean theirsKnown;

    private ControllingTerminal(Kernel kernel, int descriptor) {
        this.kernel = kernel;
        this.descriptor = descriptor;
        kernel.call(Syscall.IOCTL, descriptor, Tty.TCGETS, Kernel.address(ours));
        Memory blocked = arena.allocate(Signals.KERNEL_SIGSET_SIZE);
        blocked.setLong(0, 1L << (Process.SIGTTOU - 1));
        // A process in the background that sets the foreground group is stopped by SIGTTOU otherwise.
        kernel.call(
                Syscall.RT_SIGPROCMASK,
                Signals.SIG_BLOCK,
                Kernel.address(blocked),
                Kernel.address(maskBefore),
                Signals.KERNEL_SIGSET_SIZE);
    }

    /** Empty when this process has none. */
    static Optional<ControllingTerminal> open() {
        Kernel kernel = Kernel.quick();
        try (NativeArena arena = new NativeArena()) {
            long opened = kernel.call(
                    Syscall.OPENAT, AT_FDCWD, Kernel.address(arena.cString("/dev/tty")), O_RDWR | O_NOCTTY | O_CLOEXEC);
            return opened < 0 ? Optional.empty() : Optional.of(new ControllingTerminal(kernel, (int) opened));
        }
    }

    @Override
    public int descriptor() {
        return descriptor;
    }

    @Override
    public int foreground() {
        long asked = kernel.call(Syscall.IOCTL, descriptor, Tty.TIOCGPGRP, Kernel.address(number));
        return asked < 0 ? -1 : number.getInt(0);
    }

    @Override
    public void setForeground(int group) {
        number.setInt(0, group);
        kernel.call(Syscall.IOCTL, descriptor, Tty.TIOCSPGRP, Kernel.address(number));
    }

    @Override
    public void putModesBack() {
        theirsKnown = kernel.call(Syscall.IOCTL, descriptor, Tty.TCGETS, Kernel.address(theirs)) == 0;
        kernel.call(Syscall.IOCTL, descriptor, Tty.TCSETSW, Kernel.address(ours));
    }

    @Override
    public void setModesOfCommand() {
        kernel.call(Syscall.IOCTL, descriptor, Tty.TCGETS, Kernel.address(ours));
        if (theirsKnown) {
            kernel.call(Syscall.IOCTL, descriptor, Tty.TCSETSW, Kernel.address(theirs));
        }
    }

    @Override
    public void close() {
        kernel.call(
                Syscall.RT_SIGPROCMASK,
                Signals.SIG_SETMASK,
                Kernel.address(maskBefore),
                0,
                Signals.KERNEL_SIGSET_SIZE,
                0,
                0);
        kernel.call(Syscall.CLOSE, descriptor);
        arena.close();
    }
}
