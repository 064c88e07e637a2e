package org.bulle.engine.jna.linux;

import static org.bulle.engine.jna.linux.Mapping.*;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A few machine instructions that make one system call behind the other, as they stand in memory, and note what each returned. What JNA does for every
 * argument of every call, in code that a start runs for the first time, costs several times as much as the call itself.
 */
final class CallStub implements Kernel {
    /** Layout of struct ffi_type of libffi and the two types that are needed. */
    private static final int FFI_TYPE_SIZE = 24;

    private static final short FFI_TYPE_VOID = 0;
    private static final short FFI_TYPE_UINT64 = 11;
    private static final int FFI_ALIGNMENT = 8;
    private static final int FFI_TYPE = 10;
    private static final int DEFAULT_ABI = 0;

    private static final int RECORD = CallBatch.RECORD;

    private final long code;
    private final long signature;
    private final AtomicReference<@Nullable Free> free = new AtomicReference<>();

    private CallStub(long code, long signature) {
        this.code = code;
        this.signature = signature;
    }

    /**
     * @param with enters the kernel until the instructions are there
     * @return {@code with} itself where they cannot be had
     */
    static Kernel orElse(Kernel with) {
        byte[] instructions = instructions();
        long page = with.call(
                Syscall.MMAP, 0, instructions.length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page < 0) {
            return with;
        }
        new Pointer(page).write(0, instructions, 0, instructions.length);
        if (with.call(Syscall.MPROTECT, page, instructions.length, PROT_READ | PROT_EXEC) < 0) {
            with.call(Syscall.MUNMAP, page, instructions.length);
            return with;
        }
        return new CallStub(page, signature());
    }

    /** Of {@code void stub(uint64_t records, uint64_t count)}; libffi keeps what it is made from. */
    private static long signature() {
        long number = type(FFI_TYPE_UINT64, Long.BYTES);
        long nothing = type(FFI_TYPE_VOID, 1);
        Pointer arguments = new Pointer(Native.malloc(2L * Long.BYTES));
        arguments.setLong(0, number);
        arguments.setLong(Long.BYTES, number);
        return Native.ffi_prep_cif(DEFAULT_ABI, 2, nothing, Pointer.nativeValue(arguments));
    }

    private static long type(short kind, int size) {
        Pointer type = new Pointer(Native.malloc(FFI_TYPE_SIZE));
        type.setLong(0, size);
        type.setShort(FFI_ALIGNMENT, (short) size);
        type.setShort(FFI_TYPE, kind);
        type.setLong(2L * Long.BYTES, 0);
        return Pointer.nativeValue(type);
    }

