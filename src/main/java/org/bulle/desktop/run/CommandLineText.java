package org.bulle.desktop.run;

import java.util.ArrayList;
import java.util.List;
import org.bulle.desktop.shared.ShellText;

/** A run as it would be typed in a shell, in pieces that are shown differently. */
final class CommandLineText {
    /** How a piece is to be taken. */
    enum Part {
        PROGRAM,
        FLAG,
        WORD,
        QUOTED,
        /** A line that goes on: blank, backslash, line feed, two blanks. */
        BREAK
    }

    record Piece(Part part, String text) {}

    private static final String GOES_ON = " \\\n  ";
    private final String home;
    private final int width;
    private final List<Piece> pieces = new ArrayList<>();
    private int column;
    /** Before the two dashes; what comes after them is the command's. */
    private boolean flags = true;

    private CommandLineText(String home, int width) {
        this.home = home;
        this.width = width;
    }

    /** On one line, to be pasted. */
    static String oneLine(RunDraft draft, String home) {
        StringBuilder line = new StringBuilder();
        pieces(draft, home, Integer.MAX_VALUE).forEach(piece -> line.append(piece.text()));
        return line.toString();
    }

    /**
     * @param width of a line in characters, where the words allow it
     */
    static List<Piece> pieces(RunDraft draft, String home, int width) {
        CommandLineText text = new CommandLineText(home, width);
        text.add(Part.PROGRAM, "bulle");
        List<String> words = draft.arguments();
        int end = draft.command().isEmpty()
                ? words.size()
                : words.size() - draft.command().size() - 1;
        List<String> chunk = new ArrayList<>();
        for (int i = 0; i < end; i++) {
            if (words.get(i).startsWith("--") || i < 2) {
                text.chunk(chunk);
            }
            chunk.add(words.get(i));
        }
        text.chunk(chunk);
        if (end < words.size()) {
            text.lineBreak();
            text.add(Part.WORD, "--");
            text.flags = false;
            words.subList(end + 1, words.size()).forEach(word -> text.chunk(new ArrayList<>(List.of(word))));
        }
        return text.pieces;
    }

    /** A flag stays with its value. */
    private void chunk(List<String> words) {
        if (words.isEmpty()) {
            return;
        }
        List<String> spelled = words.stream().map(this::spell).toList();
        int length = spelled.stream().mapToInt(word -> word.length() + 1).sum();
        if (column + length > width && column > 2) {
            lineBreak();
        } else {
            add(Part.WORD, " ");
        }
        for (int i = 0; i < words.size(); i++) {
            if (i > 0) {
                add(Part.WORD, " ");
            }
            boolean flag = flags && i == 0 && words.get(i).startsWith("--");
            add(flag ? Part.FLAG : spelled.get(i).startsWith("'") ? Part.QUOTED : Part.WORD, spelled.get(i));
        }
        words.clear();
    }

    /** What lies in home begins with a tilde, which a shell puts back; but not between quotes. */
    private String spell(String word) {
        if (home.length() > 1 && word.startsWith(home + "/")) {
            String below = word.substring(home.length() + 1);
            if (ShellText.quote(below).equals(below)) {
                return "~/" + below;
            }
        }
        return ShellText.quote(word);
    }

    private void lineBreak() {
        if (width == Integer.MAX_VALUE) {
            add(Part.WORD, " ");
        } else {
            pieces.add(new Piece(Part.BREAK, GOES_ON));
            column = 2;
        }
    }

    private void add(Part part, String text) {
        pieces.add(new Piece(part, text));
        column += text.length();
    }
}
