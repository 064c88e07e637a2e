package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.fornwall.jelf.ElfFile;
import net.fornwall.jelf.ElfSegment;
import org.bulle.engine.policy.OsString;

/**
 * What an ELF object asks of the dynamic loader (ld.so(8)). Read through its program headers, as the loader does: section headers may have been
 * stripped.
 *
 * @param kind class and machine: an object loads only those of its own kind
 * @param interpreter the loader itself
 * @param needed DT_NEEDED in order
 * @param rpath DT_RPATH, not split; empty when there is none
 * @param runpath DT_RUNPATH, not split; empty when there is none
 */
record ElfObject(Kind kind, Optional<String> interpreter, List<String> needed, String rpath, String runpath) {
    private static final int LARGEST_DYNAMIC = 1 << 20;
    private static final int LONGEST_STRING = 4096;
    private static final int MOST_NEEDED = 1_000;
    private static final int MOST_HEADERS = 512;
    private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F'};

    private static final long DT_NULL = 0;
    private static final long DT_NEEDED = 1;
    private static final long DT_STRTAB = 5;
    private static final long DT_RPATH = 15;
    private static final long DT_RUNPATH = 29;

    record Kind(boolean is64, int machine) {}

    ElfObject {
        needed = List.copyOf(needed);
    }

    /** Empty when the file is not ELF or is not sound. */
    static Optional<ElfObject> read(SeekableByteChannel channel) throws IOException {
        ByteBuffer magic = ByteBuffer.allocate(MAGIC.length);
        if (!fill(channel, 0, magic) || !java.util.Arrays.equals(magic.array(), MAGIC)) {
            return Optional.empty();
        }
        channel.position(0);
        try {
            ElfFile elf = ElfFile.from(channel);
            return elf.e_phnum < 0 || elf.e_phnum > MOST_HEADERS
                    ? Optional.empty()
                    : Optional.of(new Reader(channel, elf).read());
        } catch (RuntimeException e) {
            // A damaged object is no evidence; the library throws what its arithmetic runs into.
            return Optional.empty();
        }
    }

    private static boolean fill(SeekableByteChannel channel, long position, ByteBuffer into) throws IOException {
        if (position < 0 || position > channel.size()) {
            return false;
        }
        channel.position(position);
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                return false;
            }
        }
        into.flip();
        return true;
    }

    private static final class Reader {
        private final SeekableByteChannel channel;
        private final ElfFile elf;
        private final boolean is64;
        private final List<Long> needed = new ArrayList<>();
        private long strings = -1;
        private long rpath = -1;
        private long runpath = -1;

        Reader(SeekableByteChannel channel, ElfFile elf) {
            this.channel = channel;
            this.elf = elf;
            this.is64 = elf.ei_class == ElfFile.CLASS_64;
        }

        ElfObject read() throws IOException {
            for (ElfSegment segment : elf.segmentsOfType(ElfSegment.PT_DYNAMIC)) {
                readDynamic(segment);
            }
            List<String> names = new ArrayList<>();
            for (long offset : needed) {
                names.add(string(offset));
            }
            return new ElfObject(
                    new Kind(is64, elf.e_machine),
                    interpreter(),
                    names,
                    rpath < 0 ? "" : string(rpath),
                    runpath < 0 ? "" : string(runpath));
        }

        private Optional<String> interpreter() throws IOException {
            for (ElfSegment segment : elf.segmentsOfType(ElfSegment.PT_INTERP)) {
                return Optional.of(textAt(segment.p_offset)).filter(path -> path.startsWith("/"));
            }
            return Optional.empty();
        }

        private void readDynamic(ElfSegment segment) throws IOException {
            if (segment.p_filesz <= 0 || segment.p_filesz > LARGEST_DYNAMIC) {
                return;
            }
            ByteBuffer entries = ByteBuffer.allocate((int) segment.p_filesz);
            if (!fill(channel, segment.p_offset, entries)) {
                return;
            }
            entries.order(
                    elf.ei_data == ElfFile.DATA_LSB ? java.nio.ByteOrder.LITTLE_ENDIAN : java.nio.ByteOrder.BIG_ENDIAN);
            int size = is64 ? 16 : 8;
            while (entries.remaining() >= size) {
                long tag = is64 ? entries.getLong() : entries.getInt();
                long value = is64 ? entries.getLong() : Integer.toUnsignedLong(entries.getInt());
                if (tag == DT_NULL) {
                    return;
                }
                note(tag, value);
            }
        }

        private void note(long tag, long value) {
            if (tag == DT_NEEDED && needed.size() < MOST_NEEDED) {
                needed.add(value);
            } else if (tag == DT_STRTAB) {
                strings = fileOffset(value);
            } else if (tag == DT_RPATH) {
                rpath = value;
            } else if (tag == DT_RUNPATH) {
                runpath = value;
            }
        }

        private long fileOffset(long address) {
            for (ElfSegment segment : elf.segmentsOfType(ElfSegment.PT_LOAD)) {
                if (address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz) {
                    return address - segment.p_vaddr + segment.p_offset;
                }
            }
            return -1;
        }

        private String string(long offset) throws IOException {
            return strings < 0 ? "" : textAt(strings + offset);
        }

        private String textAt(long position) throws IOException {
            if (position < 0 || position > channel.size()) {
                return "";
            }
            channel.position(position);
            ByteBuffer buffer = ByteBuffer.allocate(LONGEST_STRING);
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                // Until the buffer is full or the file ends.
                continue;
            }
            int end = 0;
            while (end < buffer.position() && buffer.array()[end] != 0) {
                end++;
            }
            return end == LONGEST_STRING ? "" : OsString.decode(buffer.array(), 0, end);
        }
    }
}
