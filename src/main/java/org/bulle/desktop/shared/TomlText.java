package org.bulle.desktop.shared;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.profile.TomlToken;
import org.bulle.engine.profile.TomlTokens;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;

/** Colours for TOML, from the engine's own tokens: comments, tables, keys, strings with their markers and variables, other literals. */
public final class TomlText {
    private static final Pattern INSIDE = Pattern.compile(
            "(?<marker>(?<=^[\"'])[?+]+)|(?<variable>\\$\\{?[A-Za-z_][A-Za-z0-9_]*\\}?|(?<=^[\"'][?+]{0,2})[a-z]+:(?=[A-Za-z]))");

    /**
     * Characters that are coloured alike.
     *
     * @param start UTF-16 offset, inclusive
     * @param end exclusive
     * @param style a style class; empty for none
     */
    public record Span(int start, int end, String style) {}

    private TomlText() {}

    /** The style of every character of {@code source}. */
    public static StyleSpans<Collection<String>> styles(String source) {
        StyleSpansBuilder<Collection<String>> spans = new StyleSpansBuilder<>();
        spans.add(List.of(), 0);
        for (Span span : spans(source)) {
            spans.add(span.style().isEmpty() ? List.of() : List.of(span.style()), span.end() - span.start());
        }
        return spans.create();
    }

    /** The same as a list that covers the text without gaps. */
    public static List<Span> spans(String source) {
        return spans(source, TomlTokens.of(source));
    }

    /** The same from tokens that were read before. */
    public static List<Span> spans(String source, List<TomlToken> tokens) {
        List<Span> spans = new ArrayList<>();
        boolean header = false;
        for (TomlToken token : tokens) {
            header = switch (token.kind()) {
                case HEADER -> source.charAt(token.start()) == '[';
                case NEWLINE -> false;
                case KEY, STRING, NUMBER, BOOLEAN, DATE, COMMENT, BRACKET, BRACE, COMMA, EQUALS, DOT, BLANK, ERROR ->
                    header;
            };
            if (token.kind() == TomlToken.Kind.STRING) {
                addString(spans, source, token);
            } else {
                spans.add(new Span(token.start(), token.end(), style(token.kind(), header)));
            }
        }
        return spans;
    }

    private static String style(TomlToken.Kind kind, boolean header) {
        return switch (kind) {
            case HEADER -> "table";
            case KEY -> header ? "table" : "key";
            case COMMENT -> "comment";
            case NUMBER, BOOLEAN, DATE -> "literal";
            case DOT -> header ? "table" : "";
            case STRING, BRACKET, BRACE, COMMA, EQUALS, BLANK, NEWLINE, ERROR -> "";
        };
    }

    private static void addString(List<Span> spans, String source, TomlToken token) {
        Matcher inside = INSIDE.matcher(token.in(source));
        int end = token.start();
        while (inside.find()) {
            int from = token.start() + inside.start();
            if (from > end) {
                spans.add(new Span(end, from, "string"));
            }
            end = token.start() + inside.end();
            spans.add(new Span(from, end, inside.group("marker") != null ? "marker" : "variable"));
        }
        if (end < token.end()) {
            spans.add(new Span(end, token.end(), "string"));
        }
    }
}
