package org.bulle.engine.resolve;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;

/**
 * {@link Evidence} in the form in which a start can check it: paths as the kernel takes them and numbers as arrays, copied as a whole and asked together,
 * before any of the code that does it is compiled.
 */
public final class EvidenceTable {
    /** Beside the aspects of an {@link Observation}: the inode comes and goes without anything having changed. */
    private static final int VIRTUAL = 128;

    private static final int WORDS = 8;
    private static final int MOST_PATHS = 200_000;
    private static final int LONGEST_PATH = 4_095;

    private EvidenceTable() {}

    /**
     * @return empty when it cannot be written so: a path is longer than any that a kernel takes
     */
    public static byte[] of(Evidence evidence) {
        Map<String, Observation> sorted = new TreeMap<>(evidence.observations());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        ByteArrayOutputStream paths = new ByteArrayOutputStream(1 << 15);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            byte[] mounts = OsString.encode(evidence.mounts());
            out.writeInt(mounts.length);
            out.writeInt(sorted.size());
            out.write(mounts);
            for (String path : sorted.keySet()) {
                byte[] encoded = OsString.encode(path);
                if (encoded.length == 0 || encoded.length > LONGEST_PATH || path.indexOf('\0') >= 0) {
                    return new byte[0];
                }
                out.writeInt(encoded.length);
                paths.write(encoded);
                paths.write(0);
            }
            for (Map.Entry<String, Observation> entry : sorted.entrySet()) {
                Observation seen = entry.getValue();
                out.writeInt(seen.aspects() | (Evidence.isVirtual(entry.getKey()) ? VIRTUAL : 0));
            }
            for (Observation seen : sorted.values()) {
                FileStatus status = seen.status();
                out.writeLong(status.kind().ordinal());
                out.writeLong(status.device());
                out.writeLong(status.inode());
                out.writeLong((long) status.uid() << 32 | status.gid() & 0xffffffffL);
                out.writeLong(status.mode());
                out.writeLong(status.size());
                out.writeLong(status.modified());
                out.writeLong(status.changed());
            }
            paths.writeTo(out);
            out.flush();
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * Whether every path still answers as it did.
     *
     * @throws IOException when it is no such table
     */
    public static boolean holds(byte[] table, int from, int to, StatusQuery query) throws IOException {
        long[] answer = new long[StatusQuery.FIELDS];
        return holds(table, from, to, (paths, at, lengths, first, count) -> {
            query.ask(paths, at, lengths, first, count);
            return index -> FileStatus.of(query.outcome(index, answer), answer);
        });
    }

    /** The same by the file system provider. */
    public static boolean holds(byte[] table, int from, int to) throws IOException {
        return holds(table, from, to, (paths, at, lengths, first, count) -> index -> {
            int begin = at;
            for (int i = 0; i < index; i++) {
                begin += lengths[first + i] + 1;
            }
            return Optional.of(MachineFiles.ask(OsString.decode(paths, begin, begin + lengths[first + index])));
        });
    }

    private interface Asking {
        IntFunction<Optional<FileStatus>> ask(byte[] paths, int from, int[] lengths, int first, int count);
    }

    private static boolean holds(byte[] table, int from, int to, Asking asking) throws IOException {
        try {
            ByteBuffer in = ByteBuffer.wrap(table, from, to - from);
            byte[] mounts = new byte[in.getInt()];
            int count = in.getInt();
            if (count < 0 || count > MOST_PATHS) {
                throw new IOException("not evidence");
            }
            in.get(mounts);
            if (mounts.length > 0 && !OsString.decode(mounts).equals(Mounts.digest())) {
                return false;
            }
            int[] lengths = new int[count];
            int[] aspects = new int[count];
            long[] words = new long[count * WORDS];
            in.asIntBuffer().get(lengths).get(aspects);
            in.position(in.position() + 2 * count * Integer.BYTES);
            in.asLongBuffer().get(words);
            int path = in.position() + count * WORDS * Long.BYTES;
            if (path + size(lengths) != to) {
                throw new IOException("not evidence");
            }
            for (int first = 0; first < count; first += StatusQuery.MOST) {
                int last = Math.min(count, first + StatusQuery.MOST);
                IntFunction<Optional<FileStatus>> now = asking.ask(table, path, lengths, first, last - first);
                for (int i = first; i < last; i++) {
                    Optional<FileStatus> status = now.apply(i - first);
                    if (status.isEmpty()
                            || !then(aspects[i], words, i * WORDS).sameAs(status.get(), (aspects[i] & VIRTUAL) == 0)
                            || !stillAllows(aspects[i], table, path, lengths[i])) {
                        return false;
                    }
                    path += lengths[i] + 1;
                }
            }
            return true;
        } catch (IndexOutOfBoundsException | java.nio.BufferUnderflowException | NegativeArraySizeException cut) {
            throw new IOException("not evidence", cut);
        }
    }

    private static long size(int[] lengths) throws IOException {
        long size = 0;
        for (int length : lengths) {
            if (length <= 0 || length > LONGEST_PATH) {
                throw new IOException("not evidence");
            }
            size += length + 1;
        }
        return size;
    }

    private static Observation then(int aspects, long[] words, int at) throws IOException {
        int kind = (int) words[at];
        if (kind < 0 || kind >= FileStatus.KINDS.length) {
            throw new IOException("no such kind of file");
        }
        return new Observation(
                new FileStatus(
                        FileStatus.KINDS[kind],
                        words[at + 1],
                        words[at + 2],
                        (int) words[at + 4],
                        (int) (words[at + 3] >>> 32),
                        (int) words[at + 3],
                        words[at + 5],
                        words[at + 6],
                        words[at + 7]),
                aspects & ~VIRTUAL);
    }

    private static boolean stillAllows(int aspects, byte[] table, int path, int length) {
        if ((aspects & (Observation.EXECUTE_ASKED | Observation.WRITE_ASKED)) == 0) {
            return true;
        }
        return Observation.stillAllows(aspects, OsPath.of(OsString.decode(table, path, path + length)));
    }
}
