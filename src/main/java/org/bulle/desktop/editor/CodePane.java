package org.bulle.desktop.editor;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.TextEdit;
import org.bulle.engine.profile.TomlToken;
import org.bulle.engine.profile.TomlTokens;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.PlainTextChange;
import org.jspecify.annotations.Nullable;

/**
 * The text area. Colours come from a background thread and touch only what has changed, in portions small enough for one frame; nothing that happens on
 * a key press depends on the size of the file.
 */
final class CodePane extends StackPane implements EditorText {
    /** Lines coloured at once: some milliseconds' worth. */
    private static final int PORTION = 60;

    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> scroll = new VirtualizedScrollPane<>(area);
    private final StringBuilder mirror = new StringBuilder();
    private final Tasks tasks;
    private final Gutter gutter;
    private Painting painted = Painting.EMPTY;
    private Marks marks = Marks.NONE;
    private int dirtyStart = Integer.MAX_VALUE;
    private int dirtyTail = Integer.MAX_VALUE;
    private long edition;
    private Tasks.Running colouring = Tasks.Running.NONE;
    private int @Nullable [] brackets;
    private Runnable onEdited = () -> {};

    CodePane(Tasks tasks, String name) {
        this.tasks = tasks;
        area.setId("editor-text");
        area.setAccessibleText(name);
        area.getStyleClass().addAll("code-area", "editor-area");
        area.setUseInitialStyleForInsertion(false);
        gutter = new Gutter(area);
        area.setParagraphGraphicFactory(gutter);
        area.plainTextChanges().subscribe(this::follow);
        area.caretPositionProperty().addListener((property, old, now) -> matchBrackets());
        getChildren().add(scroll);
    }

    /** Loads the area's classes, some hundreds, before the first one is needed; on a background thread, since that takes longer than a frame. */
    static void prepare() {
        CodeArea first = new CodeArea("a");
        first.setParagraphGraphicFactory(new Gutter(first));
        first.setStyleSpans(0, Painting.of("a", Marks.NONE).part(0, 1).styles());
        first.replaceText("b");
        first.undo();
    }

    CodeArea area() {
        return area;
    }

    /** Where the list of the text begins: for a text that was opened, nothing can be undone before it. */
    void open(String text, boolean editable) {
        area.replaceText(text);
        area.getUndoManager().forgetHistory();
        area.getUndoManager().mark();
        area.setEditable(editable);
        area.moveTo(0);
        area.scrollToPixel(0, 0);
    }

    void onEdited(Runnable action) {
        onEdited = action;
    }

    private void follow(PlainTextChange change) {
        int position = change.getPosition();
        int removed = change.getRemoved().length();
        int inserted = change.getInserted().length();
        mirror.replace(position, position + removed, change.getInserted());
        marks = marks.after(position, removed, inserted);
        dirtyStart = Math.min(dirtyStart, position);
        dirtyTail = Math.min(dirtyTail, mirror.length() - position - inserted);
        brackets = null;
        edition++;
        colour();
        onEdited.run();
    }

    /** In the background; what is typed meanwhile starts it again, and so many short texts are not coloured. */
    private void colour() {
        colouring.cancel();
        String text = get();
        Marks places = marks;
        long asked = edition;
        Painting before = painted;
        int start = Math.min(dirtyStart, text.length());
        int end = dirtyTail == Integer.MAX_VALUE ? 0 : text.length() - dirtyTail;
        colouring = tasks.run(
                () -> {
                    Painting now = Painting.of(text, places);
                    return new Coloured(now, now.since(before, start, end));
                },
                coloured -> {
                    if (asked == edition) {
                        painted = coloured.painting();
                        dirtyStart = Integer.MAX_VALUE;
                        dirtyTail = Integer.MAX_VALUE;
                        coloured.part().ifPresent(part -> apply(part.start(), part.end(), asked));
                        matchBrackets();
                    }
                },
                failure -> {});
    }

    private record Coloured(Painting painting, Optional<Painting.Part> part) {}

    /** What is in sight first, then the rest in portions, each in a frame of its own. */
    private void apply(int start, int end, long asked) {
        if (asked != edition) {
            dirtyStart = Math.min(dirtyStart, start);
            dirtyTail = Math.min(dirtyTail, Math.max(0, mirror.length() - end));
            return;
        }
        int newline = start;
        for (int i = 0; i < PORTION && newline < end; i++) {
            int found = mirror.indexOf("\n", newline);
            newline = found < 0 ? end : found + 1;
        }
        int next = Math.min(end, newline);
        Painting.Part part = painted.part(start, next);
        area.setStyleSpans(part.start(), part.styles());
        if (next < end) {
            int from = next;
            tasks.later(() -> apply(from, end, asked));
        }
    }

    /** Shows problems under the text and in the gutter. */
    void show(List<Problem> problems) {
        String text = get();
        long asked = edition;
        tasks.run(
                () -> Marks.of(text, problems),
                found -> {
                    if (asked == edition) {
                        marks = found;
                        gutter.show(problems);
                        colour();
                    }
                },
                failure -> {});
    }

