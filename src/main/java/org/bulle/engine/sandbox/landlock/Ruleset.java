package org.bulle.engine.sandbox.landlock;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.util.List;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Landlock;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.SandboxException;

/** One Landlock ruleset with a rule for each grant; not in force yet. */
public final class Ruleset implements AutoCloseable {
    private final Kernel kernel;
    private final HandledAccess handled;
    private final int descriptor;

    private Ruleset(Kernel kernel, HandledAccess handled, int descriptor) {
        this.kernel = kernel;
        this.handled = handled;
        this.descriptor = descriptor;
    }

    /**
     * @param bindable ports that TCP sockets may be bound to, where that is handled
     * @throws SandboxException NOT_INSTALLED naming the step, the path and the errno
     */
    public static Ruleset of(Kernel kernel, HandledAccess handled, List<Grant> grants, List<Ports.Range> bindable)
            throws SandboxException {
        Ruleset ruleset = new Ruleset(kernel, handled, create(kernel, handled));
        try (NativeArena arena = new NativeArena()) {
            Memory rule = arena.allocate(Landlock.PATH_BENEATH_ATTR_SIZE);
            Memory statx = arena.allocate(STATX_SIZE);
            for (Grant grant : grants) {
                ruleset.add(grant, rule, statx);
            }
            if (handled.judgesBinding()) {
                for (Ports.Range range : bindable) {
                    ruleset.add(range, arena.allocate(Landlock.NET_PORT_ATTR_SIZE));
                }
            }
            return ruleset;
        } catch (SandboxException | RuntimeException e) {
            ruleset.close();
            throw e;
        }
    }

    private static int create(Kernel kernel, HandledAccess handled) throws SandboxException {
        try (NativeArena arena = new NativeArena()) {
            Memory attributes = arena.allocate(Landlock.RULESET_ATTR_SIZE);
            attributes.setLong(0, handled.fs());
            attributes.setLong(8, handled.net());
            attributes.setLong(16, handled.scoped());
            // An older kernel accepts the longer structure only when what it does not know is zero, which it is.
            long made = kernel.call(
                    Syscall.LANDLOCK_CREATE_RULESET, Kernel.address(attributes), Landlock.RULESET_ATTR_SIZE, 0);
            if (made < 0) {
                throw new SandboxException(
                        SandboxException.Kind.NOT_INSTALLED,
                        "the kernel refuses the Landlock ruleset: " + Errno.name(-made));
            }
            return (int) made;
        }
    }

    private void add(Ports.Range range, Memory rule) throws SandboxException {
        for (int port = range.first(); port <= range.last(); port++) {
            rule.setLong(0, Landlock.LANDLOCK_ACCESS_NET_BIND_TCP);
            rule.setLong(8, port);
            long added = kernel.call(
                    Syscall.LANDLOCK_ADD_RULE, descriptor, Landlock.LANDLOCK_RULE_NET_PORT, Kernel.address(rule), 0);
            if (added < 0) {
                throw new SandboxException(
                        SandboxException.Kind.NOT_INSTALLED,
                        "the kernel refuses a Landlock rule for port " + port + ": " + Errno.name(-added));
            }
        }
    }

    private void add(Grant grant, Memory rule, Memory statx) throws SandboxException {
        long opened = open(grant.path());
        if (nothingToGrant(opened)) {
            return;
        }
        check(opened, grant, "cannot open");
        try (NativeArena arena = new NativeArena()) {
            check(
                    kernel.call(
                            Syscall.STATX,
                            opened,
                            Kernel.address(arena.cString("")),
                            AT_EMPTY_PATH,
                            STATX_BASIC_STATS,
                            Kernel.address(statx),
                            0),
                    grant,
                    "cannot ask for the type of");
            int type = statx.getShort(STATX_MODE_OFFSET) & S_IFMT;
            rule.setLong(0, type == S_IFDIR ? handled.onDirectory(grant.access()) : handled.onFile(grant.access()));
            rule.setInt(8, (int) opened);
            check(
                    kernel.call(
                            Syscall.LANDLOCK_ADD_RULE,
                            descriptor,
                            Landlock.LANDLOCK_RULE_PATH_BENEATH,
                            Kernel.address(rule),
                            0),
                    grant,
                    "the kernel refuses a Landlock rule for");
        } finally {
            kernel.call(Syscall.CLOSE, opened);
        }
    }

    /**
     * Opens nothing but the name: a FIFO does not block, a device does not notice. Symbolic links are not followed: the grants name the real paths too,
     * and a link that appeared since they were resolved must not widen anything.
     */
    private long open(String path) {
        try (NativeArena arena = new NativeArena()) {
            Memory how = arena.allocate(OPEN_HOW_SIZE);
            how.setLong(0, O_PATH | O_CLOEXEC);
            how.setLong(16, RESOLVE_NO_SYMLINKS);
            return kernel.call(
                    Syscall.OPENAT2, AT_FDCWD, Kernel.address(arena.cString(path)), Kernel.address(how), OPEN_HOW_SIZE);
        }
    }

    /** Gone since it was resolved, a link (reading a link needs no right), or out of this user's reach anyway. */
    private static boolean nothingToGrant(long opened) {
        return opened == -Errno.ENOENT || opened == -Errno.ENOTDIR || opened == -Errno.ELOOP || opened == -Errno.EACCES;
    }

    private static void check(long result, Grant grant, String step) throws SandboxException {
        if (result < 0) {
            throw new SandboxException(
                    SandboxException.Kind.NOT_INSTALLED, step + " " + grant.path() + ": " + Errno.name(-result));
        }
    }

    /** Confines the calling thread for ever, and all that it starts. Needs no_new_privs. Returns 0 or {@code -errno}. */
    long restrictThisThread() {
        return kernel.call(Syscall.LANDLOCK_RESTRICT_SELF, descriptor, handled.restrictFlags());
    }

    @Override
    public void close() {
        kernel.call(Syscall.CLOSE, descriptor);
    }
}
