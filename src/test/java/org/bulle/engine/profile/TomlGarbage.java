package org.bulle.engine.profile;

import java.util.List;
import java.util.Random;

/** Texts between TOML and noise, the same for the same seed: pieces that belong together, put together wrongly as often as not. */
final class TomlGarbage {
    private static final List<String> KEYS = List.of(
            "title",
            "description",
            "inherits",
            "default_app",
            "ro",
            "rox",
            "rw",
            "rwx",
            "env",
            "allow",
            "deny",
            "mach_lookup",
            "add_exec",
            "add_libs",
            "linux",
            "macos",
            "rww",
            "x-y",
            "1",
            "\"q\"",
            "'l'",
            "a.b",
            "vars",
            "profiles",
            "defaults",
            "limits",
            "\u00e9",
            "");
    private static final List<String> STRINGS = List.of(
            "\"\"",
            "''",
            "\"/x\"",
            "'/y z'",
            "\"?+$HOME/.x/\"",
            "\"a\\\"b\"",
            "\"\\\\\"",
            "\"\\n\\t\\r\"",
            "\"\\u00e9\"",
            "\"\\U0001F600\"",
            "\"\\ud800\"",
            "\"\\q\"",
            "\"\ud83d\ude00\"",
            "'\\'",
            "\"\"\"m\n\"\"\"",
            "'''m\n'''",
            "\"open",
            "'open",
            "\"\u0001\"",
            "\"\ud800\"",
            "\"#\"",
            "\"A=b\"",
            "\"network\"",
            "\"\\e\"",
            "\"\\x41\"",
            "\"\\");
    private static final List<String> VALUES = List.of(
            "true",
            "false",
            "0",
            "7",
            "12345678901234567",
            "123456789012345678901",
            "007",
            "1_000",
            "1.5",
            "-1",
            "+1",
            "0x1F",
            "inf",
            "nan",
            "1979-05-27",
            "07:32:00",
            "1979-05-27T07:32:00Z",
            "{}",
            "{ a = 1 }",
            "{ a = [\"x\"], b = {c=1} }",
            "[]",
            "[[]]",
            "[1, 2]",
            "truee",
            "1e5",
            "-",
            "[",
            "]",
            "{",
            "");
    private static final List<String> BLANKS =
            List.of("", " ", "  ", "\t", "\n", "\r\n", "\r", " # c\n", "#\u0001\n", "# \ud83d\ude00\n", "\f", "\u00a0");
    private static final List<String> ENDS = List.of(
            "\n", "\n", "\n", "\r\n", "\n\n", " # comment\n", "\t#\ud83d\ude00x\r\n", "", " ", "\r", " x\n", ",\n");
    private static final List<String> HEADERS =
            List.of("[linux]\n", "[a.b]\n", "[[t]]\n", "[ linux ]\n", "[\"q\"]\n", "[a.b.c] # c\n");
    private static final List<String> UNUSUAL = List.of(
            "a.b = 1\n",
            "a.b = 1\n[\"q\"]\n",
            "d = 1979-05-27\n",
            "t = {x = 1}\n",
            "t = {}\n[t]\n",
            "\"k\" = 2\n",
            "ro = 3\n",
            "s = \"\"\"\nrw = 3\nx y\n\"\"\"\n",
            "f = [\n 1,\n 2\n]\n",
            "g = [ [1], [2]\n]\n",
            "h = [\n[1],\n[\n[\"x\"]]\n]\n");
    private static final List<String> BREAKS = List.of("\n  ", "\n", "\n  ", " ", "\n  # c\n", "\n\n\t");
    private static final List<String> CLOSINGS = List.of("\n]\n", "]\n", "\n] # c\n", "\n]\r\n", "\n\n]\n\n");
    private static final String LOOSE = "[]{}\"'=.,#\\\n\r\t abz019_-+:\u0000\u007f\u00e9\ud83d\ude00\ud800\ufeff";

    private final Random random;

    TomlGarbage(long seed) {
        this.random = new Random(seed);
    }