    /** Lines that differ from the file are marked. */
    Gutter gutter() {
        return gutter;
    }

    List<Problem> problemsAt(int offset) {
        return marks.at(offset);
    }

    List<Marks.Mark> marks() {
        return marks.all();
    }

    @Override
    public String get() {
        return mirror.toString();
    }

    @Override
    public void apply(TextEdit edit) {
        area.getUndoManager().preventMerge();
        area.replaceText(edit.start(), edit.end(), edit.replacement());
        area.getUndoManager().preventMerge();
    }

    /** The bracket at the cursor and its other half, found among the tokens: those in strings and comments do not count. */
    private void matchBrackets() {
        if (brackets != null) {
            for (int at : brackets) {
                if (at < mirror.length()) {
                    area.setStyle(at, at + 1, painted.at(at));
                }
            }
            brackets = null;
        }
        int caret = area.getCaretPosition();
        boolean beside = isBracket(caret) || isBracket(caret - 1);
        if (!beside || area.getLength() != mirror.length()) {
            return;
        }
        String text = get();
        long asked = edition;
        Supplier<Optional<int[]>> search = () -> Brackets.match(TomlTokens.of(text), text, caret);
        tasks.run(
                search::get,
                found -> found.filter(pair -> asked == edition && caret == area.getCaretPosition())
                        .ifPresent(this::mark),
                failure -> {});
    }

    private void mark(int[] pair) {
        for (int at : pair) {
            area.setStyle(at, at + 1, List.of("bracket-match"));
        }
        brackets = pair;
    }

    private boolean isBracket(int at) {
        return at >= 0 && at < mirror.length() && "[]{}".indexOf(mirror.charAt(at)) >= 0;
    }

    /** The halves of a pair of brackets. */
    static final class Brackets {
        private Brackets() {}

        /** Offsets of the bracket beside the cursor and of its other half. */
        static Optional<int[]> match(List<TomlToken> tokens, String text, int caret) {
            for (int at : new int[] {caret, caret - 1}) {
                for (int i = 0; i < tokens.size(); i++) {
                    TomlToken token = tokens.get(i);
                    if (isBracket(token) && token.start() <= at && at < token.end()) {
                        return other(tokens, text, i).map(found -> new int[] {at, found});
                    }
                }
            }
            return Optional.empty();
        }

        private static Optional<Integer> other(List<TomlToken> tokens, String text, int from) {
            boolean opens = "[{".indexOf(text.charAt(tokens.get(from).start())) >= 0;
            int depth = 0;
            for (int i = from; i >= 0 && i < tokens.size(); i += opens ? 1 : -1) {
                TomlToken token = tokens.get(i);
                if (isBracket(token)) {
                    depth += "[{".indexOf(text.charAt(token.start())) >= 0 ? 1 : -1;
                    if (depth == 0) {
                        return Optional.of(token.start());
                    }
                }
            }
            return Optional.empty();
        }

        private static boolean isBracket(TomlToken token) {
            return token.kind() == TomlToken.Kind.BRACKET
                    || token.kind() == TomlToken.Kind.BRACE
                    || token.kind() == TomlToken.Kind.HEADER;
        }
    }

    /** Puts the cursor on a line and brings it into view. */
    void goTo(int line, int column) {
        int paragraph = Math.clamp(line - 1L, 0, area.getParagraphs().size() - 1);
        int most = area.getParagraph(paragraph).length();
        area.moveTo(paragraph, Math.clamp(column - 1L, 0, most));
        area.showParagraphAtCenter(paragraph);
        area.requestFocus();
    }

    /** The lower left corner of a character, in this pane; empty when it is not in sight. */
    Optional<Point2D> below(int offset) {
        int at = Math.clamp(offset, 0, area.getLength());
        int to = Math.min(at + 1, area.getLength());
        Optional<Bounds> bounds =
                at < to && mirror.charAt(at) != '\n' ? area.getCharacterBoundsOnScreen(at, to) : area.getCaretBounds();
        return bounds.map(place -> screenToLocal(place.getMinX(), place.getMaxY()));
    }

    /** Puts a node over the text, its upper left corner below a character, moved so that it can be seen whole. */
    void anchor(javafx.scene.layout.Region node, int offset) {
        Optional<Point2D> corner = below(offset);
        if (corner.isEmpty()) {
            return;
        }
        StackPane.setAlignment(node, javafx.geometry.Pos.TOP_LEFT);
        node.applyCss();
        node.autosize();
        double width = node.prefWidth(-1);
        double height = node.prefHeight(width);
        double x = Math.max(0, Math.min(corner.get().getX(), getWidth() - width - 4));
        double y = corner.get().getY() + 2;
        if (y + height > getHeight()) {
            y = Math.max(0, corner.get().getY() - 24 - height);
        }
        node.setTranslateX(x);
        node.setTranslateY(y);
    }

    void add(Node overlay) {
        getChildren().add(overlay);
    }

    void remove(@Nullable Node overlay) {
        if (overlay != null) {
            getChildren().remove(overlay);
        }
    }
}
