package org.bulle.desktop.profiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProfileNames;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.ProfileStore.Document;

/** What can be done with profiles: make, copy, reset, remove, export. The last change can be undone. */
public final class ProfileActionsModel {
    /** What was done last. */
    public enum Deed {
        CREATED,
        RESET,
        DELETED,
        EXPORTED,
        UNDONE
    }

    /**
     * The last change.
     *
     * @param undo absent when there is nothing left to undo
     */
    public record Done(Deed deed, String name, Optional<Undo> undo) {}

    /**
     * What brings a file back.
     *
     * @param now the text that it has since the change; empty when it is gone
     * @param before the text that it had; empty when there was none
     */
    public record Undo(String name, Optional<String> now, Optional<String> before) {}

    private final Engine engine;
    private final Tasks tasks;
    private final CatalogModel catalog;
    private final ReadOnlyObjectWrapper<Optional<Done>> last = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());

    public ProfileActionsModel(Engine engine, Tasks tasks, CatalogModel catalog) {
        this.engine = engine;
        this.tasks = tasks;
        this.catalog = catalog;
    }

    public ReadOnlyObjectProperty<Optional<Done>> lastProperty() {
        return last.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** Why a new profile cannot have this name; empty when it can. */
    public Optional<String> refusal(String name) {
        return ProfileNames.refusal(name)
                .or(() -> catalog.get().entry(name).map(entry -> "there is a profile \"" + name + "\" already"));
    }

    /** The text of a copy: the file as it is; of an override, which is two files, a profile that inherits both. */
    public String copyOf(CatalogEntry entry) {
        List<Catalog.SourceText> sources = catalog.get().catalog().sources(entry.name());
        return switch (entry.source()) {
            case BUILT_IN, USER_ONLY ->
                sources.isEmpty() ? "" : sources.getLast().text();
            case USER_OVERRIDE ->
                "title = " + quoted(entry.title().orElse(entry.name())) + "\ninherits = [" + quoted(entry.name())
                        + "]\n";
        };
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + "\"";
    }

    /** Writes a file that is not there yet. */
    public void write(String name, String text, Consumer<String> then) {
        run(
                () -> {
                    put(name, Optional.empty(), Optional.of(text));
                    return new Done(
                            Deed.CREATED, name, Optional.of(new Undo(name, Optional.of(text), Optional.empty())));
                },
                then);
    }

    /** Removes the user's file: an override goes back to the built-in profile, a profile of the user's own is gone. */
    public void remove(CatalogEntry entry, Consumer<String> then) {
        Deed deed = entry.source() == CatalogEntry.Source.USER_OVERRIDE ? Deed.RESET : Deed.DELETED;
        run(
                () -> {
                    String text = engine.store()
                            .read(new Document.ProfileFile(entry.name()))
                            .orElseThrow(() -> new IOException("there is no file of yours for " + entry.name()));
                    put(entry.name(), Optional.of(text), Optional.empty());
                    return new Done(
                            deed,
                            entry.name(),
                            Optional.of(new Undo(entry.name(), Optional.empty(), Optional.of(text))));
                },
                then);
    }

    /** Brings back what the last change took away. */
    public void undo() {
        last.get()
                .flatMap(Done::undo)
                .ifPresent(change -> run(
                        () -> {
                            put(change.name(), change.now(), change.before());
                            return new Done(Deed.UNDONE, change.name(), Optional.empty());
                        },
                        name -> {}));
    }

    /** Writes the highest layer's text to a file of the user's choice. */
    public void export(CatalogEntry entry, Path target) {
        List<Catalog.SourceText> sources = catalog.get().catalog().sources(entry.name());
        if (!sources.isEmpty()) {
            String text = sources.getLast().text();
            tasks.run(
                    () -> Files.writeString(target, text),
                    written -> {
                        failure.set(Optional.empty());
                        last.set(Optional.of(new Done(Deed.EXPORTED, OsPath.text(written), Optional.empty())));
                    },
                    why -> failure.set(Optional.of(why)));
        }
    }

    /** True when the profile has a file of the user's that can be removed; those of config.toml have none. */
    public boolean hasFile(CatalogEntry entry) {
        return catalog.get().catalog().hasUserFile(entry.name());
    }

    /** The profiles that inherit it, directly or not. */
    public List<String> dependents(CatalogEntry entry) {
        return List.copyOf(catalog.get().catalog().dependents(entry.name()));
    }

    public void forget() {
        last.set(Optional.empty());
        failure.set(Optional.empty());
    }

    /** Never over what somebody else has written meanwhile. */
    private void put(String name, Optional<String> base, Optional<String> text) throws IOException {
        ProfileStore store = engine.store();
        Document file = new Document.ProfileFile(name);
        ProfileStore.Saved saved = text.isPresent() ? store.save(file, base, text.get()) : store.remove(file, base);
        if (saved instanceof ProfileStore.Saved.Changed) {
            throw new IOException(store.file(file) + " was changed by something else meanwhile");
        }
    }

    private void run(java.util.concurrent.Callable<Done> work, Consumer<String> then) {
        tasks.run(
                work,
                done -> {
                    failure.set(Optional.empty());
                    last.set(Optional.of(done));
                    catalog.reload(() -> then.accept(done.name()));
                },
                why -> failure.set(Optional.of(why)));
    }
}
