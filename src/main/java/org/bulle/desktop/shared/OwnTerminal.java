package org.bulle.desktop.shared;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The user's own terminal program, opened with a command in it. */
public final class OwnTerminal {
    /** Keeps the window until the end has been read; {@code $0} is the word for it. */
    private static final String STAY =
            "\"$@\"; bulle_code=$?; printf '\\n%s %s\\n' \"$0\" \"$bulle_code\"; read -r bulle_line";

    /** What stands between a terminal program and the command; the usual {@code -e} takes separate words in these. */
    private static final Map<String, List<String>> BEFORE = Map.of(
            "gnome-terminal", List.of("--"),
            "ptyxis", List.of("--"),
            "kgx", List.of("--"),
            "wezterm", List.of("start", "--"),
            "kitty", List.of("--"),
            "foot", List.of(),
            "xfce4-terminal", List.of("-x"));

    private static final String[] KNOWN = {
        "x-terminal-emulator",
        "gnome-terminal",
        "ptyxis",
        "kgx",
        "konsole",
        "xfce4-terminal",
        "kitty",
        "alacritty",
        "foot",
        "wezterm",
        "xterm"
    };

    private final Map<String, String> environment;
    private final Programs programs;

    public OwnTerminal(Map<String, String> environment) {
        this.environment = environment;
        programs = new Programs(environment);
    }

    /** The program, by its absolute path; {@code $TERMINAL} first. */
    public Optional<String> program() {
        String chosen = environment.getOrDefault("TERMINAL", "");
        Optional<String> own = chosen.isEmpty() || chosen.contains("/") ? Optional.empty() : programs.first(chosen);
        return own.or(() -> programs.first(KNOWN));
    }

    /**
     * Opens it, and leaves it open until the end of the command has been read; it lives on without us.
     *
     * @param words the command, with the program that starts it
     * @param ended said with the exit code
     */
    public void open(String program, List<String> words, String directory, String ended) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", STAY, ended));
        command.addAll(words);
        programs.start(line(program, command), Optional.of(Path.of(directory)));
    }

    /** Opens it for as long as the command goes on; it lives on without us. */
    public void open(String program, List<String> words) throws IOException {
        programs.start(line(program, words), Optional.empty());
    }

    private static List<String> line(String program, List<String> words) {
        List<String> line = new ArrayList<>(List.of(program));
        line.addAll(BEFORE.getOrDefault(Path.of(program).getFileName().toString(), List.of("-e")));
        line.addAll(words);
        return line;
    }
}
