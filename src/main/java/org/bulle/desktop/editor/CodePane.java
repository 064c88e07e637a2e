package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import javafx.animation.Animation;
import javafx.animation.PauseTransition;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.util.Duration;
import org.bulle.desktop.shared.Tasks;
import org.bulle.desktop.shared.TomlText;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.TextEdit;
import org.bulle.engine.profile.TomlToken;
import org.bulle.engine.profile.TomlTokens;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.PlainTextChange;
import org.fxmisc.richtext.model.StyleSpan;
import org.fxmisc.richtext.model.StyleSpansBuilder;
import org.fxmisc.richtext.model.TwoDimensional;
import org.jspecify.annotations.Nullable;

/**
 * The text area. What happens on a key press does not depend on the size of the file: the line that was typed in is coloured by itself, and the whole text is
 * read in the background where that is not enough. Only lines that look otherwise than they should are styled anew, those in sight first, in portions.
 */
final class CodePane extends StackPane implements EditorText {
    /** Lines styled in one go. */
    private static final int PORTION = 60;
    /** Lines in sight styled in one go: the frame lays each of them out anew, which takes longer than the styling. */
    private static final int PORTION_IN_SIGHT = 4;

    /** After the last key in a text that has to be read as a whole. */
    private static final Duration BETWEEN_READINGS = Duration.millis(80);

    private final CodeArea area = new CodeArea();
    private final StringBuilder mirror = new StringBuilder();
    private @Nullable String copy;
    private final Tasks tasks;
    private final Turns turns;
    private final Gutter gutter;
    private final PauseTransition soon = new PauseTransition(BETWEEN_READINGS);
    private final Map<String, List<String>> styles = new HashMap<>();
    private Colours colours = Colours.EMPTY;
    private Marks marks = Marks.NONE;
    private final NavigableSet<Integer> unstyled = new TreeSet<>();
    private int typedFirst;
    private int typedLast = -1;
    private boolean styling;
    private boolean reading;
    private long edition;
    private int @Nullable [] brackets;
    private Runnable onEdited = () -> {};

    CodePane(Tasks tasks, Turns turns, String name) {
        this.tasks = tasks;
        this.turns = turns;
        area.setId("editor-text");
        area.setAccessibleText(name);
        area.getStyleClass().addAll("code-area", "editor-area");
        area.setUseInitialStyleForInsertion(false);
        gutter = new Gutter(area);
        area.plainTextChanges().subscribe(this::follow);
        area.caretPositionProperty().addListener((property, old, now) -> matchBrackets());
        soon.setOnFinished(event -> read());
        getChildren().add(new Apart(Gutter.beside(gutter, new ScrolledText(area))));
    }

    /** Loads the area's classes, some hundreds, before the first one is needed; on a background thread, since that takes longer than a frame. */
    static void prepare() {
        CodeArea first = new CodeArea("a");
        new Gutter(first);
        first.setStyleSpans(0, TomlText.styles("a"));
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
        String removed = change.getRemoved();
        String inserted = change.getInserted();
        forgetBrackets();
        mirror.replace(position, position + removed.length(), inserted);
        copy = null;
        edition++;
        marks = marks.after(position, removed.length(), inserted.length());
        int first = area.offsetToPosition(position, TwoDimensional.Bias.Forward).getMajor();
        int gone = feeds(removed);
        int come = feeds(inserted);
        shift(first, gone, come);
        typedFirst = first;
        typedLast = first + come;
        recolour(first, gone, come, position + inserted.length());
        onEdited.run();
    }

    private static int feeds(String text) {
        return (int) text.chars().filter(each -> each == '\n').count();
    }

    /** The lines below keep what is known of them. */
    private void shift(int first, int gone, int come) {
        gutter.shift(first + 1, come - gone);
        if (gone != come && !unstyled.isEmpty()) {
            List<Integer> below = unstyled.tailSet(first + gone, false).stream()
                    .map(line -> line + come - gone)
                    .toList();
            unstyled.tailSet(first, false).clear();
            unstyled.addAll(below);
        }
        for (int line = first; line <= first + come; line++) {
            unstyled.add(line);
        }
    }

