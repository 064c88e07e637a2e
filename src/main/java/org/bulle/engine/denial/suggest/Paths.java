package org.bulle.engine.denial.suggest;

/** Absolute clean paths as strings. */
final class Paths {
    private Paths() {}

    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** True for the directory itself too. */
    static boolean isIn(String path, String directory) {
        return directory.equals("/")
                || path.startsWith(directory)
                        && (path.length() == directory.length() || path.charAt(directory.length()) == '/');
    }

    /** How many components lie between; 0 for the directory itself. */
    static int depthBelow(String path, String directory) {
        if (path.equals(directory)) {
            return 0;
        }
        String rest = path.substring(directory.equals("/") ? 1 : directory.length() + 1);
        return 1 + (int) rest.chars().filter(c -> c == '/').count();
    }
}
