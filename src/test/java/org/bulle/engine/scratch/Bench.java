package org.bulle.engine.scratch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A repository with a commit, a store for its scratches, and the user's plain Git. */
final class Bench {
    final Path temp;
    final Path repository;
    final Path home;
    final ScratchStore store;

    Bench(Path folder) throws Exception {
        temp = folder.toRealPath();
        home = Files.createDirectory(temp.resolve("home"));
        Files.writeString(
                home.resolve(".gitconfig"),
                "[user]\n\tname = U\n\temail = u@example.org\n[init]\n\tdefaultBranch = main\n");
        repository = Files.createDirectory(temp.resolve("my project"));
        git(repository, "init", "-q");
        write("a.txt", "one\n");
        write("dir/b.txt", "two\n");
        write(".gitignore", "*.log\n");
        git(repository, "add", "-A");
        git(repository, "commit", "-qm", "first");
        store = new ScratchStore(temp.resolve("state/scratch"), environment());
    }

    Map<String, String> environment() {
        return Map.of("HOME", home.toString(), "PATH", System.getenv("PATH"));
    }

    Path write(String name, String text) throws IOException {
        return write(repository.resolve(name), text);
    }

    static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    static String read(Path file) throws IOException {
        return Files.readString(file);
    }

    Scratch create() throws Exception {
        return store.create(repository, List.of("tool", "--", "true")).scratch();
    }

    String git(Path directory, String... arguments) throws Exception {
        Process process = start(directory, arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", arguments) + ": " + output)
                .isZero();
        return output;
    }

    /** Whatever comes of it. */
    void tryGit(Path directory, String... arguments) throws Exception {
        Process process = start(directory, arguments);
        process.getInputStream().readAllBytes();
        process.waitFor();
    }

    private Process start(Path directory, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(directory.toFile()).redirectErrorStream(true);
        builder.redirectInput(Path.of("/dev/null").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        return builder.start();
    }

    void commitIn(Scratch scratch, String name, String text) throws Exception {
        write(scratch.directory().resolve(name), text);
        git(scratch.directory(), "add", "-A");
        git(scratch.directory(), "commit", "-qm", "in scratch");
    }
}
