package org.bulle.desktop.scratches;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.OwnTerminal;
import org.bulle.desktop.shared.Programs;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.scratch.FileTexts;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchChanges;
import org.bulle.engine.scratch.ScratchException;
import org.bulle.engine.scratch.ScratchStore;
import org.jspecify.annotations.Nullable;

/** What the Scratches view shows and does. Every look at a scratch is a task of its own, so that one that takes long hides no other. */
public final class ScratchesViewModel {
    private final Engine engine;
    private final Tasks tasks;
    private final ObservableList<ScratchRow> rows = FXCollections.observableArrayList();
    private final ObservableList<String> damaged = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<@Nullable ScratchRow> chosen = new ReadOnlyObjectWrapper<>();
    private final ObjectProperty<ScratchChanges.@Nullable FileChange> file = new SimpleObjectProperty<>();
    private final ReadOnlyObjectWrapper<Optional<Compared>> compared = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Said>> said = new ReadOnlyObjectWrapper<>(Optional.empty());
    private Tasks.Running comparing = Tasks.Running.NONE;

    public ScratchesViewModel(Engine engine, Tasks tasks) {
        this.engine = engine;
        this.tasks = tasks;
        file.addListener((property, old, now) -> compare());
    }

    /**
     * A file before and after.
     *
     * @param texts what it is made of, for files that are no text
     */
    public record Compared(ScratchChanges.FileChange file, FileTexts texts, TextDiff diff) {}

    /**
     * What came of the last thing that was done.
     *
     * @param words Git's own, or why it was refused; no key of ours
     */
    public record Said(boolean failed, String words) {}

    public ObservableList<ScratchRow> rows() {
        return rows;
    }

    /** Folders that are scratches whose record cannot be read. */
    public ObservableList<String> damaged() {
        return damaged;
    }

    public ReadOnlyObjectProperty<@Nullable ScratchRow> chosenProperty() {
        return chosen.getReadOnlyProperty();
    }

    public ObjectProperty<ScratchChanges.@Nullable FileChange> fileProperty() {
        return file;
    }

