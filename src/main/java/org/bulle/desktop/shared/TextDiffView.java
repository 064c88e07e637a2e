package org.bulle.desktop.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.profile.Printable;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/**
 * Two texts and what differs, one below the other or side by side. A sign and a word say what a colour says; only the lines in sight have nodes, so that
 * a long text opens at once. Alt+Down and Alt+Up go from change to change; Ctrl+C copies the selected lines.
 */
public final class TextDiffView extends BorderPane {
    /** How the two texts stand. */
    public enum Look {
        UNIFIED,
        SIDE_BY_SIDE
    }

    /** Which of the two texts a line is shown as. */
    private enum Side {
        BEFORE,
        AFTER,
        BOTH
    }

    private static final double ROW = 21;
    private static final List<TomlText.Span> NO_COLOURS = List.of();
    private static final int AROUND = 3;
    private static final int TAB = 4;
    private static final int LONGEST_COLOURED = 2000;
    private static final int LONGEST_SHOWN = 20_000;
    private final Messages messages;
    private final ObjectProperty<Look> look = new SimpleObjectProperty<>(Look.UNIFIED);
    private final BooleanProperty toml = new SimpleBooleanProperty(false);
    private final BooleanProperty whole = new SimpleBooleanProperty(false);
    private final ListView<TextDiff.Row> list = new ListView<>();
    private final ScrollBar across = new ScrollBar();
    private final Label name = new Label();
    private final Label counts = new Label();
    private final Label remark = new Label();
    private final HBox head = new HBox();
    private final ToggleButton beside;
    private final ToggleButton all;
    private TextDiff diff = new TextDiff(List.of(), 0, 0);
    private @Nullable DiffColours colours;
    private double charWidth = 7.2;

    public TextDiffView(Messages messages) {
        this.messages = messages;
        getStyleClass().addAll("card", "diff");
        list.getStyleClass().add("diff-list");
        list.setFixedCellSize(ROW);
        list.setAccessibleText(messages.get("shared.diff.name"));
        list.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        list.setCellFactory(view -> new Line());
        list.setPlaceholder(new Label(messages.get("shared.diff.same")));
        across.setOrientation(Orientation.HORIZONTAL);
        across.setVisible(false);
        across.setManaged(false);
        beside = toggle(Feather.COLUMNS, messages.get("shared.diff.beside"));
        all = toggle(Feather.MAXIMIZE_2, messages.get("shared.diff.whole"));
        beside.selectedProperty().addListener((property, old, now) -> look.set(now ? Look.SIDE_BY_SIDE : Look.UNIFIED));
        look.addListener((property, old, now) -> {
            beside.setSelected(now == Look.SIDE_BY_SIDE);
            arrange();
        });
        all.selectedProperty().bindBidirectional(whole);
        whole.addListener((property, old, now) -> arrange());
        toml.addListener((property, old, now) -> list.refresh());
        setTop(head());
        setCenter(list);
        setBottom(across);
        list.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        list.addEventFilter(ScrollEvent.SCROLL, event -> {
            if (across.isVisible() && event.getDeltaX() != 0) {
                across.setValue(Math.clamp(across.getValue() - event.getDeltaX(), 0, across.getMax()));
                event.consume();
            }
        });
        list.widthProperty().addListener((property, old, now) -> measure());
    }

    private static ToggleButton toggle(Feather icon, String name) {
        ToggleButton button = Buttons.named(new ToggleButton(), name);
        button.setGraphic(Icons.of(icon));
        button.getStyleClass().addAll("flat-icon", "diff-toggle");
        return button;
    }

    private Node head() {
        name.getStyleClass().add("mono");
        name.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        name.setMinWidth(40);
        counts.getStyleClass().addAll("strong", "good-text");
        counts.setMinWidth(Region.USE_PREF_SIZE);
        remark.getStyleClass().add("secondary");
        remark.setMinWidth(Region.USE_PREF_SIZE);
        Button next = Buttons.flat(Feather.CHEVRON_DOWN, messages.get("shared.diff.next"));
        Button previous = Buttons.flat(Feather.CHEVRON_UP, messages.get("shared.diff.previous"));
        next.setOnAction(event -> step(1));
        previous.setOnAction(event -> step(-1));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        head.getChildren()
                .setAll(Icons.of(Feather.FILE_TEXT), name, space, counts, remark, previous, next, all, beside);
        head.getStyleClass().add("diff-head");
        return head;
    }

