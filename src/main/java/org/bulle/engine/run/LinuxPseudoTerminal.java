package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;
import static org.bulle.engine.jna.linux.Fcntl.O_CLOEXEC;
import static org.bulle.engine.jna.linux.Fcntl.O_NOCTTY;
import static org.bulle.engine.jna.linux.Fcntl.O_NONBLOCK;
import static org.bulle.engine.jna.linux.Fcntl.O_RDWR;

import com.sun.jna.Memory;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Poll;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.jna.linux.Tty;

/** A pseudo-terminal of Linux. */
final class LinuxPseudoTerminal implements Terminal {
    private static final int CHUNK = 8192;

    private final Kernel kernel = Kernel.quick();
    private final int master;
    private final int wake;
    private final String slave;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Held for reading while the descriptors are used: closed, their numbers could be another file's at once. */
    private final ReentrantReadWriteLock inUse = new ReentrantReadWriteLock();

    private LinuxPseudoTerminal(int master, int wake, String slave) {
        this.master = master;
        this.wake = wake;
        this.slave = slave;
    }

    static LinuxPseudoTerminal open(int columns, int rows) throws IOException {
        Kernel kernel = Kernel.quick();
        try (NativeArena arena = new NativeArena()) {
            long master = check(
                    kernel.call(
                            Syscall.OPENAT,
                            AT_FDCWD,
                            Kernel.address(arena.cString("/dev/ptmx")),
                            O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK),
                    "cannot open a terminal");
            try {
                Memory number = arena.allocate(Integer.BYTES);
                check(
                        kernel.call(Syscall.IOCTL, master, Tty.TIOCSPTLCK, Kernel.address(number)),
                        "cannot unlock a terminal");
                check(
                        kernel.call(Syscall.IOCTL, master, Tty.TIOCGPTN, Kernel.address(number)),
                        "cannot name a terminal");
                long wake = check(kernel.call(Syscall.EVENTFD2, 0, O_CLOEXEC), "cannot watch a terminal");
                LinuxPseudoTerminal terminal =
                        new LinuxPseudoTerminal((int) master, (int) wake, "/dev/pts/" + number.getInt(0));
                terminal.resize(columns, rows);
                return terminal;
            } catch (IOException e) {
                kernel.call(Syscall.CLOSE, master);
                throw e;
            }
        }
    }

    @Override
    public String path() {
        return slave;
    }

    @Override
    public void resize(int columns, int rows) throws IOException {
        try (NativeArena arena = new NativeArena()) {
            Memory size = arena.allocate(Tty.WINSIZE_SIZE);
            size.setShort(0, (short) rows);
            size.setShort(2, (short) columns);
            check(
                    kernel.call(Syscall.IOCTL, master, Tty.TIOCSWINSZ, Kernel.address(size)),
                    "cannot resize the terminal");
        }
    }

    @Override
    public int read(byte[] into) throws IOException {
        inUse.readLock().lock();
        try (NativeArena arena = new NativeArena()) {
            int length = Math.min(into.length, CHUNK);
            Memory buffer = arena.allocate(length);
            while (await(Poll.POLLIN, arena)) {
                long got = kernel.call(Syscall.READ, master, Kernel.address(buffer), length);
                if (got == -Errno.EIO || got == 0) {
                    return -1;
                }
                if (got != -Errno.EAGAIN && got != -Errno.EINTR) {
                    check(got, "cannot read from the terminal");
                    buffer.read(0, into, 0, (int) got);
                    return (int) got;
                }
            }
            return -1;
        } finally {
            inUse.readLock().unlock();
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        inUse.readLock().lock();
        try (NativeArena arena = new NativeArena()) {
            Memory buffer = arena.allocate(bytes.length);
            buffer.write(0, bytes, 0, bytes.length);
            long at = 0;
            while (at < bytes.length) {
                if (!await(Poll.POLLOUT, arena)) {
                    throw new IOException("the terminal is closed");
                }
                long wrote = kernel.call(Syscall.WRITE, master, Kernel.address(buffer) + at, bytes.length - at);
                at += wrote == -Errno.EINTR || wrote == -Errno.EAGAIN
                        ? 0
                        : check(wrote, "cannot write to the terminal");
            }
        } finally {
            inUse.readLock().unlock();
        }
    }

    /** False when this terminal is being closed. */
    private boolean await(int events, NativeArena arena) {
        Memory poll = arena.allocate(2L * Poll.POLLFD_SIZE);
        poll.setInt(0, master);
        poll.setShort(4, (short) events);
        poll.setInt(8, wake);
        poll.setShort(12, (short) Poll.POLLIN);
        long ready = -Errno.EINTR;
        while (ready == -Errno.EINTR) {
            ready = kernel.call(Syscall.PPOLL, Kernel.address(poll), 2, 0, 0, 0, 0);
        }
        return !closed.get() && ready > 0 && poll.getShort(14) == 0;
    }

    private static long check(long result, String what) throws IOException {
        if (result < 0) {
            throw new IOException(what + ": " + Errno.name(-result));
        }
        return result;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try (NativeArena arena = new NativeArena()) {
                Memory one = arena.allocate(Long.BYTES);
                one.setLong(0, 1);
                kernel.call(Syscall.WRITE, wake, Kernel.address(one), Long.BYTES);
            }
            inUse.writeLock().lock();
            try {
                kernel.call(Syscall.CLOSE, master);
                kernel.call(Syscall.CLOSE, wake);
            } finally {
                inUse.writeLock().unlock();
            }
        }
    }
}
