package org.bulle.engine.denial;

import static org.bulle.engine.jna.linux.Fcntl.*;

import com.sun.jna.Memory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.BitSet;
import java.util.List;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.PathBlock;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;

/** Which of many paths there are: every run asks of a hundred, and most are not there. */
final class PresentFiles {
    private PresentFiles() {}

    /**
     * @param paths absolute, in the spelling of {@link OsString}; a link is there wherever it leads
     * @return their indexes
     */
    static BitSet among(List<String> paths) {
        return Platform.current() == Platform.LINUX ? byKernel(paths) : byProvider(paths);
    }

    private static BitSet byProvider(List<String> paths) {
        BitSet present = new BitSet();
        for (int i = 0; i < paths.size(); i++) {
            present.set(i, Files.exists(OsPath.of(paths.get(i)), LinkOption.NOFOLLOW_LINKS));
        }
        return present;
    }

    private static BitSet byKernel(List<String> paths) {
        BitSet present = new BitSet();
        if (paths.isEmpty()) {
            return present;
        }
        int count = paths.size();
        try (CallBatch calls = new CallBatch(Kernel.quick(), count);
                PathBlock names = new PathBlock(paths);
                Memory statx = new Memory(STATX_SIZE)) {
            for (int i = 0; i < count; i++) {
                calls.add(
                        Syscall.STATX,
                        AT_FDCWD,
                        names.address(i),
                        AT_SYMLINK_NOFOLLOW,
                        STATX_BASIC_STATS,
                        Kernel.address(statx));
            }
            calls.run();
            for (int i = 0; i < count; i++) {
                present.set(i, calls.result(i) == 0);
            }
        }
        return present;
    }
}