    /** Shows a difference that was worked out elsewhere, with the folds that are chosen here. */
    public void show(TextDiff shown) {
        diff = shown;
        colours = null;
        counts.setText(messages.get("shared.diff.counts", shown.added(), shown.removed()));
        counts.setAccessibleText(messages.get("shared.diff.counts.words", shown.added(), shown.removed()));
        arrange();
    }

    /** What stands in the head: the file's path, and a remark behind the numbers of lines; may be empty. */
    public void describe(String path, String words) {
        name.setText(path);
        name.setTooltip(path.isEmpty() ? null : new javafx.scene.control.Tooltip(path));
        remark.setText(words);
        list.setAccessibleText(messages.get("shared.diff.name") + (path.isEmpty() ? "" : ", " + path));
    }

    public ObjectProperty<Look> lookProperty() {
        return look;
    }

    /** Colours the lines as TOML. */
    public BooleanProperty tomlProperty() {
        return toml;
    }

    /** Shows every line, also those far from any change. */
    public BooleanProperty wholeProperty() {
        return whole;
    }

    /** The lines, for tests and for those who give the focus. */
    public ListView<TextDiff.Row> list() {
        return list;
    }

    private void arrange() {
        TextDiff shown = whole.get() ? diff : diff.folded(AROUND);
        List<TextDiff.Row> rows = look.get() == Look.SIDE_BY_SIDE
                ? shown.rows()
                : shown.lines().stream()
                        .map(line -> new TextDiff.Row(line, line))
                        .toList();
        list.getItems().setAll(diff.isEmpty() && !whole.get() ? List.of() : rows);
        measure();
        firstChange();
    }

    private void firstChange() {
        for (int i = 0; i < list.getItems().size(); i++) {
            if (isChange(list.getItems().get(i))) {
                list.scrollTo(Math.max(0, i - AROUND));
                return;
            }
        }
    }

    private static boolean isChange(TextDiff.Row row) {
        return kind(row.left()) == TextDiff.Kind.REMOVED
                || kind(row.left()) == TextDiff.Kind.ADDED
                || kind(row.right()) == TextDiff.Kind.ADDED;
    }

    private static TextDiff.Kind kind(TextDiff.@Nullable Line line) {
        return line == null ? TextDiff.Kind.SAME : line.kind();
    }

    /** Goes to the next run of changed lines, or the one before. */
    private void step(int direction) {
        List<TextDiff.Row> rows = list.getItems();
        int at = list.getSelectionModel().getSelectedIndex();
        if (at < 0) {
            at = direction > 0 ? -1 : rows.size();
        }
        boolean between = at < 0 || at >= rows.size() || !isChange(rows.get(at));
        for (int i = at + direction; i >= 0 && i < rows.size(); i += direction) {
            boolean change = isChange(rows.get(i));
            if (change && between) {
                list.getSelectionModel().clearAndSelect(i);
                list.scrollTo(Math.max(0, i - AROUND));
                list.requestFocus();
                return;
            }
            between |= !change;
        }
    }

    private static final KeyCombination COPY = new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

    private void key(KeyEvent event) {
        if (COPY.match(event)) {
            Clip.put(list.getSelectionModel().getSelectedItems().stream()
                    .map(TextDiffView::copied)
                    .collect(Collectors.joining("\n", "", "\n")));
            event.consume();
        } else if (event.isAltDown() && (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.UP)) {
            step(event.getCode() == KeyCode.DOWN ? 1 : -1);
            event.consume();
        } else if (event.isAltDown() && (event.getCode() == KeyCode.RIGHT || event.getCode() == KeyCode.LEFT)) {
            double by = (event.getCode() == KeyCode.RIGHT ? 8 : -8) * charWidth;
            across.setValue(Math.clamp(across.getValue() + by, 0, across.getMax()));
            event.consume();
        }
    }

    private static String copied(TextDiff.Row row) {
        TextDiff.Line line = row.right() == null ? row.left() : row.right();
        return line == null ? "" : line.text();
    }

