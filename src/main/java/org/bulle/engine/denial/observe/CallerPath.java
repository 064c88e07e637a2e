package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;

import com.sun.jna.Memory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Fcntl;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.seccomp.FirstLook;

/**
 * A path argument of a waiting call, made absolute with the caller's current directory or descriptor. Reused for every call, so that looking at a call
 * allocates nothing; valid until the next {@link #read}. For one thread.
 */
final class CallerPath implements AutoCloseable {
    private static final int PAGE = 4_096;
    private static final int PATH_MAX = 4_096;
    /** Nearly all paths fit; the rest takes a second look. */
    private static final int FIRST_LOOK = 256;

    private static final int LARGEST = 2 * PATH_MAX + 2;

    private final Supplier<Kernel> kernel;
    private final Memory text = new Memory(PATH_MAX);
    private final Memory base = new Memory(PATH_MAX);
    private final Memory whole = new Memory(LARGEST);
    private final Memory link = new Memory(PATH_MAX);
    private final Memory name = new Memory(64);
    private final Memory vectors = new Memory(2L * Fcntl.IOVEC_SIZE);
    private final ByteBuffer nameBytes = KernelFiles.view(name, 64);
    private final ByteBuffer vectorBytes = KernelFiles.view(vectors, 2 * Fcntl.IOVEC_SIZE);
    private final long textAddress = Kernel.address(text);
    private final long baseAddress = Kernel.address(base);
    private final long wholeAddress = Kernel.address(whole);
    private final long linkAddress = Kernel.address(link);
    private final long nameAddress = Kernel.address(name);
    private final long vectorAddress = Kernel.address(vectors);
    private final byte[] bytes = new byte[LARGEST];
    private final byte[] own = new byte[PATH_MAX];
    /** The directory that a path was relative to the last time, and what {@link #examine} found out about it. */
    private final byte[] knownBase = new byte[PATH_MAX];

    private int knownLength;
    private int knownHash;
    private FirstLook look = FirstLook.NOTHING;
    private final byte[] digits = new byte[10];

    private int length;
    private int ownText;
    private int plainLength;
    private int parentLength;
    private int parentHash;
    private int hash;
    private boolean plain;

    CallerPath(Supplier<Kernel> kernel) {
        this.kernel = kernel;
    }

    /** What came of reading. */
    enum Outcome {
        /** There is an absolute path. */
        PATH,
        /** An empty string; what it means depends on the call. */
        EMPTY,
        /** The call fails by itself: a bad address, a path too long, a descriptor that is not a directory's. */
        FAILS,
        /** The caller may not be looked at. */
        UNREADABLE
    }

    /** A call has been received. */
    void begin(FirstLook atOnce) {
        look = atOnce;
    }

    Outcome read(int thread, int directory, long address) {
        byte[] text = look.bytes();
        int size = end(text, 0, look.text(address));
        if (size < 0) {
            text = own;
            size = readText(thread, address);
        }
        if (size <= 0) {
            return size == 0
                    ? Outcome.EMPTY
                    : size == -Errno.EPERM || size == -Errno.EACCES ? Outcome.UNREADABLE : Outcome.FAILS;
        }
        ownText = 0;
        if (text[0] != '/') {
            int prefix = readBase(thread, directory);
            if (prefix < 0) {
                return prefix == -Errno.EACCES || prefix == -Errno.EPERM ? Outcome.UNREADABLE : Outcome.FAILS;
            }
            ownText = prefix;
        }
        System.arraycopy(text, 0, bytes, ownText, size);
        length = ownText + size;
        examine();
        return Outcome.PATH;
    }

