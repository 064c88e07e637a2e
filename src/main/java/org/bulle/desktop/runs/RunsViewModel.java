package org.bulle.desktop.runs;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Rows;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.history.KeptOutput;
import org.bulle.engine.history.RunComparison;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.history.SecretMask;
import org.bulle.engine.profile.OsPath;

/** The recorded runs, newest first, and the chosen one. Leaving it decides nothing. */
public final class RunsViewModel {
    /** Which runs are listed. */
    public enum Shown {
        ALL,
        FAILED,
        DENIED,
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

    private static final int UNRELATED = 3;
    private final RunHistory history;
    private final Tasks tasks;
    private final Selection selection;
    private final DenialsViewModel denials;
    private final ObservableList<RunSummary> runs = FXCollections.observableArrayList();
    private final StringProperty filter = new SimpleStringProperty("");
    private final ObjectProperty<Shown> shown = new SimpleObjectProperty<>(Shown.ALL);
    private final ReadOnlyObjectWrapper<Optional<RunRecord>> chosen = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyIntegerWrapper undecided = new ReadOnlyIntegerWrapper();
    private final ReadOnlyBooleanWrapper reading = new ReadOnlyBooleanWrapper();
    private final ReadOnlyStringWrapper stopping = new ReadOnlyStringWrapper("");
    private List<RunSummary> all = List.of();
    private List<RunFilter.Subject> subjects = List.of();
    private Tasks.Running listing = Tasks.Running.NONE;
    private Tasks.Running opening = Tasks.Running.NONE;
    private String wantedId = "";
    private String picked = "";
    private String pickedFor = "";
    private boolean following;
    private boolean inSight = true;
    private boolean unlisted;

    public RunsViewModel(RunHistory history, Tasks tasks, Selection selection, DenialsViewModel denials) {
        this.history = history;
        this.tasks = tasks;
        this.selection = selection;
        this.denials = denials;
        filter.addListener((property, old, now) -> list());
        shown.addListener((property, old, now) -> list());
        selection.workspaceProperty().addListener((property, old, now) -> list());
        denials.onDecided(this::refresh);
    }

    public ObservableList<RunSummary> runs() {
        return runs;
    }

    /** The denials of the chosen run. */
    public DenialsViewModel denials() {
        return denials;
    }

    /** Words, and {@code NAME:VALUE} for one column. */
    public StringProperty filterProperty() {
        return filter;
    }

    public ObjectProperty<Shown> shownProperty() {
        return shown;
    }

    /** The record of the chosen run, as it was read. */
    public ReadOnlyObjectProperty<Optional<RunRecord>> chosenProperty() {
        return chosen.getReadOnlyProperty();
    }

    /** A record is being read. */
    public ReadOnlyBooleanProperty readingProperty() {
        return reading.getReadOnlyProperty();
    }

    /** Why the runs or the record could not be read. */
    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** Denials that are left to decide about, of all runs. */
    public ReadOnlyIntegerProperty undecidedProperty() {
        return undecided.getReadOnlyProperty();
    }

    /** All runs there are, whatever the filters leave. */
    public int total() {
        return all.size();
    }

    /** Reads the list of runs anew; the chosen one stays. */
    public void refresh() {
        listing.cancel();
        listing = tasks.run(
                () -> history.list().stream().map(RunFilter.Subject::of).toList(),
                found -> {
                    subjects = found;
                    all = found.stream().map(RunFilter.Subject::run).toList();
                    failure.set(Optional.empty());
                    undecided.set((int) Math.min(
                            Integer.MAX_VALUE,
                            all.stream().mapToLong(RunSummary::undecided).sum()));
                    unlisted = !inSight;
                    if (inSight) {
                        listFound();
                    }
                },
                why -> failure.set(Optional.of(why)));
    }

    private void listFound() {
        following = true;
        list();
        following = false;
        followChosen();
    }

    /** Whether the runs are looked at: else only their number is kept up to date. */
    public void inSight(boolean yes) {
        inSight = yes;
        if (yes && unlisted) {
            unlisted = false;
            listFound();
        }
    }

    /** True while the list changes by itself, not by what the user asks for. */
    boolean isFollowing() {
        return following;
    }

    /** A run that went on when it was chosen has ended meanwhile, or a decision was made elsewhere. */
    private void followChosen() {
        Optional<RunSummary> before = chosen.get().map(RunRecord::summary);
        before.flatMap(was -> all.stream()
                        .filter(run -> run.id().equals(was.id()) && !run.equals(was))
                        .findFirst())
                .ifPresent(changed -> read(changed.id()));
    }

    /** Reads the record of a run and shows it. */
    public void choose(String id) {
        if (!id.equals(wantedId)
                || chosen.get()
                        .filter(record -> record.summary().id().equals(id))
                        .isEmpty()) {
            wantedId = id;
            read(id);
        }
    }

    private void read(String id) {
        opening.cancel();
        reading.set(true);
        opening = tasks.run(
                () -> history.read(id),
                record -> {
                    reading.set(false);
                    failure.set(Optional.empty());
                    denials.show(record);
                    chosen.set(record);
                },
                why -> {
                    reading.set(false);
                    failure.set(Optional.of(why));
                });
    }

    /** The id of the run that is being stopped; empty for none. */
    public ReadOnlyStringProperty stoppingProperty() {
        return stopping.getReadOnlyProperty();
    }

    /** Ends a run that goes on, whoever started it; takes seconds when it does not want to. */
    public void stop(String id, java.util.function.Consumer<Failure> failed) {
        stopping.set(id);
        tasks.run(
                () -> history.stop(id),
                stopped -> {
                    stopping.set("");
                    refresh();
                },
                why -> {
                    stopping.set("");
                    failed.accept(why);
                });
    }