    /** The font has one width for every character, so that the widest line is known without drawing it. */
    private void measure() {
        javafx.scene.text.Text probe = new javafx.scene.text.Text("0".repeat(100));
        probe.setFont(javafx.scene.text.Font.font("JetBrains Mono", 12));
        charWidth = probe.getLayoutBounds().getWidth() / 100;
        int longest = 0;
        for (TextDiff.Row row : list.getItems()) {
            longest = Math.max(longest, Math.max(length(row.left()), length(row.right())));
        }
        boolean two = look.get() == Look.SIDE_BY_SIDE;
        double room = (list.getWidth() - 16) / (two ? 2 : 1) - (two ? 64 : 110);
        double over = longest * charWidth - room;
        boolean needed = list.getWidth() > 0 && over > 0;
        across.setVisible(needed);
        across.setManaged(needed);
        across.setMax(Math.max(0, over));
        across.setVisibleAmount(Math.max(1, room / Math.max(1, room + over) * over));
        across.setUnitIncrement(8 * charWidth);
        across.setBlockIncrement(Math.max(8 * charWidth, room / 2));
        across.setValue(Math.clamp(across.getValue(), 0, across.getMax()));
    }

    private static int length(TextDiff.@Nullable Line line) {
        return line == null ? 0 : Math.min(LONGEST_SHOWN, shown(line.text()).length());
    }

