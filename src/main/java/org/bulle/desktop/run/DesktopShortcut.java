package org.bulle.desktop.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;

/** A file on the user's desktop that runs some profiles on a folder, as the Desktop Entry Specification 1.5 has it. */
final class DesktopShortcut {
    private static final Pattern DESKTOP_FOLDER =
            Pattern.compile("(?m)^XDG_DESKTOP_DIR=\"(?:\\$HOME/|(?=/))([^\"]*)\"");
    private static final int MOST_NAMES = 100;
    private final Map<String, String> environment;

    DesktopShortcut(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The file's text. */
    static String text(String name, List<String> words, String directory) {
        return String.join(
                "\n",
                "[Desktop Entry]",
                "Type=Application",
                "Version=1.5",
                "Name=" + value(name),
                "Exec=" + value(words.stream().map(DesktopShortcut::quoted).collect(Collectors.joining(" "))),
                "Path=" + value(directory),
                "Icon=utilities-terminal",
                "Terminal=true",
                "");
    }

    /** An argument of Exec: between double quotes, in which four characters have a backslash; a per cent sign is doubled. */
    private static String quoted(String word) {
        String escaped = word.replaceAll("[\"`$\\\\]", "\\\\$0").replace("%", "%%");
        return "\"" + escaped + "\"";
    }

    /** Any value of type string. */
    private static String value(String text) {
        String escaped = text.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                .replace("\r", "\\r");
        return escaped.startsWith(" ") ? "\\s" + escaped.substring(1) : escaped;
    }

    /**
     * Writes it; one that is there already is left alone.
     *
     * @param words the command line, with the program that starts it
     * @return the new file
     * @throws IOException when there is no desktop folder, or what has to be written is no text
     */
    Path make(String name, List<String> words, String directory) throws IOException {
        for (String word : words) {
            if (!OsString.isText(word)) {
                throw new IOException("a name in it is not UTF-8, and a desktop file must be");
            }
        }
        Path folder = folder();
        if (!Files.isDirectory(folder)) {
            throw new IOException("there is no folder " + folder);
        }
        byte[] text = text(name, words, directory).getBytes(StandardCharsets.UTF_8);
        String plain = name.replaceAll("[^\\p{L}\\p{N} ._+-]", "-").strip();
        for (int number = 1; number < MOST_NAMES; number++) {
            Path file = folder.resolve(plain + (number == 1 ? "" : " " + number) + ".desktop");
            if (!Files.exists(file)) {
                Files.write(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                // Desktops start only what is marked as executable.
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
                return file;
            }
        }
        throw new IOException("there are too many shortcuts of that name in " + folder);
    }

    /** As user-dirs.dirs says, else {@code ~/Desktop}. */
    Path folder() throws IOException {
        String home = environment.getOrDefault("HOME", "/");
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path said =
                OsPath.of(config.startsWith("/") ? config : home + "/.config").resolve("user-dirs.dirs");
        if (Files.isReadable(said)) {
            Matcher folder = DESKTOP_FOLDER.matcher(Files.readString(said));
            if (folder.find()) {
                return OsPath.of(home).resolve(folder.group(1));
            }
        }
        return OsPath.of(home).resolve("Desktop");
    }
}
