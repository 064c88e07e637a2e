package org.bulle.desktop.shared;

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
    private Tasks.Running running = Tasks.Running.NONE;

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

    /** Reads everything again, in the background; {@code then} runs on the UI thread afterwards. */
    public void reload(Runnable then) {
        running.cancel();
        running = tasks.run(
                () -> Snapshot.of(engine.loadCatalog()),
                loaded -> {
                    snapshot.set(loaded);
                    then.run();
                },
                failure -> then.run());
    }
}