    public ReadOnlyObjectProperty<Optional<Compared>> comparedProperty() {
        return compared.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Said>> saidProperty() {
        return said.getReadOnlyProperty();
    }

    /** Reads the list, and then looks at each scratch. */
    public void refresh() {
        tasks.run(
                () -> {
                    ScratchStore store = engine.scratches();
                    List<Scratch> scratches = store.list();
                    return new Listed(
                            scratches,
                            store.damaged(scratches).stream()
                                    .map(Object::toString)
                                    .toList());
                },
                this::listed,
                this::failed);
    }

    private record Listed(List<Scratch> scratches, List<String> damaged) {}

    private void listed(Listed found) {
        damaged.setAll(found.damaged());
        List<ScratchRow> fresh = new ArrayList<>();
        for (Scratch scratch : found.scratches()) {
            Optional<ScratchChanges> known = rows.stream()
                    .filter(row -> row.scratch().name().equals(scratch.name()))
                    .findFirst()
                    .flatMap(ScratchRow::changes);
            fresh.add(new ScratchRow(scratch, known));
        }
        String before = chosen.get() == null ? "" : chosen.get().scratch().name();
        if (!fresh.equals(rows)) {
            rows.setAll(fresh);
        }
        choose(fresh.stream()
                .filter(row -> row.scratch().name().equals(before))
                .findFirst()
                .orElse(fresh.isEmpty() ? null : fresh.getFirst()));
        fresh.forEach(row -> look(row.scratch()));
    }

    private void look(Scratch scratch) {
        tasks.run(
                () -> changes(scratch),
                changes -> looked(scratch, changes),
                failure -> looked(
                        scratch, new ScratchChanges(List.of(), 0, false, false, List.of(failure.message()), "")));
    }

    private ScratchChanges changes(Scratch scratch) throws IOException, ProblemException {
        try {
            return engine.scratches().changes(scratch);
        } catch (ScratchException why) {
            return new ScratchChanges(List.of(), 0, false, false, List.of(String.valueOf(why.getMessage())), "");
        }
    }

    private void looked(Scratch scratch, ScratchChanges changes) {
        for (int i = 0; i < rows.size(); i++) {
            ScratchRow row = rows.get(i);
            if (row.scratch().name().equals(scratch.name()) && !row.changes().equals(Optional.of(changes))) {
                boolean isChosen = row.equals(chosen.get());
                ScratchRow fresh = new ScratchRow(scratch, Optional.of(changes));
                rows.set(i, fresh);
                if (isChosen) {
                    choose(fresh);
                }
            }
        }
    }

    /** Shows this one; null for none. */
    public void choose(@Nullable ScratchRow row) {
        ScratchChanges.@Nullable FileChange before = file.get();
        chosen.set(row);
        List<ScratchChanges.FileChange> files = row == null
                ? List.of()
                : row.changes().map(ScratchChanges::files).orElse(List.of());
        file.set(before != null && files.contains(before) ? before : files.isEmpty() ? null : files.getFirst());
        compare();
    }

    /** Shows the one with this id. */
    public void choose(String id) {
        rows.stream().filter(row -> row.scratch().name().equals(id)).findFirst().ifPresent(this::choose);
    }

    private void compare() {
        comparing.cancel();
        ScratchRow row = chosen.get();
        ScratchChanges.FileChange change = file.get();
        if (row == null || change == null || row.changes().isEmpty()) {
            compared.set(Optional.empty());
            return;
        }
        ScratchChanges changes = row.changes().get();
        comparing = tasks.run(
                () -> {
                    FileTexts texts = refused(() -> engine.scratches().texts(row.scratch(), changes, change.path()));
                    return new Compared(
                            change,
                            texts,
                            TextDiff.between(
                                    texts.before().orElse(""), texts.after().orElse("")));
                },
                shown -> compared.set(Optional.of(shown)),
                failure -> {
                    compared.set(Optional.empty());
                    failed(failure);
                });
    }

    /** A refusal of the engine as a problem that a task can bring back. */
    private static <T> T refused(Callable<T> work) throws Exception {
        try {
            return work.call();
        } catch (ScratchException why) {
            throw new ProblemException(new Problem(
                    Problem.Severity.ERROR,
                    Problem.Kind.MACHINE,
                    "",
                    0,
                    0,
                    "",
                    String.valueOf(why.getMessage()),
                    null));
        }
    }

    private void failed(Failure failure) {
        said.set(Optional.of(new Said(true, failure.message())));
    }

    /** Takes the commits over into the repository that it came from. */
    public void pull() {
        ScratchRow row = chosen.get();
        if (row == null) {
            return;
        }
        tasks.run(
                () -> refused(() -> engine.scratches().pull(row.scratch())),
                words -> {
                    said.set(Optional.of(new Said(false, words)));
                    refresh();
                },
                this::failed);
    }

    /** Removes the chosen one, for good; the caller has asked. */
    public void wipe() {
        ScratchRow row = chosen.get();
        if (row == null) {
            return;
        }
        tasks.run(
                () -> {
                    engine.scratches().wipe(row.scratch());
                    return row;
                },
                gone -> {
                    said.set(Optional.empty());
                    refresh();
                },
                failure -> {
                    failed(failure);
                    refresh();
                });
    }

    /** Opens a terminal of the system with a shell in the chosen one. */
    public void openShell(Runnable noTerminal) {
        OwnTerminal terminal = new OwnTerminal(engine.environment());
        outside(
                scratch -> {
                    Optional<String> program = terminal.program();
                    if (program.isPresent()) {
                        terminal.open(program.get(), engine.shellCommand(scratch));
                    }
                    return program.isPresent();
                },
                noTerminal);
    }

    /** Opens the folder in the system's file manager. */
    public void openFolder(Runnable noProgram) {
        outside(scratch -> new Programs(engine.environment()).openFolder(scratch.directory()), noProgram);
    }

    /** One thing that another program does; false when there is none. */
    private interface Outside {
        boolean open(Scratch scratch) throws IOException;
    }

    private void outside(Outside program, Runnable none) {
        ScratchRow row = chosen.get();
        if (row != null) {
            tasks.run(
                    () -> program.open(row.scratch()),
                    opened -> {
                        if (!opened) {
                            none.run();
                        }
                    },
                    this::failed);
        }
    }
}
