package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.*;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.observe.CallerPath.Outcome;
import org.bulle.engine.denial.observe.PathResolver.Place;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.broker.CallerSocket;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler.Listener;
import org.jspecify.annotations.Nullable;

/** One waiting call and everything that is needed to judge it. Reused from call to call, on the listener's thread alone. */
final class Scene {
    private static final byte[] PROC = KernelFiles.bytes("/proc/");
    private static final int DEEPEST_TREE = 1_000;
    private static final byte[] DEVICES = KernelFiles.bytes("/dev/");

    final KernelFiles files;
    final CallerPath path;
    final GrantRoots grants;
    final DiscretionaryAccess access;
    final DenialLog log;

    private final PathResolver resolver;
    private final RealDirectories real = new RealDirectories();
    private final byte[] joined = new byte[3 * 4_096];
    private byte[] at = joined;
    private int atLength;
    private int atParent;
    /** Of the directory that holds the last component; unknown for the root. */
    private int parentIndex;

    private boolean parentFound;
    private boolean parentMissing;
    private final BitSet seen = new BitSet();
    private int lastThread;
    private final int ownProcess = (int) Kernel.quick().call(Syscall.GETPID);
    private final int ownFilters = Caller.filtersOf(ownProcess);
    private long now = System.nanoTime();
    private boolean rootsDiffer;
    private @Nullable Notification notification;
    private @Nullable Listener listener;
    private @Nullable Caller caller;

    Scene(KernelFiles files, CallerPath path, GrantRoots grants, DenialLog log) {
        this.files = files;
        this.path = path;
        this.grants = grants;
        this.access = new DiscretionaryAccess(files);
        this.log = log;
        this.resolver = new PathResolver(files);
    }

    /** True when this thread had not called before. */
    boolean begin(Notification next, Listener from) {
        notification = next;
        listener = from;
        path.begin(from.firstLook());
        caller = null;
        now = System.nanoTime();
        grants.refresh(now);
        int thread = next.tid();
        if (thread == lastThread) {
            return false;
        }
        lastThread = thread;
        boolean isNew = !seen.get(thread);
        seen.set(thread);
        return isNew;
    }

    int thread() {
        return notification == null ? 0 : notification.tid();
    }

    long argument(int index) {
        return notification == null ? 0 : notification.argument(index);
    }

    int intArgument(int index) {
        return (int) argument(index);
    }

    /** Who calls; absent when it has gone, and then nothing that was read of it counts. */
    Optional<Caller> caller() {
        if (caller == null) {
            caller = Caller.of(thread()).orElse(null);
        }
        boolean waits = notification != null && listener != null && listener.isValid(notification.id());
        return waits ? Optional.ofNullable(caller) : Optional.empty();
    }

    /** The descriptor that the call names first, for us; negative when it cannot be had. */
    long duplicate(Kernel kernel, Notification call) {
        return listener == null ? -1 : CallerSocket.duplicate(kernel, call, listener);
    }

    /** Whether a process belongs to the sandbox: it called, or it descends from us and is under more filters than we are. */
    boolean isInside(int process) {
        if (seen.get(process)) {
            return true;
        }
        if (Caller.filtersOf(process) <= ownFilters) {
            return false;
        }
        int at = process;
        for (int depth = 0; depth < DEEPEST_TREE && at > 1; depth++) {
            at = Caller.parentOf(at);
            if (at == ownProcess || at > 1 && seen.get(at)) {
                return true;
            }
        }
        return false;
    }

    /** Some process of the run changed its root directory: from now on that is looked up each time. */
    void rootsDiffer() {
        rootsDiffer = true;
        real.clear();
    }

    /** The command moves, removes or links something: what was found about directories may end. */
    void treeChanges() {
        real.clear();
        grants.doubt();
    }

    /** Reads a path argument. False when there is none to be judged; then that has been dealt with. */
    boolean readPath(int directory, long address) {
        return isPath(path.read(thread(), directory, address));
    }

    boolean isPath(Outcome outcome) {
        return switch (outcome) {
            case PATH -> true;
            case EMPTY, FAILS -> false;
            case UNREADABLE -> {
                unreadable();
                yield false;
            }
        };
    }

    /** The report cannot be complete; the call goes on. */
    void unreadable() {
        caller().ifPresent(who -> log.gap("the process " + who.name()
                + " does not let itself be looked at (it runs a program that only root may read,"
                + " or made itself undumpable)"));
    }

    /**
     * The quick answer, which is right when it is yes.
     *
     * @param followLast whether a link in the last place would be followed
     * @param directory whether nothing but a directory is wanted
     */
    boolean certainlyAllowed(long needed, boolean followLast, boolean directory) {
        if (!findParent() || isSpecial() || grants.judge().missing(rightsHere(), needed) != 0) {
            return false;
        }
        if (!followLast && !path.endsWithSlash()) {
            return true;
        }
        long link = path.linkLength();
        if (link == -Errno.EINVAL && directory && at == path.bytes() && parentIndex != RealDirectories.UNKNOWN) {
            // No link in its last place, and none before: it is its own real path, for as long as the ones above it.
            real.putBelow(parentIndex, at, atLength, path.hash(), grants.judge());
        }
        return link < 0;
    }

    /** After {@link #certainlyAllowed}: the directory that would hold the last component is not there, so that the call fails by itself. */
    boolean isParentMissing() {
        return parentMissing;
    }

    /** After {@link #certainlyAllowed}: there is nothing of that name. Asks the kernel once, where what it answers goes for the caller too. */
    boolean isMissing() {
        return parentFound && !isSpecial() && path.linkLength() == -Errno.ENOENT;
    }

