package org.bulle.engine.profile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where profiles are installed from. */
public sealed interface InstallSource {

    /** As it is written on the command line and recorded; {@link #parse} reads it back. */
    String text();

    /** A file, a directory, or the root of a git repository on this machine; absolute. */
    record Local(Path path) implements InstallSource {
        @Override
        public String text() {
            return OsPath.text(path);
        }
    }

    /**
     * A repository on GitHub.
     *
     * @param path of a directory or file in it, without a slash at either end; empty for the root
     */
    record GitHub(String owner, String repository, String path) implements InstallSource {
        @Override
        public String text() {
            return GITHUB + owner + "/" + repository + (path.isEmpty() ? "" : "/" + path);
        }
    }

    /** What a GitHub source starts with. */
    String GITHUB = "github:";

    /**
     * @param directory what a relative path is relative to
     * @throws ProblemException when the text is no source
     */
    static InstallSource parse(String text, Path directory) throws ProblemException {
        if (text.startsWith(GITHUB)) {
            return GitHubText.parse(text);
        }
        if (text.isEmpty()) {
            throw wrong(text, "the source is empty");
        }
        if (text.matches("[A-Za-z][A-Za-z0-9+.-]*://.*") || text.startsWith("git@")) {
            throw wrong(
                    text,
                    "a source is a file, a directory, a git repository on this machine, or github:OWNER/REPO[/SUB]; clone other repositories first");
        }
        try {
            return new Local(directory.resolve(OsPath.of(text)).normalize());
        } catch (InvalidPathException e) {
            throw wrong(text, "it is no path");
        }
    }

    private static ProblemException wrong(String text, String why) {
        String message = "cannot install from " + Printable.quoted(text) + ": " + why;
        return new ProblemException(
                new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, "", 0, 0, "SOURCE", message, null));
    }

    /** The spelling of GitHub sources. */
    final class GitHubText {
        private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,38}");
        private static final Pattern REPOSITORY = Pattern.compile("[A-Za-z0-9._-]{1,100}");

        private GitHubText() {}

        static GitHub parse(String text) throws ProblemException {
            List<String> parts = List.of(text.substring(GITHUB.length()).split("/", -1));
            Optional<String> why = refusal(parts);
            if (why.isPresent()) {
                throw wrong(text, why.get());
            }
            String repository = parts.get(1).endsWith(".git")
                    ? parts.get(1).substring(0, parts.get(1).length() - 4)
                    : parts.get(1);
            List<String> path = parts.subList(2, parts.size());
            boolean slash = !path.isEmpty() && path.getLast().isEmpty();
            return new GitHub(
                    parts.get(0), repository, String.join("/", slash ? path.subList(0, path.size() - 1) : path));
        }

        private static Optional<String> refusal(List<String> parts) {
            if (parts.size() < 2) {
                return Optional.of("write github:OWNER/REPO or github:OWNER/REPO/SUB");
            }
            if (!OWNER.matcher(parts.get(0)).matches()) {
                return Optional.of(Printable.quoted(parts.get(0)) + " is no name of a GitHub user or organisation");
            }
            String repository = parts.get(1);
            if (!REPOSITORY.matcher(repository).matches() || repository.matches("\\.{1,2}|\\.git")) {
                return Optional.of(Printable.quoted(repository) + " is no name of a repository");
            }
            for (int i = 2; i < parts.size(); i++) {
                String part = parts.get(i);
                boolean last = i == parts.size() - 1;
                if (part.isEmpty() && !last
                        || part.equals(".")
                        || part.equals("..")
                        || part.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
                    return Optional.of("the path in the repository is not plain");
                }
            }
            return Optional.empty();
        }
    }
}
