package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.Uninterrupted;
import org.bulle.engine.sandbox.landlock.Confinement;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seccomp.Watched;
import org.jspecify.annotations.Nullable;

/**
 * Asks the kernel what a policy lets a command do with a path: a thread that is confined by the very same ruleset tries it. Nothing is changed by asking:
 * files are opened without creating or truncating, devices and pipes are not opened at all, execution is only checked, and creating and removing is tried
 * in a directory of our own with the same rights.
 */
public final class KernelProbe {
    private final Kernel kernel = Kernel.quick();
    private final LandlockPolicy policy;

    public KernelProbe(LandlockPolicy policy) {
        this.policy = policy;
    }

    /** What can be asked. */
    public enum Question {
        READ("read"),
        WRITE("write"),
        EXECUTE("execute"),
        CREATE("create"),
        REMOVE("remove");

        private final String key;

        Question(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /** What the kernel said. */
    public sealed interface Answer {
        record Allowed() implements Answer {}

        /**
         * @param error the name of the errno
         */
        record Refused(String error) implements Answer {}

        /**
         * @param why in words: it cannot be done without a sandbox either, or asking would do something
         */
        record NotAsked(String why) implements Answer {}
    }

    /** A system call that is made first outside of the sandbox, then inside. */
    private record Attempt(Question question, Syscall call, long a, long b, long c, long d, long e) {}

    /**
     * @param path absolute; followed through links
     * @throws SandboxException when the ruleset cannot be made or put on
     * @throws IOException when there is no place for the directory of our own
     */
    public Map<Question, Answer> ask(String path) throws SandboxException, IOException {
        Map<Question, Answer> answers = new EnumMap<>(Question.class);
        Path twin = Files.createTempDirectory("bulle-probe").toRealPath();
        try (NativeArena arena = new NativeArena()) {
            Files.createFile(twin.resolve("there"));
            List<Attempt> attempts = new ArrayList<>();
            onPath(path, arena, attempts, answers);
            onTwin(path, twin, arena, attempts, answers);
            Grant rights =
                    new Grant(twin.toString(), rightsOn(parentOrSelf(path)).orElse(AccessList.RO));
            boolean granted = rightsOn(parentOrSelf(path)).isPresent();
            inside(attempts, granted ? List.of(rights) : List.of(), answers);
            return answers;
        } finally {
            remove(twin);
        }
    }

    private static void remove(Path twin) throws IOException {
        Files.deleteIfExists(twin.resolve("there"));
        Files.deleteIfExists(twin.resolve("new"));
        Files.deleteIfExists(twin);
    }

    /** Creating in a directory is a right on it; removing a file is one on the directory that has it. */
    private static String parentOrSelf(String path) {
        try {
            Path real = OsPath.of(path);
            if (Files.isDirectory(real)) {
                return OsPath.text(real.toRealPath());
            }
            Path parent = real.getParent();
            return OsPath.text(parent == null ? real : parent.toRealPath());
        } catch (IOException | InvalidPathException missing) {
            return path;
        }
    }

    private Optional<AccessList> rightsOn(String path) {
        return policy.policy().grants().stream()
                .filter(grant -> PathTree.isWithin(path, grant.path()))
                .map(Grant::access)
                .reduce(AccessList::union);
    }

    private void onPath(String path, NativeArena arena, List<Attempt> attempts, Map<Question, Answer> answers) {
        BasicFileAttributes attributes = attributes(path);
        if (attributes == null) {
            return;
        }
        long name = Kernel.address(arena.cString(path));
        int quiet = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
        if (attributes.isDirectory()) {
            attempts.add(
                    new Attempt(Question.READ, Syscall.OPENAT, AT_FDCWD, name, O_RDONLY | oDirectory() | quiet, 0, 0));
            return;
        }
        if (!attributes.isRegularFile()) {
            Answer device = new Answer.NotAsked("opening a device, a pipe or a socket can do something");
            answers.put(Question.READ, device);
            answers.put(Question.WRITE, device);
            return;
        }
        attempts.add(new Attempt(Question.READ, Syscall.OPENAT, AT_FDCWD, name, O_RDONLY | quiet, 0, 0));
        attempts.add(new Attempt(Question.WRITE, Syscall.OPENAT, AT_FDCWD, name, O_WRONLY | quiet, 0, 0));
        long arguments = Kernel.address(arena.cStrings(List.of(path)));
        long nothing = Kernel.address(arena.cStrings(List.of()));
        attempts.add(
                new Attempt(Question.EXECUTE, Syscall.EXECVEAT, AT_FDCWD, name, arguments, nothing, AT_EXECVE_CHECK));
    }

    private static @Nullable BasicFileAttributes attributes(String path) {
        try {
            return Files.readAttributes(OsPath.of(path), BasicFileAttributes.class);
        } catch (IOException | InvalidPathException missing) {
            return null;
        }
    }

    private void onTwin(
            String path, Path twin, NativeArena arena, List<Attempt> attempts, Map<Question, Answer> answers) {
        boolean there = Files.exists(OsPath.of(path), LinkOption.NOFOLLOW_LINKS);
        long fresh = Kernel.address(arena.cString(twin + "/new"));
        long old = Kernel.address(arena.cString(twin + "/there"));
        if (Files.isDirectory(OsPath.of(path)) || !there) {
            attempts.add(new Attempt(Question.CREATE, Syscall.MKDIRAT, AT_FDCWD, fresh, 0700, 0, 0));
        }
        if (there) {
            attempts.add(new Attempt(Question.REMOVE, Syscall.UNLINKAT, AT_FDCWD, old, 0, 0, 0));
        }
        if (!Files.isDirectory(OsPath.of(parentOrSelf(path)))) {
            answers.put(Question.CREATE, new Answer.NotAsked("there is no directory to create it in"));
        }
    }

    /** What fails outside of the sandbox as well says nothing about it. */
    private void inside(List<Attempt> attempts, List<Grant> more, Map<Question, Answer> answers)
            throws SandboxException {
        List<Attempt> telling = new ArrayList<>();
        for (Attempt attempt : attempts) {
            if (answers.containsKey(attempt.question)) {
                continue;
            }
            boolean onTwin = attempt.question == Question.CREATE || attempt.question == Question.REMOVE;
            long outside = onTwin ? 0 : make(kernel, attempt);
            if (outside < 0) {
                String why = outside == -Errno.EINVAL && attempt.question == Question.EXECUTE
                        ? "this kernel cannot be asked about execution"
                        : "it cannot be done without a sandbox either: " + Errno.name(-outside);
                answers.put(attempt.question, new Answer.NotAsked(why));
            } else {
                telling.add(attempt);
            }
        }
        long[] results = confined(telling.toArray(Attempt[]::new), more);
        for (int i = 0; i < results.length; i++) {
            answers.put(
                    telling.get(i).question,
                    results[i] < 0 ? new Answer.Refused(Errno.name(-results[i])) : new Answer.Allowed());
        }
    }

    private static long make(Kernel kernel, Attempt attempt) {
        long result = kernel.call(attempt.call, attempt.a, attempt.b, attempt.c, attempt.d, attempt.e, 0);
        if (result > 2 && attempt.call == Syscall.OPENAT) {
            kernel.call(Syscall.CLOSE, result);
        }
        return result;
    }

    /** On a thread that is confined for ever and does nothing else. It loads no class: everything was used outside before. */
    private long[] confined(Attempt[] attempts, List<Grant> more) throws SandboxException {
        long[] results = new long[attempts.length];
        Runnable questions = new Runnable() {
            @Override
            public void run() {
                for (int i = 0; i < attempts.length; i++) {
                    results[i] = make(kernel, attempts[i]);
                }
            }
        };
        try (Confinement confinement = Confinement.prepare(policy, Watched.nothing(), more)) {
            Confinement.Result[] confined = new Confinement.Result[1];
            Thread thread = Thread.ofPlatform()
                    .name("kernel probe")
                    .unstarted(() -> confined[0] = confinement.confineThisThread(questions));
            thread.start();
            Uninterrupted.join(thread);
            Confinement.Result result = confined[0];
            if (result == null) {
                throw new SandboxException(SandboxException.Kind.NOT_INSTALLED, "the kernel could not be asked");
            }
            if (result.failed()) {
                throw result.exception();
            }
            if (confinement.listens()) {
                kernel.call(Syscall.CLOSE, result.value());
            }
        }
        return results;
    }
}
