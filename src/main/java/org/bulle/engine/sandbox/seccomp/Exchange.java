package org.bulle.engine.sandbox.seccomp;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;

import com.sun.jna.Memory;
import java.nio.charset.StandardCharsets;
import org.bulle.engine.jna.linux.CallBatch;
import org.bulle.engine.jna.linux.Fcntl;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Seccomp;
import org.bulle.engine.jna.linux.Syscall;

/**
 * One entry into native code that answers a call, receives the next one, and has a first look at who makes it: each entry, and each field of native memory
 * that is read by itself, costs as much as a system call in code that is not compiled yet. For the serving thread alone.
 */
final class Exchange implements FirstLook {
    private static final int WORD = Long.BYTES;
    private static final int RESPONSE_WORDS = Seccomp.RESP_SIZE / WORD;
    private static final int REQUEST_WORDS = Seccomp.NOTIF_SIZE / WORD;
    private static final int RECORD_WORDS = CallBatch.RECORD / WORD;

    // The calls, in their order.
    private static final int SEND = 0;
    private static final int RECEIVE = 1;
    private static final int TAKE_OVER = 2;
    private static final int READ_TEXT = 3;
    private static final int READ_DIRECTORY = 4;
    private static final int CALLS = 5;

    // Where things are, in bytes. What is written each time lies together, and what is read.
    private static final int RESPONSE = 0;
    private static final int REQUEST = RESPONSE + Seccomp.RESP_SIZE;
    private static final int RECORDS = REQUEST + Seccomp.NOTIF_SIZE;
    private static final int TAKEN_FROM = RECORDS + CALLS * CallBatch.RECORD;
    private static final int TAKEN_TO = TAKEN_FROM + 2 * Fcntl.IOVEC_SIZE;
    private static final int TEXT_FROM = TAKEN_TO + 2 * Fcntl.IOVEC_SIZE;
    private static final int TEXT_TO = TEXT_FROM + Fcntl.IOVEC_SIZE;
    private static final int NAME = TEXT_TO + Fcntl.IOVEC_SIZE;
    private static final int NAME_SIZE = 64;
    private static final int TEXT = NAME + NAME_SIZE;
    private static final int PATH_MAX = 4_096;
    private static final int SIZE = TEXT + DIRECTORY + PATH_MAX;

    /** The second argument, where nearly all watched calls have the address of their path. */
    private static final int TEXT_ARGUMENT = 1;

    private static final int ARGUMENTS = (Seccomp.NOTIF_DATA + Seccomp.DATA_ARGS) / WORD;
    private static final int TAKEN = Integer.BYTES + WORD;

    /**
     * By then our code is compiled, and an entry into native code costs less than the call by which the kernel copies thread and address for us: whoever
     * wants to look reads for itself.
     */
    private static final int LOOKS_WHILE_COLD = 1_500;

    private final Kernel kernel;
    private final Memory memory = new Memory(SIZE);
    private final long address = Kernel.address(memory);
    /** The response, and a request of zeros, as the kernel demands it. */
    private final long[] out = new long[RESPONSE_WORDS + REQUEST_WORDS];

    private final long[] in = new long[REQUEST_WORDS + CALLS * RECORD_WORDS];
    private final byte[] bytes = new byte[DIRECTORY + PATH_MAX];
    private boolean answered;
    private int received;
    private int textLength;
    private int directoryLength;
    private boolean looks;
    private int lookThread;
    private int lookDescriptor;
    private int lastThread;
    private int lastDescriptor;

    Exchange(Kernel kernel) {
        this.kernel = kernel;
        memory.clear();
    }

    /**
     * @param listener from seccomp(2)
     */
    void begin(int listener) {
        record(SEND, Syscall.IOCTL, listener, Seccomp.SECCOMP_IOCTL_NOTIF_SEND, address + RESPONSE, 0, 0);
        record(RECEIVE, Syscall.IOCTL, listener, Seccomp.SECCOMP_IOCTL_NOTIF_RECV, address + REQUEST, 0, 0);
        // The kernel copies thread and address out of the request into the next call: our own memory is read like
        // another's.
        vector(TAKEN_FROM, address + REQUEST + Seccomp.NOTIF_PID, Integer.BYTES);
        vector(TAKEN_FROM + Fcntl.IOVEC_SIZE, address + REQUEST + (ARGUMENTS + TEXT_ARGUMENT) * (long) WORD, WORD);
        vector(TAKEN_TO, address + RECORDS + READ_TEXT * (long) CallBatch.RECORD + WORD, Integer.BYTES);
        vector(TAKEN_TO + Fcntl.IOVEC_SIZE, address + TEXT_FROM, WORD);
        long self = kernel.call(Syscall.GETPID);
        record(TAKE_OVER, Syscall.PROCESS_VM_READV, self, address + TAKEN_TO, 2, address + TAKEN_FROM, 2);
        vector(TEXT_FROM, 0, DIRECTORY);
        vector(TEXT_TO, address + TEXT, DIRECTORY);
        record(READ_TEXT, Syscall.PROCESS_VM_READV, 0, address + TEXT_TO, 1, address + TEXT_FROM, 1);
        record(READ_DIRECTORY, Syscall.READLINKAT, AT_FDCWD, address + NAME, address + TEXT + DIRECTORY, PATH_MAX, 0);
    }

