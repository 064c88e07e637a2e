package org.bulle.engine.resolve;

import java.util.Arrays;
import java.util.Comparator;
import org.bulle.engine.policy.OsString;

/** The order of the bytes of two strings of the system: that of a shell in the C locale. */
enum ByteOrder implements Comparator<String> {
    INSTANCE;

    @Override
    public int compare(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x >= 0x80 || y >= 0x80) {
                return Arrays.compareUnsigned(OsString.encode(a), OsString.encode(b));
            }
            if (x != y) {
                return x - y;
            }
        }
        return a.length() - b.length();
    }
}
