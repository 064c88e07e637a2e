package org.bulle.engine.scratch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.OsString;

/** Runs the Git of this machine with an environment of its own. */
final class Git {
    private static final List<String> PASSED =
            List.of("PATH", "HOME", "USER", "LOGNAME", "XDG_CONFIG_HOME", "TMPDIR", "SSH_AUTH_SOCK");
    /** Nothing but our own configuration is read, nothing is asked, nothing is shown through a program. */
    private static final Map<String, String> ALONE = Map.of(
            "GIT_CONFIG_NOSYSTEM", "1",
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_ATTR_NOSYSTEM", "1",
            "GIT_NO_REPLACE_OBJECTS", "1",
            "GIT_OPTIONAL_LOCKS", "0");

    private final Map<String, String> environment;

    /**
     * @param environment the caller's
     */
    Git(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** A directory of the user's, from its variable or below home. */
    Optional<Path> home(String variable, String below) {
        Optional<Path> set = Optional.ofNullable(environment.get(variable))
                .filter(value -> value.startsWith("/"))
                .map(Path::of);
        return set.or(() -> Optional.ofNullable(environment.get("HOME")).map(home -> Path.of(home, below)));
    }

    record Output(int exitCode, byte[] bytes, String error) {
        /** Without the newline at its end. */
        String text() {
            String text = OsString.decode(bytes);
            return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        }

        /** What was separated by zero bytes. */
        List<String> records() {
            String text = OsString.decode(bytes);
            return text.isEmpty()
                    ? List.of()
                    : Arrays.asList(text.substring(0, text.length() - 1).split("\0", -1));
        }
    }

    /** As the user, with the user's configuration, in one of the user's own repositories. */
    Output asUser(Path directory, List<String> arguments) throws IOException {
        return run(directory, arguments, Map.of(), OutputStream.nullOutputStream(), true);
    }

    /** The same; a failure is the user's to know. */
    String asked(Path directory, String... arguments) throws IOException, ScratchException {
        return required(asUser(directory, List.of(arguments)), arguments[0]).text();
    }

    /** With no configuration but that of the repository which the arguments name. */
    Output alone(Path directory, List<String> arguments, Map<String, String> more) throws IOException {
        return run(directory, arguments, merged(more), OutputStream.nullOutputStream(), true);
    }

    /** The same, for output of any length. */
    Output alone(Path directory, List<String> arguments, Map<String, String> more, OutputStream to) throws IOException {
        return run(directory, arguments, merged(more), to, false);
    }

    static Output required(Output output, String what) throws ScratchException {
        if (output.exitCode() != 0) {
            throw new ScratchException(
                    "git " + what + " failed: " + output.error().strip().replace("\n", "; "));
        }
        return output;
    }

    private static Map<String, String> merged(Map<String, String> more) {
        Map<String, String> all = new java.util.HashMap<>(ALONE);
        all.putAll(more);
        return all;
    }

    private Output run(Path directory, List<String> arguments, Map<String, String> more, OutputStream to, boolean keep)
            throws IOException {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
        Map<String, String> environmentOfGit = builder.environment();
        environmentOfGit.clear();
        PASSED.stream()
                .filter(environment::containsKey)
                .forEach(name -> environmentOfGit.put(name, environment.get(name)));
        environmentOfGit.putAll(
                Map.of("LC_ALL", "C.UTF-8", "GIT_TERMINAL_PROMPT", "0", "GIT_PAGER", "cat", "GIT_EDITOR", "true"));
        environmentOfGit.putAll(more);
        builder.redirectInput(Path.of("/dev/null").toFile());
        Process process = builder.start();
        byte[][] error = new byte[1][0];
        Thread reader = Thread.ofPlatform().start(() -> error[0] = drained(process.getErrorStream()));
        byte[] output = new byte[0];
        try (InputStream in = process.getInputStream()) {
            if (keep) {
                output = in.readAllBytes();
            } else {
                in.transferTo(to);
            }
            int exitCode = process.waitFor();
            reader.join();
            return new Output(exitCode, output, new String(error[0], StandardCharsets.UTF_8));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while git ran", interrupted);
        } finally {
            process.destroy();
        }
    }

    private static byte[] drained(InputStream stream) {
        try (stream) {
            return stream.readAllBytes();
        } catch (IOException gone) {
            return gone.toString().getBytes(StandardCharsets.UTF_8);
        }
    }
}
