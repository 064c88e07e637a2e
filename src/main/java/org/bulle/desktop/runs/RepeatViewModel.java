package org.bulle.desktop.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Programs;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.history.KeptOutput;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;

/**
 * Runs a command again and again in a workspace of its own, each time with what it was denied before, until it works. It grants by itself only what
 * {@link DenialRow.Group#isTickedByAll} would tick; and it grants to these runs alone: what comes of it is a set of entries for the user to review.
 */
public final class RepeatViewModel {
    /** So often at most. */
    static final int MOST = 10;

    /** Why it stopped. */
    public enum End {
        /** The command ended with 0. */
        WORKS,
        /** It still fails, and was denied nothing more. */
        NOTHING_NEW,
        /** What it was still denied is refused, dangerous or the network: that is the user's to decide. */
        ONLY_DANGEROUS,
        /** It fails, and what it was denied was not seen, or not all of it. */
        NOT_WATCHED,
        /** So many times are enough. */
        BOUND,
        CANCELLED
    }

    /**
     * One time.
     *
     * @param exit absent while it goes on
     * @param denied absent while it goes on, and when none was seen and not all was watched
     * @param added what the next one is granted
     */
    public record Attempt(int number, OptionalInt exit, OptionalInt denied, List<String> added) {
        public Attempt {
            added = List.copyOf(added);
        }
    }

    /** How far it is. */
    public sealed interface State {
        record Ready() implements State {}

        /** @param place where it runs; empty while that is being made */
        record Going(Optional<Place> place) implements State {}

        /** @param left denials of the last time that were not granted; absent when none was seen and not all was watched */
        record Ended(End end, OptionalInt left) implements State {}

        record Failed(Failure why) implements State {}
    }

    /** The workspace that it runs in. */
    public record Place(Path workspace, boolean scratch) {}

    private final Engine engine;
    private final RunHistory history;
    private final RungFacts.Source source;
    private final Tasks tasks;
    private final RunRecord first;
    private final RunsViewModel.Again run;
    private final ObservableList<Attempt> attempts = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(new State.Ready());
    private final Map<String, Pick> picks = new LinkedHashMap<>();
    private Tasks.Running running = Tasks.Running.NONE;

    /**
     * @param first the run that was denied something
     * @param run the same, as it is to be started
     */
    public RepeatViewModel(
            Engine engine,
            RunHistory history,
            RungFacts.Source source,
            Tasks tasks,
            RunRecord first,
            RunsViewModel.Again run) {
        this.engine = engine;
        this.history = history;
        this.source = source;
        this.tasks = tasks;
        this.first = first;
        this.run = run;
    }

    public ObservableList<Attempt> attempts() {
        return attempts;
    }

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    /** What was granted so far; complete when it has ended. */
    public List<Pick> picks() {
        synchronized (picks) {
            return List.copyOf(picks.values());
        }
    }

    /** Tells whether records of runs are kept, which is where it reads what was denied; not asked for anew when it starts. */
    void askForRecords(Consumer<Boolean> told) {
        tasks.run(() -> engine.runSettings().retention().runs() > 0, told, unknown -> told.accept(true));
    }

    public void start() {
        attempts.clear();
        synchronized (picks) {
            picks.clear();
        }
        state.set(new State.Going(Optional.empty()));
        running = tasks.run(this::repeat, state::set, why -> state.set(new State.Failed(why)));
    }

    /** Ends what runs; what was learnt until then can be reviewed. */
    public void cancel() {
        running.cancel();
        if (state.get() instanceof State.Going) {
            state.set(new State.Ended(End.CANCELLED, OptionalInt.empty()));
        }
    }

    private State repeat() throws IOException, ProblemException {
        try (Rehearsal place = Rehearsal.of(engine, OsPath.of(run.workspace()), run.command())) {
            tasks.later(() -> going(place));
            // What the first run was denied is known already.
            Granted granted = grant(first, place);
            End end = granted.added().isEmpty() && worthNothing(first) ? stuck(first) : End.BOUND;
            OptionalInt left = OptionalInt.of(0);
            for (int number = 1; number <= MOST && end == End.BOUND; number++) {
                int at = number;
                tasks.later(() -> attempts.add(new Attempt(at, OptionalInt.empty(), OptionalInt.empty(), List.of())));
                int exit = once(place);
                RunRecord record = recorded(place);
                Granted now = exit == 0 ? new Granted(List.of(), 0) : grant(record, place);
                left = known(record, undecided(record) - now.answered());
                tasks.later(() ->
                        tell(new Attempt(at, OptionalInt.of(exit), known(record, undecided(record)), now.added())));
                if (exit == 0) {
                    end = End.WORKS;
                } else if (now.added().isEmpty()) {
                    end = stuck(record);
                }
            }
            return new State.Ended(end, left);
        }
    }

    private static int undecided(RunRecord record) {
        return (int) record.denials().stream().filter(Denial::undecided).count();
    }

    /** A count of what was seen; none only means none when all was watched. */
    static OptionalInt known(RunRecord record, int count) {
        return count == 0 && !isWatched(record) ? OptionalInt.empty() : OptionalInt.of(count);
    }

    private static boolean isWatched(RunRecord record) {
        return record.summary().denialSource().state() == DenialSource.State.COMPLETE;
    }

