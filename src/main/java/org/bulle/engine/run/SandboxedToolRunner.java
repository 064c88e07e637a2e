package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Fcntl.O_CLOEXEC;
import static org.bulle.engine.jna.linux.Fcntl.O_RDONLY;

import com.sun.jna.Memory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Fcntl;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.jna.macos.LibSystem;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.SandboxException;

/** Asks tools inside our own sandbox: everything may be read and executed, nothing written, no network. Without a sandbox nothing is run. */
public final class SandboxedToolRunner implements ToolRunner {
    private static final int MOST_OUTPUT = 1 << 20;
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
    private static final boolean MACOS = Platform.current() == Platform.MACOS;
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

    private final Backend backend;
    private final Launcher launcher = new Launcher();

    public SandboxedToolRunner(Backend backend) {
        this.backend = backend;
    }

    @Override
    public Output run(Question question) throws IOException {
        if (!question.needsTemp()) {
            return run(question, Optional.empty());
        }
        Path temp = Files.createTempDirectory("bulle-ask-", PosixFilePermissions.asFileAttribute(PRIVATE))
                .toRealPath();
        try {
            return run(question, Optional.of(temp));
        } finally {
            remove(temp);
        }
    }

    private Output run(Question question, Optional<Path> temp) throws IOException {
        try (Capture standardInput = Capture.nothing();
                Capture standardOutput = Capture.pipe();
                Capture standardError = Capture.pipe();
                ExaminedFiles examined = new ExaminedFiles()) {
            Map<Integer, Integer> streams =
                    Map.of(0, standardInput.childEnd(), 1, standardOutput.childEnd(), 2, standardError.childEnd());
            RunResult result = launcher.run(
                    backend.compile(policy(question, temp)),
                    new RunOptions(false, List.of(examined), streams).inBackground());
            if (result.timedOut()) {
                throw new IOException(
                        "it did not answer within " + question.timeout().toSeconds() + " s");
            }
            return new Output(
                    result.exitCode(),
                    standardOutput.text(),
                    standardError.text(),
                    examined.evidence(question.file(), temp.map(OsPath::text)));
        } catch (SandboxException | CommandException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Policy policy(Question question, Optional<Path> temp) {
        TreeMap<String, String> environment = new TreeMap<>(question.environment());
        List<Grant> grants =
                new ArrayList<>(List.of(new Grant("/", AccessList.ROX), new Grant("/dev/null", AccessList.RW)));
        if (temp.isPresent()) {
            environment.put("TMPDIR", OsPath.text(temp.get()));
            grants.add(new Grant(OsPath.text(temp.get()), AccessList.RW));
        }
        List<EnvironmentVariable> variables = environment.entrySet().stream()
                .map(variable -> new EnvironmentVariable(variable.getKey(), variable.getValue(), List.of()))
                .toList();
        return new Policy(
                List.of(),
                "/",
                Optional.of(new Command(question.file(), question.arguments())),
                question.timeout(),
                grants,
                variables,
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** One stream of the tool: its end of a pipe, and what we read from the other. */
    private static final class Capture implements AutoCloseable {
        private final int childEnd;
        private final Optional<FutureTask<byte[]>> reading;
        private boolean open = true;

        private Capture(int childEnd, Optional<FutureTask<byte[]>> reading) {
            this.childEnd = childEnd;
            this.reading = reading;
        }

        static Capture nothing() throws IOException {
            try (NativeArena arena = new NativeArena()) {
                Memory path = arena.cString("/dev/null");
                long descriptor = MACOS
                        ? LibSystem.open(path, O_RDONLY)
                        : Kernel.quick()
                                .call(Syscall.OPENAT, Fcntl.AT_FDCWD, Kernel.address(path), O_RDONLY | O_CLOEXEC, 0);
                return new Capture(check(descriptor, "/dev/null"), Optional.empty());
            }
        }

        static Capture pipe() throws IOException {
            SystemPipe pipe = SystemPipe.open();
            InputStream in;
            try {
                in = pipe.input();
            } catch (IOException e) {
                SystemPipe.close(pipe.writing());
                throw e;
            } finally {
                SystemPipe.close(pipe.reading());
            }
            FutureTask<byte[]> reading = new FutureTask<>(() -> drain(in));
            Thread.ofPlatform().daemon().name("tool output").start(reading);
            return new Capture(pipe.writing(), Optional.of(reading));
        }

        /** Reads to the end, so that the tool never waits for us, and keeps the first mebibyte and one byte. */
        private static byte[] drain(InputStream stream) throws IOException {
            try (InputStream in = stream) {
                byte[] kept = in.readNBytes(MOST_OUTPUT + 1);
                in.transferTo(java.io.OutputStream.nullOutputStream());
                return kept;
            }
        }

        private static int check(long result, String what) throws IOException {
            if (result < 0) {
                throw new IOException("cannot open " + what + ": " + Errno.name(-result));
            }
            return (int) result;
        }

        int childEnd() {
            return childEnd;
        }

        /** When the tool has ended. */
        String text() throws IOException {
            close();
            try {
                byte[] bytes = reading.orElseThrow().get(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS);
                if (bytes.length > MOST_OUTPUT) {
                    throw new IOException("it said more than a mebibyte");
                }
                return OsString.decode(bytes);
            } catch (ExecutionException | TimeoutException e) {
                throw new IOException("its answer cannot be read", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("its answer was not waited for", e);
            }
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                SystemPipe.close(childEnd);
            }
        }
    }
}
