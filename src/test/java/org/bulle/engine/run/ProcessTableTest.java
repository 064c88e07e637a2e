package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.bulle.engine.run.ProcessTable.Entry;
import org.junit.jupiter.api.Test;

class ProcessTableTest {

    @Test
    void readsANameWithBlanksAndParentheses() {
        assertThat(ProcessTable.parse("4242 (a) b (c) S 17 4240 4239 0 -1 4194304 1 2"))
                .isEqualTo(new Entry(4242, "a) b (c", 'S', 17, 4240, 4239));
    }

    @Test
    void findsItself() {
        int self = (int) ProcessHandle.current().pid();
        assertThat(ProcessTable.read().entries()).containsKey(self);
        assertThat(ProcessTable.filters("self")).isNotNegative();
    }

    @Test
    void followsParentsAndEndsInALoop() {
        ProcessTable table = new ProcessTable(
                Map.of(1, entry(1, 0), 2, entry(2, 1), 3, entry(3, 2), 8, entry(8, 9), 9, entry(9, 8)));
        assertThat(table.descends(3, 1)).isTrue();
        assertThat(table.descends(1, 3)).isFalse();
        assertThat(table.descends(8, 1)).isFalse();
        assertThat(table.descends(77, 1)).isFalse();
    }

    private static Entry entry(int pid, int parent) {
        return new Entry(pid, "x", 'S', parent, pid, pid);
    }
}
