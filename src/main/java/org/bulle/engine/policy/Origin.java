package org.bulle.engine.policy;

/**
 * Where one contribution to a merged value was written.
 *
 * @param profile the profile's name, or the layer's own word ("command line", "workspace", "config.toml")
 * @param list the key it stood under ("ro", "env", "allow", ...) or the flag ("--ro")
 * @param file the file as a path string, or empty when it did not come from a file
 * @param line 1-based line in the file; 0 when there is no file
 * @param column 1-based column in the file; 0 when there is no file
 */
public record Origin(String profile, Layer layer, String list, String file, int line, int column) {

    public static Origin flag(String flag) {
        return new Origin("command line", Layer.FLAG, flag, "", 0, 0);
    }

    public static Origin run(String what) {
        return new Origin(what, Layer.RUN, "", "", 0, 0);
    }

    /** {@code claude:17}, or only the name where there is no line. */
    public String label() {
        return line > 0 ? profile + ":" + line : profile;
    }
}