    private void record(int index, Syscall call, long a, long b, long c, long d, long e) {
        memory.write(RECORDS + index * (long) CallBatch.RECORD, new long[] {call.number(), a, b, c, d, e, 0, 0}, 0, 8);
    }

    private void vector(int at, long base, long length) {
        memory.setLong(at, base);
        memory.setLong(at + (long) WORD, length);
    }

    /** Sends the answer that is due, and waits for a call. Negative when there was nothing to receive. */
    long next() {
        memory.write(RESPONSE, out, 0, out.length);
        int first = answered ? SEND : RECEIVE;
        if (received >= LOOKS_WHILE_COLD) {
            kernel.call(address + RECORDS + first * (long) CallBatch.RECORD, RECEIVE + 1 - first);
            answered = false;
            textLength = 0;
            directoryLength = 0;
            memory.read(REQUEST, in, 0, REQUEST_WORDS + (RECEIVE + 1) * RECORD_WORDS);
            return result(RECEIVE);
        }
        received++;
        int end = looks ? READ_DIRECTORY : READ_TEXT;
        kernel.call(address + RECORDS + first * (long) CallBatch.RECORD, end + 1 - first);
        answered = false;
        memory.read(REQUEST, in, 0, in.length);
        textLength = result(TAKE_OVER) == TAKEN ? (int) Math.max(result(READ_TEXT), 0) : 0;
        long directory = looks && textLength > 0 ? result(READ_DIRECTORY) : 0;
        directoryLength = directory > 0 && directory < PATH_MAX ? (int) directory : 0;
        looks = false;
        if (textLength > 0) {
            memory.read(TEXT, bytes, 0, directoryLength > 0 ? DIRECTORY + directoryLength : textLength);
        }
        return result(RECEIVE);
    }

    private long result(int call) {
        return in[REQUEST_WORDS + call * RECORD_WORDS + RECORD_WORDS - 1];
    }

    /** What was received last, whatever happened since. */
    Notification again() {
        memory.read(REQUEST, in, 0, REQUEST_WORDS);
        return notification();
    }

    /** What {@link #next} received. */
    Notification notification() {
        int data = Seccomp.NOTIF_DATA / WORD;
        return new Notification(
                in[0],
                (int) in[Seccomp.NOTIF_PID / WORD],
                (int) (in[data] >>> Integer.SIZE),
                (int) in[data],
                in[ARGUMENTS],
                in[ARGUMENTS + 1],
                in[ARGUMENTS + 2],
                in[ARGUMENTS + 3],
                in[ARGUMENTS + 4],
                in[ARGUMENTS + 5]);
    }

    /** To be sent before the next call is received. */
    void answer(long id, Answer answer) {
        put(out, id, answer);
        answered = true;
    }

    /** Sends what is due at once. */
    void send() {
        if (answered) {
            memory.write(RESPONSE, out, 0, RESPONSE_WORDS);
            kernel.call(address + RECORDS, 1);
            answered = false;
        }
    }

    /** Lets the call that was received last fail, with nothing but what is there already. */
    void refuse(int errno) {
        memory.read(REQUEST, in, 0, 1);
        out[0] = in[0];
        out[1] = 0;
        out[2] = -errno & 0xffffffffL;
        answered = true;
        send();
    }

    /** As struct seccomp_notif_resp; both architectures are little-endian. */
    static void put(long[] response, long id, Answer answer) {
        response[0] = id;
        response[1] = 0;
        response[2] = 0;
        if (answer instanceof Answer.Continue) {
            response[2] = (long) Seccomp.SECCOMP_USER_NOTIF_FLAG_CONTINUE << Integer.SIZE;
        } else if (answer instanceof Answer.Fail(int errno)) {
            response[2] = -errno & 0xffffffffL;
        } else if (answer instanceof Answer.Return(long value)) {
            response[1] = value;
        } else {
            throw new IllegalArgumentException("already taken");
        }
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int text(long wanted) {
        return wanted == in[ARGUMENTS + TEXT_ARGUMENT] ? textLength : 0;
    }

    @Override
    public int directory(int thread, int descriptor) {
        if (received >= LOOKS_WHILE_COLD) {
            return 0;
        }
        looks = true;
        if (thread == lookThread && descriptor == lookDescriptor) {
            return directoryLength;
        }
        directoryLength = 0;
        if (thread == lastThread && descriptor == lastDescriptor) {
            lookThread = thread;
            lookDescriptor = descriptor;
            String name =
                    "/proc/" + thread + (descriptor == AT_FDCWD ? "/cwd" : "/fd/" + Math.max(descriptor, 0)) + "\0";
            byte[] spelled = name.getBytes(StandardCharsets.ISO_8859_1);
            memory.write(NAME, spelled, 0, spelled.length);
        } else {
            lastThread = thread;
            lastDescriptor = descriptor;
            looks = false;
        }
        return 0;
    }
}
