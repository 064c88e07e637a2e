package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits a text into words as a shell does, with quotes and backslash, and without any expansion. */
public final class ShellWords {
    private ShellWords() {}

    /** Empty when a quote is not closed or a backslash stands at the end. */
    public static Optional<List<String>> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quote != '\'') {
                if (i + 1 == text.length()) {
                    return Optional.empty();
                }
                char next = text.charAt(i + 1);
                if (quote == '"' && next != '"' && next != '\\') {
                    word.append(c);
                } else {
                    word.append(next);
                    i++;
                }
                inWord = true;
            } else if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (c == ' ' || c == '\t' || c == '\n') {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            return Optional.empty();
        }
        if (inWord) {
            words.add(word.toString());
        }
        return Optional.of(words);
    }
}