    /** Where the NUL is; -1 without one. */
    private static int end(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    /** The same for a text that was read already, one byte a char. */
    Outcome absolute(int thread, int directory, String textRead) {
        byte[] own = KernelFiles.bytes(textRead);
        if (own.length == 0 || own.length >= PATH_MAX) {
            return own.length == 0 ? Outcome.EMPTY : Outcome.FAILS;
        }
        int prefix = own[0] == '/' ? 0 : readBase(thread, directory);
        if (prefix < 0) {
            return prefix == -Errno.EACCES || prefix == -Errno.EPERM ? Outcome.UNREADABLE : Outcome.FAILS;
        }
        System.arraycopy(own, 0, bytes, prefix, own.length);
        ownText = prefix;
        length = prefix + own.length;
        examine();
        return Outcome.PATH;
    }

    /** The path of the caller's descriptor itself, as for AT_EMPTY_PATH. */
    Outcome readDescriptor(int thread, int descriptor) {
        int size = readBase(thread, descriptor);
        if (size <= 0) {
            return size == -Errno.EACCES || size == -Errno.EPERM ? Outcome.UNREADABLE : Outcome.FAILS;
        }
        length = Math.max(size - 1, 1);
        ownText = length;
        examine();
        return Outcome.PATH;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** No empty component, no dots: what the text says is where it leads, but for links. One slash at the end is as good as none. */
    boolean isPlain() {
        return plain;
    }

    /** Without the slash at the end, which means that a link in the last place is followed. Only for plain paths. */
    int plainLength() {
        return plainLength;
    }

    boolean endsWithSlash() {
        return plainLength < length;
    }

    /** Of the directory that holds the last component; 0 for the root. Only for plain paths. */
    int parentLength() {
        return parentLength;
    }

    int parentHash() {
        return parentHash;
    }

    /** The parent is the directory of the caller's own descriptor or current directory, which has no links in its path. */
    boolean isParentTheBase() {
        return ownText > 0 && parentLength == Math.max(ownText - 1, 0);
    }

    /** Of the whole path, as {@link PathTable} wants it. Only for plain paths. */
    int hash() {
        return hash;
    }

    /** Asks the kernel once whether the last component is a symbolic link: not negative when it is, {@code -EINVAL} when it is something else. */
    long linkLength() {
        byte behind = bytes[plainLength];
        bytes[plainLength] = 0;
        whole.write(0, bytes, 0, plainLength + 1);
        bytes[plainLength] = behind;
        return kernel.get().call(Syscall.READLINKAT, AT_FDCWD, wholeAddress, linkAddress, PATH_MAX);
    }

    boolean startsWith(byte[] prefix) {
        if (length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    /** One byte a char. */
    String text() {
        return KernelFiles.text(bytes, length);
    }

    /** The text before the caller's own part: the directory that it is relative to; empty for an absolute path. */
    String baseText() {
        return KernelFiles.text(bytes, Math.max(ownText - 1, 0));
    }

    /** {@code length} bytes of the caller's memory, at most a page; negative errno, or how many could be read. */
    int readMemory(int thread, long address, byte[] into, int wanted) {
        int got = transfer(thread, address, 0, Math.min(wanted, PATH_MAX));
        if (got > 0) {
            text.read(0, into, 0, got);
        }
        return got;
    }

    /** The size without the NUL, or {@code -errno}. Never asks across a page border in one go: what lies behind it may not be mapped. */
    private int readText(int thread, long address) {
        int size = 0;
        int look = FIRST_LOOK;
        while (size < PATH_MAX) {
            long at = address + size;
            int wanted = (int) Math.min(Math.min(PAGE - (at & (PAGE - 1)), PATH_MAX - size), look);
            int got = transfer(thread, at, size, wanted);
            if (got <= 0) {
                return got == 0 ? -Errno.EFAULT : got;
            }
            text.read(size, own, size, got);
            int end = end(own, size, size + got);
            if (end >= 0) {
                return end;
            }
            size += got;
            look = PAGE;
        }
        return -Errno.ENAMETOOLONG;
    }

    private int transfer(int thread, long address, int offset, int wanted) {
        vectorBytes.putLong(0, textAddress + offset);
        vectorBytes.putLong(8, wanted);
        vectorBytes.putLong(16, address);
        vectorBytes.putLong(24, wanted);
        return (int) kernel.get()
                .call(Syscall.PROCESS_VM_READV, thread, vectorAddress, 1, vectorAddress + Fcntl.IOVEC_SIZE, 1, 0);
    }

    /** Puts the directory and a slash in front; returns their length, or {@code -errno}. */
    private int readBase(int thread, int directory) {
        int seen = look.directory(thread, directory);
        if (seen > 0) {
            System.arraycopy(look.bytes(), FirstLook.DIRECTORY, bytes, 0, seen);
            return closeBase(seen);
        }
        nameOf(thread, directory);
        int got = (int) kernel.get().call(Syscall.READLINKAT, AT_FDCWD, nameAddress, baseAddress, PATH_MAX);
        if (got <= 0) {
            return got == 0 ? -Errno.ENOENT : got;
        }
        base.read(0, bytes, 0, got);
        return closeBase(got);
    }

    private int closeBase(int got) {
        if (bytes[0] != '/') {
            return -Errno.ENOTDIR;
        }
        if (got > 1) {
            bytes[got] = '/';
            return got + 1;
        }
        return 1;
    }

    /** {@code /proc/THREAD/cwd} or {@code /proc/THREAD/fd/N}. */
    private void nameOf(int thread, int directory) {
        int at = put(0, "/proc/");
        at = put(at, thread);
        if (directory == AT_FDCWD) {
            at = put(at, "/cwd");
        } else {
            at = put(at, "/fd/");
            at = put(at, directory);
        }
        nameBytes.put(at, (byte) 0);
    }

    private int put(int at, String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            nameBytes.put(at + i, (byte) ascii.charAt(i));
        }
        return at + ascii.length();
    }

    private int put(int at, int number) {
        int count = 0;
        int rest = Math.max(number, 0);
        do {
            digits[count++] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        for (int i = 0; i < count; i++) {
            nameBytes.put(at + i, digits[count - 1 - i]);
        }
        return at + count;
    }

    private void examine() {
        plainLength = length > 1 && bytes[length - 1] == '/' ? length - 1 : length;
        plain = true;
        parentLength = 0;
        parentHash = 0;
        int sum = 0;
        int i = 0;
        int base = ownText - 1;
        if (base > 0 && base == knownLength && Arrays.equals(bytes, 0, base, knownBase, 0, base)) {
            // From the kernel: nothing in it is empty or dots.
            parentLength = base;
            parentHash = knownHash;
            sum = PathTable.hash(knownHash, (byte) '/');
            i = ownText;
        }
        // Fields are kept in variables, and PathTable.hash is not called for each byte, in code that is not compiled
        // yet.
        byte[] all = bytes;
        int end = plainLength;
        while (true) {
            int component = i;
            byte next = 0;
            while (i < end && (next = all[i]) != '/') {
                sum = 31 * sum + next;
                i++;
            }
            int size = i - component;
            if (size < 3 && i > 0 && !isName(component, size) && !(end == 1 && i == end)) {
                plain = false;
            }
            if (i == end) {
                break;
            }
            parentLength = i;
            parentHash = sum;
            if (i == base) {
                System.arraycopy(all, 0, knownBase, 0, base);
                knownLength = base;
                knownHash = sum;
            }
            sum = PathTable.hash(sum, (byte) '/');
            i++;
        }
        hash = sum;
    }

    /** Neither nothing nor dots. */
    private boolean isName(int from, int size) {
        return size > 0 && !(bytes[from] == '.' && (size == 1 || size == 2 && bytes[from + 1] == '.'));
    }

    @Override
    public void close() {
        text.close();
        base.close();
        whole.close();
        link.close();
        name.close();
        vectors.close();
    }
}
