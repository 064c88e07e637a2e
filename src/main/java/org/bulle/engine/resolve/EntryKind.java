package org.bulle.engine.resolve;

/** What an entry's first characters say it is. */
sealed interface EntryKind {

    /** A path, with or without variables and globs. */
    record Literal() implements EntryKind {}

    /**
     * {@code which:NAME} or {@code pkg:NAME}.
     *
     * @param withPackage for {@code pkg:}
     */
    record Program(String name, boolean withPackage) implements EntryKind {
        String kind() {
            return withPackage ? "pkg" : "which";
        }
    }

    /** {@code TOOL:ASPECT}, known or not. */
    record Tool(String tool, String aspect) implements EntryKind {}

    /** A word and a colon make a resolver; a path of that shape is written {@code ./x:y}. */
    static EntryKind of(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0 || !isWord(text.substring(0, colon))) {
            return new Literal();
        }
        String before = text.substring(0, colon);
        String after = text.substring(colon + 1);
        return switch (before) {
            case "which" -> new Program(after, false);
            case "pkg" -> new Program(after, true);
            default -> new Tool(before, after);
        };
    }

    private static boolean isWord(String text) {
        return text.chars()
                .allMatch(c -> c >= 'a' && c <= 'z'
                        || c >= 'A' && c <= 'Z'
                        || c >= '0' && c <= '9'
                        || c == '-'
                        || c == '_'
                        || c == '.');
    }
}
