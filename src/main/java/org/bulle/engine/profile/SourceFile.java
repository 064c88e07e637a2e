package org.bulle.engine.profile;

/**
 * A .toml file of a source, read or refused.
 *
 * @param fileName its own name, with the extension
 * @param place what problems call it
 */
record SourceFile(String fileName, String place, TextFile content) {
    static final String EXTENSION = ".toml";

    String name() {
        return fileName.substring(0, fileName.length() - EXTENSION.length());
    }

    static SourceFile refused(String fileName, String place, String why) {
        return new SourceFile(fileName, place, new TextFile.Unreadable(why, 0, Problem.Kind.TEXT));
    }
}
