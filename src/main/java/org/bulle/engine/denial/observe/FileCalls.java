package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.*;
import static org.bulle.engine.jna.linux.Landlock.*;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.observe.PathResolver.Place;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.AccessList;

/** The calls that open, make, move and remove files. */
final class FileCalls {
    private static final long READING = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    private static final long WRITING = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;
    private static final long RIGHTS_OF_FILES = LANDLOCK_ACCESS_FS_EXECUTE
            | LANDLOCK_ACCESS_FS_WRITE_FILE
            | LANDLOCK_ACCESS_FS_READ_FILE
            | LANDLOCK_ACCESS_FS_TRUNCATE
            | LANDLOCK_ACCESS_FS_IOCTL_DEV;
    private static final long RESOLVE_CACHED = 0x20;
    /** How the kernel shows a file without a name, such as one made with O_TMPFILE. */
    private static final String DELETED = " (deleted)";

    private static final int RENAME_NOREPLACE = 1;
    private static final int RENAME_EXCHANGE = 2;
    /** Of these device control beyond reading and writing is of no use to an ordinary user. */
    private static final Set<String> PLAIN_DEVICES =
            Set.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");

    private static final class ProcessInside {
        static final Pattern PATH = Pattern.compile(
                "/proc/(\\d+)(?:/task/\\d+)?/(?:environ|auxv|mem|maps|smaps|smaps_rollup|numa_maps|pagemap|fd|fdinfo|map_files|ns)(?:/.*)?");
    }

    private final Scene scene;

    FileCalls(Scene scene) {
        this.scene = scene;
    }