    /** Tabs as spaces, what cannot be seen spelled out. */
    private static String shown(String text) {
        String words = text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) : text;
        int end = words.indexOf(TextDiff.NO_NEWLINE);
        if (end >= 0) {
            return shown(words.substring(0, end)) + "  " + TextDiff.NO_NEWLINE.substring(1);
        }
        return Printable.escape(words.indexOf('\t') < 0 ? words : expand(words));
    }

    private static String expand(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\t') {
                out.repeat(' ', TAB - out.length() % TAB);
            } else {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }

    /** A row: one line over the whole width, or two beside each other. */
    private final class Line extends ListCell<TextDiff.Row> {
        private Line() {
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(TextDiff.@Nullable Row row, boolean empty) {
            super.updateItem(row, empty);
            setText(null);
            if (empty || row == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            setAccessibleText(words(row));
            if (look.get() == Look.UNIFIED) {
                setGraphic(row.right() == null ? null : half(row.right(), null, Side.BOTH));
                return;
            }
            if (kind(row.left()) == TextDiff.Kind.FOLDED && row.left() != null) {
                setGraphic(half(row.left(), null, Side.BOTH));
                return;
            }
            Region left = half(row.left(), row.right(), Side.BEFORE);
            Region right = half(row.right(), row.left(), Side.AFTER);
            right.getStyleClass().add("diff-right");
            HBox both = new HBox(left, right);
            left.prefWidthProperty().bind(list.widthProperty().subtract(16).divide(2));
            right.prefWidthProperty().bind(list.widthProperty().subtract(16).divide(2));
            setGraphic(both);
        }
    }

    private String words(TextDiff.Row row) {
        TextDiff.Line left = row.left();
        TextDiff.Line right = row.right();
        if (left != null && right != null && left != right) {
            return words(left) + "; " + words(right);
        }
        TextDiff.Line line = right == null ? left : right;
        return line == null ? "" : words(line);
    }

    private String words(TextDiff.Line line) {
        return switch (line.kind()) {
            case SAME -> messages.get("shared.diff.line.same", line.after(), shown(line.text()));
            case ADDED -> messages.get("shared.diff.line.added", line.after(), shown(line.text()));
            case REMOVED -> messages.get("shared.diff.line.removed", line.before(), shown(line.text()));
            case FOLDED -> messages.get("shared.diff.folded", line.count());
        };
    }

    /**
     * @param other the line that it stands beside, for what changed within it
     * @param side which text's numbers and colours
     */
    private Region half(TextDiff.@Nullable Line line, TextDiff.@Nullable Line other, Side side) {
        HBox box = new HBox();
        box.setAlignment(Pos.CENTER_LEFT);
        box.getStyleClass().add("diff-line");
        box.setMinHeight(ROW);
        box.setMaxHeight(ROW);
        HBox.setHgrow(box, Priority.ALWAYS);
        if (line == null) {
            box.getStyleClass().add("diff-gap");
            return box;
        }
        if (line.kind() == TextDiff.Kind.FOLDED) {
            box.getStyleClass().add("diff-fold");
            Label fold = new Label(messages.get("shared.diff.folded", line.count()));
            fold.setGraphic(Icons.of(Feather.MORE_HORIZONTAL));
            box.getChildren().setAll(fold);
            return box;
        }
        switch (line.kind()) {
            case ADDED -> box.getStyleClass().add("diff-added");
            case REMOVED -> box.getStyleClass().add("diff-removed");
            case SAME, FOLDED -> {}
        }
        switch (side) {
            case BOTH -> box.getChildren().addAll(number(line.before()), number(line.after()));
            case BEFORE -> box.getChildren().add(number(line.before()));
            case AFTER -> box.getChildren().add(number(line.after()));
        }
        Label sign = new Label(
                switch (line.kind()) {
                    case ADDED -> "+";
                    case REMOVED -> "\u2212";
                    case SAME, FOLDED -> "";
                });
        sign.getStyleClass().add("diff-sign");
        box.getChildren().addAll(sign, text(line, other, side));
        return box;
    }

    private static Label number(int line) {
        Label number = new Label(line == 0 ? "" : Integer.toString(line));
        number.getStyleClass().add("diff-number");
        return number;
    }

    private Node text(TextDiff.Line line, TextDiff.@Nullable Line other, Side side) {
        HBox pieces = new HBox();
        pieces.setAlignment(Pos.CENTER_LEFT);
        pieces.setManaged(false);
        pieces.getChildren().setAll(pieces(line, other, side));
        pieces.translateXProperty().bind(across.valueProperty().negate());
        Pane window = new Pane(pieces) {
            @Override
            protected void layoutChildren() {
                pieces.resizeRelocate(0, 0, pieces.prefWidth(-1), getHeight());
            }
        };
        window.setMinWidth(0);
        window.setPrefHeight(ROW);
        window.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(window, Priority.ALWAYS);
        Rectangle clip = new Rectangle();
        clip.widthProperty().bind(window.widthProperty());
        clip.heightProperty().bind(window.heightProperty());
        window.setClip(clip);
        return window;
    }

    private List<Label> pieces(TextDiff.Line line, TextDiff.@Nullable Line other, Side side) {
        String text = shown(line.text());
        List<Label> pieces = new ArrayList<>();
        TextDiff.Span span = other != null && other != line && line.kind() != TextDiff.Kind.SAME
                ? TextDiff.changed(text, shown(other.text()))
                : new TextDiff.Span(text.length(), text.length());
        int at = 0;
        for (TomlText.Span part : toml.get() && text.length() <= LONGEST_COLOURED ? coloured(line, side) : NO_COLOURS) {
            int end = Math.clamp(shown(line.text().substring(0, part.end())).length(), at, text.length());
            cut(pieces, text, at, end, span, part.style().isEmpty() ? List.of() : List.of(part.style()));
            at = end;
        }
        cut(pieces, text, at, text.length(), span, List.of());
        return pieces;
    }

    private List<TomlText.Span> coloured(TextDiff.Line line, Side side) {
        DiffColours known = colours == null ? new DiffColours(diff) : colours;
        colours = known;
        return side == Side.BEFORE || line.kind() == TextDiff.Kind.REMOVED ? known.before(line) : known.after(line);
    }

    /** Cuts where the change within the line begins and ends. */
    private static void cut(
            List<Label> pieces,
            String text,
            int from,
            int to,
            TextDiff.Span span,
            java.util.Collection<String> styles) {
        int[] cuts = {from, Math.clamp(span.from(), from, to), Math.clamp(span.to(), from, to), to};
        for (int i = 0; i < 3; i++) {
            if (cuts[i] < cuts[i + 1]) {
                Label piece = new Label(text.substring(cuts[i], cuts[i + 1]));
                piece.setMinWidth(Region.USE_PREF_SIZE);
                piece.setMnemonicParsing(false);
                piece.getStyleClass().add("diff-text");
                piece.getStyleClass().addAll(styles);
                if (i == 1 && span.to() - span.from() < text.length()) {
                    piece.getStyleClass().add("diff-changed");
                }
                pieces.add(piece);
            }
        }
    }
}
