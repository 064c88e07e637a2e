package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.history.SecretMask;
import org.bulle.engine.profile.OsPath;

/** The recorded runs, newest first, and what the chosen one was denied. Leaving it decides nothing. */
public final class RunsViewModel {
    /** Which runs are listed. */
    public enum Shown {
        ALL,
        FAILED,
        UNDECIDED,
        THIS_WORKSPACE
    }

    /**
     * A run as it is to be started again.
     *
     * @param flags the run's own, then the ticked entries
     */
    public record Again(List<String> profiles, String workspace, List<String> command, List<String> flags) {
        public Again {
            profiles = List.copyOf(profiles);
            command = List.copyOf(command);
            flags = List.copyOf(flags);
        }
    }

    private final RunHistory history;
    private final Tasks tasks;
    private final Selection selection;
    private final ObservableList<RunSummary> runs = FXCollections.observableArrayList();
    private final ObservableList<DenialRow> rows = FXCollections.observableArrayList();
    private final StringProperty filter = new SimpleStringProperty("");
    private final StringProperty denialFilter = new SimpleStringProperty("");
    private final BooleanProperty grouped = new SimpleBooleanProperty(true);
    private final ObjectProperty<Shown> shown = new SimpleObjectProperty<>(Shown.ALL);
    private final ReadOnlyObjectWrapper<Optional<RunRecord>> chosen = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyIntegerWrapper undecided = new ReadOnlyIntegerWrapper();
    private final ReadOnlyIntegerWrapper tickedCount = new ReadOnlyIntegerWrapper();
    private final Set<String> ticked = new HashSet<>();
    private final Set<String> open = new HashSet<>();
    private List<RunSummary> all = List.of();
    private Tasks.Running reading = Tasks.Running.NONE;

    public RunsViewModel(RunHistory history, Tasks tasks, Selection selection) {
        this.history = history;
        this.tasks = tasks;
        this.selection = selection;
        filter.addListener((property, old, now) -> list());
        shown.addListener((property, old, now) -> list());
        selection.workspaceProperty().addListener((property, old, now) -> list());
        denialFilter.addListener((property, old, now) -> arrange());
        grouped.addListener((property, old, now) -> {
            ticked.clear();
            arrange();
        });
    }

    public ObservableList<RunSummary> runs() {
        return runs;
    }

    public ObservableList<DenialRow> rows() {
        return rows;
    }

    /** Part of a command, profile, workspace or id. */
    public StringProperty filterProperty() {
        return filter;
    }

    public StringProperty denialFilterProperty() {
        return denialFilter;
    }

    /** One line for each entry that would allow its denials; else a line for each denial. */
    public BooleanProperty groupedProperty() {
        return grouped;
    }

    public ObjectProperty<Shown> shownProperty() {
        return shown;
    }

    /** The record of the chosen run. */
    public ReadOnlyObjectProperty<Optional<RunRecord>> chosenProperty() {
        return chosen.getReadOnlyProperty();
    }

    /** Why the runs or the record could not be read. */
    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** Runs that have denials left to decide about. */
    public ReadOnlyIntegerProperty undecidedProperty() {
        return undecided.getReadOnlyProperty();
    }

    /** How many entries are ticked. */
    public ReadOnlyIntegerProperty tickedCountProperty() {
        return tickedCount.getReadOnlyProperty();
    }

    /** All runs there are, whatever the filters leave. */
    public int total() {
        return all.size();
    }

    /** Reads the list of runs anew; the chosen one stays. */
    public void refresh() {
        tasks.run(
                history::list,
                found -> {
                    all = found;
                    failure.set(Optional.empty());
                    undecided.set((int)
                            found.stream().filter(run -> run.undecided() > 0).count());
                    list();
                },
                why -> failure.set(Optional.of(why)));
    }

    /** Reads the record of a run and shows its denials. */
    public void choose(String id) {
        if (chosen.get().filter(record -> record.summary().id().equals(id)).isPresent()) {
            return;
        }
        reading.cancel();
        reading = tasks.run(
                () -> history.read(id),
                record -> {
                    ticked.clear();
                    open.clear();
                    failure.set(Optional.empty());
                    chosen.set(record);
                    arrange();
                },
                why -> failure.set(Optional.of(why)));
    }

    public void toggleOpen(String key) {
        if (!open.remove(key)) {
            open.add(key);
        }
        arrange();
    }

    public void tick(String key, boolean yes) {
        if (yes) {
            ticked.add(key);
        } else {
            ticked.remove(key);
        }
        arrange();
    }

    /** Ticks everything that may be ticked together, or nothing. */
    public void tickAll(boolean yes) {
        ticked.clear();
        if (yes) {
            rows.stream()
                    .filter(row -> row instanceof DenialRow.Group group && group.isTickedByAll())
                    .forEach(row -> ticked.add(((DenialRow.Group) row).key()));
        }
        arrange();
    }

    /** True when the chosen run can be started again as it was: its arguments held no secret. */
    public boolean isRepeatable() {
        return chosen.get()
                .map(RunRecord::summary)
                .filter(run -> !SecretMask.isMasked(run.command())
                        && !SecretMask.isMasked(run.flags())
                        && !run.command().isEmpty())
                .isPresent();
    }

    /** The chosen run with the ticked entries as flags: a grant for that run alone. */
    public Optional<Again> again() {
        return isRepeatable() ? chosen.get().map(this::again) : Optional.empty();
    }

    private Again again(RunRecord record) {
        RunSummary run = record.summary();
        List<String> flags = new ArrayList<>(run.flags());
        DenialRows.of(record.denials(), "", grouped.get(), Set.of(), ticked).stream()
                .filter(row -> row instanceof DenialRow.Group group && group.ticked())
                .flatMap(row -> ((DenialRow.Group) row).suggestion().stream())
                .filter(DenialRow::isGrantable)
                .forEach(suggestion -> flags.addAll(flag(suggestion)));
        return new Again(run.profiles(), run.workspace(), run.command(), flags);
    }

    /** A comma separates the paths of a flag. */
    private static List<String> flag(Suggestion suggestion) {
        return List.of("--" + suggestion.list(), suggestion.entry().replace(",", "\\,"));
    }

    private void list() {
        String wanted = filter.get().strip().toLowerCase(Locale.ROOT);
        List<RunSummary> listed = all.stream()
                .filter(this::isShown)
                .filter(run -> matches(run, wanted))
                .toList();
        if (!listed.equals(runs)) {
            runs.setAll(listed);
        }
    }

    private boolean isShown(RunSummary run) {
        return switch (shown.get()) {
            case ALL -> true;
            case FAILED ->
                run.state() != RunSummary.State.RUNNING && run.exitCode().orElse(1) != 0;
            case UNDECIDED -> run.undecided() > 0;
            case THIS_WORKSPACE ->
                run.workspace().equals(OsPath.text(selection.workspaceProperty().get()));
        };
    }

    private static boolean matches(RunSummary run, String wanted) {
        return (run.id() + " " + String.join(" ", run.profiles()) + " " + String.join(" ", run.command()) + " "
                        + run.workspace())
                .toLowerCase(Locale.ROOT)
                .contains(wanted);
    }

    private void arrange() {
        rows.setAll(chosen.get()
                .map(record -> DenialRows.of(record.denials(), denialFilter.get(), grouped.get(), open, ticked))
                .orElse(List.of()));
        tickedCount.set(ticked.size());
    }
}