    /** Reads the lines of an edit by themselves, or all of them soon. */
    private void recolour(int first, int gone, int come, int end) {
        int start = area.getAbsolutePosition(first, 0);
        int feed = mirror.indexOf("\n", end);
        String fresh = mirror.substring(start, feed < 0 ? mirror.length() : feed + 1);
        Optional<Colours> edited = come > PORTION ? Optional.empty() : colours.edited(first, gone, fresh, feed < 0);
        if (edited.isPresent()) {
            colours = edited.get();
            turns.beforeLayout(this::styleTyped);
            styleLater();
        } else {
            colours = colours.unread(first, gone, come);
            if (edition == 1) {
                read();
            } else {
                soon.playFromStart();
            }
        }
    }

    /** In the background, one text at a time. */
    private void read() {
        if (reading) {
            return;
        }
        reading = true;
        String text = get();
        long asked = edition;
        Colours before = colours;
        tasks.run(
                () -> Read.of(text, before),
                found -> {
                    reading = false;
                    if (asked == edition) {
                        unstyled.addAll(found.different());
                        colours = found.colours();
                        styleLater();
                    } else if (!colours.trusted() && soon.getStatus() != Animation.Status.RUNNING) {
                        soon.playFromStart();
                    }
                },
                failure -> reading = false);
    }

    /** @param different the lines that look otherwise than before */
    private record Read(Colours colours, List<Integer> different) {
        static Read of(String text, Colours before) {
            Colours now = Colours.of(text);
            List<Integer> different = new ArrayList<>();
            for (int line = 0; line < now.lines().size(); line++) {
                if (line >= before.lines().size()
                        || !now.lines()
                                .get(line)
                                .spans()
                                .equals(before.lines().get(line).spans())) {
                    different.add(line);
                }
            }
            return new Read(now, different);
        }
    }

    private void styleLater() {
        if (!styling && !unstyled.isEmpty()) {
            styling = true;
            turns.add(this::style);
        }
    }

    /** The lines of the last edit are shown as they should be at once: their nodes are made anew in this frame anyway. */
    private void styleTyped() {
        for (int line = typedFirst;
                line <= typedLast && line < area.getParagraphs().size();
                line++) {
            if (unstyled.remove(line)) {
                style(line, line + 1);
            }
        }
    }

    /** A turn's worth: what is in sight first. */
    private void style() {
        styling = false;
        long end = System.nanoTime() + Turns.TURN_NANOS;
        int seen = 0;
        while (!unstyled.isEmpty() && seen < PORTION_IN_SIGHT && System.nanoTime() < end) {
            Integer here = inSight();
            int line = here == null ? unstyled.first() : here;
            int last = line;
            int most = here == null ? PORTION : 1;
            while (last - line < most && unstyled.remove(last)) {
                last++;
            }
            boolean styled = style(line, Math.min(last, area.getParagraphs().size()));
            seen += styled && here != null ? 1 : 0;
        }
        styleLater();
    }

    private @Nullable Integer inSight() {
        Integer line = unstyled.ceiling(gutter.firstInSight());
        return line != null && line <= gutter.lastInSight() ? line : null;
    }

    /** The lines from {@code first} up to {@code end}, if any looks wrong: styling a line makes its nodes anew. */
    private boolean style(int first, int end) {
        int from = first;
        while (from < end && looksRight(from)) {
            from++;
        }
        int to = end;
        while (to > from && looksRight(to - 1)) {
            to--;
        }
        if (from >= to) {
            return false;
        }
        StyleSpansBuilder<Collection<String>> spans = new StyleSpansBuilder<>();
        for (int line = from; line < to; line++) {
            for (Styled styled : wanted(line)) {
                spans.add(styled.styles(), styled.length());
            }
            if (line < to - 1) {
                spans.add(List.of(), 1);
            }
        }
        spans.add(List.of(), 0);
        area.setStyleSpans(area.getAbsolutePosition(from, 0), spans.create());
        return true;
    }

    private boolean looksRight(int line) {
        if (colours.lines().get(line) == Colours.Line.UNREAD) {
            return true;
        }
        Iterator<Styled> wanted = wanted(line).iterator();
        int left = 0;
        List<String> style = List.of();
        for (StyleSpan<Collection<String>> shown : area.getStyleSpans(line)) {
            int length = shown.getLength();
            while (length > 0) {
                if (left == 0) {
                    if (!wanted.hasNext()) {
                        return false;
                    }
                    Styled next = wanted.next();
                    left = next.length();
                    style = next.styles();
                }
                if (!style.equals(shown.getStyle())) {
                    return false;
                }
                int both = Math.min(left, length);
                left -= both;
                length -= both;
            }
        }
        return true;
    }

