package org.bulle.engine.profile;

import java.net.URI;
import java.nio.file.Path;
import java.util.HexFormat;
import org.bulle.engine.policy.OsString;

/**
 * Between the spelling of {@link OsString} and {@link Path}, in every locale and also for names that are not UTF-8: what is not ASCII goes by
 * percent-encoded bytes.
 */
public final class OsPath {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private OsPath() {}

    /**
     * @throws java.nio.file.InvalidPathException when {@code text} has a NUL, or is relative and cannot be said in this locale
     */
    public static Path of(String text) {
        if (isAscii(text) || !text.startsWith("/")) {
            return Path.of(text);
        }
        StringBuilder uri = new StringBuilder("file://");
        for (byte b : OsString.encode(text)) {
            int c = b & 0xff;
            if (c == '/' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
                uri.append((char) c);
            } else {
                uri.append('%');
                HEX.toHexDigits(uri, b);
            }
        }
        return Path.of(URI.create(uri.toString()));
    }

    /** The path as a string, reversible. */
    public static String text(Path path) {
        String plain = path.toString();
        if (isAscii(plain) || !path.isAbsolute()) {
            return plain;
        }
        String raw = path.toUri().getRawPath();
        byte[] bytes = new byte[raw.length()];
        int length = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes[length++] = (byte) Integer.parseInt(raw, i + 1, i + 3, 16);
                i += 2;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        String text = OsString.decode(bytes, 0, length);
        return text.length() > 1 && text.endsWith("/") && !plain.endsWith("/")
                ? text.substring(0, text.length() - 1)
                : text;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