    /** The run that {@link #choose} was last asked for. */
    public String wantedId() {
        return wantedId;
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

    /** True when flags can say all of it, so that it can be granted to one run alone. */
    public boolean isRepeatableWith(List<Pick> picks) {
        return isRepeatable() && picks.stream().allMatch(Pick::hasFlag);
    }

    /** The chosen run with the ticked entries as flags: a grant for that run alone. Empty when some need a profile. */
    public Optional<Again> again() {
        return again(denials.picks());
    }

    /** The chosen run with these granted to it alone. */
    public Optional<Again> again(List<Pick> picks) {
        return isRepeatableWith(picks) ? chosen.get().map(record -> again(record.summary(), picks)) : Optional.empty();
    }

    private static Again again(RunSummary run, List<Pick> picks) {
        List<String> flags = new ArrayList<>(run.flags());
        picks.forEach(pick -> flags.addAll(pick.flags()));
        return new Again(run.profiles(), run.workspace(), run.command(), flags);
    }

    /** The chosen run's stack without a profile, as it is to be started again. */
    public Optional<Again> againWithout(String profile) {
        return isRepeatable()
                ? chosen.get().map(RunRecord::summary).map(run -> {
                    List<String> rest = run.profiles().stream()
                            .filter(name -> !name.equals(profile))
                            .toList();
                    return new Again(rest, run.workspace(), run.command(), run.flags());
                })
                : Optional.empty();
    }

    /** Reads what is kept of what a run said. */
    public void output(
            String id,
            java.util.function.Consumer<Optional<KeptOutput>> done,
            java.util.function.Consumer<Failure> failed) {
        tasks.run(() -> history.output(id), done, failed);
    }

    /** Deletes what is kept of what a run said. */
    public void forgetOutput(String id, Runnable done, java.util.function.Consumer<Failure> failed) {
        tasks.run(
                () -> {
                    history.forgetOutput(id);
                    return id;
                },
                gone -> done.run(),
                failed);
    }

    /**
     * Runs to compare the chosen one with: first those of the same command and profiles, then of the same command, then of the same profiles; among
     * these the nearest before it first, then those after it.
     */
    public List<RunSummary> comparable() {
        Optional<RunSummary> here = chosen.get().map(RunRecord::summary);
        if (here.isEmpty()) {
            return List.of();
        }
        RunSummary run = here.get();
        List<RunSummary> others = all.stream()
                .filter(other -> !other.id().equals(run.id()) && other.state() != RunSummary.State.RUNNING)
                .toList();
        List<RunSummary> ordered = new ArrayList<>();
        others.stream().filter(other -> isBefore(other, run)).forEach(ordered::add);
        others.reversed().stream().filter(other -> !isBefore(other, run)).forEach(ordered::add);
        ordered.sort(Comparator.comparingInt(other -> difference(other, run)));
        return ordered;
    }

    private static boolean isBefore(RunSummary other, RunSummary run) {
        return other.id().compareTo(run.id()) < 0;
    }

    private static int difference(RunSummary other, RunSummary run) {
        return (other.command().equals(run.command()) ? 0 : 2)
                + (other.profiles().equals(run.profiles()) ? 0 : 1);
    }

    /**
     * Which of {@link #comparable} the chosen run is compared with: what was picked for this run, else the first that has its command or its profiles.
     * Between others nothing was fixed, and none is offered.
     */
    public Optional<RunSummary> compared() {
        List<RunSummary> choices = comparable();
        return choices.stream()
                .filter(run -> picked.equals(run.id()) && pickedFor.equals(chosenId()))
                .findFirst()
                .or(() -> choices.stream().findFirst().filter(this::isRelated));
    }

    private boolean isRelated(RunSummary other) {
        return chosen.get()
                .filter(here -> difference(other, here.summary()) < UNRELATED)
                .isPresent();
    }

    /** Picks the run to compare the chosen one with; another that is chosen gets one of its own. */
    public void pickCompared(String id) {
        picked = id;
        pickedFor = chosenId();
    }

    private String chosenId() {
        return chosen.get().map(record -> record.summary().id()).orElse("");
    }

    /** Compares the chosen run with another one; the later of the two is what became of the earlier. */
    public Tasks.Running compare(
            String other,
            java.util.function.Consumer<Optional<RunComparison>> done,
            java.util.function.Consumer<Failure> failed) {
        Optional<RunRecord> here = chosen.get();
        return tasks.run(
                () -> {
                    Optional<RunRecord> there = history.read(other);
                    if (here.isEmpty() || there.isEmpty()) {
                        return Optional.empty();
                    }
                    boolean later = here.get().summary().id().compareTo(other) > 0;
                    return Optional.of(
                            later
                                    ? RunComparison.between(there.get(), here.get())
                                    : RunComparison.between(here.get(), there.get()));
                },
                done,
                failed);
    }

    private void list() {
        ZoneId zone = ZoneId.systemDefault();
        Predicate<RunFilter.Subject> wanted = RunFilter.of(filter.get(), LocalDate.now(zone), zone);
        List<RunSummary> listed = subjects.stream()
                .filter(subject -> isShown(subject.run()))
                .filter(subject -> filter.get().isBlank() || wanted.test(subject))
                .map(RunFilter.Subject::run)
                .toList();
        Rows.exchange(runs, listed);
    }

    private boolean isShown(RunSummary run) {
        return switch (shown.get()) {
            case ALL -> true;
            case FAILED ->
                run.state() != RunSummary.State.RUNNING && run.exitCode().orElse(1) != 0;
            case DENIED -> run.denied() > 0;
            case UNDECIDED -> run.undecided() > 0;
            case THIS_WORKSPACE ->
                run.workspace().equals(OsPath.text(selection.workspaceProperty().get()));
        };
    }
}
