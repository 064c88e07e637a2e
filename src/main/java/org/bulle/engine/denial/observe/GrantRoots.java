package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.PathBlock;
import org.bulle.engine.jna.linux.StatxBlock;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.GrantedFile;
import org.bulle.engine.sandbox.landlock.HandledAccess;
import org.jspecify.annotations.Nullable;

/**
 * The granted files as the kernel knows them. A rule is tied to an inode: a directory that is removed and made again has lost its grant, one that was
 * moved keeps it, and a hard link shares it. So the paths are only the quick answer, and are compared with the inodes every now and then.
 */
final class GrantRoots implements AutoCloseable {
    private static final long REFRESH_NANOS = 250_000_000L;

    private final KernelFiles files;
    private final PolicyJudge judge;
    private final List<Root> roots = new ArrayList<>();
    private final Map<Inode, Long> byInode = new HashMap<>();
    private long refreshed = System.nanoTime();
    private @Nullable Look look;

    private record Inode(long device, long number) {
        // By hand: see FileStatus.Identity of the resolver.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Inode that && device == that.device && number == that.number;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(device * 31 + number);
        }
    }

    private static final class Root {
        private final String path;
        private final FileStatus status;
        private final long rights;
        private boolean there = true;

        Root(String path, FileStatus status, long rights) {
            this.path = path;
            this.status = status;
            this.rights = rights;
        }
    }

    GrantRoots(KernelFiles files, HandledAccess handled) {
        this.files = files;
        this.judge = new PolicyJudge(handled);
    }

    PolicyJudge judge() {
        return judge;
    }

    /** What rules were made for; on the thread that starts the one that calls are judged on. */
    void add(List<GrantedFile> granted) {
        close();
        for (GrantedFile file : granted) {
            FileStatus status =
                    new FileStatus(file.mode(), file.uid(), file.gid(), file.links(), file.device(), file.inode());
            String path = KernelFiles.fromOs(file.grant().path());
            long rights = judge.rightsOf(file.grant().access(), status.isDirectory());
            roots.add(new Root(path, status, rights));
            judge.restore(KernelFiles.bytes(path), rights, status.isDirectory());
            byInode.merge(new Inode(status.device(), status.inode()), rights, (a, b) -> a | b);
        }
    }

    /** At most every quarter of a second, so that it costs next to nothing. */
    void refresh(long now) {
        if (now - refreshed < REFRESH_NANOS) {
            return;
        }
        refreshed = now;
        if (look == null) {
            look = new Look(files, roots);
        }
        look.again();
        for (int i = 0; i < roots.size(); i++) {
            Root root = roots.get(i);
            boolean there = look.isThere(i, root.status);
            if (there != root.there) {
                root.there = there;
                if (there) {
                    judge.restore(KernelFiles.bytes(root.path), root.rights, root.status.isDirectory());
                } else {
                    judge.lose(KernelFiles.bytes(root.path));
                }
            }
        }
    }

    /** Asks about all of them with one entry into the kernel: a caller is waiting. */
    private static final class Look implements AutoCloseable {
        private final PathBlock paths;
        private final StatxBlock answers;
        private final CallBatch calls;

        Look(KernelFiles files, List<Root> roots) {
            List<String> spelled = new ArrayList<>(roots.size());
            for (Root root : roots) {
                spelled.add(KernelFiles.toOs(root.path));
            }
            paths = new PathBlock(spelled);
            answers = new StatxBlock(roots.size());
            calls = files.batch(Math.max(roots.size(), 1));
            for (int i = 0; i < roots.size(); i++) {
                calls.add(
                        Syscall.STATX,
                        AT_FDCWD,
                        paths.address(i),
                        AT_SYMLINK_NOFOLLOW,
                        STATX_BASIC_STATS,
                        answers.address(i));
            }
        }

        void again() {
            calls.run();
            answers.read(calls.size());
        }

        boolean isThere(int index, FileStatus status) {
            return calls.result(index) == 0
                    && status.inode() == answers.inode(index)
                    && status.device()
                            == ((long) answers.deviceMajor(index) << 32 | answers.deviceMinor(index) & 0xffffffffL);
        }

        @Override
        public void close() {
            paths.close();
            answers.close();
            calls.close();
        }
    }

    /** The command is about to move or remove something: look again soon. */
    void doubt() {
        refreshed = System.nanoTime() - REFRESH_NANOS;
    }

    /** The rights on an existing file, by its inode and those of the directories above it. */
    long rightsByInode(String path, FileStatus status) {
        long rights = rights(status);
        for (String above = path; above.length() > 1; ) {
            above = PathResolver.parentOf(above);
            Optional<FileStatus> directory = files.status(above);
            if (directory.isPresent()) {
                rights |= rights(directory.get());
            }
        }
        return rights;
    }

    private long rights(FileStatus status) {
        return byInode.getOrDefault(new Inode(status.device(), status.inode()), 0L);
    }

    @Override
    public void close() {
        if (look != null) {
            look.close();
            look = null;
        }
    }
}
