package org.bulle.engine.sandbox.seccomp;

import com.sun.jna.Memory;
import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Seccomp;

/**
 * A classic BPF program (linux/filter.h) over struct seccomp_data, made by an assembler that knows the five instructions a filter needs.
 *
 * @param instructions at most 4,096
 */
public record BpfProgram(List<Instruction> instructions) {
    private static final int MOST = 4096;

    public BpfProgram {
        instructions = List.copyOf(instructions);
        if (instructions.size() > MOST) {
            throw new IllegalStateException(
                    "a seccomp filter has at most " + MOST + " instructions: " + instructions.size());
        }
    }

    /** struct sock_filter: how many instructions to skip when a comparison holds, and when it does not. */
    public record Instruction(short code, int jumpTrue, int jumpFalse, int k) {}

    private static final int LOAD_WORD = 0x20;
    private static final int AND = 0x54;
    private static final int JUMP_EQUAL = 0x15;
    private static final int JUMP_AT_LEAST = 0x35;
    private static final int RETURN = 0x06;
    private static final int FURTHEST = 255;

    /** As a struct sock_fprog. */
    public Memory write(NativeArena arena) {
        Memory code = arena.allocate((long) instructions.size() * Seccomp.SOCK_FILTER_SIZE);
        long at = 0;
        for (Instruction instruction : instructions) {
            code.setShort(at, instruction.code());
            code.setByte(at + 2, (byte) instruction.jumpTrue());
            code.setByte(at + 3, (byte) instruction.jumpFalse());
            code.setInt(at + 4, instruction.k());
            at += Seccomp.SOCK_FILTER_SIZE;
        }
        Memory program = arena.allocate(Seccomp.SOCK_FPROG_SIZE);
        program.setShort(0, (short) instructions.size());
        program.setPointer(8, code);
        return program;
    }

    /** Runs the program as the kernel would; for tests and explanations. */
    public int run(int number, int arch, List<Long> arguments) {
        int accumulator = 0;
        int at = 0;
        while (true) {
            Instruction now = instructions.get(at);
            at++;
            switch (now.code()) {
                case LOAD_WORD -> accumulator = word(now.k(), number, arch, arguments);
                case AND -> accumulator &= now.k();
                case JUMP_EQUAL -> at += accumulator == now.k() ? now.jumpTrue() : now.jumpFalse();
                case JUMP_AT_LEAST ->
                    at += Integer.compareUnsigned(accumulator, now.k()) >= 0 ? now.jumpTrue() : now.jumpFalse();
                case RETURN -> {
                    return now.k();
                }
                default -> throw new IllegalStateException("not one of our instructions: " + now);
            }
        }
    }

    private static int word(int offset, int number, int arch, List<Long> arguments) {
        if (offset == Seccomp.DATA_NR) {
            return number;
        }
        if (offset == Seccomp.DATA_ARCH) {
            return arch;
        }
        int index = (offset - Seccomp.DATA_ARGS) / Long.BYTES;
        return arguments.get(index).intValue();
    }

    /** Puts instructions one behind the other. A block is skipped as a whole, so that no jump leaves it. */
    static final class Assembler {
        private final List<Instruction> out = new ArrayList<>();

        int size() {
            return out.size();
        }

        void load(int offset) {
            out.add(new Instruction((short) LOAD_WORD, 0, 0, offset));
        }

        /** The low half of an argument; both architectures are little-endian. */
        void loadArgument(int index) {
            load(Seccomp.DATA_ARGS + index * Long.BYTES);
        }

        void and(int mask) {
            out.add(new Instruction((short) AND, 0, 0, mask));
        }

        void ret(int action) {
            out.add(new Instruction((short) RETURN, 0, 0, action));
        }

        void append(Assembler block) {
            out.addAll(block.out);
        }

        /** Runs the block only when the accumulator is that value. */
        void ifEqual(int value, Assembler block) {
            jump(JUMP_EQUAL, value, block, true);
        }

        void ifNotEqual(int value, Assembler block) {
            jump(JUMP_EQUAL, value, block, false);
        }

        /** Unsigned. */
        void ifAtLeast(int value, Assembler block) {
            jump(JUMP_AT_LEAST, value, block, true);
        }

        private void jump(int code, int value, Assembler block, boolean holds) {
            if (block.size() > FURTHEST) {
                throw new IllegalStateException("block too long for a jump: " + block.size());
            }
            out.add(new Instruction((short) code, holds ? 0 : block.size(), holds ? block.size() : 0, value));
            out.addAll(block.out);
        }

        BpfProgram program() {
            return new BpfProgram(out);
        }
    }
}