    private long rightsHere() {
        PolicyJudge judge = grants.judge();
        return at == path.bytes() && parentIndex != RealDirectories.UNKNOWN
                ? real.rights(parentIndex, judge) | judge.ownRights(at, atLength, path.hash())
                : judge.rights(at, atLength);
    }

    /** The same for a right on the directory that holds the last component. */
    boolean certainlyAllowedInParent(long needed) {
        return findParent() && grants.judge().missing(rightsInParent(), needed) == 0;
    }

    /** After {@link #certainlyAllowedInParent}, or a search of its own: the rights on the directory that holds the last component. */
    long rightsInParent() {
        return grants.judge().rights(at, Math.max(atParent, 1));
    }

    /** Devices are judged by their type, and in /proc a path can mean another thing for each process. */
    private boolean isSpecial() {
        return atLength > 1 && (at[1] == 'p' && startsWith(PROC) || at[1] == 'd' && startsWith(DEVICES));
    }

    private boolean startsWith(byte[] prefix) {
        return atLength >= prefix.length && Arrays.equals(at, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** Finds the real directory that holds the last component; false when that takes a closer look. */
    private boolean findParent() {
        parentMissing = false;
        parentFound = lookForParent();
        return parentFound;
    }

    private boolean lookForParent() {
        if (!path.isPlain() || rootsDiffer) {
            return false;
        }
        at = path.bytes();
        atLength = path.plainLength();
        atParent = path.parentLength();
        parentIndex = RealDirectories.UNKNOWN;
        if (atParent == 0) {
            return true;
        }
        int index = real.find(at, atParent, path.parentHash(), now);
        if (path.isParentTheBase()) {
            parentIndex = isItself(index) ? index : putParentItself();
            return true;
        }
        if (index == RealDirectories.UNKNOWN) {
            index = lookUpParent();
            if (index == RealDirectories.UNKNOWN) {
                return false;
            }
        }
        parentIndex = index;
        if (!isItself(index)) {
            join(real.path(index));
        }
        return true;
    }

    private boolean isItself(int index) {
        if (index == RealDirectories.UNKNOWN) {
            return false;
        }
        byte[] parent = real.path(index);
        return parent.length == atParent && Arrays.equals(parent, 0, atParent, at, 0, atParent);
    }

    private int lookUpParent() {
        String parent = KernelFiles.text(path.bytes(), path.parentLength());
        // Without links on the way the text is the real path: two calls instead of three.
        long direct = parent.startsWith("/proc/")
                ? -1
                : files.open(parent, O_PATH | O_CLOEXEC | oDirectory(), RESOLVE_NO_SYMLINKS);
        if (direct >= 0) {
            files.close(direct);
            return putParentItself();
        }
        if (direct == -Errno.ENOENT && !parent.startsWith("/proc/")) {
            // No link before what is missing, so that it is missing for the caller too.
            parentMissing = true;
            return RealDirectories.UNKNOWN;
        }
        long opened = files.open(parent, O_PATH | O_CLOEXEC | oDirectory(), RESOLVE_NO_MAGICLINKS);
        if (opened < 0) {
            return RealDirectories.UNKNOWN;
        }
        Optional<String> leads = files.pathOf(opened);
        files.close(opened);
        if (leads.isEmpty() || !leads.get().startsWith("/") || leads.get().startsWith("/proc/")) {
            return RealDirectories.UNKNOWN;
        }
        return real.put(
                path.bytes(),
                path.parentLength(),
                path.parentHash(),
                KernelFiles.bytes(leads.get()),
                RealDirectories.after(now));
    }

    /** Without links on the way. */
    private int putParentItself() {
        byte[] itself = Arrays.copyOf(path.bytes(), path.parentLength());
        return real.put(path.bytes(), path.parentLength(), path.parentHash(), itself, RealDirectories.after(now));
    }

    /** The real parent, and the last component of what was read. */
    private void join(byte[] parent) {
        int from = path.parentLength();
        int prefix = parent.length == 1 ? 0 : parent.length;
        int rest = path.plainLength() - from;
        System.arraycopy(parent, 0, joined, 0, prefix);
        System.arraycopy(path.bytes(), from, joined, prefix, rest);
        at = joined;
        atLength = prefix + rest;
        atParent = prefix;
    }

    /** Where the path that was read leads for the caller. */
    Place place(boolean followLast) {
        return place(path.text(), followLast);
    }

    Place place(String absolute, boolean followLast) {
        return resolver.resolve(thread(), absolute, root(), followLast);
    }

    private String root() {
        return rootsDiffer ? files.readLink("/proc/" + thread() + "/root").orElse("/") : "/";
    }

    /** What of the needed rights Landlock will miss on an existing file. */
    long missing(String real, FileStatus status, long needed) {
        byte[] bytes = KernelFiles.bytes(real);
        long missing = grants.judge().missing(grants.judge().rights(bytes, bytes.length), needed);
        return missing == 0 ? 0 : grants.judge().missing(grants.rightsByInode(real, status), missing);
    }

    /** The same for a directory by its path. */
    long missing(String directory, long needed) {
        return files.status(directory)
                .map(status -> missing(directory, status, needed))
                .orElse(0L);
    }

    /** The rights on an existing file. */
    long rights(String real, FileStatus status) {
        byte[] bytes = KernelFiles.bytes(real);
        return grants.judge().rights(bytes, bytes.length) | grants.rightsByInode(real, status);
    }

    void note(Access what, String real, Caller who) {
        note(what, real, who, Enforcer.LANDLOCK);
    }

    void note(Access what, String real, Caller who, Enforcer enforcer) {
        log.path(what, KernelFiles.toOs(real), who, enforcer);
    }
}