    String next() {
        StringBuilder out = new StringBuilder();
        if (random.nextInt(30) == 0) {
            out.append('\ufeff');
        }
        int lines = random.nextInt(9);
        for (int i = 0; i < lines; i++) {
            line(out);
        }
        for (int i = random.nextInt(3) == 0 ? random.nextInt(4) : 0; i > 0 && !out.isEmpty(); i--) {
            damage(out);
        }
        return out.toString();
    }

    private void line(StringBuilder out) {
        switch (random.nextInt(12)) {
            case 0 -> out.append('[').append(pick(KEYS)).append(']').append(pick(ENDS));
            case 1 ->
                out.append('[')
                        .append(pick(KEYS))
                        .append('.')
                        .append(pick(KEYS))
                        .append(']')
                        .append(pick(ENDS));
            case 2 -> out.append("[[").append(pick(KEYS)).append("]]").append(pick(ENDS));
            case 3 -> out.append(pick(BLANKS)).append(pick(ENDS));
            default ->
                out.append(pick(KEYS))
                        .append(blank())
                        .append('=')
                        .append(blank())
                        .append(value())
                        .append(pick(ENDS));
        }
    }

    private String value() {
        return switch (random.nextInt(6)) {
            case 0 -> pick(VALUES);
            case 1, 2 -> pick(STRINGS);
            default -> list();
        };
    }

    private String list() {
        StringBuilder out = new StringBuilder("[");
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            out.append(random.nextInt(4) == 0 ? pick(BLANKS) : "")
                    .append(random.nextInt(20) == 0 ? pick(VALUES) : pick(STRINGS.subList(0, 10)));
            out.append(random.nextInt(5) == 0 ? pick(BLANKS) : "")
                    .append(i + 1 < size || random.nextInt(4) == 0 ? "," : "");
        }
        return out.append(random.nextInt(4) == 0 ? pick(BLANKS) : "")
                .append(random.nextInt(30) == 0 ? "" : "]")
                .toString();
    }

    /** Lists of several lines under headers, with something unusual now and then, and up to three mistakes. */
    String nextLists() {
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            out.append(random.nextInt(4) == 0 ? pick(HEADERS) : "").append(random.nextInt(6) == 0 ? pick(UNUSUAL) : "");
            out.append(pick(KEYS.subList(4, 8))).append(" = [");
            for (int k = random.nextInt(8); k > 0; k--) {
                out.append(pick(BREAKS)).append(random.nextInt(25) == 0 ? "[" : "");
                out.append(
                        random.nextInt(30) == 0
                                ? pick(VALUES)
                                : pick(STRINGS.subList(0, random.nextInt(5) == 0 ? 16 : 7)));
                out.append(random.nextInt(25) == 0 ? "]" : "").append(random.nextInt(15) == 0 ? "" : ",");
                out.append(random.nextInt(6) == 0 ? " # c" : "");
            }
            out.append(random.nextInt(12) == 0 ? "\n" : pick(CLOSINGS));
        }
        for (int i = random.nextInt(4); i > 0 && !out.isEmpty(); i--) {
            damage(out);
        }
        return out.toString();
    }

    /** With many lines in a row, behind some line, that are blank, a comment or nearly so; in the middle of strings too. */
    String withEmptyLines(String text) {
        List<String> some =
                List.of("\n", " \t\n", "# c\n", "  # '\"\"\" [ c\n", "\r\n", "# c\r\n", "#\ud83d\ude00\n", "#\u0001\n");
        StringBuilder out = new StringBuilder(text);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = out.indexOf("\n", random.nextInt(out.length() + 1)) + 1;
            int usual = random.nextInt(3) == 0 ? some.size() : some.size() - 1;
            for (int k = random.nextInt(12) + 16; k > 0; k--) {
                out.insert(at, some.get(random.nextInt(usual)));
            }
        }
        return out.toString();
    }

    private void damage(StringBuilder out) {
        int at = random.nextInt(out.length());
        switch (random.nextInt(4)) {
            case 0 -> out.deleteCharAt(at);
            case 1 -> out.insert(at, LOOSE.charAt(random.nextInt(LOOSE.length())));
            case 2 -> out.setCharAt(at, LOOSE.charAt(random.nextInt(LOOSE.length())));
            default -> out.setLength(at);
        }
    }

    private String blank() {
        return random.nextInt(10) == 0 ? pick(BLANKS) : " ";
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
