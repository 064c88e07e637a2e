package org.bulle.engine.policy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Paths, arguments and environment of the operating system are bytes. In Java they travel as a String in which each byte that is not valid
 * UTF-8 stands as the lone surrogate U+DC80..U+DCFF (the convention known as surrogateescape), so that the way back is exact.
 */
public final class OsString {
    private static final char ESCAPE = '\uDC00';

    private OsString() {}

    public static String decode(byte[] bytes) {
        return decode(bytes, 0, bytes.length);
    }

    public static String decode(byte[] bytes, int from, int to) {
        if (isAscii(bytes, from, to)) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        StringBuilder out = new StringBuilder(to - from);
        int i = from;
        while (i < to) {
            int length = sequenceLength(bytes, i, to);
            if (length == 0) {
                out.append((char) (ESCAPE + (bytes[i] & 0xff)));
                i++;
            } else {
                out.append(new String(bytes, i, length, StandardCharsets.UTF_8));
                i += length;
            }
        }
        return out.toString();
    }

    public static byte[] encode(String text) {
        if (isAscii(text)) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 8);
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (c >= ESCAPE + 0x80 && c <= ESCAPE + 0xff) {
                out.write(c - ESCAPE);
            } else {
                out.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
            i += Character.charCount(c);
        }
        return out.toByteArray();
    }

    private static boolean isAscii(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** True when every byte was valid UTF-8. */
    public static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** The length of the well-formed UTF-8 sequence at {@code i} (RFC 3629: shortest form, no surrogates, at most U+10FFFF), or 0. */
    private static int sequenceLength(byte[] b, int i, int to) {
        int first = b[i] & 0xff;
        if (first < 0x80) {
            return 1;
        }
        int length = first >= 0xc2 && first <= 0xdf
                ? 2
                : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
        if (length == 0 || i + length > to) {
            return 0;
        }
        int second = b[i + 1] & 0xff;
        int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < low || second > high) {
            return 0;
        }
        for (int k = 2; k < length; k++) {
            if ((b[i + k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