    /** Characters that have the same styles. */
    private record Styled(int length, List<String> styles) {}

    /** How a line shall look, without its line feed: the colours, cut where a problem or a bracket begins and ends. */
    private List<Styled> wanted(int line) {
        int start = area.getAbsolutePosition(line, 0);
        int end = start + area.getParagraphLength(line);
        List<Marks.Mark> here = marks.in(start, end);
        int[] pair = brackets;
        List<Styled> wanted = new ArrayList<>();
        int at = start;
        for (Colours.Span span : colours.lines().get(line).spans()) {
            int until = Math.min(end, at + span.length());
            while (at < until) {
                int next = until;
                String mark = "";
                for (Marks.Mark each : here) {
                    if (each.start() > at) {
                        next = Math.min(next, each.start());
                    } else if (each.end() > at) {
                        next = Math.min(next, each.end());
                        mark = mark.isEmpty() ? each.style() : mark;
                    }
                }
                for (int bracket : pair == null ? new int[0] : pair) {
                    if (bracket == at) {
                        next = at + 1;
                        mark = "bracket-match";
                    } else if (bracket > at) {
                        next = Math.min(next, bracket);
                    }
                }
                wanted.add(new Styled(next - at, styles(span.style(), mark)));
                at = next;
            }
        }
        return wanted;
    }

    private List<String> styles(String colour, String mark) {
        return styles.computeIfAbsent(
                colour + " " + mark,
                key -> java.util.stream.Stream.of(colour, mark)
                        .filter(style -> !style.isEmpty())
                        .toList());
    }

    /** Shows problems under the text and in the gutter. */
    void show(List<Problem> problems) {
        String text = get();
        long asked = edition;
        tasks.run(
                () -> Marks.of(text, problems),
                found -> {
                    if (asked == edition) {
                        marks.without(found).forEach(this::unstyle);
                        found.without(marks).forEach(this::unstyle);
                        marks = found;
                        gutter.show(problems);
                        styleLater();
                    }
                },
                failure -> {});
    }

    private void unstyle(Marks.Mark mark) {
        int last = line(mark.end());
        for (int line = line(mark.start()); line <= last; line++) {
            unstyled.add(line);
        }
    }

    private int line(int offset) {
        return area.offsetToPosition(Math.clamp(offset, 0, area.getLength()), TwoDimensional.Bias.Backward)
                .getMajor();
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
        if (copy == null) {
            copy = mirror.toString();
        }
        return copy;
    }

    @Override
    public int length() {
        return mirror.length();
    }

    @Override
    public void apply(TextEdit edit) {
        area.getUndoManager().preventMerge();
        area.replaceText(edit.start(), edit.end(), edit.replacement());
        area.getUndoManager().preventMerge();
    }

    /** The bracket at the cursor and its other half, found among the tokens: those in strings and comments do not count. */
    private void matchBrackets() {
        forgetBrackets();
        int caret = area.getCaretPosition();
        boolean beside = isBracket(caret) || isBracket(caret - 1);
        if (beside && area.getLength() == mirror.length()) {
            String text = get();
            long asked = edition;
            tasks.run(
                    () -> Brackets.match(TomlTokens.of(text), text, caret),
                    found -> found.filter(pair -> asked == edition && caret == area.getCaretPosition())
                            .ifPresent(this::mark),
                    failure -> {});
        }
        styleLater();
    }

    private void mark(int[] pair) {
        brackets = pair;
        unstyleBrackets(pair);
        styleLater();
    }

    private void forgetBrackets() {
        int[] pair = brackets;
        if (pair != null) {
            brackets = null;
            unstyleBrackets(pair);
        }
    }

    private void unstyleBrackets(int[] pair) {
        for (int at : pair) {
            unstyled.add(line(at));
        }
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

    /** Puts a node over the text, its upper left corner below a character, moved so that it can be seen whole. What is new in it has its styles already. */
    void anchor(javafx.scene.layout.Region node, int offset) {
        Optional<Point2D> corner = below(offset);
        if (corner.isEmpty()) {
            return;
        }
        StackPane.setAlignment(node, javafx.geometry.Pos.TOP_LEFT);
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
