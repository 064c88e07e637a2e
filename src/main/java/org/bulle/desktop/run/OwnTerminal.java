package org.bulle.desktop.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The user's own terminal program, opened with a run in it. */
final class OwnTerminal {
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

    OwnTerminal(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The program, by its absolute path; {@code $TERMINAL} first. */
    Optional<String> program() {
        Programs programs = new Programs(environment);
        String chosen = environment.getOrDefault("TERMINAL", "");
        Optional<String> own = chosen.isEmpty() || chosen.contains("/") ? Optional.empty() : programs.first(chosen);
        return own.or(() -> programs.first(KNOWN));
    }

    /**
     * Opens it; it lives on without us.
     *
     * @param words the run's command line, with the program that starts it
     * @param ended said with the exit code
     */
    void open(String program, List<String> words, String directory, String ended) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(program);
        command.addAll(BEFORE.getOrDefault(Path.of(program).getFileName().toString(), List.of("-e")));
        command.addAll(List.of("/bin/sh", "-c", STAY, ended));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Path.of(directory).toFile())
                .redirectInput(Programs.NOTHING)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        Programs.adopt(builder.environment(), environment);
        builder.start();
    }
}
