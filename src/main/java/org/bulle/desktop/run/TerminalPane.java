package org.bulle.desktop.run;

import com.techsenger.jeditermfx.core.TtyConnector;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.core.util.TermSize;
import com.techsenger.jeditermfx.ui.JediTermFxWidget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javafx.beans.value.ChangeListener;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.bulle.desktop.shared.Appearance;
import org.bulle.desktop.shared.Messages;
import org.jspecify.annotations.Nullable;

/** The terminal of one run. It must be closed: its widget has threads and a timer of its own. */
final class TerminalPane extends StackPane implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TerminalPane.class.getName());
    private final JediTermFxWidget widget;
    private final Appearance appearance;
    private final ChangeListener<Object> repaint;

    /**
     * @param supervisor the run's process, awaited by the terminal's own thread
     * @param sized told the new size when it changes, on any thread
     * @param leave where the keyboard goes from here, with Ctrl+F6
     */
    TerminalPane(
            Future<Supervisor> supervisor,
            Appearance appearance,
            Messages messages,
            Consumer<TermSize> sized,
            Runnable leave) {
        this.appearance = appearance;
        TerminalColors colors =
                new TerminalColors(() -> appearance.darkProperty().get());
        double ratio = 12.0 / Appearance.NORMAL_SIZE;
        widget = new JediTermFxWidget(
                80,
                24,
                new TerminalSettings(
                        colors, messages, () -> appearance.fontSizeProperty().get() * ratio));
        widget.setTtyConnector(new Connector(supervisor, sized));
        widget.start();
        getStyleClass().add("run-terminal");
        setId("run-output");
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        Region pane = widget.getPane();
        getChildren().add(pane);
        repaint = (property, old, now) -> widget.getTerminalPanel().repaint();
        appearance.darkProperty().addListener(repaint);
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.F6 && event.isControlDown()) {
                event.consume();
                leave.run();
            }
        });
    }

    /** The keyboard goes to the program. */
    void focus() {
        widget.getTerminalPanel().getCanvas().requestFocus();
    }

    void name(String words) {
        setAccessibleRoleDescription(words);
        widget.getTerminalPanel().getCanvas().setAccessibleText(words);
    }

    /** What is drawn on a canvas is read out from here. */
    @Override
    public @Nullable Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
        return attribute == AccessibleAttribute.TEXT ? text() : super.queryAccessibleAttribute(attribute, parameters);
    }

    private String text() {
        TerminalTextBuffer buffer = widget.getTerminalTextBuffer();
        StringBuilder text = new StringBuilder();
        buffer.lock();
        try {
            for (int line = -buffer.getHistoryLinesCount(); line < buffer.getScreenLinesCount(); line++) {
                text.append(buffer.getLine(line).getText().stripTrailing()).append('\n');
            }
        } finally {
            buffer.unlock();
        }
        return text.toString().stripTrailing();
    }

    void find() {
        widget.getActions().stream()
                .findFirst()
                .ifPresent(action -> action.actionPerformed(
                        new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.F, true, true, false, false)));
    }

    @Override
    public void close() {
        appearance.darkProperty().removeListener(repaint);
        widget.close();
    }

    /** Between the widget, which speaks characters, and the terminal, which speaks bytes. */
    private static final class Connector implements TtyConnector {
        private final Future<Supervisor> supervisor;
        private final Consumer<TermSize> sized;
        private final CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private final byte[] chunk = new byte[8192];
        private final ByteBuffer bytes = ByteBuffer.allocate(2 * chunk.length).flip();
        private volatile boolean closed;

        Connector(Future<Supervisor> supervisor, Consumer<TermSize> sized) {
            this.supervisor = supervisor;
            this.sized = sized;
        }

        private Supervisor process() throws IOException {
            try {
                return supervisor.get();
            } catch (ExecutionException failed) {
                throw new IOException("there is no process", failed);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }

        @Override
        public int read(char[] into, int offset, int length) throws IOException {
            CharBuffer out = CharBuffer.wrap(into, offset, length);
            while (!closed) {
                decoder.decode(bytes, out, false);
                int got = out.position() - offset;
                if (got > 0) {
                    process().transcript().add(CharBuffer.wrap(into, offset, got));
                    return got;
                }
                int more = process().read(chunk);
                if (more < 0) {
                    return -1;
                }
                bytes.compact().put(chunk, 0, more).flip();
            }
            return -1;
        }

        @Override
        public void write(byte[] typed) throws IOException {
            if (supervisor.isDone() && !process().hasEnded()) {
                process().write(typed);
            }
        }

        @Override
        public void write(String typed) throws IOException {
            write(typed.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean isConnected() {
            return !closed;
        }

        @Override
        public void resize(TermSize size) {
            sized.accept(size);
            Thread.ofPlatform().daemon().name("terminal-size").start(() -> {
                try {
                    process().resize(size.getColumns(), size.getRows());
                } catch (IOException gone) {
                    LOG.log(System.Logger.Level.DEBUG, "not resized", gone);
                }
            });
        }

        @Override
        public int waitFor() {
            return 0;
        }

        @Override
        public boolean ready() {
            return bytes.hasRemaining();
        }

        @Override
        public String getName() {
            return "bulle";
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
