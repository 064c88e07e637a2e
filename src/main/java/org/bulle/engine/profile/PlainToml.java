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
 * good part of a second to warm up; a test compares the two on many texts.
 */
final class PlainToml {
    private static final int LONGEST_NUMBER = 17;

    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    private PlainToml(String text) {
        this.text = text;
    }

    /** The same tree as tomlj's, or nothing when the text is not plain. */
    static Optional<TomlNode.Table> read(String text) {
        return Optional.ofNullable(new PlainToml(text).document());
    }

    private TomlNode.@Nullable Table document() {
        Map<String, TomlNode.Field> root = new LinkedHashMap<>();
        Map<String, TomlNode.Field> current = root;
        while (at < text.length()) {
            skipBlanks();
            char c = peek();
            if (c == '[') {
                current = header(root);
            } else if (isBare(c)) {
                current = keyValue(current) ? current : null;
            }
            if (current == null || !endOfLine()) {
                return null;
            }
        }
        return new TomlNode.Table(root, 1, 1);
    }

    /** {@code [a]} or {@code [a.b]}; the last part must be new. */
    private @Nullable Map<String, TomlNode.Field> header(Map<String, TomlNode.Field> root) {
        int column = column();
        at++;
        Map<String, TomlNode.Field> table = root;
        boolean fresh = false;
        do {
            String key = bareKey();
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
            if (key.isEmpty()) {
                return null;
            }
        } while (accept('.'));
        return fresh && accept(']') ? table : null;
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
        return value != null && table.put(key, new TomlNode.Field(key, keyLine, column, value)) == null;
    }

    private @Nullable TomlNode items() {
        int startLine = line;
        int startColumn = column();
        at++;
        List<TomlNode> items = new ArrayList<>();
        while (true) {
            if (!skipLines()) {
                return null;
            }
            if (accept(']')) {
                return new TomlNode.Items(items, startLine, startColumn);
            }
            TomlNode item = peek() == '"' || peek() == '\'' ? string() : null;
            if (item == null || !skipLines()) {
                return null;
            }
            items.add(item);
            if (!accept(',') && peek() != ']') {
                return null;
            }
        }
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

    private @Nullable TomlNode string() {
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

    private void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
    }

    private String bareKey() {
        int from = at;
        while (at < text.length() && isBare(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    private boolean accept(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    /** The next character; 0 at the end. */
    private char peek() {
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
