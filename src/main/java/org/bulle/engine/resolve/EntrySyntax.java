package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A path entry as written, taken apart: literal text, globs, variables with their fallbacks. The grammar of {@code ~}, {@code $NAME},
 * {@code ${NAME:-fallback}}, {@code *} and the backslash is here and nowhere else.
 */
final class EntrySyntax {
    private static final int DEEPEST = 8;
    private static final String SPECIAL = "$*?+[]\\~,{}:";

    private final List<Part> parts;

    private EntrySyntax(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Star() implements Part {}

        /** A {@code ~} at the start of the entry or of a fallback. */
        record Home() implements Part {}

        record Variable(String name, Optional<List<Part>> fallback) implements Part {}
    }

    /** The text cannot be understood; the message is for the user. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * The text with its variables replaced.
     *
     * @param stars where in {@code text} a glob star stands; every other character means itself
     * @param byVariable whether a variable or {@code ~} had a part in it
     * @param unset the first variable that has no value and no fallback; then the rest means nothing
     */
    record Expansion(String text, BitSet stars, boolean byVariable, Optional<String> unset) {
        boolean hasGlob() {
            return !stars.isEmpty();
        }
    }

    /** A path entry without its markers. */
    static EntrySyntax path(String text) throws Malformed {
        return new EntrySyntax(new Parser(text, true).parse());
    }

    /** The value of an environment entry: a star is only a star. */
    static EntrySyntax value(String text) throws Malformed {
        return new EntrySyntax(new Parser(text, false).parse());
    }

    Expansion expand(Variables variables) throws Malformed {
        Expander expander = new Expander(variables);
        expander.add(parts);
        return new Expansion(
                expander.out.toString(), expander.stars, expander.byVariable, Optional.ofNullable(expander.unset));
    }

    /** Whether this variable stands in it, be it in a fallback. */
    boolean names(String variable) {
        return names(parts, variable);
    }

    private static boolean names(List<Part> parts, String variable) {
        return parts.stream()
                .anyMatch(part -> part instanceof Part.Variable(String name, Optional<List<Part>> fallback)
                        && (name.equals(variable)
                                || fallback.filter(inner -> names(inner, variable))
                                        .isPresent()));
    }

    /** The literal with a backslash before everything that would mean something in a path entry. */
    static String escape(String path) {
        StringBuilder out = new StringBuilder(path.length() + 4);
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            boolean marker = i == 0 && (c == '?' || c == '+' || c == '~');
            if (marker || c == '$' || c == '*' || c == '[' || c == '\\') {
                out.append('\\');
            }
            out.append(c);
        }
        return out.toString();
    }

    private static final class Parser {
        private final String text;
        private final boolean isPath;
        private int at;

        Parser(String text, boolean isPath) {
            this.text = text;
            this.isPath = isPath;
        }

        List<Part> parse() throws Malformed {
            if (text.indexOf('\0') >= 0) {
                throw new Malformed("has a zero byte");
            }
            return sequence(0);
        }

        /** Up to the end, or to the brace that ends a fallback. */
        private List<Part> sequence(int depth) throws Malformed {
            List<Part> out = new ArrayList<>();
            StringBuilder literal = new StringBuilder();
            if (startsWithHome(depth)) {
                out.add(new Part.Home());
                at++;
            }
            while (at < text.length() && !(depth > 0 && text.charAt(at) == '}')) {
                char c = text.charAt(at);
                if (c == '\\' && at + 1 < text.length() && isSpecial(text.charAt(at + 1))) {
                    literal.append(text.charAt(at + 1));
                    at += 2;
                } else if (c == '*' && isPath) {
                    flush(literal, out);
                    out.add(new Part.Star());
                    at++;
                } else if (c == '$' && startsVariable()) {
                    flush(literal, out);
                    out.add(variable(depth));
                } else {
                    literal.append(c);
                    at++;
                }
            }
            flush(literal, out);
            return out;
        }

        /** In a value only the dollar, the tilde and the braces of a fallback mean anything, so only there a backslash does. */
        private boolean isSpecial(char c) {
            return isPath ? SPECIAL.indexOf(c) >= 0 : "$\\~}".indexOf(c) >= 0;
        }

        private boolean startsWithHome(int depth) {
            if (at >= text.length() || text.charAt(at) != '~') {
                return false;
            }
            int next = at + 1;
            return next == text.length() || text.charAt(next) == '/' || depth > 0 && text.charAt(next) == '}';
        }

        private boolean startsVariable() {
            return at + 1 < text.length() && (text.charAt(at + 1) == '{' || isNamePart(text.charAt(at + 1)));
        }

        private Part variable(int depth) throws Malformed {
            at++;
            if (text.charAt(at) != '{') {
                return new Part.Variable(name(), Optional.empty());
            }
            at++;
            String name = name();
            if (name.isEmpty()) {
                throw new Malformed("has no variable name after \"${\"");
            }
            if (text.startsWith(":-", at)) {
                at += 2;
                if (depth == DEEPEST) {
                    throw new Malformed("nests fallbacks more than " + DEEPEST + " deep");
                }
                List<Part> fallback = sequence(depth + 1);
                close();
                return new Part.Variable(name, Optional.of(fallback));
            }
            close();
            return new Part.Variable(name, Optional.empty());
        }

        private void close() throws Malformed {
            if (at >= text.length()) {
                throw new Malformed("has a \"${\" without its \"}\"");
            }
            if (text.charAt(at) != '}') {
                throw new Malformed("has a variable that is neither ${NAME} nor ${NAME:-fallback}");
            }
            at++;
        }

        private String name() {
            int start = at;
            while (at < text.length() && isNamePart(text.charAt(at))) {
                at++;
            }
            return text.substring(start, at);
        }

        private static boolean isNamePart(char c) {
            return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_';
        }

        private static void flush(StringBuilder literal, List<Part> out) {
            if (!literal.isEmpty()) {
                out.add(new Part.Literal(literal.toString()));
                literal.setLength(0);
            }
        }
    }

    private static final class Expander {
        private final Variables variables;
        private final StringBuilder out = new StringBuilder();
        private final BitSet stars = new BitSet();
        private boolean byVariable;
        private @org.jspecify.annotations.Nullable String unset;

        Expander(Variables variables) {
            this.variables = variables;
        }

        void add(List<Part> parts) throws Malformed {
            for (Part part : parts) {
                // No switches over patterns here: every run comes by, and the first one makes a class.
                if (part instanceof Part.Literal literal) {
                    out.append(literal.text());
                } else if (part instanceof Part.Star) {
                    stars.set(out.length());
                    out.append('*');
                } else if (part instanceof Part.Variable variable) {
                    add(variable);
                } else {
                    add(new Part.Variable("HOME", Optional.empty()));
                }
            }
        }

        private void add(Part.Variable variable) throws Malformed {
            byVariable = true;
            Variables.Meaning meaning = variables.meaning(variable.name());
            if (meaning instanceof Variables.Meaning.Value value) {
                out.append(value.text());
                return;
            }
            if (meaning instanceof Variables.Meaning.Unknown
                    && variable.fallback().isEmpty()) {
                throw new Malformed("names the unknown variable $" + variable.name() + variables.hint(variable.name()));
            }
            fallBack(variable);
        }

        private void fallBack(Part.Variable variable) throws Malformed {
            if (variable.fallback().isPresent()) {
                add(variable.fallback().get());
            } else if (unset == null) {
                unset = variable.name();
            }
        }
    }
}
