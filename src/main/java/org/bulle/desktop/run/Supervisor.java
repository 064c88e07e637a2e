package org.bulle.desktop.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.bulle.desktop.shared.Engine;
import org.bulle.engine.policy.OsString;

/**
 * One headless {@code bulle} process that confines and supervises one command, so that runs and the app die independently. Ending it ends the
 * command's whole process tree, because it does that itself.
 */
final class Supervisor {
    private static final long PATIENCE_SECONDS = 5;
    private final Process process;

    private Supervisor(Process process) {
        this.process = process;
    }

    /**
     * Starts the command line face.
     *
     * @param arguments what follows {@code bulle}
     * @param output called on a thread of its own with pieces of standard output and standard error
     * @param ended called once on that thread with the exit code
     */
    static Supervisor start(
            Engine engine, List<String> arguments, Path workspace, Consumer<String> output, IntConsumer ended)
            throws IOException {
        List<String> command = new ArrayList<>(engine.launcher());
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(workspace.toFile()).redirectErrorStream(true);
        adopt(builder.environment(), engine.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        Thread.ofPlatform().daemon().name("run-output").start(() -> follow(process, output, ended));
        return new Supervisor(process);
    }

    /**
     * The run sees the environment that the engine planned with: what the start script set aside for our own Java machine is back. What is the same
     * is not touched, and so keeps its bytes.
     */
    private static void adopt(Map<String, String> environment, Map<String, String> callers) {
        environment.keySet().removeIf(name -> OsString.isText(name) && !callers.containsKey(name));
        callers.forEach((name, value) -> {
            if (!value.equals(environment.get(name)) && OsString.isText(name) && OsString.isText(value)) {
                environment.put(name, value);
            }
        });
    }

    private static void follow(Process process, Consumer<String> output, IntConsumer ended) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        try (InputStream stream = process.getInputStream();
                java.io.InputStreamReader reader = new java.io.InputStreamReader(stream, decoder)) {
            char[] buffer = new char[8192];
            for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
                output.accept(new String(buffer, 0, read));
            }
        } catch (IOException closed) {
            output.accept("");
        }
        try {
            ended.accept(process.waitFor());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** TERM, which the supervisor passes on to the whole tree; KILL when it has not ended in time. */
    void stop() {
        process.destroy();
        Thread.ofPlatform().daemon().name("run-stop").start(() -> {
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
