package org.bulle.desktop.shell;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.sandbox.Availability;

/** The status bar: what enforces here, how denials are seen, what is wrong with the configuration. */
public final class StatusViewModel {
    /** How a fact of the status bar is to be taken. */
    public enum Health {
        UNKNOWN,
        GOOD,
        LIMITED,
        BAD
    }

    /** A fact and how it is to be taken; the words say all of it, the health only chooses the icon. */
    public record Fact(String words, Health health) {}

    private final Engine engine;
    private final Tasks tasks;
    private final Messages messages;
    private final ReadOnlyObjectWrapper<Fact> backend;
    private final ReadOnlyStringWrapper version = new ReadOnlyStringWrapper("");
    private final ReadOnlyObjectWrapper<Fact> denials;
    private final ReadOnlyObjectWrapper<Fact> problems;
    private final ReadOnlyStringWrapper note = new ReadOnlyStringWrapper("");

    public StatusViewModel(Engine engine, Tasks tasks, Messages messages, CatalogModel catalog) {
        this.engine = engine;
        this.tasks = tasks;
        this.messages = messages;
        Fact asking = new Fact(messages.get("shell.status.asking"), Health.UNKNOWN);
        backend = new ReadOnlyObjectWrapper<>(asking);
        denials = new ReadOnlyObjectWrapper<>(asking);
        problems = new ReadOnlyObjectWrapper<>(new Fact(messages.get("shell.status.reading"), Health.UNKNOWN));
        catalog.snapshotProperty()
                .addListener((property, old, now) ->
                        problems.set(problemFact(now.problems().size())));
    }

    private Fact problemFact(int count) {
        return new Fact(messages.get("shell.status.problems", count), count == 0 ? Health.GOOD : Health.LIMITED);
    }

    /** Asks the kernel, in the background. */
    public void refresh() {
        tasks.run(
                engine::availability,
                availability -> {
                    switch (availability) {
                        case Availability.Available here -> {
                            backend.set(new Fact(engine.backendName(), Health.GOOD));
                            version.set(here.version());
                        }
                        case Availability.Unavailable missing -> {
                            backend.set(
                                    new Fact(messages.get("shell.status.no-sandbox", missing.reason()), Health.BAD));
                            version.set("");
                        }
                    }
                },
                failure -> backend.set(new Fact(failure.message(), Health.BAD)));
        tasks.run(
                engine::denialSource,
                source -> denials.set(
                        switch (source.state()) {
                            case COMPLETE ->
                                new Fact(
                                        messages.get(
                                                "shell.status.denials.complete",
                                                source.kind().key()),
                                        Health.GOOD);
                            case PARTIAL ->
                                new Fact(
                                        messages.get(
                                                "shell.status.denials.partial",
                                                source.reason().orElse("")),
                                        Health.LIMITED);
                            case UNAVAILABLE ->
                                new Fact(
                                        messages.get(
                                                "shell.status.denials.none",
                                                source.reason().orElse("")),
                                        Health.BAD);
                        }),
                failure -> denials.set(new Fact(failure.message(), Health.BAD)));
    }

    public ReadOnlyObjectProperty<Fact> backendProperty() {
        return backend.getReadOnlyProperty();
    }

    /** The kernel's part, in its own words: "Landlock ABI 7". */
    public ReadOnlyStringProperty versionProperty() {
        return version.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Fact> denialsProperty() {
        return denials.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Fact> problemsProperty() {
        return problems.getReadOnlyProperty();
    }

    /** A remark of the page in front, at the right end. */
    public ReadOnlyStringProperty noteProperty() {
        return note.getReadOnlyProperty();
    }

    public void note(String words) {
        note.set(words);
    }
}
