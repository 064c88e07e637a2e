package org.bulle.engine.run;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Fcntl;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.SandboxException;

/**
 * Asks tools inside our own sandbox: they may read and execute what the user may, and neither write nor use the network, so that asking changes
 * nothing. Where there is no sandbox, nothing is asked.
 */
public final class ConfinedTools implements ToolRunner {
    /** An answer is a few paths; who says more is not answering. */
    private static final int MOST_OUTPUT = 1 << 20;

    private static final Duration LAST_WORDS = Duration.ofMillis(500);

    private final Backend backend;

    public ConfinedTools(Backend backend) {
        this.backend = backend;
    }

    @Override
    public Output run(String file, List<String> arguments, Map<String, String> environment, Duration timeout)
            throws IOException {
        try (Stream input = Stream.nothing();
                Pipe output = new Pipe();
                Pipe errors = new Pipe()) {
            FutureTask<String> said = output.read();
            FutureTask<String> complained = errors.read();
            RunObserver closing = new RunObserver() {
                @Override
                public void started(int pid) {
                    output.writing.close();
                    errors.writing.close();
                }
            };
            Map<Integer, Integer> streams =
                    Map.of(0, input.descriptor, 1, output.writing.descriptor, 2, errors.writing.descriptor);
            RunOptions options =
                    new RunOptions(false, List.of(), streams).inBackground().observedBy(closing);
            RunResult result = new Launcher()
                    .run(backend.compile(policy(new Command(file, arguments), environment, timeout)), options);
            if (result.timedOut()) {
                throw new IOException("no answer within " + timeout.toSeconds() + " s");
            }
            return new Output(result.exitCode(), text(said), text(complained));
        } catch (CommandException | SandboxException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
    }

    private static Policy policy(Command command, Map<String, String> environment, Duration timeout) {
        return new Policy(
                List.of(),
                "/",
                Optional.of(command),
                timeout,
                List.of(new Grant("/", AccessList.ROX), new Grant("/dev/null", AccessList.RW)),
                environment.entrySet().stream()
                        .map(entry -> new EnvironmentVariable(entry.getKey(), entry.getValue(), List.of()))
                        .toList(),
                Network.NONE,
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

    /** The tool has ended; something that it left behind could still hold the pipe. */
    private static String text(FutureTask<String> reading) throws IOException {
        try {
            return reading.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (TimeoutException held) {
            throw new IOException("left a process behind that holds its output open", held);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    /** A descriptor of ours. */
    private static final class Stream implements AutoCloseable {
        private final int descriptor;
        private boolean open = true;

        private Stream(int descriptor) {
            this.descriptor = descriptor;
        }

        static Stream nothing() throws IOException {
            try (NativeArena arena = new NativeArena()) {
                long descriptor = Kernel.quick()
                        .call(
                                Syscall.OPENAT,
                                Fcntl.AT_FDCWD,
                                Kernel.address(arena.cString("/dev/null")),
                                Fcntl.O_RDONLY | Fcntl.O_CLOEXEC,
                                0);
                if (descriptor < 0) {
                    throw new IOException("/dev/null: " + Errno.name(-descriptor));
                }
                return new Stream((int) descriptor);
            }
        }

        @Override
        public synchronized void close() {
            if (open) {
                open = false;
                Kernel.quick().call(Syscall.CLOSE, descriptor);
            }
        }
    }

    private static final class Pipe implements AutoCloseable {
        private final Stream reading;
        private final Stream writing;

        Pipe() throws IOException {
            try (NativeArena arena = new NativeArena()) {
                var ends = arena.allocate(2L * Integer.BYTES);
                long error = Kernel.quick().call(Syscall.PIPE2, Kernel.address(ends), Fcntl.O_CLOEXEC);
                if (error < 0) {
                    throw new IOException("pipe: " + Errno.name(-error));
                }
                reading = new Stream(ends.getInt(0));
                writing = new Stream(ends.getInt(Integer.BYTES));
            }
        }

        /** Everything that is written, on a thread of its own, so that a tool that says much on one stream does not wait for us on the other. */
        FutureTask<String> read() throws IOException {
            InputStream in = new FileInputStream("/proc/self/fd/" + reading.descriptor);
            FutureTask<String> task = new FutureTask<>(() -> {
                try (in) {
                    byte[] bytes = in.readNBytes(MOST_OUTPUT + 1);
                    if (bytes.length > MOST_OUTPUT) {
                        throw new IOException("said more than a mebibyte");
                    }
                    return OsString.decode(bytes);
                }
            });
            Thread.ofPlatform().daemon().name("tool output").start(task);
            return task;
        }

        @Override
        public void close() {
            writing.close();
            reading.close();
        }
    }
}
