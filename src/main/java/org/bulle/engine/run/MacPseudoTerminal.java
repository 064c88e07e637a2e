package org.bulle.engine.run;

import com.sun.jna.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.macos.Fcntl;
import org.bulle.engine.jna.macos.LibSystem;
import org.bulle.engine.jna.macos.Tty;

/**
 * A pseudo-terminal by the functions of POSIX. Until a program has been started on it we hold its side, too: a Mac forgets the size of a terminal that
 * nobody has open, and would tell our reader that it is over.
 */
final class MacPseudoTerminal implements Terminal {
    private static final int CHUNK = 8192;
    private static final int EINTR = 4;
    private static final int EIO = 5;
    /** dash rather than sh, which adds variables of its own. It leads a new session, and what such a process opens first controls it. */
    private static final String SHELL = "/bin/dash";

    private static final String TAKE = ": <>\"$0\"; exec \"$@\"";

    /**
     * What systems number differently.
     *
     * @param tryAgain EAGAIN
     */
    record Numbers(int noControllingTerminal, int nonBlocking, long setWindowSize, int tryAgain) {
        static final Numbers OF_MACOS = new Numbers(Fcntl.O_NOCTTY, Fcntl.O_NONBLOCK, Tty.TIOCSWINSZ, Tty.EAGAIN);
    }

    private final Numbers numbers;
    private final int master;
    private final int wakeReading;
    private final int wakeWriting;
    private final String path;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Held for reading while the descriptors are used: closed, their numbers could be another file's at once. */
    private final ReentrantReadWriteLock inUse = new ReentrantReadWriteLock();

    private int slave;

    private MacPseudoTerminal(Numbers numbers, int master, int slave, int wakeReading, int wakeWriting, String path) {
        this.numbers = numbers;
        this.master = master;
        this.slave = slave;
        this.wakeReading = wakeReading;
        this.wakeWriting = wakeWriting;
        this.path = path;
    }

    static MacPseudoTerminal open(int columns, int rows) throws IOException {
        return open(columns, rows, Numbers.OF_MACOS);
    }

    static MacPseudoTerminal open(int columns, int rows, Numbers numbers) throws IOException {
        List<Integer> opened = new ArrayList<>();
        try (NativeArena arena = new NativeArena()) {
            int flags = Fcntl.O_RDWR | numbers.noControllingTerminal();
            int master = keep(LibSystem.posix_openpt(flags), "cannot open a terminal", opened);
            check(LibSystem.grantpt(master), "cannot own a terminal");
            check(LibSystem.unlockpt(master), "cannot unlock a terminal");
            Memory name = arena.allocate(Fcntl.PATH_MAX);
            check(LibSystem.ptsname_r(master, name, Fcntl.PATH_MAX), "cannot name a terminal");
            int slave = keep(LibSystem.open(name, flags), "cannot open the command's side of a terminal", opened);
            Memory ends = arena.allocate(2L * Integer.BYTES);
            check(LibSystem.pipe(ends), "cannot watch a terminal");
            opened.add(ends.getInt(0));
            opened.add(ends.getInt(4));
            for (int descriptor : opened) {
                check(LibSystem.fcntl(descriptor, Fcntl.F_SETFD, Fcntl.FD_CLOEXEC), "cannot keep a terminal");
            }
            check(
                    LibSystem.fcntl(master, Fcntl.F_SETFL, Fcntl.O_RDWR | numbers.nonBlocking()),
                    "cannot read from a terminal without waiting");
            MacPseudoTerminal terminal = new MacPseudoTerminal(
                    numbers, master, slave, ends.getInt(0), ends.getInt(4), name.getString(0, "UTF-8"));
            terminal.resize(columns, rows);
            return terminal;
        } catch (IOException e) {
            opened.forEach(LibSystem::close);
            throw e;
        }
    }

    private static int keep(int descriptor, String what, List<Integer> opened) throws IOException {
        check(descriptor, what);
        opened.add(descriptor);
        return descriptor;
    }

    @Override
    public String path() {
        return path;
    }

    /** The command's side, for the 0, 1 and 2 of the first program on it; negative afterwards. */
    synchronized int slave() {
        return slave;
    }

    /** The first program has it now: without ours, its end is the end of the terminal. */
    synchronized void handedOver() {
        if (slave >= 0) {
            LibSystem.close(slave);
            slave = -1;
        }
    }

    /**
     * The command line that makes this the controlling terminal of the session which it leads, then executes the arguments.
     *
     * @param environment NAME=VALUE; PWD, which the shell would add, stays out where it is not among it
     */
    List<String> taking(List<String> arguments, List<String> environment) {
        boolean named = environment.stream().anyMatch(variable -> variable.startsWith("PWD="));
        List<String> words = new ArrayList<>(List.of(SHELL, "-c", named ? TAKE : "unset PWD; " + TAKE, path));
        words.addAll(arguments);
        return words;
    }

    @Override
    public void resize(int columns, int rows) throws IOException {
        inUse.readLock().lock();
        try (NativeArena arena = new NativeArena()) {
            Memory size = arena.allocate(Tty.WINSIZE_SIZE);
            size.setShort(0, (short) rows);
            size.setShort(2, (short) columns);
            if (!closed.get()) {
                check(LibSystem.ioctl(master, numbers.setWindowSize(), size), "cannot resize the terminal");
            }
        } finally {
            inUse.readLock().unlock();
        }
    }

    @Override
    public int read(byte[] into) throws IOException {
        inUse.readLock().lock();
        try (NativeArena arena = new NativeArena()) {
            int length = Math.min(into.length, CHUNK);
            Memory buffer = arena.allocate(length);
            while (await(Tty.POLLIN, arena)) {
                long got = LibSystem.read(master, buffer, length);
                if (got == -EIO || got == 0) {
                    return -1;
                }
                if (got != -numbers.tryAgain() && got != -EINTR) {
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
                if (!await(Tty.POLLOUT, arena)) {
                    throw new IOException("the terminal is closed");
                }
                long wrote = LibSystem.write(master, buffer.share(at), bytes.length - at);
                at += wrote == -EINTR || wrote == -numbers.tryAgain()
                        ? 0
                        : check(wrote, "cannot write to the terminal");
            }
        } finally {
            inUse.readLock().unlock();
        }
    }

    /** False when this terminal is being closed. */
    private boolean await(int events, NativeArena arena) {
        Memory poll = arena.allocate(2L * Tty.POLLFD_SIZE);
        poll.setInt(0, master);
        poll.setShort(4, (short) events);
        poll.setInt(8, wakeReading);
        poll.setShort(12, (short) Tty.POLLIN);
        int ready = -EINTR;
        while (ready == -EINTR) {
            ready = LibSystem.poll(poll, 2, -1);
        }
        return !closed.get() && ready > 0 && poll.getShort(14) == 0;
    }

    private static long check(long result, String what) throws IOException {
        if (result < 0) {
            throw new IOException(what + ": error " + -result);
        }
        return result;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try (NativeArena arena = new NativeArena()) {
                LibSystem.write(wakeWriting, arena.allocate(1), 1);
            }
            inUse.writeLock().lock();
            try {
                handedOver();
                LibSystem.close(master);
                LibSystem.close(wakeReading);
                LibSystem.close(wakeWriting);
            } finally {
                inUse.writeLock().unlock();
            }
        }
    }
}
