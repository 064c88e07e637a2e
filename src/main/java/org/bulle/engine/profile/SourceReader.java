package org.bulle.engine.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.OsString;

/** Reads the .toml files of a source. Nothing of the source is run, checked out or left behind. */
final class SourceReader {
    static final int MOST_FILES = 500;
    private static final int MOST_ENTRIES = 20_000;
    private static final int MOST_BYTES = 16 << 20;
    private static final Duration CLONING = Duration.ofMinutes(3);

    private final Map<String, String> environment;
    private final String gitHub;
    private final String protocol;
    private final Path temporary;

    /**
     * @param environment the caller's
     * @param gitHub what the address of a repository starts with
     * @param protocol of that address
     * @param temporary an existing directory, in which one is made for the time of a fetch
     */
    SourceReader(Map<String, String> environment, String gitHub, String protocol, Path temporary) {
        this.environment = environment;
        this.gitHub = gitHub;
        this.protocol = protocol;
        this.temporary = temporary;
    }

    /**
     * @param commit of a git repository, where it is known
     */
    record Fetched(Optional<String> commit, List<SourceFile> files) {}

    /** @throws IOException with a sentence for the user when nothing can be read there */
    Fetched fetch(InstallSource source) throws IOException {
        Fetched fetched = switch (source) {
            case InstallSource.Local local -> local(local.path());
            case InstallSource.GitHub hub -> hub(hub);
        };
        if (fetched.files().isEmpty()) {
            throw new IOException("there are no .toml files in " + Printable.escape(source.text()));
        }
        return fetched;
    }

    private Fetched local(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            String name = fileName(path);
            if (!name.endsWith(SourceFile.EXTENSION)) {
                throw new IOException(Printable.escape(OsPath.text(path)) + " is no .toml file");
            }
            return new Fetched(Optional.empty(), List.of(new SourceFile(name, OsPath.text(path), TextFile.read(path))));
        }
        if (!Files.isDirectory(path)) {
            String why = Files.notExists(path) ? " does not exist" : " is neither a file nor a directory";
            throw new IOException(Printable.escape(OsPath.text(path)) + why);
        }
        if (Files.exists(path.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
            Path profiles = path.resolve("profiles");
            boolean nested =
                    Files.isDirectory(profiles) && !directory(profiles, path).isEmpty();
            return new Fetched(commit(path), directory(nested ? profiles : path, path));
        }
        boolean bare = Files.isRegularFile(path.resolve("HEAD"))
                && Files.isDirectory(path.resolve("objects"))
                && Files.isDirectory(path.resolve("refs"));
        return bare
                ? withTemporary(home -> tree(git("file", home), path, "", OsPath.text(path)))
                : new Fetched(Optional.empty(), directory(path, path));
    }

