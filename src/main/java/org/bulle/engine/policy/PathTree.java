package org.bulle.engine.policy;

/** What lies in what, by the text of paths alone: absolute, clean, and real where links matter. */
public final class PathTree {
    private PathTree() {}

    /** True when {@code path} is {@code directory} or below it. Everything is below {@code /}. */
    public static boolean isWithin(String path, String directory) {
        return path.equals(directory)
                || directory.equals("/")
                || path.length() > directory.length()
                        && path.charAt(directory.length()) == '/'
                        && path.startsWith(directory);
    }

    /** True when one of them is the other or below it. */
    public static boolean overlap(String path, String other) {
        return isWithin(path, other) || isWithin(other, path);
    }
}
