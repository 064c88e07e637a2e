package org.bulle.engine.scratch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.scratch.ScratchChanges.FileChange;

/**
 * Our own repository over a scratch's files and objects. Git reads its configuration, index, excludes and references here; of the clone it reads
 * files of the work tree and, through an alternate, objects. So hooks, filters, drivers, fsmonitor, pager, includes, attributes and index flags that a
 * command left in the clone's {@code .git} do not exist for it.
 */
final class ScratchView {
    private static final String EXCLUDE = "info/exclude";
    private static final long LARGEST_SHOWN = 4 << 20;
    /** A nested repository is an entry of its own; nothing is asked inside it. */
    private static final String SUBMODULES = "--ignore-submodules=dirty";

    private final Git git;
    private final Path repository;
    private final Path clone;

    ScratchView(Git git, Path repository, Path clone) {
        this.git = git;
        this.repository = repository;
        this.clone = clone;
    }

    /**
     * Makes the repository for a clone that nobody else has touched yet.
     *
     * @param settings lines for its {@code [core]} section that say how files are converted
     * @param excludes patterns that the user's own Git ignores
     */
    static void create(Path repository, Path clone, String objectFormat, List<String> settings, String excludes)
            throws IOException {
        for (String directory : List.of("objects/info", "objects/pack", "refs/heads", "info")) {
            Files.createDirectories(repository.resolve(directory));
        }
        Files.writeString(repository.resolve("HEAD"), "ref: refs/heads/none\n");
        Files.writeString(repository.resolve("config"), configuration(objectFormat, settings));
        Files.writeString(repository.resolve(EXCLUDE), excludes);
        Files.copy(clone.resolve(".git/index"), repository.resolve("index"));
    }

    /** The tree of what the user saw: the index that the clone came with saves reading what did not change. */
    String start() throws IOException, ScratchException {
        List<String> doubts = new ArrayList<>();
        String tree = tree(doubts);
        if (!doubts.isEmpty()) {
            throw new ScratchException(doubts.getFirst());
        }
        return tree;
    }

    private static String configuration(String objectFormat, List<String> settings) {
        boolean sha1 = objectFormat.equals("sha1");
        StringBuilder text =
                new StringBuilder("[core]\n\trepositoryformatversion = " + (sha1 ? 0 : 1) + "\n\tbare = false\n");
        text.append(
                "\thooksPath = /dev/null\n\tfsmonitor = false\n\tattributesFile = /dev/null\n\texcludesFile = /dev/null\n\tpager = cat\n");
        settings.forEach(line -> text.append('\t').append(line).append('\n'));
        text.append(
                "[diff]\n\texternal =\n\tignoreSubmodules = dirty\n[submodule]\n\trecurse = false\n[uploadpack]\n\tallowAnySHA1InWant = false\n");
        text.append(sha1 ? "" : "[extensions]\n\tobjectFormat = " + objectFormat + "\n");
        return text.toString();
    }

    /** From now on objects are also found where the finished clone has them. */
    void link(Path finishedClone) throws IOException {
        String objects = OsPath.text(finishedClone.resolve(".git/objects"));
        Files.write(repository.resolve("objects/info/alternates"), OsString.encode(quoted(objects) + "\n"));
    }

