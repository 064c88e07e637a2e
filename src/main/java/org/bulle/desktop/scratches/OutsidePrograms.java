package org.bulle.desktop.scratches;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The desktop's own terminal and file manager. */
final class OutsidePrograms {
    /** How each takes a command: the words after its name. */
    private static final List<List<String>> TERMINALS = List.of(
            List.of("x-terminal-emulator", "-e"),
            List.of("gnome-terminal", "--"),
            List.of("konsole", "-e"),
            List.of("kgx", "--"),
            List.of("xfce4-terminal", "-x"),
            List.of("alacritty", "-e"),
            List.of("kitty"),
            List.of("foot"),
            List.of("xterm", "-e"));

    private OutsidePrograms() {}

    /** False when there is no terminal. */
    static boolean openTerminal(Map<String, String> environment, List<String> command) throws IOException {
        for (List<String> terminal : TERMINALS) {
            Optional<Path> program = find(environment, terminal.getFirst());
            if (program.isPresent()) {
                List<String> line = new ArrayList<>(terminal);
                line.set(0, program.get().toString());
                line.addAll(command);
                start(environment, line);
                return true;
            }
        }
        return false;
    }

    /** False when nothing opens folders here. */
    static boolean openFolder(Map<String, String> environment, Path folder) throws IOException {
        Optional<Path> opener = find(environment, "xdg-open").or(() -> find(environment, "open"));
        if (opener.isPresent()) {
            start(environment, List.of(opener.get().toString(), folder.toString()));
        }
        return opener.isPresent();
    }

    private static void start(Map<String, String> environment, List<String> line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Optional<Path> find(Map<String, String> environment, String program) {
        for (String directory : environment.getOrDefault("PATH", "").split(":")) {
            if (directory.startsWith("/") && Files.isExecutable(Path.of(directory, program))) {
                return Optional.of(Path.of(directory, program));
            }
        }
        return Optional.empty();
    }
}
