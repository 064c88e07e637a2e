package org.bulle.desktop.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.bulle.desktop.shared.Engine;
import org.bulle.engine.history.LiveReport;
import org.bulle.engine.history.RunNews;
import org.bulle.engine.run.SupervisorPipes;
import org.bulle.engine.run.Terminal;
import org.bulle.engine.run.TerminalProcess;

/**
 * One headless {@code bulle} process on a terminal of its own, which confines and supervises one command. It tells us how the run stands through a private
 * channel; neither needs the other to go on.
 */
final class Supervisor {
    private static final System.Logger LOG = System.getLogger(Supervisor.class.getName());
    private static final int TERM = 15;
    private static final int KILL = 9;
    /** How long a command may take to end by itself, and how long its supervisor to kill what it left. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final Duration LAST_PATIENCE = Duration.ofSeconds(10);
    /** What the terminal still holds when the supervisor has ended is read at once; a daemon that keeps it open is not waited for. */
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(2);

    private final Terminal terminal;
    private final TerminalProcess process;
    private final SupervisorPipes pipes;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch drained = new CountDownLatch(1);
    private final Transcript transcript = new Transcript();
    private volatile boolean stopping;

    private Supervisor(Terminal terminal, TerminalProcess process, SupervisorPipes pipes) {
        this.terminal = terminal;
        this.process = process;
        this.pipes = pipes;
    }

    /**
     * Starts the command line face.
     *
     * @param arguments what follows {@code bulle}
     * @param news called on a thread of its own
     * @param ended called once on a thread of its own with the exit code, when there is no more output
     */
    static Supervisor start(
            Engine engine, List<String> arguments, String workspace, Consumer<RunNews> news, IntConsumer ended)
            throws IOException {
        List<String> command = new ArrayList<>(engine.launcher());
        command.addAll(arguments);
        Terminal terminal = Terminal.open(80, 24);
        SupervisorPipes pipes = null;
        try {
            pipes = SupervisorPipes.open();
            TerminalProcess process =
                    TerminalProcess.start(terminal, command, environment(engine.environment()), workspace, pipes);
            Supervisor made = new Supervisor(terminal, process, pipes);
            Thread following = Thread.ofPlatform().daemon().name("run-news").start(() -> made.follow(news));
            Thread.ofPlatform().daemon().name("run-end").start(() -> made.await(following, ended));
            return made;
        } catch (IOException | RuntimeException e) {
            terminal.close();
            if (pipes != null) {
                pipes.close();
            }
            throw e;
        }
    }

    /** The engine's, and what our terminal is. */
    private static Map<String, String> environment(Map<String, String> callers) {
        Map<String, String> all = new HashMap<>(callers);
        all.put("TERM", "xterm-256color");
        all.put("COLORTERM", "truecolor");
        return all;
    }

    private void follow(Consumer<RunNews> news) {
        try {
            LiveReport.read(pipes.reports(), news);
        } catch (IOException broken) {
            LOG.log(System.Logger.Level.WARNING, "the supervisor's reports broke off", broken);
        }
    }

    private void await(Thread following, IntConsumer told) {
        int code;
        try {
            code = process.waitFor();
        } catch (IOException lost) {
            LOG.log(System.Logger.Level.WARNING, "the supervisor was lost", lost);
            code = -1;
        }
        ended.countDown();
        try {
            boolean read = drained.await(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS);
            // The last news come before the end.
            boolean heard = following.join(LAST_OUTPUT);
            LOG.log(System.Logger.Level.DEBUG, "read to the end: output {0}, news {1}", read, heard);
            terminal.close();
            pipes.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing", e);
        }
        told.accept(code);
    }

    /** What was said, noted by who reads it. */
    Transcript transcript() {
        return transcript;
    }

    /** Output; -1 when there is no more. */
    int read(byte[] into) throws IOException {
        int got = terminal.read(into);
        if (got < 0) {
            drained.countDown();
        }
        return got;
    }

    void write(byte[] typed) throws IOException {
        terminal.write(typed);
    }

    void resize(int columns, int rows) throws IOException {
        if (!hasEnded()) {
            terminal.resize(columns, rows);
        }
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** TERM to the command, through its supervisor; then the order to kill everything of the run; at last the supervisor itself. Returns at once. */
    void stop() {
        if (!stopping) {
            stopping = true;
            Thread.ofPlatform().daemon().name("run-stop").start(this::end);
        }
    }

    private void end() {
        try {
            signal(TERM);
            if (goneWithin(PATIENCE)) {
                return;
            }
            kill();
            if (!goneWithin(LAST_PATIENCE)) {
                signal(KILL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything of the run at once. */
    void kill() {
        try {
            pipes.orders().write(LiveReport.KILL);
            pipes.orders().flush();
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "nobody takes orders any more", gone);
        }
    }

    boolean goneWithin(Duration time) throws InterruptedException {
        return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void signal(int number) {
        if (!hasEnded()) {
            process.signal(number);
        }
    }
}
