package org.bulle.engine.jna.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.policy.OsString;

/** Native memory that lives until it is closed. Not for concurrent use. */
public final class NativeArena implements AutoCloseable {
    private final List<Memory> blocks = new ArrayList<>();

    /** Zeroed memory. */
    public Memory allocate(long size) {
        Memory block = new Memory(Math.max(size, 1));
        block.clear();
        blocks.add(block);
        return block;
    }

    /** The bytes of an {@link OsString} with a NUL behind them. */
    public Memory cString(String text) {
        byte[] bytes = OsString.encode(text);
        Memory block = allocate(bytes.length + 1L);
        block.write(0, bytes, 0, bytes.length);
        return block;
    }

    /** A {@code char *const []} with a NULL at its end, as execve wants it. */
    public Memory cStrings(List<String> texts) {
        Memory block = allocate((texts.size() + 1L) * Long.BYTES);
        for (int i = 0; i < texts.size(); i++) {
            block.setPointer((long) i * Long.BYTES, cString(texts.get(i)));
        }
        block.setPointer((long) texts.size() * Long.BYTES, Pointer.NULL);
        return block;
    }

    @Override
    public void close() {
        blocks.forEach(Memory::close);
        blocks.clear();
    }
}
