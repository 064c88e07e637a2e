package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.bulle.engine.resolve.StatusQuery.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceTest {
    @TempDir
    Path here;

    /** Whatever kept the system from answering, the file may be there by now. */
    @Test
    void doesNotHoldWhereAMissingFileCouldNotBeAskedFor() throws IOException {
        byte[] missing = EvidenceTable.of(
                Evidence.of("", Map.of("/nowhere/x", new Observation(FileStatus.MISSING, Observation.KIND))));
        assertThat(EvidenceTable.holds(missing, 0, missing.length, always(Outcome.MISSING)))
                .isTrue();
        assertThat(EvidenceTable.holds(missing, 0, missing.length, always(Outcome.UNKNOWN)))
                .isFalse();
    }

    @Test
    void holdsAsATableUntilOneOfManyFilesChanges() throws IOException {
        Map<String, Observation> observed = new HashMap<>();
        for (int i = 0; i < 700; i++) {
            Path file = Files.writeString(here.resolve("é" + i), "text");
            observed.put(
                    file.toString(),
                    new Observation(
                            MachineFiles.ask(file.toString()),
                            Observation.OWNER | Observation.CONTENT | Observation.EXECUTE_ASKED));
        }
        observed.put("/proc/self", new Observation(MachineFiles.ask("/proc/self"), Observation.KIND));
        byte[] table = EvidenceTable.of(Evidence.of(Mounts.digest(), observed));
        assertThat(EvidenceTable.holds(table, 0, table.length)).isTrue();
        for (int i : new int[] {0, 255, 256, 699}) {
            byte[] before = EvidenceTable.of(Evidence.of("", observed));
            Path file = here.resolve("é" + i);
            Files.writeString(file, "other text");
            assertThat(EvidenceTable.holds(before, 0, before.length)).isFalse();
            observed.put(file.toString(), new Observation(MachineFiles.ask(file.toString()), Observation.CONTENT));
        }
    }

    @Test
    void isNoTableWhenItIsCutOrLonger() {
        byte[] table = EvidenceTable.of(
                Evidence.of("", Map.of("/nowhere/x", new Observation(FileStatus.MISSING, Observation.KIND))));
        for (int length : new int[] {0, 7, 20, table.length - 3}) {
            assertThatThrownBy(() -> EvidenceTable.holds(table, 0, length, always(Outcome.MISSING)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void isNotWrittenForAPathThatNoFileCanHave() {
        Observation missing = new Observation(FileStatus.MISSING, Observation.KIND);
        assertThat(EvidenceTable.of(Evidence.of("", Map.of("/a\0b", missing)))).isEmpty();
        assertThat(EvidenceTable.of(Evidence.of("", Map.of("/" + "x".repeat(5_000), missing))))
                .isEmpty();
    }

    private static StatusQuery always(Outcome outcome) {
        return new StatusQuery() {
            @Override
            public void ask(byte[] paths, int from, int[] lengths, int first, int count) {}

            @Override
            public Outcome outcome(int index, long[] answer) {
                return outcome;
            }
        };
    }
}