    private void going(Rehearsal place) {
        if (state.get() instanceof State.Going) {
            state.set(new State.Going(Optional.of(new Place(place.workspace(), place.isScratch()))));
        }
    }

    private void tell(Attempt now) {
        for (int i = 0; i < attempts.size(); i++) {
            if (attempts.get(i).number() == now.number()) {
                attempts.set(i, now);
            }
        }
    }

    /** It ended well, or its denials were not seen: then running it once more shows what they are. */
    private static boolean worthNothing(RunRecord record) {
        return isWatched(record)
                && record.summary().exitCode().orElse(1) != 0
                && record.denials().stream().noneMatch(Denial::undecided);
    }

    static End stuck(RunRecord record) {
        if (record.denials().stream().anyMatch(Denial::undecided)) {
            return End.ONLY_DANGEROUS;
        }
        return isWatched(record) ? End.NOTHING_NEW : End.NOT_WATCHED;
    }

    /**
     * What the next time may have beyond this one.
     *
     * @param added the new entries, each with its list
     * @param answered how many undecided denials they are for
     */
    private record Granted(List<String> added, int answered) {}

    /** Adds what a run was denied and may have without being asked for; gives what is new. */
    private Granted grant(RunRecord record, Rehearsal place) throws IOException {
        List<String> added = new ArrayList<>();
        int answers = 0;
        for (DenialRows.Base group : DenialRows.of(record.denials(), true).groups()) {
            Optional<Pick> pick = pick(group, record);
            if (pick.isPresent()) {
                String name =
                        pick.get().list() + " " + String.join(" ", pick.get().entries());
                synchronized (picks) {
                    if (!picks.containsKey(name)) {
                        picks.put(name, new Pick(pick.get().list(), pick.get().entries(), answered(group, place)));
                        added.add(name);
                        answers += (int) group.denials().stream()
                                .filter(Denial::undecided)
                                .count();
                    }
                }
            }
        }
        return new Granted(added, answers);
    }

    private Optional<Pick> pick(DenialRows.Base group, RunRecord record) throws IOException {
        boolean dangerous = group.ladder().rungs().isEmpty()
                || group.decision().isPresent()
                || group.ladder().list().equals("rwx")
                || !Pick.isPath(group.ladder().list())
                || group.risk().compareTo(Risk.NOTICE) > 0;
        if (dangerous) {
            return Optional.empty();
        }
        List<String> entries =
                group.ladder().rungs().get(group.ladder().preferred()).entries();
        RungFacts facts = source.of(record.summary().workspace(), group.ladder().list(), entries);
        return facts.risk().compareTo(Risk.NOTICE) > 0 || facts.nothing().isPresent()
                ? Optional.empty()
                : Optional.of(new Pick(group.ladder().list(), entries, group.indices()));
    }

    /** The denials of the first run that this group's entry answers too. */
    private List<Integer> answered(DenialRows.Base group, Rehearsal place) {
        Set<String> targets = new HashSet<>();
        group.denials().forEach(denial -> targets.add(denial.access().key() + " " + place.there(denial.target())));
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < first.denials().size(); i++) {
            Denial denial = first.denials().get(i);
            if (targets.contains(denial.access().key() + " " + denial.target())) {
                indices.add(i);
            }
        }
        return indices;
    }

    private int once(Rehearsal place) throws IOException, ProblemException {
        List<String> words = new ArrayList<>(engine.launcher());
        words.add(run.profiles().isEmpty() ? "default" : String.join(",", run.profiles()));
        words.add(OsPath.text(place.workspace()));
        words.addAll(run.flags());
        picks().forEach(pick -> words.addAll(pick.flags()));
        words.add("--");
        run.command().forEach(word -> words.add(place.here(word)));
        Path said = Files.createTempFile("bulle-repeat-", ".output");
        try {
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(place.workspace().toFile())
                    .redirectErrorStream(true)
                    .redirectInput(Programs.NOTHING)
                    .redirectOutput(said.toFile());
            Programs.adopt(builder.environment(), engine.environment());
            int exit = waitFor(builder.start());
            keep(place, said);
            return exit;
        } finally {
            Files.deleteIfExists(said);
        }
    }

    private static int waitFor(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException cancelled) {
            process.destroy();
            try {
                if (!process.waitFor(5, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException again) {
                process.destroyForcibly();
            }
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
    }

    private void keep(Rehearsal place, Path said) throws IOException, ProblemException {
        Optional<String> id = newest(place);
        if (id.isPresent() && engine.runSettings().keepOutput()) {
            history.keepOutput(id.get(), KeptOutput.ofFile(said));
        }
    }

    /** No other run has this workspace. */
    private Optional<String> newest(Rehearsal place) throws IOException {
        Collection<String> ids = history.ids();
        String workspace = OsPath.text(place.workspace());
        return ids.stream()
                .limit(20)
                .filter(id -> history.summary(id)
                        .filter(found -> found.workspace().equals(workspace))
                        .isPresent())
                .findFirst();
    }

    private RunRecord recorded(Rehearsal place) throws IOException {
        Optional<String> id = newest(place);
        Optional<RunRecord> record = id.isPresent() ? history.read(id.get()) : Optional.empty();
        return record.orElseThrow(() -> new IOException("the run left no record"));
    }
}