    /** See {@link CallBatch} for the records. */
    private static byte[] instructions() {
        return switch (Architecture.current()) {
            case X86_64 ->
                new byte[] {
                    0x53, // push rbx
                    0x55, // push rbp
                    0x48,
                    (byte) 0x89,
                    (byte) 0xfb, // mov rbx, rdi: the record
                    0x48,
                    (byte) 0x89,
                    (byte) 0xf5, // mov rbp, rsi: how many are left
                    0x48,
                    (byte) 0x85,
                    (byte) 0xed, // next: test rbp, rbp
                    0x74,
                    0x2a, // jz end
                    0x48,
                    (byte) 0x8b,
                    0x03, // mov rax, [rbx]
                    0x48,
                    (byte) 0x8b,
                    0x7b,
                    0x08, // mov rdi, [rbx + 8]
                    0x48,
                    (byte) 0x8b,
                    0x73,
                    0x10, // mov rsi, [rbx + 16]
                    0x48,
                    (byte) 0x8b,
                    0x53,
                    0x18, // mov rdx, [rbx + 24]
                    0x4c,
                    (byte) 0x8b,
                    0x53,
                    0x20, // mov r10, [rbx + 32]
                    0x4c,
                    (byte) 0x8b,
                    0x43,
                    0x28, // mov r8, [rbx + 40]
                    0x4c,
                    (byte) 0x8b,
                    0x4b,
                    0x30, // mov r9, [rbx + 48]
                    0x0f,
                    0x05, // syscall
                    0x48,
                    (byte) 0x89,
                    0x43,
                    0x38, // mov [rbx + 56], rax
                    0x48,
                    (byte) 0x83,
                    (byte) 0xc3,
                    0x40, // add rbx, 64
                    0x48,
                    (byte) 0xff,
                    (byte) 0xcd, // dec rbp
                    (byte) 0xeb,
                    (byte) 0xd1, // jmp next
                    0x5d, // end: pop rbp
                    0x5b, // pop rbx
                    (byte) 0xc3 // ret
                };
            case AARCH64 ->
                ByteBuffer.allocate(13 * Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(0xaa0003e9) // mov x9, x0: the record
                        .putInt(0xaa0103ea) // mov x10, x1: how many are left
                        .putInt(0xb400012a) // next: cbz x10, end
                        .putInt(0xf9400128) // ldr x8, [x9]
                        .putInt(0xa9408520) // ldp x0, x1, [x9, 8]
                        .putInt(0xa9418d22) // ldp x2, x3, [x9, 24]
                        .putInt(0xa9429524) // ldp x4, x5, [x9, 40]
                        .putInt(0xd4000001) // svc 0
                        .putInt(0xf9001d20) // str x0, [x9, 56]
                        .putInt(0x91010129) // add x9, x9, 64
                        .putInt(0xd100054a) // sub x10, x10, 1
                        .putInt(0x17fffff8) // b next
                        .putInt(0xd65f03c0) // end: ret
                        .array();
        };
    }

    /** Memory for one call at a time, kept for the next: there is one more at most than calls were ever going on at once. */
    private static final class Block {
        private static final int ONE = RECORD;
        private static final int MANY = ONE + 4 * Long.BYTES;

        private final Pointer memory = new Pointer(Native.malloc(MANY + 4L * Long.BYTES));
        private final long address = Pointer.nativeValue(memory);

        Block() {
            arguments(ONE, address, 1);
            arguments(MANY, 0, 0);
        }

        /** Two values and the list of where they are, as libffi wants it. */
        private void arguments(int at, long records, long count) {
            memory.setLong(at, records);
            memory.setLong(at + Long.BYTES, count);
            memory.setLong(at + 2L * Long.BYTES, address + at);
            memory.setLong(at + 3L * Long.BYTES, address + at + Long.BYTES);
        }

        long one() {
            return address + ONE + 2 * Long.BYTES;
        }

        long many() {
            return address + MANY + 2 * Long.BYTES;
        }
    }

    /** Made anew whenever a block comes back, so that nobody takes a list for unchanged that has changed twice. */
    private record Free(Block block, @Nullable Free next) {}

    @Override
    public Kernel forOneThread() {
        return new Alone();
    }

    /** With a block and an array of its own; the block stays for the life of this process when this goes. */
    private final class Alone implements Kernel {
        private final Block block = take();
        private final long[] words = new long[7];

        @Override
        public long call(long number, long a, long b, long c, long d, long e, long f) {
            if (number < 0) {
                return -Errno.ENOSYS;
            }
            words[0] = number;
            words[1] = a;
            words[2] = b;
            words[3] = c;
            words[4] = d;
            words[5] = e;
            words[6] = f;
            return one(block, words);
        }

        @Override
        public void call(long records, int count) {
            many(block, records, count);
        }
    }

    private Block take() {
        while (true) {
            Free first = free.get();
            if (first == null) {
                return new Block();
            }
            if (free.compareAndSet(first, first.next)) {
                return first.block;
            }
        }
    }

    private void giveBack(Block block) {
        while (true) {
            Free first = free.get();
            if (free.compareAndSet(first, new Free(block, first))) {
                return;
            }
        }
    }

    @Override
    public long call(long number, long a, long b, long c, long d, long e, long f) {
        if (number < 0) {
            return -Errno.ENOSYS;
        }
        Block block = take();
        long result = one(block, new long[] {number, a, b, c, d, e, f});
        giveBack(block);
        return result;
    }

    private long one(Block block, long[] words) {
        block.memory.write(0, words, 0, words.length);
        Native.ffi_call(signature, code, block.address, block.one());
        return block.memory.getLong(CallBatch.RESULT);
    }

    @Override
    public void call(long records, int count) {
        Block block = take();
        many(block, records, count);
        giveBack(block);
    }

    private void many(Block block, long records, int count) {
        block.memory.setLong(Block.MANY, records);
        block.memory.setLong(Block.MANY + Long.BYTES, count);
        Native.ffi_call(signature, code, block.address, block.many());
    }
}
