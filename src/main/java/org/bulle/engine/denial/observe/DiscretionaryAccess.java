package org.bulle.engine.denial.observe;

import com.sun.jna.Memory;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.DroppedCapabilities;

/**
 * What a caller could do outside the sandbox, by modes, access control lists, read-only mounts and capabilities. The kernel is asked, with the caller's
 * identity where that is not ours (a supervisor that runs as root): file system ids and capabilities belong to the asking thread alone.
 */
final class DiscretionaryAccess {
    static final int READ = 4;
    static final int WRITE = 2;
    static final int EXECUTE = 1;

    /** CAP_CHOWN, DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER, FSETID, LINUX_IMMUTABLE, MKNOD: those that the file system asks for. */
    private static final long FILE_CAPABILITIES = 1L | 1L << 1 | 1L << 2 | 1L << 3 | 1L << 4 | 1L << 9 | 1L << 27;

    private static final long CAP_FOWNER = 1L << 3;
    private static final long CAP_MKNOD = 1L << 27;
    private static final long CAP_KILL = 1L << 5;

    private static final int CAPABILITY_HEADER_SIZE = 8;
    private static final int CAPABILITY_DATA_SIZE = 24;

    private final KernelFiles files;
    private final Optional<Caller> self;

    DiscretionaryAccess(KernelFiles files) {
        this.files = files;
        this.self = Caller.of((int) Kernel.quick().call(Syscall.GETPID));
    }

    /** Whether the caller may do that with the file at a real path. */
    boolean may(Caller caller, String path, int mode) {
        return as(caller, () -> files.accessible(path, mode));
    }

    /** Whether the caller may make an entry in a directory. */
    boolean mayAdd(Caller caller, String directory) {
        return may(caller, directory, WRITE | EXECUTE);
    }

    /** Whether the caller may take an entry out of a directory; in a sticky one only what is its own. */
    boolean mayRemove(Caller caller, String directory, FileStatus victim) {
        if (!may(caller, directory, WRITE | EXECUTE)) {
            return false;
        }
        Optional<FileStatus> status = files.status(directory);
        return status.isPresent()
                && (!status.get().isSticky()
                        || (caller.capabilities() & CAP_FOWNER) != 0
                        || caller.uid() == victim.uid()
                        || caller.uid() == status.get().uid());
    }

    /** The rule of fs.protected_hardlinks, which is on everywhere: what is not one's own can be linked only if it can be read and written. */
    boolean mayLink(Caller caller, String path, FileStatus source) {
        return !source.isDirectory()
                && (caller.uid() == source.uid()
                        || (caller.capabilities() & CAP_FOWNER) != 0
                        || source.isRegular() && may(caller, path, READ | WRITE));
    }

    boolean mayMakeDevices(Caller caller) {
        return (caller.capabilities() & CAP_MKNOD) != 0;
    }

    boolean maySignal(Caller caller, int targetUid) {
        return caller.uid() == targetUid || (caller.capabilities() & CAP_KILL) != 0;
    }

    /** Without the restrictions of Yama, which an administrator can add. Our own processes do without this capability, so it is the user's that counts. */
    boolean mayTrace(Caller caller, Caller target) {
        return caller.uid() == target.uid()
                        && (target.capabilities() & ~caller.capabilities() & ~DroppedCapabilities.mask()) == 0
                || caller.uid() == 0;
    }

    private boolean as(Caller caller, BooleanSupplier question) {
        if (self.isEmpty() || caller.hasRightsOf(self.get(), FILE_CAPABILITIES)) {
            return question.getAsBoolean();
        }
        return self.get().uid() == 0 && withIdentity(self.get(), caller, question);
    }

    private boolean withIdentity(Caller own, Caller caller, BooleanSupplier question) {
        setGroups(caller.groups());
        call(Syscall.SETFSGID, caller.gid());
        call(Syscall.SETFSUID, caller.uid());
        long before = restrictCapabilities(caller.capabilities());
        try {
            return question.getAsBoolean();
        } finally {
            setCapabilities(before);
            call(Syscall.SETFSUID, own.uid());
            setCapabilities(before | own.capabilities());
            call(Syscall.SETFSGID, own.gid());
            setGroups(own.groups());
        }
    }

    private void setGroups(int[] groups) {
        try (Memory list = new Memory(Math.max(groups.length, 1) * (long) Integer.BYTES)) {
            for (int i = 0; i < groups.length; i++) {
                list.setInt((long) i * Integer.BYTES, groups[i]);
            }
            files.call(Syscall.SETGROUPS, groups.length, Kernel.address(list), 0, 0, 0, 0);
        }
    }

    /** Leaves only those file capabilities that the caller has too; returns what was effective before. */
    private long restrictCapabilities(long callers) {
        long own = capabilities();
        setCapabilities(own & ~(FILE_CAPABILITIES & ~callers));
        return own;
    }

    private long capabilities() {
        try (Memory header = new Memory(CAPABILITY_HEADER_SIZE);
                Memory sets = new Memory(CAPABILITY_DATA_SIZE)) {
            get(header, sets);
            return sets.getInt(0) & 0xffffffffL | (long) sets.getInt(12) << 32;
        }
    }

    private void setCapabilities(long effective) {
        try (Memory header = new Memory(CAPABILITY_HEADER_SIZE);
                Memory sets = new Memory(CAPABILITY_DATA_SIZE)) {
            if (get(header, sets) < 0) {
                return;
            }
            long permitted = sets.getInt(4) & 0xffffffffL | (long) sets.getInt(16) << 32;
            sets.setInt(0, (int) (effective & permitted));
            sets.setInt(12, (int) ((effective & permitted) >>> 32));
            files.call(Syscall.CAPSET, Kernel.address(header), Kernel.address(sets), 0, 0, 0, 0);
        }
    }

    private long get(Memory header, Memory sets) {
        sets.clear();
        header.setInt(0, Process.CAPABILITY_VERSION_3);
        header.setInt(4, 0);
        return files.call(Syscall.CAPGET, Kernel.address(header), Kernel.address(sets), 0, 0, 0, 0);
    }

    private void call(Syscall call, long argument) {
        if (files.call(call, argument, 0, 0, 0, 0, 0) == -Errno.ENOSYS) {
            throw new IllegalStateException(call.cName() + " is missing");
        }
    }
}
