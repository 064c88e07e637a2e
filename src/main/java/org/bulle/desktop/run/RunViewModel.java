package org.bulle.desktop.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.StringBinding;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.resolve.ShellWords;
import org.jspecify.annotations.Nullable;

/** A command to run under the header's stack and workspace: its command line, its output, its end. */
public final class RunViewModel {
    /** How far the run is. */
    public sealed interface State {
        record Ready() implements State {}

        record Running() implements State {}

        record Ended(int exitCode) implements State {}

        record NotStarted(String why) implements State {}
    }

    private static final int KEPT = 400_000;
    private final Engine engine;
    private final Tasks tasks;
    private final Selection selection;
    private final StringProperty command = new SimpleStringProperty("");
    private final ObservableList<String> flags = FXCollections.observableArrayList();
    private final StringProperty output = new SimpleStringProperty("");
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(new State.Ready());
    private final StringBuilder pending = new StringBuilder();
    private @Nullable Supervisor supervisor;

    public RunViewModel(Engine engine, Tasks tasks, Selection selection) {
        this.engine = engine;
        this.tasks = tasks;
        this.selection = selection;
    }

    /** As typed, split like a shell word list; empty for the profiles' default_app. */
    public StringProperty commandProperty() {
        return command;
    }

    /** Policy flags of this run alone, as on the command line: {@code --ro}, {@code ?$HOME/.gitconfig}. */
    public ObservableList<String> flags() {
        return flags;
    }

    public StringProperty outputProperty() {
        return output;
    }

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    public ObjectProperty<Path> workspaceProperty() {
        return selection.workspaceProperty();
    }

    /** What would be typed in a shell for the same run. */
    public StringBinding commandLine() {
        return Bindings.createStringBinding(
                () -> arguments().map(words -> "bulle " + ShellText.join(words)).orElse(""),
                command,
                flags,
                selection.stack(),
                selection.workspaceProperty());
    }

    /** True when the command's quotes are closed. */
    public boolean isComplete() {
        return arguments().isPresent();
    }

    private Optional<List<String>> arguments() {
        return ShellWords.split(command.get()).map(words -> {
            List<String> arguments = new ArrayList<>();
            arguments.add(selection.stack().isEmpty() ? "default" : String.join(",", selection.stack()));
            arguments.add(OsPath.text(selection.workspaceProperty().get()));
            arguments.addAll(flags);
            if (!words.isEmpty()) {
                arguments.add("--");
                arguments.addAll(words);
            }
            return arguments;
        });
    }

    public void start() {
        arguments().filter(words -> !(state.get() instanceof State.Running)).ifPresent(words -> {
            output.set("");
            state.set(new State.Running());
            Path workspace = selection.workspaceProperty().get();
            tasks.run(
                    () -> Supervisor.start(
                            engine,
                            words,
                            workspace,
                            this::receive,
                            code -> tasks.later(() -> end(OptionalInt.of(code), ""))),
                    started -> supervisor = started,
                    failure -> end(OptionalInt.empty(), failure.message()));
        });
    }

    private void end(OptionalInt exitCode, String why) {
        drain();
        supervisor = null;
        state.set(exitCode.isPresent() ? new State.Ended(exitCode.getAsInt()) : new State.NotStarted(why));
    }

    public void stop() {
        Supervisor running = supervisor;
        if (running != null) {
            running.stop();
        }
    }

    /** Many pieces become one change of the text. */
    private void receive(String piece) {
        boolean first;
        synchronized (pending) {
            first = pending.isEmpty();
            pending.append(piece);
        }
        if (first) {
            tasks.later(this::drain);
        }
    }

    private void drain() {
        String piece;
        synchronized (pending) {
            piece = pending.toString();
            pending.setLength(0);
        }
        if (!piece.isEmpty()) {
            String whole = output.get() + piece;
            output.set(whole.length() > KEPT ? whole.substring(whole.length() - KEPT) : whole);
        }
    }
}
