package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the plain TOML that nearly every profile is: tables with bare keys, one-line strings, lists of them, booleans, whole numbers. At anything
 * else, and at any mistake, it gives up, and tomlj reads the text. It exists because a run must start fast and tomlj's generated parser takes a
 * good part of a second to warm up; a test compares the two on many texts. What {@link FaultyToml} does instead of giving up is in methods of its own, so that a
 * run that has no mistakes to tell loads nothing for them.
 */
class PlainToml {
    private static final int LONGEST_NUMBER = 17;
    /** Lists in lists; tomlj is told to read a little deeper. */
    private static final int DEEPEST = 8;

    final String text;
    int at;
    int line = 1;
    int lineStart;

    /** Where the lists begin that are open here, outermost first. */
    final int[] opened = new int[DEEPEST];

    int depth;
    /** The last line that began where an item of a list is wanted, and the lists that were open there; before the statement when there is none. */
    int safe;

    int safeLine;
    int safeDepth;
    /** The same before that. */
    int before;

    int beforeLine;
    int beforeDepth;
    /** The table of the last header that was complete. */
    @Nullable
    Map<String, TomlNode.Field> headed;

    /** Which table the next statement belongs to is not known. */
    boolean lost;

    /** The statement ends here, at the beginning of a line, though it is not complete. */
    boolean ended;

    PlainToml(String text) {
        this.text = text;
    }

    /** The same tree as tomlj's, or nothing when the text is not plain. */
    static Optional<TomlNode.Table> read(String text) {
        return Optional.ofNullable(new PlainToml(text).document());
    }

    final TomlNode.@Nullable Table document() {
        Map<String, TomlNode.Field> root = new LinkedHashMap<>();
        Map<String, TomlNode.Field> current = root;
        while (at < text.length()) {
            int start = at;
            int startLine = line;
            statementAt(start, startLine);
            ended = false;
            lost = false;
            headed = null;
            depth = 0;
            safe = -1;
            before = -1;
            Map<String, TomlNode.Field> next = statement(root, current);
            if (next == null && !passStatement()) {
                return null;
            }
            boolean header = text.startsWith("[", start + blanks(start));
            Map<String, TomlNode.Field> known = headed;
            if (lost || next == null && header && known == null) {
                next = new LinkedHashMap<>();
                headed = null;
            } else if (next == null) {
                next = header && known != null ? known : current;
            }
            if (header || lost) {
                headerAt(headed != null, start, startLine);
            }
            current = next;
        }
        return new TomlNode.Table(root, 1, 1);
    }

    private @Nullable Map<String, TomlNode.Field> statement(
            Map<String, TomlNode.Field> root, Map<String, TomlNode.Field> current) {
        skipBlanks();
        Map<String, TomlNode.Field> table = current;
        char c = peek();
        if (c == '[') {
            table = header(root);
            headed = table;
        } else if (isBare(c)) {
            table = keyValue(current) ? current : null;
        }
        return table != null && (ended || endOfLine()) ? table : null;
    }

    /** A statement cannot be read; whether reading goes on, from where this has put it. */
    boolean passStatement() {
        return false;
    }

    /** An item of a list cannot be read; whether reading goes on, from where this has put it. */
    boolean passItem() {
        return false;
    }

    /** The table has the key already; whether reading goes on. */
    boolean passDuplicate(TomlNode.Field known, int keyLine, int column) {
        return false;
    }

    /** A statement begins. */
    void statementAt(int start, int startLine) {}

    /** What comes now belongs to the table of a header that begins there, or to none that is known. */
    void headerAt(boolean known, int start, int startLine) {}

    /** {@code [a]} or {@code [a.b]}; the last part must be new. */
    private @Nullable Map<String, TomlNode.Field> header(Map<String, TomlNode.Field> root) {
        int column = column();
        at++;
        List<String> path = new ArrayList<>(2);
        do {
            String key = bareKey();
            if (key.isEmpty()) {
                return null;
            }
            path.add(key);
        } while (accept('.'));
        if (!accept(']')) {
            return null;
        }
        Map<String, TomlNode.Field> table = root;
        boolean fresh = false;
        for (String key : path) {
            TomlNode.Field known = table.get(key);
            fresh = known == null;
            if (known == null) {
                TomlNode.Table made = new TomlNode.Table(new LinkedHashMap<>(), line, column);
                table.put(key, new TomlNode.Field(key, line, column, made));
                table = made.fields();
            } else if (known.value() instanceof TomlNode.Table inner) {
                table = inner.fields();
            } else {
                return null;
            }
        }
        return fresh ? table : null;
    }

    private boolean keyValue(Map<String, TomlNode.Field> table) {
        int column = column();
        int keyLine = line;
        String key = bareKey();
        skipBlanks();
        if (!accept('=')) {
            return false;
        }
        skipBlanks();
        TomlNode value = peek() == '[' ? items() : scalar();
        if (value == null) {
            return false;
        }
        TomlNode.Field known = table.putIfAbsent(key, new TomlNode.Field(key, keyLine, column, value));
        return known == null || passDuplicate(known, keyLine, column);
    }

