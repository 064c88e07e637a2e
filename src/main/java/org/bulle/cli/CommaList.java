package org.bulle.cli;

import java.util.ArrayList;
import java.util.List;

/** A value that is a list separated by commas; {@code \,} is a comma within an element, every other backslash stays for whoever reads the element. */
final class CommaList {
    private CommaList() {}

    /** The elements, empty ones included. */
    static List<String> split(String text) {
        List<String> elements = new ArrayList<>();
        StringBuilder element = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                if (escaped != ',') {
                    element.append(c);
                }
                element.append(escaped);
            } else if (c == ',') {
                elements.add(element.toString());
                element.setLength(0);
            } else {
                element.append(c);
            }
        }
        elements.add(element.toString());
        return elements;
    }

    /** {@code element} so that {@link #split} gives it back as one. */
    static String escape(String element) {
        return element.replace(",", "\\,");
    }
}
