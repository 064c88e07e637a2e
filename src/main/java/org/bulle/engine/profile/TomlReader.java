package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseOptions;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** The one caller of tomlj's parser. */
final class TomlReader {
    /** Characters; a profile of this size has long stopped being one that a person reads. */
    static final int LARGEST = 1 << 20;

    private static final int DEEPEST = 16;
    /** One open quote in a long file makes a mistake of every line after it. */
    static final int MOST_FAULTS = 20;

    static final String NOT_VALID = "not valid TOML: ";

    private static final TomlParseOptions OPTIONS =
            TomlParseOptions.sourceless().withMaxNestingDepth(DEEPEST);
    static final Pattern ELSEWHERE = Pattern.compile("(?<= (?:opened|defined) at line )\\d+");
    private static final Pattern DUPLICATE =
            Pattern.compile("(.+) previously defined at line (\\d+), column (\\d+)", Pattern.DOTALL);

    private TomlReader() {}

    /**
     * @param root everything that could be read, also beside faults
     * @param faults what is wrong with the text as TOML
     */
    record Read(TomlNode.Table root, List<Problem> faults) {}

    static Read read(String file, String text) {
        if (text.length() > LARGEST) {
            Problem tooLarge = fault(file, 1, 1, "", "the file is larger than " + LARGEST + " characters");
            return new Read(new TomlNode.Table(Map.of(), 1, 1), List.of(tooLarge));
        }
        String content = withoutByteOrderMark(text);
        return PlainToml.read(content)
                .map(root -> new Read(root, List.of()))
                .or(() -> FaultyToml.read(file, content))
                .orElseGet(() -> readFully(file, content));
    }

    /** What tomlj finds wrong with a piece of a text; nothing when it fails on it. */
    static Optional<List<Problem>> faultsOf(String file, String piece) {
        SparseText sparse = SparseText.of(piece);
        try {
            return Optional.of(Toml.parse(sparse.text(), OPTIONS).errors().stream()
                    .map(error -> new Reported(file, sparse).fault(error))
                    .toList());
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** By tomlj, whatever the text. */
    static Read readFully(String file, String content) {
        return readFully(file, SparseText.of(content));
    }

    static Read readFully(String file, SparseText content) {
        TomlParseResult result;
        try {
            result = Toml.parse(content.text(), OPTIONS);
        } catch (RuntimeException e) {
            // tomlj 2.2.0 fails with a NullPointerException on some unclosed inline tables; its parser says no more
            // than that.
            return new Read(new TomlNode.Table(Map.of(), 1, 1), List.of(fault(file, 1, 1, "", "not valid TOML")));
        }
        Reported reported = new Reported(file, content);
        return new Read(reported.table(result, 1, 1, 0), reported.faults(result.errors()));
    }

    static Problem more(String file, int line, int column, int more) {
        return fault(file, line, column, "", more + " more from here on, which perhaps only follow from the first");
    }

    static Problem duplicate(String file, int line, int column, String key, String first) {
        return fault(file, line, column, key, "duplicate key \"" + key + "\", first set in line " + first);
    }

    /** What a key, bare or quoted, reads as. */
    static String key(String written) {
        boolean quoted = written.startsWith("\"") || written.startsWith("'");
        return quoted ? Toml.parseDottedKey(written).getFirst() : written;
    }

    static String withoutByteOrderMark(String text) {
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    private static Problem fault(String file, int line, int column, String key, String message) {
        return new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, file, line, column, key, message, null);
    }

    /** What tomlj says, with the lines of the whole text. */
    private record Reported(String file, SparseText content) {
        List<Problem> faults(List<TomlParseError> errors) {
            List<Problem> faults = new ArrayList<>();
            errors.stream().limit(MOST_FAULTS).forEach(error -> faults.add(fault(error)));
            if (errors.size() > MOST_FAULTS) {
                TomlPosition next = errors.get(MOST_FAULTS).position();
                int more = errors.size() - MOST_FAULTS;
                faults.add(more(file, content.line(next.line()), next.column(), more));
            }
            return List.copyOf(faults);
        }

        Problem fault(TomlParseError error) {
            TomlPosition at = error.position();
            int line = content.line(at.line());
            String message = String.valueOf(error.getMessage());
            Matcher duplicate = DUPLICATE.matcher(message);
            if (duplicate.matches()) {
                String key = Printable.escape(duplicate.group(1));
                int first = content.line(Integer.parseInt(duplicate.group(2)));
                return duplicate(file, line, at.column(), key, Integer.toString(first));
            }
            String placed = ELSEWHERE
                    .matcher(message)
                    .replaceAll(opened -> Integer.toString(content.line(Integer.parseInt(opened.group()))));
            return TomlReader.fault(file, line, at.column(), "", NOT_VALID + Printable.escape(placed));
        }

        TomlNode.Table table(TomlTable table, int line, int column, int depth) {
            Map<String, TomlNode.Field> fields = new LinkedHashMap<>();
            for (Map.Entry<String, Object> entry : table.entrySet()) {
                List<String> path = List.of(entry.getKey());
                TomlPosition key = table.inputPositionOf(path);
                int keyLine = key == null ? line : content.line(key.line());
                int keyColumn = key == null ? column : key.column();
                var written = table.entry(path);
                TomlPosition at = written == null || written.value() == null
                        ? key
                        : written.value().position();
                int valueLine = at == null ? keyLine : content.line(at.line());
                int valueColumn = at == null ? keyColumn : at.column();
                TomlNode value = node(entry.getValue(), valueLine, valueColumn, depth + 1);
                fields.put(entry.getKey(), new TomlNode.Field(entry.getKey(), keyLine, keyColumn, value));
            }
            return new TomlNode.Table(fields, line, column);
        }

        private TomlNode node(Object value, int line, int column, int depth) {
            if (depth > DEEPEST + 1) {
                return new TomlNode.Other("something nested too deeply", line, column);
            }
            return switch (value) {
                case String text -> new TomlNode.Text(text, line, column);
                case Boolean flag -> new TomlNode.Flag(flag, line, column);
                case Long whole -> new TomlNode.Whole(whole, line, column);
                case TomlTable table -> table(table, line, column, depth);
                case TomlArray array -> items(array, line, column, depth);
                case Double ignored -> new TomlNode.Other("a number", line, column);
                default -> new TomlNode.Other("a date or time", line, column);
            };
        }

        private TomlNode items(TomlArray array, int line, int column, int depth) {
            List<TomlNode> items = new ArrayList<>(array.size());
            for (int i = 0; i < array.size(); i++) {
                TomlPosition at = array.inputPositionOf(i);
                Object value = array.get(i);
                int itemLine = at == null ? line : content.line(at.line());
                int itemColumn = at == null ? column : at.column();
                items.add(node(value, itemLine, itemColumn, depth + 1));
            }
            return new TomlNode.Items(items, line, column);
        }
    }
}
