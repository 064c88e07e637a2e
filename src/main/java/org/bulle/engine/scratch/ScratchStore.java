package org.bulle.engine.scratch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;

/** The scratches of a user: makes, lists and finds them, and does everything that is done with one from outside the sandbox. */
public final class ScratchStore {
    static final String OWN_SUFFIX = ".bulle";
    private static final String PARTIAL = ".partial-";
    private static final String LOCK = "lock";
    private static final String RECORD = "scratch.json";
    private static final String VIEW = "view";
    private static final String SUBMODULES = "submodules are not in the scratch";

    private final Path root;
    private final Git git;

    /**
     * @param root where scratches are kept; need not exist
     * @param environment the caller's, for the user's Git
     */
    public ScratchStore(Path root, Map<String, String> environment) {
        this.root = root;
        this.git = new Git(environment);
    }

    public Path root() {
        return root;
    }

    /**
     * A new scratch.
     *
     * @param modified how many tracked files differ from the commit
     * @param untracked how many untracked files were copied
     * @param warnings sentences about what is not in it
     */
    public record Created(Scratch scratch, int modified, int untracked, List<String> warnings) {
        public Created {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Clones what the user sees in a directory of a repository. A failure leaves nothing behind.
     *
     * @throws ScratchException when there is nothing to clone, or Git refuses
     * @throws IOException when the system refuses, for example for want of room
     */
    public Created create(Path directory, List<String> invocation) throws IOException, ScratchException {
        ScratchOrigin origin = originOf(directory);
        Files.createDirectories(
                root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        removeAbandoned();
        String name = newName(origin.top());
        Path partial = Files.createDirectory(
                root.resolve(PARTIAL + name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (FileChannel lock =
                        FileChannel.open(partial.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = lock.lock()) {
            Created created = build(origin, name, partial, invocation);
            Files.move(partial.resolve("own"), root.resolve(name + OWN_SUFFIX));
            Files.move(partial.resolve("clone"), root.resolve(name));
            return created;
        } catch (IOException | ScratchException | RuntimeException failure) {
            Trees.remove(root.resolve(name + OWN_SUFFIX));
            throw failure;
        } finally {
            Trees.remove(partial);
        }
    }

    private ScratchOrigin originOf(Path directory) throws IOException, ScratchException {
        Path place = directory.toRealPath();
        if (Files.exists(root) && place.startsWith(root.toRealPath())) {
            throw new ScratchException(
                    "cannot make a scratch of " + directory + ": it is in a scratch, or where scratches are kept");
        }
        ScratchOrigin origin = ScratchOrigin.of(git, place);
        if (nearestReal(root).startsWith(origin.top())) {
            throw new ScratchException("cannot make a scratch of " + directory + ": scratches are kept in " + root
                    + ", which is in the repository itself");
        }
        return origin;
    }

    /**
     * A scratch that {@link #create} would make.
     *
     * @param scratch with a name that ends with zeros; nothing of it is there
     * @param files what would be in it, relative to its top
     * @param warnings sentences about what would not be in it
     */
    public record Preview(Scratch scratch, List<String> files, List<String> warnings) {
        public Preview {
            files = List.copyOf(files);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Makes nothing.
     *
     * @throws ScratchException when there is nothing to clone
     */
    public Preview preview(Path directory) throws IOException, ScratchException {
        ScratchOrigin origin = originOf(directory);
        Path kept = root.toAbsolutePath().normalize();
        String name = plainName(origin.top()) + "-00000000";
        Path place = nearestReal(kept)
                .resolve(existing(kept).relativize(kept))
                .resolve(name)
                .normalize();
        Scratch scratch = new Scratch(
                name,
                place,
                origin.top(),
                origin.prefix(),
                origin.head(),
                origin.branch(),
                "",
                Map.of(),
                Instant.EPOCH,
                List.of());
        List<String> files = new ArrayList<>(origin.tracked());
        List<String> warnings = new ArrayList<>();
        for (String file : origin.untracked()) {
            if (!file.endsWith("/") && Trees.isCopied(below(origin.top(), file))) {
                files.add(file);
            } else {
                warnings.add(notCopied(file));
            }
        }
        if (origin.hasSubmodules()) {
            warnings.add(SUBMODULES);
        }
        return new Preview(scratch, files, warnings);
    }

    /** What a clone left that was killed while it was made: nobody holds its lock any more. */
    private void removeAbandoned() throws IOException {
        try (DirectoryStream<Path> partial = Files.newDirectoryStream(root, PARTIAL + "*")) {
            for (Path each : partial) {
                Path lock = each.resolve(LOCK);
                if (Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS) && isAbandoned(lock)) {
                    Trees.remove(each);
                }
            }
        }
    }

    private static boolean isAbandoned(Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            return held != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }

    /** The real path of what exists of a path, with the rest below it. */
    private static Path nearestReal(Path path) throws IOException {
        return existing(path.toAbsolutePath().normalize()).toRealPath();
    }

    private static Path existing(Path path) {
        Path existing = path;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }

    /**
     * A path that the command of a policy may write and that holds our own files about scratches, or another scratch; writing there could make us run
     * something outside. The clone of {@code scratch} itself is the command's.
     */
    public Optional<String> exposedBy(Policy policy, Scratch scratch) throws IOException {
        Path keeper =
                Files.exists(root) ? root.toRealPath() : scratch.directory().resolveSibling("");
        String kept = OsPath.text(keeper);
        return policy.grants().stream()
                .filter(grant -> grant.access().writes())
                .map(Grant::path)
                .filter(path -> !scratch.isInside(path))
                .filter(path -> PathTree.overlap(path, kept))
                .findFirst();
    }

    /**
     * What is ours must not be writable: it decides what is done outside later. That the real files are writable is the user's choice, and said.
     *
     * @return warnings
     * @throws ProblemException when the command could write where scratches are kept
     */
    public List<String> check(Policy policy, Scratch scratch) throws ProblemException, IOException {
        Optional<String> exposed = exposedBy(policy, scratch);
        if (exposed.isPresent()) {
            throw new ProblemException(new Problem(
                    Problem.Severity.ERROR,
                    Problem.Kind.MACHINE,
                    "",
                    0,
                    0,
                    "--scratch",
                    "a run in a scratch may not write " + Printable.quoted(exposed.get())
                            + ": what later commands do with scratches is decided there",
                    null));
        }
        return scratch.originPathsWrittenBy(policy).stream()
                .map(path -> "the command may write " + Printable.escape(path) + " although it runs in a scratch of "
                        + Printable.escape(OsPath.text(scratch.origin())))
                .toList();
    }

    /** Why no scratch can be made of a directory; empty when one can. Makes nothing. */
    public Optional<String> refusal(Path directory) throws IOException {
        try {
            ScratchOrigin.of(git, directory.toRealPath());
            return Optional.empty();
        } catch (ScratchException no) {
            return Optional.of(String.valueOf(no.getMessage()));
        }
    }

    private String newName(Path top) {
        byte[] random = new byte[4];
        new SecureRandom().nextBytes(random);
        return plainName(top) + "-" + HexFormat.of().formatHex(random);
    }

    private static String plainName(Path top) {
        Path base = top.getFileName();
        String plain = base == null
                ? "root"
                : base.toString().replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("^[.-]+", "");
        return plain.isEmpty() ? "scratch" : plain;
    }

    private Created build(ScratchOrigin origin, String name, Path partial, List<String> invocation)
            throws IOException, ScratchException {
        Path clone = partial.resolve("clone");
        Path own = Files.createDirectory(partial.resolve("own"));
        List<String> warnings = new ArrayList<>();
        Git.required(
                git.asUser(
                        partial,
                        List.of(
                                "-c",
                                "core.hooksPath=/dev/null",
                                "-c",
                                "core.splitIndex=false",
                                "-c",
                                "core.fsmonitor=false",
                                "clone",
                                "--quiet",
                                "--local",
                                "--no-hardlinks",
                                "--dissociate",
                                "--template=",
                                "--no-recurse-submodules",
                                OsPath.text(origin.top()),
                                OsPath.text(clone))),
                "clone");
        for (String[] setting : origin.localSettings()) {
            git.asked(clone, "config", setting[0], setting[1]);
        }
        ScratchView.create(own.resolve(VIEW), clone, origin.objectFormat(), origin.conversions(), origin.excludes());
        List<String> modified = origin.modified();
        applyChanges(origin, clone, own);
        int untracked = copyUntracked(origin, clone, warnings);
        if (origin.hasSubmodules()) {
            warnings.add(SUBMODULES);
        }
        ScratchView view = new ScratchView(git, own.resolve(VIEW), clone);
        String start = view.start();
        view.link(root.toRealPath().resolve(name));
        Scratch scratch = new Scratch(
                name,
                root.toRealPath().resolve(name),
                origin.top(),
                origin.prefix(),
                origin.head(),
                origin.branch(),
                start,
                new References(clone.resolve(".git")).all(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                invocation);
        ScratchRecord.write(scratch, own.resolve(RECORD));
        return new Created(scratch, modified.size(), untracked, warnings);
    }

    private void applyChanges(ScratchOrigin origin, Path clone, Path own) throws IOException, ScratchException {
        byte[] patch = origin.patch();
        if (patch.length > 0) {
            Path file = Files.write(own.resolve("changes.patch"), patch);
            git.asked(clone, "apply", "--binary", "--whitespace=nowarn", file.toString());
            Files.delete(file);
        }
    }

    private static int copyUntracked(ScratchOrigin origin, Path clone, List<String> warnings)
            throws IOException, ScratchException {
        int copied = 0;
        for (String file : origin.untracked()) {
            if (!file.endsWith("/") && Trees.copy(below(origin.top(), file), below(clone, file))) {
                copied++;
            } else {
                warnings.add(notCopied(file));
            }
        }
        return copied;
    }

    private static String notCopied(String untracked) {
        String what = untracked.endsWith("/") ? " is a repository of its own" : " is neither a file nor a link";
        return untracked + what + " and not in the scratch";
    }

    /** Also where the name is no text. */
    private static Path below(Path directory, String name) {
        return OsPath.of(OsPath.text(directory) + "/" + name);
    }

    /**
     * The folders of scratches whose record cannot be read: they are there, and nothing is known about them.
     *
     * @param listed what {@link #list} answered
     */
    public List<Path> damaged(List<Scratch> listed) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        List<Path> known = listed.stream().map(Scratch::directory).toList();
        try (Stream<Path> entries = Files.list(root.toRealPath())) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .filter(entry -> !entry.getFileName().toString().startsWith(PARTIAL)
                            && !entry.getFileName().toString().endsWith(OWN_SUFFIX)
                            && !known.contains(entry))
                    .sorted()
                    .toList();
        }
    }

    /** All scratches, the newest first. */
    public List<Scratch> list() throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        Path real = root.toRealPath();
        try (Stream<Path> entries = Files.list(real)) {
            return entries.filter(entry -> entry.toString().endsWith(OWN_SUFFIX))
                    .map(own -> own.getFileName().toString())
                    .map(name -> name.substring(0, name.length() - OWN_SUFFIX.length()))
                    .filter(name -> Files.isDirectory(real.resolve(name), LinkOption.NOFOLLOW_LINKS))
                    .flatMap(name ->
                            ScratchRecord.read(
                                    name,
                                    real.resolve(name),
                                    real.resolve(name + OWN_SUFFIX).resolve(RECORD))
                                    .stream())
                    .sorted(Comparator.comparing(Scratch::created).reversed().thenComparing(Scratch::name))
                    .toList();
        }
    }

    /**
     * The scratch that is meant.
     *
     * @param id a name or its unique beginning; empty when there is only one, or one for {@code directory}
     */
    public Scratch find(Optional<String> id, Path directory) throws IOException, ScratchException {
        List<Scratch> all = list();
        if (id.isPresent()) {
            List<Scratch> exact = all.stream()
                    .filter(scratch -> scratch.name().equals(id.get()))
                    .toList();
            return single(
                    exact.isEmpty()
                            ? all.stream()
                                    .filter(scratch -> scratch.name().startsWith(id.get()))
                                    .toList()
                            : exact,
                    "scratch " + id.get());
        }
        Path place = directory.toRealPath();
        List<Scratch> here = all.stream()
                .filter(scratch -> place.startsWith(scratch.origin()) || place.startsWith(scratch.directory()))
                .toList();
        return single(all.size() == 1 ? all : here, "scratch of this directory");
    }

    private static Scratch single(List<Scratch> candidates, String what) throws ScratchException {
        return switch (candidates.size()) {
            case 0 -> throw new ScratchException("there is no " + what);
            case 1 -> candidates.getFirst();
            default ->
                throw new ScratchException("there is more than one " + what + ": "
                        + String.join(
                                ", ", candidates.stream().map(Scratch::name).toList()));
        };
    }

    public ScratchChanges changes(Scratch scratch) throws IOException, ScratchException {
        return view(scratch).changes(scratch);
    }

    /**
     * One file before and after.
     *
     * @param changes what was found by looking at it
     */
    public FileTexts texts(Scratch scratch, ScratchChanges changes, String path) throws IOException {
        ScratchView view = view(scratch);
        Optional<byte[]> before = view.content(scratch.start(), path);
        Optional<byte[]> after = view.content(changes.tree(), path);
        boolean isText = Stream.of(before, after).flatMap(Optional::stream).noneMatch(ScratchStore::isBinary);
        return isText
                ? new FileTexts(before.map(OsString::decode), after.map(OsString::decode), true)
                : FileTexts.HIDDEN;
    }

    /** As Git tells it: a zero byte. */
    private static boolean isBinary(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes a patch of everything that happened in it, committed or not.
     *
     * @param whole with the contents of binary files, so that {@code git apply} can apply it; else it is for reading
     */
    public void diff(Scratch scratch, boolean whole, OutputStream to) throws IOException, ScratchException {
        view(scratch).diff(scratch, whole, to);
    }

    /**
     * Moves the scratch's commits into the repository that it came from, by a pull without rebase. A conflict or a refusal is left as Git leaves it.
     * Tracked hooks do not run, since the commits may have changed them; the objects are checked.
     *
     * @return what Git said
     * @throws ScratchException when there is something uncommitted, nothing to pull, or Git refuses; the scratch is kept in every case
     */
    public String pull(Scratch scratch) throws IOException, ScratchException {
        ScratchChanges changes = changes(scratch);
        if (!changes.doubts().isEmpty()) {
            throw new ScratchException("nothing was pulled: " + String.join("; ", changes.doubts()));
        }
        if (changes.dirty()) {
            throw new ScratchException("nothing was pulled: the scratch has changes that are not committed");
        }
        if (changes.commits() == 0) {
            throw new ScratchException("nothing was pulled: the scratch has no commits of its own");
        }
        String reference = view(scratch).offer(scratch.name());
        Git.Output pulled = git.asUser(
                scratch.origin(),
                List.of(
                        "-c",
                        "core.hooksPath=/dev/null",
                        "-c",
                        "fetch.fsckObjects=true",
                        "pull",
                        "--no-rebase",
                        "--no-edit",
                        "--no-recurse-submodules",
                        "--no-tags",
                        scratch.own().resolve(VIEW).toString(),
                        reference));
        if (pulled.exitCode() != 0) {
            throw new ScratchException("the pull ended with " + pulled.exitCode() + ": "
                    + (pulled.text() + "\n" + pulled.error()).strip());
        }
        return (pulled.text() + "\n" + pulled.error()).strip();
    }

    /**
     * Makes a scratch fit for the user's own shell: its configuration is written anew, with the origin's remotes, and hooks, attributes and pointers elsewhere
     * are moved to {@code left-by-the-run} in its own folder.
     *
     * @return sentences for the user: how to push, and what still deserves a look
     */
    public List<String> prepareShell(Scratch scratch) throws IOException, ScratchException {
        return new ScratchShell(git, scratch)
                .prepare(NestedRepositories.in(scratch.directory()).folders());
    }

    /** Removes it, for good. */
    public void wipe(Scratch scratch) throws IOException {
        Trees.remove(scratch.directory());
        Trees.remove(scratch.own());
    }

    private ScratchView view(Scratch scratch) {
        return new ScratchView(git, scratch.own().resolve(VIEW), scratch.directory());
    }
}
