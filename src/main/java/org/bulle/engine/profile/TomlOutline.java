package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.profile.TomlToken.Kind;

/** Where the tables, keys and list elements of a text stand. Only for texts that are right as TOML. */
final class TomlOutline {
    private final String text;
    private final List<TomlToken> tokens;
    private final List<Section> sections = new ArrayList<>();
    private int at;

    /**
     * The lines under one header, or those before the first.
     *
     * @param path of the table; empty for the top level
     * @param headerEnd offset after the header's line; after a byte order mark for the top level
     */
    record Section(List<String> path, int headerEnd, List<Pair> pairs) {}

    /** @param path from the root of the document */
    record Pair(List<String> path, int keyStart, Value value) {}

    /**
     * @param elements of a list
     * @param pairs of an inline table
     */
    record Value(Kind kind, int start, int end, List<Element> elements, List<Pair> pairs) {}

    /** @param comma offset of the comma after it, or -1 */
    record Element(Value value, int comma) {}

    private TomlOutline(String text) {
        this.text = text;
        this.tokens = TomlTokens.of(text);
    }

    static TomlOutline of(String text) {
        TomlOutline outline = new TomlOutline(text);
        outline.read();
        return outline;
    }

    List<Section> sections() {
        return sections;
    }

    Optional<Section> section(List<String> path) {
        return sections.stream().filter(section -> section.path().equals(path)).findFirst();
    }

    /** The pair of that full path, wherever it is written. */
    Optional<Pair> pair(List<String> path) {
        return sections.stream()
                .flatMap(section -> find(section.pairs(), path).stream())
                .findFirst();
    }

    /** Offset after the newline that ends the line of {@code offset}, or the end of the text. */
    int lineEnd(int offset) {
        int newline = text.indexOf('\n', offset);
        return newline < 0 ? text.length() : newline + 1;
    }

    int lineStart(int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }

    private static Optional<Pair> find(List<Pair> pairs, List<String> path) {
        for (Pair pair : pairs) {
            if (pair.path().equals(path)) {
                return Optional.of(pair);
            }
            Optional<Pair> inner = find(pair.value().pairs(), path);
            if (inner.isPresent()) {
                return inner;
            }
        }
        return Optional.empty();
    }

    private void read() {
        int start = text.startsWith("\ufeff") ? 1 : 0;
        Section section = new Section(List.of(), start, new ArrayList<>());
        sections.add(section);
        while (at < tokens.size()) {
            switch (tokens.get(at).kind()) {
                case HEADER -> {
                    at++;
                    List<String> path = keys();
                    int end = tokens.get(at++).end();
                    section = new Section(path, lineEnd(end), new ArrayList<>());
                    sections.add(section);
                }
                case KEY -> section.pairs().add(pairIn(section.path()));
                case STRING,
                        NUMBER,
                        BOOLEAN,
                        DATE,
                        COMMENT,
                        BRACKET,
                        BRACE,
                        COMMA,
                        EQUALS,
                        DOT,
                        BLANK,
                        NEWLINE,
                        ERROR -> at++;
            }
        }
    }

    private Pair pairIn(List<String> table) {
        int keyStart = tokens.get(at).start();
        List<String> path = new ArrayList<>(table);
        path.addAll(keys());
        at++;
        return new Pair(List.copyOf(path), keyStart, value(path));
    }

    /** A dotted key; stops at what follows it. */
    private List<String> keys() {
        List<String> keys = new ArrayList<>();
        while (true) {
            skip();
            Kind kind = tokens.get(at).kind();
            if (kind == Kind.KEY) {
                keys.add(TomlReader.key(tokens.get(at).in(text)));
            } else if (kind != Kind.DOT) {
                return keys;
            }
            at++;
        }
    }

    private Value value(List<String> path) {
        skip();
        TomlToken token = tokens.get(at);
        return switch (token.kind()) {
            case BRACKET -> list(path);
            case BRACE -> inlineTable(path);
            case STRING, NUMBER, BOOLEAN, DATE, COMMENT, KEY, HEADER, COMMA, EQUALS, DOT, BLANK, NEWLINE, ERROR -> {
                at++;
                int end = token.end();
                while (at < tokens.size() && isRestOfDate(token)) {
                    end = tokens.get(at++).end();
                }
                yield new Value(token.kind(), token.start(), end, List.of(), List.of());
            }
        };
    }

    /** A date and a time with a blank between them are one value. */
    private boolean isRestOfDate(TomlToken first) {
        return first.kind() == Kind.DATE
                && (tokens.get(at).kind() == Kind.DATE
                        || tokens.get(at).kind() == Kind.BLANK
                                && at + 1 < tokens.size()
                                && tokens.get(at + 1).kind() == Kind.DATE);
    }

    private Value list(List<String> path) {
        int start = tokens.get(at++).start();
        List<Element> elements = new ArrayList<>();
        skip();
        while (tokens.get(at).kind() != Kind.BRACKET || isOpening(tokens.get(at))) {
            Value value = value(path);
            skip();
            boolean comma = tokens.get(at).kind() == Kind.COMMA;
            elements.add(new Element(value, comma ? tokens.get(at).start() : -1));
            at += comma ? 1 : 0;
            skip();
        }
        return new Value(Kind.BRACKET, start, tokens.get(at++).end(), elements, List.of());
    }

    private Value inlineTable(List<String> path) {
        int start = tokens.get(at++).start();
        List<Pair> pairs = new ArrayList<>();
        skip();
        while (tokens.get(at).kind() != Kind.BRACE) {
            if (tokens.get(at).kind() == Kind.KEY) {
                pairs.add(pairIn(path));
            } else {
                at++;
            }
            skip();
        }
        return new Value(Kind.BRACE, start, tokens.get(at++).end(), List.of(), pairs);
    }

    private boolean isOpening(TomlToken bracket) {
        return text.charAt(bracket.start()) == '[';
    }

    private void skip() {
        while (at < tokens.size()
                && (tokens.get(at).kind() == Kind.BLANK
                        || tokens.get(at).kind() == Kind.NEWLINE
                        || tokens.get(at).kind() == Kind.COMMENT)) {
            at++;
        }
    }
}
