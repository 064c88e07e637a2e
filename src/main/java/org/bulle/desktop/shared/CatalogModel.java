package org.bulle.desktop.shared;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.Problem;

/** The profiles as last read; every view follows them. */
public final class CatalogModel {
    private final Engine engine;
    private final Tasks tasks;
    private final ReadOnlyObjectWrapper<Snapshot> snapshot = new ReadOnlyObjectWrapper<>(Snapshot.EMPTY);
    private final List<Runnable> waiting = new ArrayList<>();
    private FileStamps stamps = FileStamps.UNKNOWN;
    private Tasks.Running running = Tasks.Running.NONE;
    private boolean reading;
    private boolean lookAgain;

    /**
     * One reading.
     *
     * @param entries sorted by name
     * @param problems of every file
     */
    public record Snapshot(Catalog catalog, Map<String, CatalogEntry> entries, List<Problem> problems) {
        static final Snapshot EMPTY = new Snapshot(Catalog.empty(), Map.of(), List.of());

        static Snapshot of(Catalog catalog) {
            Map<String, CatalogEntry> entries = new LinkedHashMap<>();
            catalog.entries().forEach(entry -> entries.put(entry.name(), entry));
            return new Snapshot(catalog, entries, catalog.problems());
        }

        public Optional<CatalogEntry> entry(String name) {
            return Optional.ofNullable(entries.get(name));
        }
    }

    public CatalogModel(Engine engine, Tasks tasks) {
        this.engine = engine;
        this.tasks = tasks;
    }

    public ReadOnlyObjectProperty<Snapshot> snapshotProperty() {
        return snapshot.getReadOnlyProperty();
    }

    public Snapshot get() {
        return snapshot.get();
    }

    /** @param stamps of the files before they were read */
    private record Reading(FileStamps stamps, Snapshot snapshot) {}

    /** Reads everything again, in the background; {@code then} runs on the UI thread afterwards, also when a later reading took this one's place. */
    public void reload(Runnable then) {
        waiting.add(then);
        running.cancel();
        reading = true;
        running = tasks.run(
                () -> new Reading(FileStamps.of(engine.configRoot()), Snapshot.of(engine.loadCatalog())),
                read -> {
                    stamps = read.stamps();
                    snapshot.set(read.snapshot());
                    done();
                },
                failure -> done());
    }

    private void done() {
        reading = false;
        List<Runnable> told = List.copyOf(waiting);
        waiting.clear();
        told.forEach(Runnable::run);
        if (lookAgain) {
            lookAgain = false;
            look();
        }
    }

    /** Reads everything again when some file is not as it was; cheap. For what other programs do to the files. */
    public void look() {
        tasks.run(
                () -> FileStamps.of(engine.configRoot()),
                now -> {
                    if (reading) {
                        lookAgain = true;
                    } else if (!now.equals(stamps)) {
                        reload(() -> {});
                    }
                },
                unknown -> reload(() -> {}));
    }
}
