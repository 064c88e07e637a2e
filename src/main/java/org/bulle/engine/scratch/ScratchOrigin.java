package org.bulle.engine.scratch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.profile.OsPath;

/**
 * The user's own repository, asked by the user's own Git.
 *
 * @param top the top of its work tree
 * @param prefix where in it the workspace is; empty for the top
 */
record ScratchOrigin(Git git, Path top, String prefix, String head, Optional<String> branch) {
    /** Settings of one repository that decide what its files look like, or who commits. */
    private static final List<String> COPIED = List.of(
            "user.name",
            "user.email",
            "core.autocrlf",
            "core.eol",
            "core.fileMode",
            "core.symlinks",
            "core.ignoreCase");

    /** The mode of one in the index. */
    private static final String SUBMODULE = "160000 ";

    static ScratchOrigin of(Git git, Path directory) throws IOException, ScratchException {
        Git.Output inside = git.asUser(directory, List.of("rev-parse", "--is-inside-work-tree"));
        if (inside.exitCode() != 0) {
            String why = inside.error().contains("dubious ownership")
                    ? "it belongs to somebody else: " + inside.error().strip()
                    : "it is not in a Git repository";
            throw new ScratchException("cannot make a scratch of " + directory + ": " + why.replace("\n", " "));
        }
        if (!inside.text().equals("true")) {
            throw new ScratchException("cannot make a scratch of " + directory + ": the repository has no work tree");
        }
        Git.Output head = git.asUser(directory, List.of("rev-parse", "--verify", "--quiet", "HEAD^{commit}"));
        if (head.exitCode() != 0) {
            throw new ScratchException("cannot make a scratch of " + directory + ": the repository has no commit yet");
        }
        Path top = OsPath.of(git.asked(directory, "rev-parse", "--show-toplevel"));
        String prefix = git.asked(directory, "rev-parse", "--show-prefix");
        Git.Output branch = git.asUser(directory, List.of("symbolic-ref", "--quiet", "--short", "HEAD"));
        return new ScratchOrigin(
                git, top, prefix, head.text(), branch.exitCode() == 0 ? Optional.of(branch.text()) : Optional.empty());
    }

    String objectFormat() throws IOException, ScratchException {
        return git.asked(top, "rev-parse", "--show-object-format");
    }

    /** Tracked files that differ from the commit. */
    List<String> modified() throws IOException, ScratchException {
        return ask("diff", "--no-ext-diff", "--ignore-submodules=all", "--name-only", "-z", "HEAD")
                .records();
    }

    byte[] patch() throws IOException, ScratchException {
        return ask(
                        "diff",
                        "--binary",
                        "--full-index",
                        "--no-ext-diff",
                        "--no-textconv",
                        "--no-color",
                        "--no-renames",
                        "--ignore-submodules=all",
                        "--src-prefix=a/",
                        "--dst-prefix=b/",
                        "HEAD")
                .bytes();
    }

    /** Untracked files that are not ignored, relative to the top; a repository inside ends with a slash. */
    List<String> untracked() throws IOException, ScratchException {
        return ask("ls-files", "--others", "--exclude-standard", "-z").records();
    }

    /** The tracked files that a clone gets: without those that the user has deleted; a submodule is an empty directory. */
    List<String> tracked() throws IOException, ScratchException {
        List<String> there = new ArrayList<>();
        for (String record : ask("ls-files", "--stage", "-z").records()) {
            String file = record.substring(record.indexOf('\t') + 1);
            if (record.startsWith(SUBMODULE) || Trees.isCopied(OsPath.of(OsPath.text(top) + "/" + file))) {
                there.add(file);
            }
        }
        return there;
    }

    boolean hasSubmodules() {
        return Files.exists(top.resolve(".gitmodules"));
    }

    /** The value of a setting as this repository has it, from whatever file. */
    Optional<String> setting(String name) throws IOException {
        Git.Output value = git.asUser(top, List.of("config", "--get", name));
        return value.exitCode() == 0 ? Optional.of(value.text()) : Optional.empty();
    }

    /** The settings that only this repository has, for its clone. */
    List<String[]> localSettings() throws IOException {
        List<String[]> settings = new ArrayList<>();
        for (String name : COPIED) {
            Git.Output value = git.asUser(top, List.of("config", "--local", "--get", name));
            if (value.exitCode() == 0) {
                settings.add(new String[] {name, value.text()});
            }
        }
        return settings;
    }

    /** Lines for a {@code [core]} section: how files are converted here. */
    List<String> conversions() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String key : List.of("autocrlf", "eol", "fileMode", "symlinks", "ignoreCase")) {
            setting("core." + key)
                    .filter(value -> value.matches("[a-z]+"))
                    .ifPresent(value -> lines.add(key + " = " + value));
        }
        return lines;
    }

    /** What the user ignores beside the files of the tree. */
    String excludes() throws IOException, ScratchException {
        StringBuilder text = new StringBuilder();
        Path local = top.resolve(git.asked(top, "rev-parse", "--git-path", "info/exclude"));
        append(local, text);
        Git.Output global = git.asUser(top, List.of("config", "--type=path", "--get", "core.excludesFile"));
        if (global.exitCode() == 0) {
            append(top.resolve(global.text()), text);
        } else {
            git.home("XDG_CONFIG_HOME", ".config").ifPresent(config -> append(config.resolve("git/ignore"), text));
        }
        return text.toString();
    }

    private static void append(Path file, StringBuilder to) {
        try {
            if (Files.isRegularFile(file)) {
                to.append(Files.readString(file)).append('\n');
            }
        } catch (IOException unreadable) {
            to.append("# ").append(file.getFileName()).append(" cannot be read\n");
        }
    }

    private Git.Output ask(String... arguments) throws IOException, ScratchException {
        return Git.required(git.asUser(top, List.of(arguments)), arguments[0]);
    }
}
