package org.bulle.engine.profile;

/** TOML literals. */
public final class TomlText {
    private TomlText() {}

    /** A TOML string that reads back as {@code text}: in double quotes, or in single quotes when that spares a backslash. */
    public static String quote(String text) {
        boolean plain = text.chars().allMatch(c -> c >= ' ' && c != 0x7f);
        if (plain && text.indexOf('\\') >= 0 && text.indexOf('\'') < 0) {
            return "'" + text + "'";
        }
        return quoteBasic(text);
    }

    /** In double quotes, escaped where needed. */
    static String quoteBasic(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
