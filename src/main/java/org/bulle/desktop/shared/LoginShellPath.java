package org.bulle.desktop.shared;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.OsPath;

/**
 * The PATH that the user's login shell sets up. An app that was started by a double click has the session's, which knows nothing of the user's start-up
 * files. The shell runs once, with nothing to read from and a bounded time; what its start-up files print is not taken for an answer.
 */
public final class LoginShellPath {
    private static final Duration PATIENCE = Duration.ofSeconds(6);
    private static final int MOST = 1 << 18;
    private static final int TERMINAL_FIELD = 4;

    /** What is used as PATH, and why. */
    public sealed interface Source {
        /** The app was started from a terminal, whose PATH it has. */
        record Caller() implements Source {}

        /** Read from this shell. */
        record Shell(String shell) implements Source {}

        /** The login shell's could not be read, so it is the session's. */
        record Session(String why) implements Source {}
    }

    private final Map<String, String> environment;
    private final Duration patience;

    public LoginShellPath(Map<String, String> environment) {
        this(environment, PATIENCE);
    }

    LoginShellPath(Map<String, String> environment, Duration patience) {
        this.environment = environment;
        this.patience = patience;
    }

    /** True when this process has no controlling terminal: it was not typed in a shell. */
    public static boolean isNeeded() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return fields[TERMINAL_FIELD].equals("0");
        } catch (IOException | IndexOutOfBoundsException unknown) {
            return false;
        }
    }

    /** The shell that is asked. */
    public String shell() {
        return environment.getOrDefault("SHELL", "");
    }

    /**
     * Asks it. Takes as long as the user's start-up files.
     *
     * @throws IOException with a clause that says why there is no answer
     */
    public String read() throws IOException {
        String shell = shell();
        if (!shell.startsWith("/") || !Files.isExecutable(OsPath.of(shell))) {
            throw new IOException(shell.isEmpty() ? "SHELL is not set" : "SHELL is no program: " + shell);
        }
        byte[] random = new byte[12];
        new SecureRandom().nextBytes(random);
        String mark = "bulle-" + HexFormat.of().formatHex(random);
        ProcessBuilder builder = new ProcessBuilder(
                        shell, "-l", "-i", "-c", "printf '%s' " + mark + "; printenv PATH; printf '%s' " + mark)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        environment.forEach((name, value) -> {
            if (OsString.isText(name) && OsString.isText(value)) {
                builder.environment().put(name, value);
            }
        });
        builder.environment().putIfAbsent("TERM", "dumb");
        Process process = builder.start();
        try {
            return path(between(process.getInputStream(), mark));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Reads until the second mark: what the shell left running may keep the pipe open. */
    private String between(InputStream output, String mark) throws IOException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("login-shell").start(() -> {
            try {
                answer.complete(readMarked(output, mark));
            } catch (IOException e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(shell() + " did not answer within " + patience.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(FileTrouble.sentence(cause), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private String readMarked(InputStream output, String mark) throws IOException {
        StringBuilder seen = new StringBuilder();
        byte[] chunk = new byte[4096];
        for (int got = output.read(chunk); got >= 0 && seen.length() < MOST; got = output.read(chunk)) {
            seen.append(OsString.decode(chunk, 0, got));
            int first = seen.indexOf(mark);
            int second = first < 0 ? -1 : seen.indexOf(mark, first + mark.length());
            if (second >= 0) {
                return seen.substring(first + mark.length(), second);
            }
        }
        throw new IOException(shell() + " gave no answer");
    }

    /** Only what can be searched: absolute folders. */
    private static String path(String answer) throws IOException {
        List<String> folders = Arrays.stream(answer.strip().split(":"))
                .filter(folder -> folder.startsWith("/") && folder.indexOf('\n') < 0)
                .distinct()
                .toList();
        if (folders.isEmpty()) {
            throw new IOException("it has no folder in its PATH");
        }
        return folders.stream().collect(Collectors.joining(":"));
    }
}
