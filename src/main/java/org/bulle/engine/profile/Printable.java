package org.bulle.engine.profile;

/** Text from elsewhere made safe to print: a message must not move the cursor, hide itself or forge another line. */
public final class Printable {
    private Printable() {}

    /** {@code text} between double quotes, printable. */
    public static String quoted(String text) {
        return "\"" + escape(text) + "\"";
    }

    /** Control, format and unpaired-surrogate characters as {@code \n}, {@code \t}, {@code \}{@code u0000}. */
    public static String escape(String text) {
        StringBuilder out = null;
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            if (isHidden(c)) {
                if (out == null) {
                    out = new StringBuilder(text.length() + 16).append(text, 0, i);
                }
                append(out, c);
            } else if (out != null) {
                out.appendCodePoint(c);
            }
            i = next;
        }
        return out == null ? text : out.toString();
    }

    /** True for a character that would not be seen as itself. */
    public static boolean isHidden(int c) {
        if (c >= ' ' && c < 0x7f) {
            return false;
        }
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static void append(StringBuilder out, int c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c > 0xffff) {
                    out.append(String.format("\\U%08x", c));
                } else {
                    out.append(String.format("\\u%04x", c));
                }
            }
        }
    }
}