    void open(int directory, long address, int flags) {
        if ((flags & O_PATH) != 0 || !scene.readPath(directory, address)) {
            return;
        }
        boolean nofollow = (flags & oNofollow()) != 0 || (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
        if (scene.certainlyAllowed(needed(flags), !nofollow, (flags & oDirectory()) != 0)
                || scene.isParentMissing()
                || (flags & O_CREAT) == 0 && scene.isMissing()) {
            return;
        }
        open(scene.place(!nofollow), flags);
    }

    /** struct open_how is in memory, and its way of resolving is for the kernel to follow. */
    void open2(int directory, long address, long how) {
        byte[] fields = new byte[OPEN_HOW_SIZE];
        if (scene.path.readMemory(scene.thread(), how, fields, fields.length) < fields.length) {
            return;
        }
        java.nio.ByteBuffer view = java.nio.ByteBuffer.wrap(fields).order(java.nio.ByteOrder.nativeOrder());
        int flags = (int) view.getLong(0);
        long resolve = view.getLong(16) & ~RESOLVE_CACHED;
        if (resolve == 0) {
            open(directory, address, flags);
        } else if ((flags & O_PATH) == 0 && scene.readPath(directory, address)) {
            openResolving(flags, resolve);
        }
    }

    private void openResolving(int flags, long resolve) {
        String base = scene.path.baseText().isEmpty() ? "/" : scene.path.baseText();
        String own = scene.path
                .text()
                .substring(base.length() == 1 ? 0 : base.length())
                .replaceFirst("^/+", "");
        int nofollow = flags & oNofollow();
        Optional<String> real = scene.files.resolveBelow(base, own, O_PATH | O_CLOEXEC | nofollow, resolve);
        if (real.isPresent()) {
            open(scene.place(real.get(), nofollow == 0), flags);
        } else if ((flags & O_CREAT) != 0) {
            Optional<String> parent = scene.files.resolveBelow(
                    base, PathResolver.parentOf("/" + own).substring(1), O_PATH | O_CLOEXEC, resolve);
            parent.ifPresent(above ->
                    open(scene.place(above + "/" + own.substring(own.lastIndexOf('/') + 1), false), flags));
        }
    }

    private static boolean isUnnamed(int flags) {
        return (flags & O_TMPFILE_BIT) != 0;
    }

    private static long needed(int flags) {
        long needed = switch (flags & O_ACCMODE) {
            case O_RDONLY -> READING;
            case O_WRONLY -> LANDLOCK_ACCESS_FS_WRITE_FILE;
            default -> READING | LANDLOCK_ACCESS_FS_WRITE_FILE;
        };
        needed |= (flags & O_TRUNC) != 0 ? LANDLOCK_ACCESS_FS_TRUNCATE : 0;
        return needed | ((flags & O_CREAT) != 0 ? LANDLOCK_ACCESS_FS_MAKE_REG : 0);
    }

    private void open(Place place, int flags) {
        if (place instanceof Place.Found found) {
            openExisting(found, flags);
        } else if (place instanceof Place.Missing missing && (flags & O_CREAT) != 0 && !isUnnamed(flags)) {
            openNew(missing, flags);
        }
    }

    private void openExisting(Place.Found found, int flags) {
        FileStatus status = found.status();
        if (failsByItself(status, flags)) {
            return;
        }
        long needed = needed(flags) & ~LANDLOCK_ACCESS_FS_MAKE_REG;
        needed &= ~(status.isDirectory() ? LANDLOCK_ACCESS_FS_READ_FILE : LANDLOCK_ACCESS_FS_READ_DIR);
        needed &= ~(status.isRegular() ? 0 : LANDLOCK_ACCESS_FS_TRUNCATE);
        long missing = scene.missing(found.path(), status, needed);
        int mode = mode(flags) | ((flags & O_TRUNC) != 0 ? DiscretionaryAccess.WRITE : 0);
        if (missing != 0) {
            Access access = (missing & WRITING) != 0 ? Access.WRITE : Access.READ;
            scene.caller()
                    .filter(who -> scene.access.may(who, found.path(), mode))
                    .ifPresent(who -> scene.note(access, found.path(), who));
        } else if (status.isDevice()) {
            noteUnwatchedDevice(found);
        } else if (found.path().startsWith("/proc/")
                && ProcessInside.PATH.matcher(found.path()).matches()) {
            noteForeignProcess(found, mode);
        }
    }

    private static boolean failsByItself(FileStatus status, int flags) {
        boolean writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0;
        return (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)
                || status.isLink()
                || status.type() == S_IFSOCK
                || (flags & oDirectory()) != 0 && !status.isDirectory()
                || status.isDirectory() && !isUnnamed(flags) && (writes || (flags & O_CREAT) != 0);
    }

    private static int mode(int flags) {
        return switch (flags & O_ACCMODE) {
            case O_RDONLY -> DiscretionaryAccess.READ;
            case O_WRONLY -> DiscretionaryAccess.WRITE;
            default -> DiscretionaryAccess.READ | DiscretionaryAccess.WRITE;
        };
    }

    private void openNew(Place.Missing place, int flags) {
        if (scene.path.text().endsWith("/")) {
            return;
        }
        long needed = LANDLOCK_ACCESS_FS_MAKE_REG
                | needed(flags) & (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE);
        make(Access.CREATE, place, needed);
    }

    /** ioctl on every descriptor cannot be watched at a bearable price. */
    private void noteUnwatchedDevice(Place.Found device) {
        boolean controlled = (scene.rights(device.path(), device.status()) & LANDLOCK_ACCESS_FS_IOCTL_DEV) != 0;
        if (!controlled
                && scene.grants.judge().handled().handles(LANDLOCK_ACCESS_FS_IOCTL_DEV)
                && !PLAIN_DEVICES.contains(device.path())) {
            scene.log.gap("ioctl on " + device.path() + ", which may only be read, is not watched");
        }
    }

    /** What is granted in /proc still does not open other processes: Landlock keeps them out like a debugger. */
    private void noteForeignProcess(Place.Found found, int mode) {
        var process = ProcessInside.PATH.matcher(found.path());
        if (process.matches()
                && !scene.isInside(Integer.parseInt(process.group(1)))
                && scene.files.opens(found.path())) {
            scene.caller()
                    .filter(who -> scene.access.may(who, found.path(), mode))
                    .ifPresent(who -> scene.note(Access.READ, found.path(), who));
        }
    }

    void truncate(long address) {
        if (!scene.readPath(AT_FDCWD, address) || scene.certainlyAllowed(LANDLOCK_ACCESS_FS_TRUNCATE, true, false)) {
            return;
        }
        if (scene.place(true) instanceof Place.Found found && found.status().isRegular()) {
            boolean handled = scene.grants.judge().handled().handles(LANDLOCK_ACCESS_FS_TRUNCATE);
            if (!handled || scene.missing(found.path(), found.status(), LANDLOCK_ACCESS_FS_TRUNCATE) != 0) {
                scene.caller()
                        .filter(who -> scene.access.may(who, found.path(), DiscretionaryAccess.WRITE))
                        .ifPresent(who -> scene.note(Access.WRITE, found.path(), who));
            }
        }
    }

    /** mkdir, and what else makes an entry that must not exist. */
    void makeEntry(int directory, long address, long right) {
        if (!scene.readPath(directory, address) || scene.certainlyAllowedInParent(right)) {
            return;
        }
        boolean directoryMade = right == LANDLOCK_ACCESS_FS_MAKE_DIR;
        if (scene.place(false) instanceof Place.Missing missing
                && (directoryMade || !scene.path.text().endsWith("/"))) {
            make(Access.CREATE, missing, right);
            if (directoryMade) {
                scene.log.directory(KernelFiles.toOs(missing.path()));
            }
        }
    }

    void makeNode(int directory, long address, int mode) {
        switch (mode & S_IFMT) {
            case S_IFIFO -> makeEntry(directory, address, LANDLOCK_ACCESS_FS_MAKE_FIFO);
            case S_IFSOCK -> makeEntry(directory, address, LANDLOCK_ACCESS_FS_MAKE_SOCK);
            case S_IFCHR, S_IFBLK -> makeDevice(directory, address, (mode & S_IFMT) == S_IFCHR);
            default -> makeEntry(directory, address, LANDLOCK_ACCESS_FS_MAKE_REG);
        }
    }

    private void makeDevice(int directory, long address, boolean character) {
        if (scene.caller().filter(scene.access::mayMakeDevices).isPresent()) {
            makeEntry(directory, address, character ? LANDLOCK_ACCESS_FS_MAKE_CHAR : LANDLOCK_ACCESS_FS_MAKE_BLOCK);
        }
    }

    void make(Access access, Place.Missing place, long right) {
        if (scene.missing(place.parent(), right) != 0) {
            scene.caller()
                    .filter(who -> scene.access.mayAdd(who, place.parent()))
                    .ifPresent(who -> scene.note(access, place.path(), who));
        }
    }

    void remove(int directory, long address, boolean directoryRemoved) {
        if (!scene.readPath(directory, address)) {
            return;
        }
        scene.treeChanges();
        long right = directoryRemoved ? LANDLOCK_ACCESS_FS_REMOVE_DIR : LANDLOCK_ACCESS_FS_REMOVE_FILE;
        if (scene.certainlyAllowedInParent(right) || !(scene.place(false) instanceof Place.Found found)) {
            return;
        }
        if (found.status().isDirectory() != directoryRemoved
                || found.path().equals("/")
                || scene.missing(found.parent(), right) == 0) {
            return;
        }
        scene.caller()
                .filter(who -> scene.access.mayRemove(who, found.parent(), found.status()))
                .filter(who -> !directoryRemoved || scene.files.mayBeEmpty(found.path()))
                .ifPresent(who -> scene.note(Access.DELETE, found.path(), who));
    }

    void rename(int fromDirectory, long from, int toDirectory, long to, int flags) {
        if (!scene.readPath(fromDirectory, from)) {
            return;
        }
        long both = LANDLOCK_ACCESS_FS_REFER
                | LANDLOCK_ACCESS_FS_REMOVE_FILE
                | LANDLOCK_ACCESS_FS_REMOVE_DIR
                | LANDLOCK_ACCESS_FS_MAKE_REG
                | LANDLOCK_ACCESS_FS_MAKE_DIR
                | LANDLOCK_ACCESS_FS_MAKE_SYM
                | LANDLOCK_ACCESS_FS_MAKE_SOCK
                | LANDLOCK_ACCESS_FS_MAKE_FIFO;
        boolean fromAllowed = scene.certainlyAllowedInParent(both);
        long fromRights = fromAllowed ? scene.rightsInParent() : 0;
        String old = scene.path.text();
        if (!scene.readPath(toDirectory, to)) {
            return;
        }
        boolean allowed = fromAllowed && scene.certainlyAllowedInParent(both) && scene.rightsInParent() == fromRights;
        if (!allowed && scene.place(old, false) instanceof Place.Found source) {
            rename(source, scene.place(false), flags);
        }
        scene.treeChanges();
    }

    private void rename(Place.Found source, Place target, int flags) {
        // Not a switch over patterns: the first one of a process makes a class.
        if (target instanceof Place.Missing missing && (flags & RENAME_EXCHANGE) == 0) {
            move(source, missing.parent(), missing.path(), Optional.empty(), false);
        } else if (target instanceof Place.Found existing && canReplace(source, existing, flags)) {
            move(source, existing.parent(), existing.path(), Optional.of(existing), (flags & RENAME_EXCHANGE) != 0);
        }
    }

    private boolean canReplace(Place.Found source, Place.Found target, int flags) {
        if ((flags & RENAME_EXCHANGE) != 0) {
            return true;
        }
        return (flags & RENAME_NOREPLACE) == 0
                && !source.status().isSame(target.status())
                && source.status().isDirectory() == target.status().isDirectory()
                && (!target.status().isDirectory() || scene.files.mayBeEmpty(target.path()));
    }

    private void move(
            Place.Found source, String toParent, String toPath, Optional<Place.Found> replaced, boolean exchange) {
        String fromParent = source.parent();
        if (!isSameDevice(source, toParent)) {
            return;
        }
        boolean apart = !fromParent.equals(toParent);
        long refer = apart ? LANDLOCK_ACCESS_FS_REFER : 0;
        long atSource = removing(source.status())
                | (exchange ? replaced.map(other -> making(other.status())).orElse(0L) : 0)
                | refer;
        long atTarget = making(source.status())
                | replaced.map(other -> removing(other.status())).orElse(0L)
                | refer;
        boolean refusedAtTarget = scene.missing(toParent, atTarget) != 0;
        boolean refusedAtSource = scene.missing(fromParent, atSource) != 0;
        boolean gains = apart && gains(source, toParent, refusedAtSource, refusedAtTarget);
        if (!refusedAtSource && !refusedAtTarget && !gains) {
            return;
        }
        scene.caller()
                .filter(who -> scene.access.mayRemove(who, fromParent, source.status()))
                .filter(who -> replaced.map(other -> scene.access.mayRemove(who, toParent, other.status()))
                        .orElseGet(() -> scene.access.mayAdd(who, toParent)))
                .ifPresent(who -> {
                    noteSource(source, refusedAtSource, gains, who);
                    if (refusedAtTarget) {
                        scene.note(Access.RENAME, toPath, who);
                    }
                });
    }

    private void noteSource(Place.Found source, boolean refused, boolean gains, Caller who) {
        if (refused || gains) {
            scene.note(Access.RENAME, source.path(), who);
        }
        if (gains) {
            scene.log.execute(KernelFiles.toOs(source.path()));
        }
    }

    /**
     * A move or link into a place with more rights is refused: the file would gain them. Judged as it will be when what is refused at either end has been
     * granted, since a grant at one end alone would then not help.
     */
    private boolean gains(Place.Found source, String toParent, boolean sourceWidened, boolean targetWidened) {
        Optional<FileStatus> target = scene.files.status(toParent);
        if (target.isEmpty()) {
            return false;
        }
        long writing = scene.grants.judge().rightsOf(AccessList.RW, true);
        long of = source.status().isDirectory() ? -1L : RIGHTS_OF_FILES;
        long there = scene.rights(toParent, target.get()) | (targetWidened ? writing : 0);
        long here = scene.rights(source.path(), source.status()) | (sourceWidened ? writing : 0);
        return scene.grants.judge().missing(0, there & ~here & of) != 0;
    }

    void link(int fromDirectory, long from, int toDirectory, long to, int flags) {
        boolean byDescriptor = (flags & AT_EMPTY_PATH) != 0;
        CallerPath path = scene.path;
        var outcome = path.read(scene.thread(), fromDirectory, from);
        if (outcome == CallerPath.Outcome.EMPTY && byDescriptor) {
            outcome = path.readDescriptor(scene.thread(), fromDirectory);
        }
        if (!scene.isPath(outcome)) {
            return;
        }
        String old = path.text();
        if (!scene.readPath(toDirectory, to)) {
            return;
        }
        if (scene.place(false) instanceof Place.Missing target) {
            Place source = scene.place(old, (flags & AT_SYMLINK_FOLLOW) != 0);
            if (source instanceof Place.Found found && isSameDevice(found, target.parent())) {
                link(found, target);
            } else if (old.endsWith(DELETED)) {
                make(Access.CREATE, target, LANDLOCK_ACCESS_FS_MAKE_REG);
            }
        }
    }

    private void link(Place.Found source, Place.Missing target) {
        boolean apart = !source.parent().equals(target.parent());
        long refer = apart ? LANDLOCK_ACCESS_FS_REFER : 0;
        boolean refusedAtTarget = scene.missing(target.parent(), making(source.status()) | refer) != 0;
        boolean refusedAtSource = scene.missing(source.parent(), refer) != 0;
        boolean gains = apart && gains(source, target.parent(), refusedAtSource, refusedAtTarget);
        if (!refusedAtSource && !refusedAtTarget && !gains) {
            return;
        }
        scene.caller()
                .filter(who -> scene.access.mayLink(who, source.path(), source.status())
                        && scene.access.mayAdd(who, target.parent()))
                .ifPresent(who -> {
                    if (refusedAtTarget) {
                        scene.note(Access.CREATE, target.path(), who);
                    }
                    noteSource(source, refusedAtSource, gains, who);
                });
    }

    private boolean isSameDevice(Place.Found source, String directory) {
        return scene.files
                .status(directory)
                .filter(status -> status.device() == source.status().device())
                .isPresent();
    }

    private static long removing(FileStatus status) {
        return status.isDirectory() ? LANDLOCK_ACCESS_FS_REMOVE_DIR : LANDLOCK_ACCESS_FS_REMOVE_FILE;
    }

    private static long making(FileStatus status) {
        return switch (status.type()) {
            case S_IFDIR -> LANDLOCK_ACCESS_FS_MAKE_DIR;
            case S_IFLNK -> LANDLOCK_ACCESS_FS_MAKE_SYM;
            case S_IFIFO -> LANDLOCK_ACCESS_FS_MAKE_FIFO;
            case S_IFSOCK -> LANDLOCK_ACCESS_FS_MAKE_SOCK;
            case S_IFCHR -> LANDLOCK_ACCESS_FS_MAKE_CHAR;
            case S_IFBLK -> LANDLOCK_ACCESS_FS_MAKE_BLOCK;
            default -> LANDLOCK_ACCESS_FS_MAKE_REG;
        };
    }

    /** The calls of this kind. */
    static boolean watches(Syscall call) {
        return switch (call) {
            case OPEN,
                    OPENAT,
                    OPENAT2,
                    CREAT,
                    MKDIR,
                    MKDIRAT,
                    MKNOD,
                    MKNODAT,
                    LINK,
                    LINKAT,
                    SYMLINK,
                    SYMLINKAT,
                    RENAME,
                    RENAMEAT,
                    RENAMEAT2,
                    UNLINK,
                    UNLINKAT,
                    RMDIR,
                    TRUNCATE -> true;
            default -> false;
        };
    }

    void look(Syscall call) {
        int here = AT_FDCWD;
        switch (call) {
            case OPENAT -> open(scene.intArgument(0), scene.argument(1), scene.intArgument(2));
            case OPEN -> open(here, scene.argument(0), scene.intArgument(1));
            case OPENAT2 -> open2(scene.intArgument(0), scene.argument(1), scene.argument(2));
            case CREAT -> open(here, scene.argument(0), O_CREAT | O_WRONLY | O_TRUNC);
            case MKDIR -> makeEntry(here, scene.argument(0), LANDLOCK_ACCESS_FS_MAKE_DIR);
            case MKDIRAT -> makeEntry(scene.intArgument(0), scene.argument(1), LANDLOCK_ACCESS_FS_MAKE_DIR);
            case MKNOD -> makeNode(here, scene.argument(0), scene.intArgument(1));
            case MKNODAT -> makeNode(scene.intArgument(0), scene.argument(1), scene.intArgument(2));
            case LINK -> link(here, scene.argument(0), here, scene.argument(1), 0);
            case LINKAT ->
                link(
                        scene.intArgument(0),
                        scene.argument(1),
                        scene.intArgument(2),
                        scene.argument(3),
                        scene.intArgument(4));
            case SYMLINK -> makeLink(here, scene.argument(1));
            case SYMLINKAT -> makeLink(scene.intArgument(1), scene.argument(2));
            case RENAME -> rename(here, scene.argument(0), here, scene.argument(1), 0);
            case RENAMEAT ->
                rename(scene.intArgument(0), scene.argument(1), scene.intArgument(2), scene.argument(3), 0);
            case RENAMEAT2 ->
                rename(
                        scene.intArgument(0),
                        scene.argument(1),
                        scene.intArgument(2),
                        scene.argument(3),
                        scene.intArgument(4));
            case UNLINK -> remove(here, scene.argument(0), false);
            case UNLINKAT ->
                remove(scene.intArgument(0), scene.argument(1), (scene.intArgument(2) & AT_REMOVEDIR) != 0);
            case RMDIR -> remove(here, scene.argument(0), true);
            case TRUNCATE -> truncate(scene.argument(0));
            default -> {}
        }
    }

    private void makeLink(int directory, long address) {
        makeEntry(directory, address, LANDLOCK_ACCESS_FS_MAKE_SYM);
        scene.treeChanges();
    }
}
