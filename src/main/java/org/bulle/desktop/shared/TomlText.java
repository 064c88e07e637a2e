package org.bulle.desktop.shared;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;

/** Colours for TOML: comments, tables, keys, strings with their markers and variables, other literals. */
public final class TomlText {
    private static final Pattern TOKEN = Pattern.compile("(?<comment>#[^\n]*)"
            + "|(?<table>(?m:^)[ \t]*\\[\\[?[^\\]\n]*\\]\\]?)"
            + "|(?<string>\"\"\"(?s:.*?)(?:\"\"\"|\\z)|'''(?s:.*?)(?:'''|\\z)|\"(?:\\\\.|[^\"\\\\\n])*\"?|'[^'\n]*'?)"
            + "|(?<key>[A-Za-z0-9_-]+(?=[ \t]*=))"
            + "|(?<literal>\\b(?:true|false|[0-9][0-9_.]*)\\b)");
    private static final Pattern INSIDE = Pattern.compile(
            "(?<marker>(?<=^[\"'])[?+]+)|(?<variable>\\$\\{?[A-Za-z_][A-Za-z0-9_]*\\}?|(?<=^[\"'][?+]{0,2})[a-z]+:(?=[A-Za-z]))");

    private TomlText() {}

    /** The style of every character of {@code source}. */
    public static StyleSpans<Collection<String>> styles(String source) {
        StyleSpansBuilder<Collection<String>> spans = new StyleSpansBuilder<>();
        Matcher token = TOKEN.matcher(source);
        int end = 0;
        while (token.find()) {
            spans.add(List.of(), token.start() - end);
            String text = token.group();
            if (token.group("comment") != null) {
                spans.add(List.of("comment"), text.length());
            } else if (token.group("table") != null) {
                spans.add(List.of("table"), text.length());
            } else if (token.group("string") != null) {
                addString(spans, text);
            } else if (token.group("key") != null) {
                spans.add(List.of("key"), text.length());
            } else {
                spans.add(List.of("literal"), text.length());
            }
            end = token.end();
        }
        spans.add(List.of(), source.length() - end);
        return spans.create();
    }

    private static void addString(StyleSpansBuilder<Collection<String>> spans, String text) {
        Matcher inside = INSIDE.matcher(text);
        int end = 0;
        while (inside.find()) {
            spans.add(List.of("string"), inside.start() - end);
            spans.add(List.of(inside.group("marker") != null ? "marker" : "variable"), inside.end() - inside.start());
            end = inside.end();
        }
        spans.add(List.of("string"), text.length() - end);
    }
}
