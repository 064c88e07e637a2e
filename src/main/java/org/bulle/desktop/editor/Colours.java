package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.desktop.shared.TomlText;
import org.bulle.engine.profile.TomlToken;
import org.bulle.engine.profile.TomlTokens;

/**
 * The colours of a text, line by line. An edit inside a line of an ordinary text is followed by reading that line alone, which is what keeps typing in a large
 * file fluid; where a line cannot be read without the others, the whole text is read again.
 *
 * @param lines each with its line feed; a text that ends with one has an empty line last
 * @param trusted whether every line could be read: in a text with mistakes nothing is said of a line by itself
 */
record Colours(List<Line> lines, boolean trusted) {
    static final Colours EMPTY = new Colours(List.of(new Line(List.of(), Start.TOP)), true);
    private static final String IN_LIST = "x=[\n";

    /** Characters of a line that look alike; an empty style is plain. */
    record Span(int length, String style) {}

    /** What stands around the beginning of a line. */
    enum Start {
        /** Nothing: a key, a table or a comment may follow. */
        TOP,
        /** One list of the first level. */
        LIST,
        /** Strings of several lines, lists in lists. */
        ELSEWHERE
    }

    record Line(List<Span> spans, Start start) {
        static final Line UNREAD = new Line(List.of(), Start.ELSEWHERE);

        Line {
            spans = List.copyOf(spans);
        }

        /** The style of the character at an offset in the line. */
        String at(int offset) {
            int end = 0;
            for (Span span : spans) {
                end += span.length();
                if (offset < end) {
                    return span.style();
                }
            }
            return "";
        }
    }

    /** Reads a whole text. */
    static Colours of(String text) {
        Reading reading = new Reading(text, 0, Start.TOP, true);
        return new Colours(reading.lines, reading.clean);
    }

    /**
     * Follows an edit that begins and ends in ordinary lines.
     *
     * @param first the line that the edit begins in
     * @param removed how many lines it took away, the first not counted
     * @param fresh the text of the lines now in its place, with the last one's line feed if it has one
     * @param last whether they are the last of the text
     * @return the colours after it; empty when the whole text has to be read
     */
    Optional<Colours> edited(int first, int removed, String fresh, boolean last) {
        if (!trusted || first + removed >= lines.size()) {
            return Optional.empty();
        }
        Start start = lines.get(first).start();
        Start after = last ? Start.TOP : lines.get(first + removed + 1).start();
        if (start == Start.ELSEWHERE || after == Start.ELSEWHERE) {
            return Optional.empty();
        }
        Reading reading = start == Start.LIST
                ? new Reading(IN_LIST + fresh, IN_LIST.length(), start, last)
                : new Reading(fresh, 0, start, last);
        List<Line> read = last ? reading.lines : reading.lines.subList(0, reading.lines.size() - 1);
        boolean fits = last || reading.lines.getLast().start() == after;
        if (!reading.clean || !fits || read.stream().anyMatch(line -> line.start() == Start.ELSEWHERE)) {
            return Optional.empty();
        }
        List<Line> all = new ArrayList<>(lines.size() + read.size());
        all.addAll(lines.subList(0, first));
        all.addAll(read);
        all.addAll(lines.subList(first + removed + 1, lines.size()));
        return Optional.of(new Colours(all, true));
    }

    /** Keeps the lines apart from those of an edit, of which nothing is known before the whole text was read. */
    Colours unread(int first, int removed, int come) {
        List<Line> all = new ArrayList<>(lines.size() + come);
        all.addAll(lines.subList(0, first));
        all.addAll(java.util.Collections.nCopies(come + 1, Line.UNREAD));
        all.addAll(lines.subList(first + removed + 1, lines.size()));
        return new Colours(all, false);
    }

    /** Cuts the coloured text into lines. */
    private static final class Reading {
        private final String text;
        private final List<Line> lines = new ArrayList<>();
        private List<Span> spans = new ArrayList<>();
        private Start start;
        private boolean clean = true;
        private int depth;

        /**
         * @param from where the lines begin; what is before says what is around them
         * @param whole whether nothing comes after them
         */
        private Reading(String text, int from, Start start, boolean whole) {
            this.text = text;
            this.start = start;
            List<TomlToken> tokens = TomlTokens.of(text);
            List<TomlText.Span> colours = TomlText.spans(text, tokens);
            int next = 0;
            for (TomlToken token : tokens) {
                while (next < colours.size() && colours.get(next).start() < token.end()) {
                    TomlText.Span colour = colours.get(next++);
                    if (colour.start() >= from) {
                        add(colour.start(), colour.end(), colour.style(), token.kind() == TomlToken.Kind.NEWLINE);
                    }
                }
                follow(token);
                if (token.kind() == TomlToken.Kind.NEWLINE && token.start() >= from) {
                    end(around());
                }
            }
            lines.add(new Line(spans, this.start));
            clean &= !whole || depth == 0;
        }

        private Start around() {
            return depth == 0 ? Start.TOP : depth == 1 ? Start.LIST : Start.ELSEWHERE;
        }

        /** A line feed inside of a token belongs to a string of several lines. */
        private void add(int from, int to, String style, boolean newline) {
            int at = from;
            int feed = newline ? -1 : text.indexOf('\n', from);
            while (feed >= 0 && feed < to) {
                spans.add(new Span(feed + 1 - at, style));
                end(Start.ELSEWHERE);
                at = feed + 1;
                feed = text.indexOf('\n', at);
            }
            if (at < to) {
                spans.add(new Span(to - at, style));
            }
        }

        private void end(Start next) {
            lines.add(new Line(spans, start));
            spans = new ArrayList<>();
            start = next;
        }

        private void follow(TomlToken token) {
            switch (token.kind()) {
                case BRACKET, BRACE -> {
                    boolean opens = "[{".indexOf(text.charAt(token.start())) >= 0;
                    // A table in a list counts twice: its lines are not a list's.
                    depth += (opens ? 1 : -1) * (token.kind() == TomlToken.Kind.BRACE ? 2 : 1);
                    clean &= depth >= 0;
                }
                case KEY -> clean &= depth != 1 && ("\"'".indexOf(text.charAt(token.start())) < 0 || isClosed(token));
                case HEADER -> clean &= depth == 0;
                case STRING -> clean &= isClosed(token);
                case ERROR -> clean = false;
                case NUMBER, BOOLEAN, DATE, COMMENT, COMMA, EQUALS, DOT, BLANK, NEWLINE -> {}
            }
        }

        private boolean isClosed(TomlToken token) {
            String string = token.in(text);
            char quote = string.charAt(0);
            String edge = string.startsWith(String.valueOf(quote).repeat(3))
                    ? String.valueOf(quote).repeat(3)
                    : "" + quote;
            int escapes = 0;
            while (quote == '"' && string.charAt(Math.max(0, string.length() - edge.length() - 1 - escapes)) == '\\') {
                escapes++;
            }
            return string.length() >= 2 * edge.length() && string.endsWith(edge) && escapes % 2 == 0;
        }
    }
}
