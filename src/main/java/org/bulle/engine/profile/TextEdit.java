package org.bulle.engine.profile;

/**
 * One change of a text.
 *
 * @param start UTF-16 offset of what goes, inclusive
 * @param end exclusive
 */
public record TextEdit(int start, int end, String replacement) {

    /** The smallest single change that makes {@code after} of {@code before}; never splits a surrogate pair. */
    public static TextEdit between(String before, String after) {
        int shorter = Math.min(before.length(), after.length());
        int start = 0;
        while (start < shorter && before.charAt(start) == after.charAt(start)) {
            start++;
        }
        if (start > 0 && Character.isHighSurrogate(before.charAt(start - 1))) {
            start--;
        }
        int tail = 0;
        while (tail < shorter - start
                && before.charAt(before.length() - 1 - tail) == after.charAt(after.length() - 1 - tail)) {
            tail++;
        }
        if (tail > 0 && Character.isLowSurrogate(before.charAt(before.length() - tail))) {
            tail--;
        }
        return new TextEdit(start, before.length() - tail, after.substring(start, after.length() - tail));
    }

    public String apply(String text) {
        return text.substring(0, start) + replacement + text.substring(end);
    }

    public boolean isEmpty() {
        return start == end && replacement.isEmpty();
    }
}
