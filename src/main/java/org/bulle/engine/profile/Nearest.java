package org.bulle.engine.profile;

import java.util.Collection;
import java.util.Optional;

/** The nearest known word to one that is unknown. */
public final class Nearest {
    private Nearest() {}

    /** The known word with the smallest edit distance (a swap of neighbours counts one), at most max(2, length/3); of equals, the first in order. */
    public static Optional<String> suggest(String word, Collection<String> known) {
        int best = Math.max(2, word.length() / 3) + 1;
        String found = null;
        for (String candidate : known) {
            if (candidate.equals(word) || Math.abs(candidate.length() - word.length()) >= best) {
                continue;
            }
            int distance = distance(word, candidate);
            if (distance < best && distance < Math.max(word.length(), candidate.length())) {
                best = distance;
                found = candidate;
            }
        }
        return Optional.ofNullable(found);
    }

    /** {@code ; did you mean "x"?}, or nothing. */
    public static String hint(String word, Collection<String> known) {
        return suggest(word, known)
                .map(found -> "; did you mean \"" + found + "\"?")
                .orElse("");
    }

    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] reuse = beforeLast;
            beforeLast = last;
            last = row;
            row = reuse;
        }
        return last[b.length()];
    }
}