    private @Nullable TomlNode items() {
        if (depth == DEEPEST) {
            return null;
        }
        int startLine = line;
        int startColumn = column();
        opened[depth++] = at++;
        List<TomlNode> items = new ArrayList<>();
        boolean open = true;
        while (open) {
            Step step = item(items);
            if (step == Step.WRONG && !ended && !passItem()) {
                return null;
            }
            open = step != Step.CLOSED && !ended;
        }
        depth--;
        return new TomlNode.Items(items, startLine, startColumn);
    }

    private enum Step {
        MORE,
        CLOSED,
        WRONG
    }

    /** An item with its comma, or the end of its list. */
    private Step item(List<TomlNode> items) {
        int lineBefore = line;
        if (!skipLines()) {
            return Step.WRONG;
        }
        if (line > lineBefore) {
            safeHere();
        }
        if (accept(']')) {
            return Step.CLOSED;
        }
        char c = peek();
        TomlNode item = c == '[' ? items() : c == '"' || c == '\'' ? string() : null;
        if (item == null) {
            return Step.WRONG;
        }
        items.add(item);
        if (ended || !skipLines()) {
            return Step.WRONG;
        }
        if (accept(']')) {
            return Step.CLOSED;
        }
        return accept(',') ? Step.MORE : Step.WRONG;
    }

    final void safeHere() {
        before = safe;
        beforeLine = safeLine;
        beforeDepth = safeDepth;
        safe = lineStart;
        safeLine = line;
        safeDepth = depth;
    }

    private @Nullable TomlNode scalar() {
        char c = peek();
        if (c == '"' || c == '\'') {
            return string();
        }
        int column = column();
        String word = bareKey();
        if (word.equals("true") || word.equals("false")) {
            return new TomlNode.Flag(word.equals("true"), line, column);
        }
        boolean whole = !word.isEmpty()
                && word.length() <= LONGEST_NUMBER
                && word.chars().allMatch(d -> d >= '0' && d <= '9');
        boolean plain = whole && (word.length() == 1 || word.charAt(0) != '0') && ".:".indexOf(peek()) < 0;
        return plain ? new TomlNode.Whole(Long.parseLong(word), line, column) : null;
    }

    final @Nullable TomlNode string() {
        int column = column();
        char quote = text.charAt(at++);
        StringBuilder value = null;
        int from = at;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote) {
                if (at == from && value == null && at + 1 < text.length() && text.charAt(at + 1) == quote) {
                    return null;
                }
                String tail = text.substring(from, at++);
                return new TomlNode.Text(
                        value == null ? tail : value.append(tail).toString(), line, column);
            }
            if (isControl(c) || Character.isSurrogate(c) && !isPair()) {
                return null;
            }
            if (c == '\\' && quote == '"') {
                value = (value == null ? new StringBuilder() : value).append(text, from, at);
                char escaped = escape();
                if (escaped == 0) {
                    return null;
                }
                value.append(escaped);
                from = at;
            } else {
                at += Character.isSurrogate(c) ? 2 : 1;
            }
        }
        return null;
    }

    /** The character of a one-letter escape, or 0 for those that tomlj reads. */
    private char escape() {
        at += 2;
        return switch (at <= text.length() ? text.charAt(at - 1) : 0) {
            case '"' -> '"';
            case '\\' -> '\\';
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> 0;
        };
    }

    /** Blanks, comments and line ends, as between the elements of a list. */
    private boolean skipLines() {
        while (true) {
            skipBlanks();
            char c = peek();
            if (c != '#' && c != '\n' && c != '\r') {
                return true;
            }
            if (!endOfLine()) {
                return false;
            }
        }
    }

    /** A comment or nothing up to the end of the line or of the text. */
    private boolean endOfLine() {
        skipBlanks();
        if (peek() == '#') {
            while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                char c = text.charAt(at);
                if (isControl(c) || Character.isSurrogate(c) && !isPair()) {
                    return false;
                }
                at += Character.isSurrogate(c) ? 2 : 1;
            }
        }
        if (at >= text.length()) {
            return true;
        }
        if (text.charAt(at) == '\r') {
            at++;
        }
        if (at >= text.length() || text.charAt(at) != '\n') {
            return false;
        }
        at++;
        line++;
        lineStart = at;
        return true;
    }

    final void skipBlanks() {
        at += blanks(at);
    }

    /** How many blanks begin at an offset. */
    final int blanks(int offset) {
        int end = offset;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return end - offset;
    }

    final String bareKey() {
        int from = at;
        while (at < text.length() && isBare(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    final boolean accept(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    /** The next character; 0 at the end. */
    final char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private int column() {
        return text.codePointCount(lineStart, at) + 1;
    }

    private boolean isPair() {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    private static boolean isBare(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    private static boolean isControl(char c) {
        return c < ' ' && c != '\t' || c == 0x7f;
    }
}
