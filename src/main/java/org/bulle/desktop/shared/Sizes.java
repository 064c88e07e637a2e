package org.bulle.desktop.shared;

import java.util.Locale;

/** Amounts of bytes for people. */
public final class Sizes {
    private Sizes() {}

    /** Powers of 1024 with the letters of {@code ls -h}: "412 MB". */
    public static String words(long bytes) {
        String[] units = {"bytes", "KB", "MB", "GB", "TB"};
        double amount = bytes;
        int unit = 0;
        while (amount >= 1024 && unit < units.length - 1) {
            amount /= 1024;
            unit++;
        }
        return unit == 0 || amount >= 10
                ? String.format(Locale.ROOT, "%.0f %s", amount, units[unit])
                : String.format(Locale.ROOT, "%.1f %s", amount, units[unit]);
    }
}
