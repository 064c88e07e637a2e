package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import org.junit.jupiter.api.Test;

class RowsTest {
    private record Row(String words) {}

    @Test
    void keepsTheObjectsOfWhatIsAsItWas() {
        Row kept = new Row("a");
        List<Row> fresh = Rows.keeping(List.of(kept, new Row("b")), List.of(new Row("c"), new Row("a")));
        assertThat(fresh).containsExactly(new Row("c"), kept);
        assertThat(fresh.get(1)).isSameAs(kept);
    }

    @Test
    void tellsAViewOnlyOfOtherObjects() {
        Row one = new Row("a");
        ObservableList<Row> rows = FXCollections.observableArrayList(one);
        List<Object> told = new ArrayList<>();
        rows.addListener((ListChangeListener<Row>) told::add);
        assertThat(Rows.exchange(rows, List.of(one))).isFalse();
        assertThat(told).isEmpty();
        Row equal = new Row("a");
        assertThat(Rows.exchange(rows, List.of(equal))).isTrue();
        assertThat(rows.getFirst()).isSameAs(equal);
        assertThat(told).hasSize(1);
    }
}