    private static String quoted(String path) {
        boolean plain = path.chars().noneMatch(c -> c == '\n' || c == '"' || c == ':');
        return plain
                ? path
                : '"' + path.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private List<String> line(String... arguments) {
        List<String> line = new ArrayList<>(List.of("--git-dir=" + repository, "--work-tree=" + clone));
        line.addAll(List.of(arguments));
        return line;
    }

    private Map<String, String> objects() {
        return Map.of("GIT_ALTERNATE_OBJECT_DIRECTORIES", quoted(OsPath.text(clone.resolve(".git/objects"))));
    }

    private Git.Output run(String... arguments) throws IOException {
        return git.alone(clone, line(arguments), objects());
    }

    /** Why the clone's objects cannot be taken for the clone's; empty when they can. */
    Optional<String> suspicion() {
        Path dotGit = clone.resolve(".git");
        for (Path directory : List.of(
                dotGit, dotGit.resolve("objects"), dotGit.resolve("objects/info"), dotGit.resolve("objects/pack"))) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(clone.relativize(directory) + " is not a folder any more");
            }
        }
        boolean borrows = Stream.of("objects/info/alternates", "objects/info/http-alternates", "commondir", "shallow")
                .anyMatch(name -> Files.exists(dotGit.resolve(name), LinkOption.NOFOLLOW_LINKS));
        return borrows ? Optional.of("its .git points to objects elsewhere") : Optional.empty();
    }

    /**
     * The tree of the clone's files as they are now, in our own object store. Adding a folder that is a repository of its own would make Git work in it, and
     * obey its settings: such folders are left out and reported.
     */
    private String tree(List<String> doubts) throws IOException, ScratchException {
        NestedRepositories nested = NestedRepositories.in(clone);
        nested.unreadable().forEach(folder -> doubts.add(folder + " cannot be read"));
        List<String> line = line("add", "--all", "--ignore-errors", "--no-warn-embedded-repo", "--", ".");
        for (String folder : nested.folders()) {
            doubts.add(folder + " holds a repository of its own, which was not looked into");
            line.add(":(top,exclude,literal)" + folder);
        }
        Git.Output added = git.alone(clone, line, objects());
        if (added.exitCode() != 0) {
            doubts.add("some files could not be looked at: "
                    + added.error().strip().lines().findFirst().orElse(""));
        }
        return Git.required(run("write-tree"), "write-tree").text();
    }

    ScratchChanges changes(Scratch scratch) throws IOException, ScratchException {
        List<String> doubts = new ArrayList<>();
        suspicion().ifPresent(doubts::add);
        if (!doubts.isEmpty()) {
            return new ScratchChanges(List.of(), 0, true, true, doubts, "");
        }
        String now = tree(doubts);
        List<FileChange> files = files(scratch.start(), now);
        References references = new References(clone.resolve(".git"));
        Optional<String> head = references.head();
        if (head.isEmpty()) {
            doubts.add("it has no HEAD commit any more");
        }
        boolean moved = !references.all().equals(scratch.references());
        if (head.isEmpty()) {
            return new ScratchChanges(files, 0, moved, true, doubts, now);
        }
        Git.Output count = run("rev-list", "--count", scratch.base() + ".." + head.get());
        Git.Output tree = run("rev-parse", "--verify", "--quiet", head.get() + "^{tree}");
        if (count.exitCode() != 0 || tree.exitCode() != 0) {
            doubts.add("its commits are damaged");
            return new ScratchChanges(files, 0, moved, true, doubts, now);
        }
        boolean elsewhere = !head.get().equals(scratch.base());
        return new ScratchChanges(
                files,
                Integer.parseInt(count.text()),
                moved || elsewhere,
                !tree.text().equals(now),
                doubts,
                now);
    }

    private List<FileChange> files(String before, String after) throws IOException, ScratchException {
        List<String> records = Git.required(
                        run("diff-tree", "-r", "-z", "--name-status", "--no-renames", SUBMODULES, before, after),
                        "diff-tree")
                .records();
        List<FileChange> files = new ArrayList<>();
        for (int i = 0; i + 1 < records.size(); i += 2) {
            files.add(new FileChange(records.get(i).charAt(0), records.get(i + 1)));
        }
        return files;
    }

    /** Of a tree; absent when it has no such file, or something else there. */
    Optional<byte[]> content(String tree, String path) throws IOException {
        Git.Output size = run("cat-file", "-s", tree + ":" + path);
        if (size.exitCode() != 0) {
            return Optional.empty();
        }
        if (Long.parseLong(size.text()) > LARGEST_SHOWN) {
            return Optional.of(new byte[] {0});
        }
        Git.Output bytes = run("cat-file", "blob", tree + ":" + path);
        return bytes.exitCode() == 0 ? Optional.of(bytes.bytes()) : Optional.empty();
    }

    void diff(Scratch scratch, boolean whole, OutputStream to) throws IOException, ScratchException {
        Optional<String> why = suspicion();
        if (why.isPresent()) {
            throw new ScratchException("the scratch cannot be compared: " + why.get());
        }
        String now = tree(new ArrayList<>());
        List<String> line = line(
                "diff-tree",
                "-r",
                "-p",
                "--no-ext-diff",
                "--no-textconv",
                "--no-color",
                "--full-index",
                whole ? "--binary" : "--patch",
                SUBMODULES,
                scratch.start(),
                now);
        Git.required(git.alone(clone, line, objects(), to), "diff-tree");
    }

    /** Gives our repository a branch at the clone's HEAD, to be fetched from. */
    String offer(String name) throws IOException, ScratchException {
        String head = new References(clone.resolve(".git"))
                .head()
                .orElseThrow(() -> new ScratchException("the scratch has no commit"));
        String reference = "refs/heads/" + name;
        Git.required(run("update-ref", reference, head), "update-ref");
        return reference;
    }
}
