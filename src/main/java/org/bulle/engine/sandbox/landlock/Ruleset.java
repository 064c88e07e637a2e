package org.bulle.engine.sandbox.landlock;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Landlock;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.PathBlock;
import org.bulle.engine.jna.linux.StatxBlock;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.GrantedFile;
import org.bulle.engine.sandbox.SandboxException;
import org.jspecify.annotations.Nullable;

/** One Landlock ruleset with a rule for each grant; not in force yet. */
public final class Ruleset implements AutoCloseable {
    /** Grants whose files are open at a time; a large policy has hundreds. */
    private static final int AT_ONCE = 64;

    /** At least a struct landlock_path_beneath_attr, and aligned. */
    private static final int RULE_ROOM = 16;

    private final Kernel kernel;
    private final HandledAccess handled;
    private final int descriptor;
    private final List<GrantedFile> granted = new ArrayList<>();

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
        try (NativeArena arena = new NativeArena();
                CallBatch calls = new CallBatch(kernel, AT_ONCE)) {
            for (int from = 0; from < grants.size(); from += AT_ONCE) {
                ruleset.add(grants.subList(from, Math.min(from + AT_ONCE, grants.size())), calls);
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

    /** What the rules were made for. */
    public List<GrantedFile> granted() {
        return Collections.unmodifiableList(granted);
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

    private void add(List<Grant> grants, CallBatch calls) throws SandboxException {
        long[] opened = open(grants, calls);
        boolean tooMany = grants.size() > 1 && hasRunOut(opened);
        try {
            if (tooMany) {
                opened = closed(opened, calls);
                for (Grant grant : grants) {
                    add(List.of(grant), calls);
                }
                return;
            }
            List<@Nullable GrantedFile> files = look(grants, opened, calls);
            allow(files, opened, calls);
            for (GrantedFile file : files) {
                if (file != null) {
                    granted.add(file);
                }
            }
        } finally {
            closed(opened, calls);
        }
    }

    /** Returns that nothing is open. */
    private static long[] closed(long[] opened, CallBatch calls) {
        calls.clear();
        for (long descriptor : opened) {
            if (descriptor >= 0) {
                calls.add(Syscall.CLOSE, descriptor, 0, 0, 0, 0);
            }
        }
        calls.run();
        return new long[0];
    }

    private static boolean hasRunOut(long[] opened) {
        for (long descriptor : opened) {
            if (descriptor == -Errno.EMFILE || descriptor == -Errno.ENFILE) {
                return true;
            }
        }
        return false;
    }

    /**
     * Opens nothing but the name: a FIFO does not block, a device does not notice. Symbolic links are not followed: the grants name the real paths too,
     * and a link that appeared since they were resolved must not widen anything.
     */
    private long[] open(List<Grant> grants, CallBatch calls) {
        long[] opened = new long[grants.size()];
        try (PathBlock paths = new PathBlock(grants.stream().map(Grant::path).toList());
                Memory how = new Memory(OPEN_HOW_SIZE)) {
            how.write(0, new long[] {O_PATH | O_CLOEXEC, 0, RESOLVE_NO_SYMLINKS}, 0, 3);
            calls.clear();
            for (int i = 0; i < opened.length; i++) {
                calls.add(Syscall.OPENAT2, AT_FDCWD, paths.address(i), Kernel.address(how), OPEN_HOW_SIZE, 0);
            }
            calls.run();
        }
        for (int i = 0; i < opened.length; i++) {
            opened[i] = calls.result(i);
        }
        return opened;
    }

    /** What was opened, in the order of the grants; null for what there is nothing to grant of. */
    private List<@Nullable GrantedFile> look(List<Grant> grants, long[] opened, CallBatch calls)
            throws SandboxException {
        try (StatxBlock statx = new StatxBlock(opened.length);
                Memory nothing = new Memory(1)) {
            nothing.setByte(0, (byte) 0);
            calls.clear();
            for (int i = 0; i < opened.length; i++) {
                if (!nothingToGrant(opened[i])) {
                    check(opened[i], grants.get(i), "cannot open");
                    calls.add(
                            Syscall.STATX,
                            opened[i],
                            Kernel.address(nothing),
                            AT_EMPTY_PATH,
                            STATX_BASIC_STATS,
                            statx.address(i));
                }
            }
            calls.run();
            statx.read(opened.length);
            List<@Nullable GrantedFile> files = new ArrayList<>(opened.length);
            int call = 0;
            for (int i = 0; i < opened.length; i++) {
                if (opened[i] < 0) {
                    files.add(null);
                    continue;
                }
                check(calls.result(call++), grants.get(i), "cannot ask for the type of");
                files.add(new GrantedFile(
                        grants.get(i),
                        statx.mode(i),
                        statx.uid(i),
                        statx.gid(i),
                        statx.links(i),
                        (long) statx.deviceMajor(i) << Integer.SIZE | statx.deviceMinor(i) & 0xffffffffL,
                        statx.inode(i)));
            }
            return files;
        }
    }

    private void allow(List<@Nullable GrantedFile> files, long[] opened, CallBatch calls) throws SandboxException {
        try (Memory rules = new Memory((long) opened.length * RULE_ROOM)) {
            calls.clear();
            for (int i = 0; i < opened.length; i++) {
                GrantedFile file = files.get(i);
                if (file != null) {
                    AccessList access = file.grant().access();
                    long at = (long) i * RULE_ROOM;
                    boolean directory = (file.mode() & S_IFMT) == S_IFDIR;
                    rules.setLong(at, directory ? handled.onDirectory(access) : handled.onFile(access));
                    rules.setInt(at + Long.BYTES, (int) opened[i]);
                    calls.add(
                            Syscall.LANDLOCK_ADD_RULE,
                            descriptor,
                            Landlock.LANDLOCK_RULE_PATH_BENEATH,
                            Kernel.address(rules) + at,
                            0,
                            0);
                }
            }
            calls.run();
        }
        int call = 0;
        for (GrantedFile file : files) {
            if (file != null) {
                check(calls.result(call++), file.grant(), "the kernel refuses a Landlock rule for");
            }
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