    /** @param inside links that lead out of it are refused */
    private static List<SourceFile> directory(Path directory, Path inside) throws IOException {
        Path within = inside.toRealPath();
        List<SourceFile> files = new ArrayList<>();
        int entries = 0;
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path entry : stream) {
                if (++entries > MOST_ENTRIES) {
                    throw new IOException(
                            Printable.escape(OsPath.text(directory)) + " has more than " + MOST_ENTRIES + " entries");
                }
                String name = fileName(entry);
                if (name.endsWith(SourceFile.EXTENSION) && !Files.isDirectory(entry)) {
                    files.add(file(entry, name, within));
                    requireFew(files.size());
                }
            }
        }
        files.sort(Comparator.comparing(SourceFile::fileName));
        return files;
    }

    private static SourceFile file(Path entry, String name, Path within) throws IOException {
        String place = OsPath.text(entry);
        if (Files.isSymbolicLink(entry)
                && Files.exists(entry)
                && !entry.toRealPath().startsWith(within)) {
            return SourceFile.refused(name, place, "is a symbolic link that leads out of the source");
        }
        return new SourceFile(name, place, TextFile.read(entry));
    }

    /** Unknown when git does not trust the repository, or is not there: then it is only not recorded. */
    private Optional<String> commit(Path repository) throws IOException {
        try {
            return Optional.of(withTemporary(home -> line(git("file", home)
                    .run(new byte[0], 1000, "-C", OsPath.text(repository), "rev-parse", "--verify", "HEAD"))));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    private Fetched hub(InstallSource.GitHub source) throws IOException {
        return withTemporary(home -> {
            Path clone = home.resolve("clone.git");
            GitCommand git = git(protocol, home);
            git.run(
                    new byte[0],
                    1 << 16,
                    "clone",
                    "--quiet",
                    "--bare",
                    "--depth=1",
                    "--single-branch",
                    "--no-tags",
                    "--filter=blob:limit=" + (TomlReader.LARGEST + 1),
                    "--",
                    gitHub + source.owner() + "/" + source.repository() + ".git",
                    OsPath.text(clone));
            return tree(git, clone, source.path(), source.text());
        });
    }

    /** The files of a commit, out of the object store. */
    private static Fetched tree(GitCommand git, Path repository, String path, String place) throws IOException {
        String directory = "--git-dir=" + OsPath.text(repository);
        String commit = line(git.run(new byte[0], 1000, directory, "rev-parse", "--verify", "HEAD^{commit}"));
        String folder = path;
        if (path.isEmpty()
                && list(git, directory, commit + ":").stream()
                        .anyMatch(blob ->
                                blob.name().equals("profiles") && blob.type().equals("tree"))) {
            boolean some = list(git, directory, commit + ":profiles").stream().anyMatch(Blob::isToml);
            folder = some ? "profiles" : path;
        }
        List<Blob> blobs;
        if (path.endsWith(SourceFile.EXTENSION)) {
            int slash = path.lastIndexOf('/');
            String name = path.substring(slash + 1);
            folder = slash < 0 ? "" : path.substring(0, slash);
            blobs = list(git, directory, commit + ":" + folder).stream()
                    .filter(blob -> blob.name().equals(name))
                    .toList();
        } else {
            blobs = list(git, directory, commit + ":" + folder).stream()
                    .filter(Blob::isToml)
                    .toList();
        }
        requireFew(blobs.size());
        String base = path.endsWith(SourceFile.EXTENSION)
                ? place.substring(0, place.lastIndexOf('/'))
                : place + (folder.equals(path) ? "" : "/" + folder);
        return new Fetched(Optional.of(commit), contents(git, directory, blobs, base));
    }

    /** @param size in bytes, or -1 */
    private record Blob(String mode, String type, String hash, long size, String name) {
        boolean isToml() {
            return name.endsWith(SourceFile.EXTENSION) && !type.equals("tree");
        }

        Optional<String> refusal() {
            if (mode.equals("120000")) {
                return Optional.of("is a symbolic link");
            }
            if (!type.equals("blob")) {
                return Optional.of("is another repository");
            }
            return size < 0 || size > TomlReader.LARGEST
                    ? Optional.of("is larger than " + TomlReader.LARGEST + " bytes")
                    : Optional.empty();
        }
    }

    private static List<Blob> list(GitCommand git, String directory, String tree) throws IOException {
        String listing = OsString.decode(
                git.run(new byte[0], MOST_BYTES, directory, "ls-tree", "-z", "-l", "--end-of-options", tree));
        List<Blob> blobs = new ArrayList<>();
        for (String row : listing.split("\0")) {
            int tab = row.indexOf('\t');
            if (tab > 0) {
                String[] words = row.substring(0, tab).trim().split(" +");
                long size = words.length > 3 && words[3].matches("\\d{1,18}") ? Long.parseLong(words[3]) : -1;
                blobs.add(new Blob(words[0], words[1], words[2], size, row.substring(tab + 1)));
            }
        }
        return blobs;
    }

    private static List<SourceFile> contents(GitCommand git, String directory, List<Blob> blobs, String base)
            throws IOException {
        List<Blob> readable =
                blobs.stream().filter(blob -> blob.refusal().isEmpty()).toList();
        if (readable.stream().mapToLong(Blob::size).sum() > MOST_BYTES) {
            throw new IOException("the profiles there are larger than " + MOST_BYTES + " bytes together");
        }
        StringBuilder wanted = new StringBuilder();
        readable.forEach(blob -> wanted.append(blob.hash()).append('\n'));
        byte[] answer = readable.isEmpty()
                ? new byte[0]
                : git.run(
                        wanted.toString().getBytes(StandardCharsets.US_ASCII),
                        MOST_BYTES + 200 * MOST_FILES,
                        directory,
                        "cat-file",
                        "--batch");
        List<SourceFile> files = new ArrayList<>();
        int at = 0;
        for (Blob blob : blobs) {
            String place = base + "/" + blob.name();
            Optional<String> refusal = blob.refusal();
            if (refusal.isPresent()) {
                files.add(SourceFile.refused(blob.name(), place, refusal.get()));
                continue;
            }
            int start = indexOf(answer, '\n', at) + 1;
            int end = Math.toIntExact(start + blob.size());
            if (start <= at || end > answer.length) {
                throw new IOException("git could not give " + Printable.escape(blob.name()));
            }
            files.add(new SourceFile(
                    blob.name(), place, TextFile.decode(java.util.Arrays.copyOfRange(answer, start, end))));
            at = end + 1;
        }
        files.sort(Comparator.comparing(SourceFile::fileName));
        return files;
    }

    private static int indexOf(byte[] bytes, char wanted, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private GitCommand git(String allowed, Path home) {
        return new GitCommand(environment, allowed, home, CLONING);
    }

    /** Work that needs a directory of its own for a while. */
    @FunctionalInterface
    private interface Work<T> {
        T in(Path directory) throws IOException;
    }

    private <T> T withTemporary(Work<T> work) throws IOException {
        Path directory = Files.createTempDirectory(temporary, "bulle-install");
        try {
            return work.in(directory);
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path folder, java.io.@org.jspecify.annotations.Nullable IOException failed) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void requireFew(int count) throws IOException {
        if (count > MOST_FILES) {
            throw new IOException("there are more than " + MOST_FILES + " profiles there");
        }
    }

    private static String line(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII).trim();
    }

    private static String fileName(Path path) {
        String text = OsPath.text(path.toAbsolutePath());
        return text.substring(text.lastIndexOf('/') + 1);
    }
}
