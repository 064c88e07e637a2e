package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.run.Terminal;
import org.bulle.engine.run.TerminalProcess;

/** A program on a terminal of its own, with somebody who reads and types. */
final class Keys implements AutoCloseable {
    static final String CTRL_C = "\u0003";
    static final String CTRL_D = "\u0004";
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final Terminal terminal;
    private final TerminalProcess process;
    private final StringBuffer shown = new StringBuffer();
    private int seen;

    Keys(List<String> line, Map<String, String> environment, String directory) throws IOException {
        terminal = Terminal.open(200, 50);
        process = TerminalProcess.start(terminal, line, environment, directory);
        Thread.ofPlatform().daemon().start(this::readAll);
    }

    private void readAll() {
        byte[] buffer = new byte[4096];
        try {
            for (int got = terminal.read(buffer); got >= 0; got = terminal.read(buffer)) {
                shown.append(new String(buffer, 0, got, StandardCharsets.UTF_8));
            }
        } catch (IOException gone) {
            shown.append(gone);
        }
    }

    void type(String text) throws IOException {
        terminal.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Waits until the text is shown, after what was awaited before. */
    void await(String text) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            int at = shown.indexOf(text, seen);
            if (at >= 0) {
                seen = at + text.length();
                return;
            }
            assertThat(System.nanoTime())
                    .as("never shown: " + text + " in " + shown.substring(seen))
                    .isLessThan(end);
            Thread.sleep(20);
        }
    }

    /** Everything that was shown. */
    String shown() {
        return shown.toString();
    }

    int exitCode() throws IOException {
        return process.waitFor();
    }

    @Override
    public void close() throws IOException {
        terminal.close();
        process.signal(Process.SIGKILL);
        process.waitFor();
    }
}
