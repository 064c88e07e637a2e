package org.bulle.engine.jna.linux;

import com.sun.jna.Memory;
import java.util.List;
import org.bulle.engine.policy.OsString;

/** Paths one behind the other in native memory, each with a NUL behind it: for calls that are made together. */
public final class PathBlock implements AutoCloseable {
    private final Memory memory;
    private final int[] starts;

    /**
     * @param paths in the spelling of {@link OsString}
     */
    public PathBlock(List<String> paths) {
        byte[][] encoded = new byte[paths.size()][];
        starts = new int[encoded.length];
        int size = 0;
        for (int i = 0; i < encoded.length; i++) {
            encoded[i] = OsString.encode(paths.get(i));
            starts[i] = size;
            size += encoded[i].length + 1;
        }
        // Copied as a whole: each copy into native memory has its price in code that is not compiled yet.
        byte[] packed = new byte[Math.max(size, 1)];
        for (int i = 0; i < encoded.length; i++) {
            System.arraycopy(encoded[i], 0, packed, starts[i], encoded[i].length);
        }
        memory = new Memory(packed.length);
        memory.write(0, packed, 0, packed.length);
    }

    public long address(int index) {
        return Kernel.address(memory) + starts[index];
    }

    @Override
    public void close() {
        memory.close();
    }
}
