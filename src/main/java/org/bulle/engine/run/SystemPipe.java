package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.O_CLOEXEC;

import com.sun.jna.Memory;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.jna.macos.Fcntl;
import org.bulle.engine.jna.macos.LibSystem;
import org.bulle.engine.profile.Platform;

/**
 * A pipe between us and a child.
 *
 * @param reading descriptor of ours; no child inherits it that is not given it
 * @param writing likewise
 */
record SystemPipe(int reading, int writing) {
    private static final boolean MACOS = Platform.current() == Platform.MACOS;
    /** The files that are this process's descriptors. */
    static final String DESCRIPTORS = MACOS ? "/dev/fd/" : "/proc/self/fd/";

    /**
     * @throws IOException when the system has no descriptors left
     */
    static SystemPipe open() throws IOException {
        try (NativeArena arena = new NativeArena()) {
            Memory ends = arena.allocate(2L * Integer.BYTES);
            long made = MACOS ? onMacos(ends) : Kernel.quick().call(Syscall.PIPE2, Kernel.address(ends), O_CLOEXEC);
            if (made < 0) {
                throw new IOException("cannot make a pipe: " + Errno.name(-made));
            }
            return new SystemPipe(ends.getInt(0), ends.getInt(Integer.BYTES));
        }
    }

    private static int onMacos(Memory ends) {
        int made = LibSystem.pipe(ends);
        if (made == 0) {
            LibSystem.fcntl(ends.getInt(0), Fcntl.F_SETFD, Fcntl.FD_CLOEXEC);
            LibSystem.fcntl(ends.getInt(Integer.BYTES), Fcntl.F_SETFD, Fcntl.FD_CLOEXEC);
        }
        return made;
    }

    /** Our end to read from, opened anew by its name, since streams of the Java library own their descriptors. The first one stays open. */
    InputStream input() throws IOException {
        return new FileInputStream(DESCRIPTORS + reading);
    }

    /** Our end to write to; see {@link #input}. */
    OutputStream output() throws IOException {
        return new FileOutputStream(DESCRIPTORS + writing);
    }

    void close() {
        close(reading);
        close(writing);
    }

    static void close(int descriptor) {
        if (MACOS) {
            LibSystem.close(descriptor);
        } else {
            Kernel.quick().call(Syscall.CLOSE, descriptor);
        }
    }
}
