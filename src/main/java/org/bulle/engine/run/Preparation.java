package org.bulle.engine.run;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.sandbox.Uninterrupted;
import org.jspecify.annotations.Nullable;

/** What is made just before a run: the paths marked {@code +}, the private temp directory, the shims. Closing it removes the shims. */
public final class Preparation implements AutoCloseable {
    private static final Set<PosixFilePermission> PRIVATE_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final String SHIMS = "shims";
    private static final Set<PosixFilePermission> PRIVATE_FILE = PosixFilePermissions.fromString("rw-------");

    private final Machine machine;
    private final Runnable noted;
    private final List<String> created = new ArrayList<>();
    private volatile Optional<Path> shims = Optional.empty();
    private @Nullable Thread linking;
    private volatile boolean linked;
    private volatile @Nullable IOException notLinked;

    private Preparation(Machine machine, Runnable noted) {
        this.machine = machine;
        this.noted = noted;
    }

    /**
     * Makes what the plan says and nothing else.
     *
     * @throws ProblemException when something stands in the way: a private directory that is a link or another's, or a link that has come to
     *     lie on the way since the plan was made
     * @throws IOException when the system refuses; what was made for this run alone is removed again
     */
    public static Preparation of(Plan plan, Machine machine) throws IOException, ProblemException {
        Preparation preparation = begin(plan, machine, () -> {});
        try {
            preparation.await();
            return preparation;
        } catch (IOException e) {
            preparation.close();
            throw e;
        }
    }

    /**
     * The same, but the shims, of which there can be hundreds, are still being made: {@link #await} has to follow before the command starts.
     *
     * @param noted returns when it is noted where the shims will lie, so that they are removed also when this process is killed; no shim is made before
     * @throws ProblemException as {@link #of} does
     * @throws IOException as {@link #of} does
     */
    public static Preparation begin(Plan plan, Machine machine, Runnable noted) throws IOException, ProblemException {
        Preparation preparation = new Preparation(machine, noted);
        try {
            preparation.make(plan);
            return preparation;
        } catch (IOException | ProblemException e) {
            preparation.close();
            throw e;
        }
    }

    /**
     * Returns when all is made.
     *
     * @throws IOException when a link could not be
     */
    public void await() throws IOException {
        Thread maker = linking;
        if (maker == null) {
            return;
        }
        Uninterrupted.join(maker);
        if (!linked) {
            IOException failure = notLinked;
            throw failure == null ? new IOException("the shims could not be made") : failure;
        }
    }

    /** The paths marked {@code +} that were missing and are there now, in the order in which they were made; without what is ours alone. */
    public List<String> created() {
        return List.copyOf(created);
    }

    private void make(Plan plan) throws IOException, ProblemException {
        String root = plan.directories().root();
        if (needsPrivateRoot(plan)) {
            makePrivate(OsPath.of(root));
        }
        for (Policy.Creation creation : plan.policy().create()) {
            make(creation, root);
        }
        if (plan.directories().shims().isPresent()) {
            makeShims(OsPath.of(plan.directories().shims().get()), plan.policy().shims());
        }
    }

    private static boolean needsPrivateRoot(Plan plan) {
        String below = plan.directories().root() + "/";
        return plan.directories().shims().filter(path -> path.startsWith(below)).isPresent()
                || plan.policy().create().stream().anyMatch(creation -> (creation.path() + "/").startsWith(below))
                || plan.policy().grants().stream().anyMatch(grant -> (grant.path() + "/").startsWith(below));
    }

    /** A directory that nobody else may so much as look into. */
    private void makePrivate(Path directory) throws IOException, ProblemException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            makeDirectories(directory);
        }
        String shown = "the private directory " + Printable.escape(OsPath.text(directory));
        if (Files.isSymbolicLink(directory) || !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(shown + " is a link or no directory; remove it, or set TMPDIR to a directory of your own");
        }
        if ((int) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS) != machine.uid()) {
            throw refused(shown + " belongs to another user; remove it, or set TMPDIR to a directory of your own");
        }
        if (!Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS).equals(PRIVATE_DIRECTORY)) {
            Files.setPosixFilePermissions(directory, PRIVATE_DIRECTORY);
        }
    }

    private void make(Policy.Creation creation, String root) throws IOException, ProblemException {
        Path path = OsPath.of(creation.path());
        boolean existed = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        if (creation.directory()) {
            makeDirectories(path);
        } else {
            makeDirectories(parent(path));
            makeFile(path);
        }
        if (!existed && !(creation.path() + "/").startsWith(root + "/")) {
            created.add(creation.path());
        }
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    private static void makeFile(Path file) throws IOException, ProblemException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PRIVATE_FILE));
        } catch (FileAlreadyExistsException e) {
            refuseLink(file);
        }
    }

    /** One by one from above, so that a link on the way is seen and not followed. */
    private static void makeDirectories(Path directory) throws IOException, ProblemException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!directory.equals(parent(directory))) {
            makeDirectories(parent(directory));
        }
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PRIVATE_DIRECTORY));
        } catch (FileAlreadyExistsException e) {
            refuseLink(directory);
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    private static void refuseLink(Path path) throws ProblemException {
        if (Files.isSymbolicLink(path)) {
            throw refused(Printable.escape(OsPath.text(path)) + " has become a link since the run was planned");
        }
    }

    private void makeShims(Path directory, List<Policy.Shim> links) throws IOException, ProblemException {
        makePrivate(parent(directory));
        linking = Thread.ofPlatform().daemon().name("shims").start(() -> link(directory, links));
    }

    private void link(Path directory, List<Policy.Shim> links) {
        try {
            noted.run();
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PRIVATE_DIRECTORY));
            shims = Optional.of(directory);
            String prefix = OsPath.text(directory) + "/";
            for (Policy.Shim link : links) {
                Files.createSymbolicLink(OsPath.of(prefix + link.name()), OsPath.of(link.target()));
            }
            linked = true;
        } catch (IOException e) {
            notLinked = e;
        } catch (Throwable e) {
            // An Error too: no command may start with half of its path.
            notLinked = new IOException("the shims could not be made: " + e, e);
        }
    }

    private static ProblemException refused(String message) {
        return new ProblemException(
                new Problem(Problem.Severity.ERROR, Problem.Kind.MACHINE, "", 0, 0, "", message, null));
    }

    /** Removes the shims. A directory that cannot be removed is left behind. */
    @Override
    public void close() {
        Thread maker = linking;
        if (maker != null) {
            Uninterrupted.join(maker);
        }
        Optional<Path> made = shims;
        shims = Optional.empty();
        made.ifPresent(Preparation::removeShims);
    }

    /**
     * Removes a directory of shims, also that of a run whose supervisor died: its links, and itself when nothing else is in it. What cannot be removed is left
     * behind; nothing depends on it, since each run has a directory of its own.
     */
    public static void removeShims(Path directory) {
        Path above = directory.getParent();
        if (above == null || !above.endsWith(SHIMS) || !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (var links = Files.newDirectoryStream(directory, Files::isSymbolicLink)) {
            for (Path link : links) {
                Files.delete(link);
            }
            Files.delete(directory);
        } catch (IOException | DirectoryIteratorException left) {
            return;
        }
    }
}
