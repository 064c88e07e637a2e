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
