package org.bulle.engine.profile;

import java.util.Arrays;

/**
 * A text for tomlj without the lines that say nothing: of many in a row that are blank or only a comment, one is kept. What tomlj 2.2.0 takes for them grows with the
 * cube of their number: 1,000 take 4 seconds, 2,000 take 39. What is a comment and what is in a string is told by tomlj's own lexer.
 */
final class SparseText {
    /** Fewer lines in a row take tomlj no time worth a second look at the text. */
    private static final int MANY = 16;

    private final StringBuilder kept = new StringBuilder();
    /** The line of the whole text for each line that is kept, both from 1 on. */
    private int[] lines = {0, 1};

    private int count = 2;

    private SparseText() {}

    static SparseText of(String text) {
        return hasMany(text) ? without(text) : whole(text);
    }

    /** With all of its lines. */
    static SparseText whole(String text) {
        SparseText whole = new SparseText();
        whole.kept.append(text);
        return whole;
    }

    private static SparseText without(String text) {
        SparseText sparse = new SparseText();
        int line = 1;
        int lineStart = 0;
        boolean empty = true;
        boolean emptyBefore = false;
        for (TomlToken token : TomlTokens.of(text)) {
            sparse.kept.append(text, token.start(), token.end());
            int feeds = feeds(text, token);
            line += feeds;
            switch (token.kind()) {
                case BLANK, COMMENT -> {}
                case NEWLINE -> {
                    if (empty && emptyBefore) {
                        sparse.kept.setLength(lineStart);
                        sparse.lines[sparse.count - 1] = line;
                    } else {
                        sparse.add(line, 1);
                    }
                    emptyBefore = empty;
                    empty = true;
                    lineStart = sparse.kept.length();
                }
                default -> {
                    empty = false;
                    sparse.add(line, feeds);
                }
            }
        }
        return sparse;
    }

    private static int feeds(String text, TomlToken token) {
        int feeds = 0;
        for (int feed = text.indexOf('\n', token.start());
                feed >= 0 && feed < token.end();
                feed = text.indexOf('\n', feed + 1)) {
            feeds++;
        }
        return feeds;
    }

    private void add(int line, int feeds) {
        for (int i = feeds - 1; i >= 0; i--) {
            if (count == lines.length) {
                lines = Arrays.copyOf(lines, 2 * count);
            }
            lines[count++] = line - i;
        }
    }

    /** Quickly and without a lexer; also where the lines are in a string. */
    private static boolean hasMany(String text) {
        int run = 0;
        for (int start = 0; start < text.length() && run < MANY; ) {
            int feed = text.indexOf('\n', start);
            int end = feed < 0 ? text.length() : feed;
            int first = start;
            while (first < end && " \t\r".indexOf(text.charAt(first)) >= 0) {
                first++;
            }
            run = first == end || text.charAt(first) == '#' ? run + 1 : 0;
            start = end + 1;
        }
        return run >= MANY;
    }

    String text() {
        return kept.toString();
    }

    /** The line of the whole text. */
    int line(int line) {
        return count == 2 || line < 1 ? line : lines[Math.min(line, count - 1)];
    }
}
