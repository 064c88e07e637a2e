package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.List;

/** Arithmetic on path strings; looks at no file. */
final class Paths {
    private Paths() {}

    /** Without empty ones and {@code .}. */
    static List<String> components(String path) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        while (from <= path.length()) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            String part = path.substring(from, end);
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
            from = end + 1;
        }
        return parts;
    }

    static String child(String directory, String name) {
        return directory.equals("/") ? "/" + name : directory + "/" + name;
    }

    /** Of {@code /} it is {@code /}. */
    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** {@code .} and doubled or trailing slashes removed, {@code ..} left alone: only the kernel knows what it means. */
    static String tidy(String absolute) {
        return "/" + String.join("/", components(absolute));
    }

    /** {@code ..} taken back too, as if there were no links. */
    static String lexical(String absolute) {
        List<String> out = new ArrayList<>();
        for (String part : components(absolute)) {
            if (!part.equals("..")) {
                out.add(part);
            } else if (!out.isEmpty()) {
                out.removeLast();
            }
        }
        return "/" + String.join("/", out);
    }
}
