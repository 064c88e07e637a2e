package org.bulle.desktop.runs;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.history.PolicySnapshot;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;

/**
 * The denials of one run: in groups, each with its ladder, what is ticked, what was decided. Decisions are stored when they are made and only then; ticks
 * and rungs are forgotten with the window.
 */
public final class DenialsViewModel {
    private final RunHistory history;
    private final RungFacts.Source source;
    private final Tasks tasks;
    private final Clock clock;
    private final List<DenialRow> lines = new ArrayList<>();
    private final ObservableList<DenialRow> rows = FXCollections.observableList(lines);
    private final StringProperty filter = new SimpleStringProperty("");
    private final BooleanProperty grouped = new SimpleBooleanProperty(true);
    private final ReadOnlyIntegerWrapper tickedCount = new ReadOnlyIntegerWrapper();
    private final ReadOnlyBooleanWrapper working = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Set<String> named = new HashSet<>();
    private final Set<String> open = new HashSet<>();
    private final Map<String, Integer> rungs = new HashMap<>();
    private final Map<String, RungFacts> facts = new HashMap<>();
    private final Map<String, DenialRows.Base> wanted = new LinkedHashMap<>();
    /** Rungs that could not be looked up; asked for again only by the user. */
    private final Set<String> unknown = new HashSet<>();
    /** Groups that are ticked as soon as what their rung means is known, unless that is dangerous. */
    private final Set<String> awaiting = new HashSet<>();

    private final ReadOnlyObjectWrapper<Optional<Failure>> lookFailure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Map<String, Optional<Decision>> deciding = new HashMap<>();
    private final Set<String> touched = new HashSet<>();
    private final Object writing = new Object();
    private Optional<RunRecord> record = Optional.empty();
    private Optional<PolicySnapshot.NetworkOrigin> networkDenied = Optional.empty();
    private DenialRows index = new DenialRows(List.of(), List.of());
    private Map<String, DenialRows.Base> byKey = Map.of();
    /** Keys of groups that no flag can grant. */
    private List<String> profileOnly = List.of();
    /** Never changed, only replaced: what works in the background may hold it. */
    private Set<String> ticked = Set.of();

    private Map<String, Integer> places = Map.of();
    private long tickable;
    private Runnable decided = () -> {};
    private Tasks.Running indexing = Tasks.Running.NONE;
    private Tasks.Running arranging = Tasks.Running.NONE;
    private boolean looking;
    private IntConsumer redrawn = at -> {};

    public DenialsViewModel(RunHistory history, RungFacts.Source source, Tasks tasks, Clock clock) {
        this.history = history;
        this.source = source;
        this.tasks = tasks;
        this.clock = clock;
        filter.addListener((property, old, now) -> arrange());
        grouped.addListener((property, old, now) -> {
            forget();
            index(() -> {});
        });
    }

    /** Called after a decision was stored. */
    public void onDecided(Runnable action) {
        decided = action;
    }

    public ObservableList<DenialRow> rows() {
        return rows;
    }

    /** Part of a path, process, entry or access. */
    public StringProperty filterProperty() {
        return filter;
    }

    /** One line for each entry that would allow its denials; else a line for each denial. */
    public BooleanProperty groupedProperty() {
        return grouped;
    }

    /** How many groups are ticked, whatever the filter shows. */
    public ReadOnlyIntegerProperty tickedCountProperty() {
        return tickedCount.getReadOnlyProperty();
    }

    /** The lines are being worked out. */
    public ReadOnlyBooleanProperty workingProperty() {
        return working.getReadOnlyProperty();
    }

    /** Why a decision could not be stored. */
    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** Why it could not be found out what a rung would grant here: it is not ticked then. */
    public ReadOnlyObjectProperty<Optional<Failure>> lookFailureProperty() {
        return lookFailure.getReadOnlyProperty();
    }

    public Optional<RunRecord> record() {
        return record;
    }

    /** What denied the network to that run, when a profile of its stack did so on purpose. */
    public Optional<PolicySnapshot.NetworkOrigin> networkDeniedBy() {
        return networkDenied;
    }

    /** Shows another run, or the same as it was stored anew. */
    public void show(Optional<RunRecord> shown) {
        boolean same = id(shown).equals(id(record));
        record = shown;
        if (!same) {
            forget();
            facts.clear();
            unknown.clear();
            lookFailure.set(Optional.empty());
            failure.set(Optional.empty());
            rows.clear();
            networkDenied = Optional.empty();
        }
        index(() -> {});
    }

    private void forget() {
        ticked = Set.of();
        named.clear();
        open.clear();
        rungs.clear();
        wanted.clear();
        awaiting.clear();
        deciding.clear();
        count();
    }

    /** What an index is made from. */
    private record Indexed(
            DenialRows rows,
            Map<String, DenialRows.Base> byKey,
            List<String> profileOnly,
            Optional<PolicySnapshot.NetworkOrigin> denied) {}

    /** What is shown, where each group stands in it, and how many of them can be ticked. */
    private record Arranged(List<DenialRow> lines, Map<String, Integer> places, long tickable) {
        static Arranged of(List<DenialRow> lines) {
            Map<String, Integer> places = new HashMap<>();
            long tickable = 0;
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i) instanceof DenialRow.Group group) {
                    places.put(group.key(), i);
                    tickable += group.isGrantable() ? 1 : 0;
                }
            }
            return new Arranged(lines, places, tickable);
        }
    }

    private static Optional<String> id(Optional<RunRecord> of) {
        return of.map(RunRecord::summary).map(RunSummary::id);
    }

    private static List<String> profileOnly(DenialRows rows) {
        return rows.groups().stream()
                .filter(group -> !group.ladder().rungs().isEmpty()
                        && !Pick.hasFlag(group.ladder().list()))
                .map(DenialRows.Base::key)
                .toList();
    }

    private void index(Runnable then) {
        indexing.cancel();
        Optional<RunRecord> of = record;
        boolean inGroups = grouped.get();
        working.set(true);
        indexing = tasks.run(
                () -> indexed(of, inGroups),
                made -> {
                    index = made.rows();
                    networkDenied = made.denied();
                    byKey = made.byKey();
                    profileOnly = made.profileOnly();
                    if (!byKey.keySet().containsAll(ticked)) {
                        Set<String> left = new LinkedHashSet<>(ticked);
                        left.retainAll(byKey.keySet());
                        ticked = left;
                    }
                    then.run();
                    arrange();
                },
                why -> failure.set(Optional.of(why)));
    }

    private static Indexed indexed(Optional<RunRecord> of, boolean inGroups) {
        DenialRows rows = DenialRows.of(of.map(RunRecord::denials).orElse(List.of()), inGroups);
        Map<String, DenialRows.Base> keys = new HashMap<>();
        rows.groups().forEach(group -> keys.put(group.key(), group));
        return new Indexed(rows, keys, profileOnly(rows), of.flatMap(DenialsViewModel::networkDenied));
    }

    private static Optional<PolicySnapshot.NetworkOrigin> networkDenied(RunRecord of) {
        try {
            return of.policy().isPresent()
                    ? PolicySnapshot.of(of.policy().get()).networkFrom().filter(PolicySnapshot.NetworkOrigin::denies)
                    : Optional.empty();
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    /** The filter runs in the background: a run may have tens of thousands of denials. */
    private void arrange() {
        arranging.cancel();
        touched.clear();
        working.set(true);
        DenialRows of = index;
        String wantedWords = filter.get();
        Set<String> opened = Set.copyOf(open);
        Set<String> chosen = ticked;
        Map<String, Integer> moved = Map.copyOf(rungs);
        Map<String, RungFacts> known = Map.copyOf(facts);
        Map<String, Optional<Decision>> made = Map.copyOf(deciding);
        arranging = tasks.run(
                () -> Arranged.of(of.lines(
                        wantedWords,
                        group -> row(group, opened, chosen, moved, known, made),
                        opened.contains(DenialRows.HARMLESS))),
                arranged -> {
                    places = arranged.places();
                    tickable = arranged.tickable();
                    rows.setAll(arranged.lines());
                    // What changed while the lines were worked out.
                    List.copyOf(touched).forEach(this::redraw);
                    working.set(false);
                    count();
                },
                why -> failure.set(Optional.of(why)));
    }

    private static DenialRow.Group row(
            DenialRows.Base group,
            Set<String> open,
            Set<String> ticked,
            Map<String, Integer> rungs,
            Map<String, RungFacts> facts,
            Map<String, Optional<Decision>> deciding) {
        int rung = rungs.getOrDefault(group.key(), Math.max(0, group.ladder().preferred()));
        return new DenialRow.Group(
                group.key(),
                group.denials(),
                group.indices(),
                group.risk(),
                group.ladder(),
                rung,
                Optional.ofNullable(facts.get(factsKey(group.key(), rung))),
                open.contains(group.key()),
                ticked.contains(group.key()),
                deciding.getOrDefault(group.key(), group.decision()));
    }

    private static String factsKey(String key, int rung) {
        return rung + " " + key;
    }

    private DenialRow.Group row(DenialRows.Base group) {
        return row(group, open, ticked, rungs, facts, deciding);
    }

    private Optional<DenialRow.Group> group(String key) {
        return Optional.ofNullable(byKey.get(key)).map(this::row);
    }

    /** Draws one line anew. */
    private void redraw(String key) {
        touched.add(key);
        Integer at = places.get(key);
        if (at != null && at < rows.size()) {
            group(key).ifPresent(fresh -> put(at, fresh));
        }
    }

    /**
     * A table draws all its rows again for one that is replaced, and loses its place and its selection for one that goes and comes: so it is not told of a change
     * in the list, but that a line is to be drawn.
     */
    private void put(int at, DenialRow.Group fresh) {
        lines.set(at, fresh);
        redrawn.accept(at);
    }

    /** Called with the place of a line that is another now, while the list as such did not change. */
    void onRedrawn(IntConsumer action) {
        redrawn = action;
    }

    /** Where a group stands among the lines; negative when it is not shown. */
    public int placeOf(String key) {
        return places.getOrDefault(key, -1);
    }

    /** How many of the groups shown can be ticked. */
    public long tickable() {
        return tickable;
    }

    private void setTicked(String key, boolean yes) {
        if (ticked.contains(key) != yes) {
            Set<String> changed = new LinkedHashSet<>(ticked);
            if (yes) {
                changed.add(key);
            } else {
                changed.remove(key);
            }
            ticked = changed;
        }
    }

    private void count() {
        tickedCount.set(-1);
        tickedCount.set(ticked.size());
    }

    public void toggleOpen(String key) {
        if (!open.remove(key)) {
            open.add(key);
        }
        arrange();
    }

    /**
     * Ticks one group, or not. What is dangerous is not ticked by this before its name was given to {@link #tickByName}.
     *
     * @return false when the name has to be typed first
     */
    public boolean tick(String key, boolean yes) {
        Optional<DenialRow.Group> group = group(key);
        if (!yes) {
            awaiting.remove(key);
            setTicked(key, false);
        } else if (group.filter(DenialRow.Group::hasEntry).isEmpty()) {
            return true;
        } else if (!group.get().isJudged()) {
            awaiting.add(key);
            unknown.remove(factsKey(key, group.get().rung()));
            wantFacts(key);
            return true;
        } else if (group.get().needsName() && !named.contains(key)) {
            return false;
        } else {
            setTicked(key, true);
        }
        redraw(key);
        count();
        return true;
    }

    /** Ticks what is dangerous, when the typed name is its own. */
    public boolean tickByName(String key, String typed) {
        boolean right = group(key)
                .filter(group -> group.nameToType().equals(typed.strip()))
                .isPresent();
        if (right) {
            named.add(key);
            tick(key, true);
        }
        return right;
    }

    /** Ticks everything shown that may be ticked together, or nothing. */
    public void tickAll(boolean yes) {
        if (!yes) {
            ticked = Set.of();
            awaiting.clear();
            arrange();
            count();
            return;
        }
        List<DenialRow> shown = List.copyOf(rows);
        Set<String> before = ticked;
        tasks.run(
                () -> {
                    Set<String> all = new LinkedHashSet<>(before);
                    for (DenialRow row : shown) {
                        if (row instanceof DenialRow.Group group && group.isTickedByAll()) {
                            all.add(group.key());
                        }
                    }
                    return all;
                },
                all -> {
                    ticked = all;
                    dropWhatChanged();
                    arrange();
                    count();
                },
                why -> failure.set(Optional.of(why)));
    }

    /** Moves along the ladder: -1 to the left, 1 to the right, over rungs that cannot be chosen. */
    public void step(String key, int direction) {
        group(key).ifPresent(group -> chooseRung(key, group.ladder().step(group.rung(), direction)));
    }

    /** While lines were gone through, a rung may have been moved or found to be dangerous. */
    private void dropWhatChanged() {
        Set<String> changed = new HashSet<>(rungs.keySet());
        facts.keySet().forEach(known -> changed.add(known.substring(known.indexOf(' ') + 1)));
        changed.forEach(this::dropDangerous);
    }

    /** A tick goes until it is known what the rung means, and only stays away when that is dangerous. */
    public void chooseRung(String key, int rung) {
        DenialRows.Base group = byKey.get(key);
        if (group != null
                && rung >= 0
                && rung < group.ladder().rungs().size()
                && group.ladder().rungs().get(rung).isAvailable()) {
            rungs.put(key, rung);
            named.remove(key);
            unknown.remove(factsKey(key, rung));
            if (ticked.contains(key)) {
                awaiting.add(key);
            }
            dropDangerous(key);
            redraw(key);
            wantFacts(key);
            count();
        }
    }

    private void dropDangerous(String key) {
        group(key).filter(group -> !mayBeGranted(group)).ifPresent(group -> setTicked(key, false));
    }

    private boolean mayBeGranted(DenialRow.Group group) {
        return group.isGrantable() && (!group.needsName() || named.contains(group.key()));
    }

    /** It was ticked before its rung was known. */
    private void tickAwaited(String key) {
        Optional<DenialRow.Group> group = group(key).filter(DenialRow.Group::isJudged);
        if (group.isPresent() && awaiting.remove(key) && mayBeGranted(group.get())) {
            setTicked(key, true);
        }
    }

    /** The line is in sight: what its rung means is looked up, one after the other. */
    public void wantFacts(String key) {
        DenialRows.Base group = byKey.get(key);
        if (group == null
                || group.ladder().rungs().isEmpty()
                || !Pick.isPath(group.ladder().list())) {
            return;
        }
        int rung = row(group).rung();
        String asked = factsKey(key, rung);
        if (!facts.containsKey(asked) && !unknown.contains(asked)) {
            wanted.put(asked, group);
            lookNext();
        }
    }

    private void lookNext() {
        if (looking || wanted.isEmpty() || record.isEmpty()) {
            return;
        }
        Map.Entry<String, DenialRows.Base> next = wanted.entrySet().iterator().next();
        String asked = next.getKey();
        DenialRows.Base group = next.getValue();
        int rung = Integer.parseInt(asked.substring(0, asked.indexOf(' ')));
        wanted.remove(asked);
        looking = true;
        String workspace = record.get().summary().workspace();
        Optional<String> of = id(record);
        tasks.run(
                () -> source.of(
                        workspace,
                        group.ladder().list(),
                        group.ladder().rungs().get(rung).entries()),
                found -> {
                    looking = false;
                    if (of.equals(id(record))) {
                        found(group.key(), asked, found);
                    }
                    lookNext();
                },
                why -> {
                    looking = false;
                    if (of.equals(id(record))) {
                        notFound(group.key(), asked, rung, why);
                    }
                    lookNext();
                });
    }

    private void found(String key, String asked, RungFacts found) {
        facts.put(asked, found);
        if (unknown.isEmpty()) {
            lookFailure.set(Optional.empty());
        }
        dropDangerous(key);
        tickAwaited(key);
        redraw(key);
        count();
    }

    private void notFound(String key, String asked, int rung, Failure why) {
        unknown.add(asked);
        lookFailure.set(Optional.of(why));
        if (group(key).filter(group -> group.rung() == rung).isPresent()) {
            awaiting.remove(key);
            setTicked(key, false);
        }
        redraw(key);
        count();
    }

    /** What is ticked, with the rungs that are chosen. */
    public List<Pick> picks() {
        return ticked.stream().flatMap(key -> pick(key).stream()).toList();
    }

    /** A group with its chosen rung, when it is known what that means and, where it is dangerous, its name was typed. */
    public Optional<Pick> pick(String key) {
        return group(key)
                .filter(this::mayBeGranted)
                .map(group -> new Pick(group.ladder().list(), group.entries(), group.indices()));
    }

    /** True when something is ticked that only a profile can grant. Asked at every tick: without such groups, at no cost. */
    public boolean needsProfile() {
        return profileOnly.stream().anyMatch(ticked::contains);
    }

    /** How many files the ticked entries would expose, as far as that was looked up. */
    public long exposed() {
        long files = 0;
        for (Map.Entry<String, RungFacts> known : facts.entrySet()) {
            String key = known.getKey().substring(known.getKey().indexOf(' ') + 1);
            DenialRows.Base group = ticked.contains(key) ? byKey.get(key) : null;
            boolean chosen = group != null
                    && known.getKey()
                            .equals(factsKey(
                                    key, rungs.getOrDefault(key, group.ladder().preferred())));
            files += chosen ? known.getValue().files() : 0;
        }
        return files;
    }

    /** The groups that are ticked. */
    public Set<String> ticked() {
        return java.util.Collections.unmodifiableSet(ticked);
    }

    /** Stores what was decided about the denials of these groups; an absent kind makes them undecided again. */
    public void decide(Collection<String> keys, Optional<Decision.Kind> kind) {
        Optional<Decision> decision = kind.map(made -> new Decision(made, "", clock.instant()));
        List<Integer> indices = new ArrayList<>();
        for (String key : keys) {
            group(key).ifPresent(group -> indices.addAll(group.indices()));
            deciding.put(key, decision);
            if (decision.filter(made -> made.kind() == Decision.Kind.DENY).isPresent()) {
                awaiting.remove(key);
                setTicked(key, false);
            }
            redraw(key);
        }
        count();
        id(record).ifPresent(run -> store(run, Map.of(decision, indices)));
    }

    /** Stores that these denials of a run, which need not be the one that is shown, were answered by a profile. */
    public void added(String run, List<Integer> indices, String profile) {
        store(run, Map.of(Optional.of(new Decision(Decision.Kind.PROFILE, profile, clock.instant())), indices));
    }

    /** Decides them as they were before, as after an undo. */
    public void restore(RunRecord before, List<Integer> indices) {
        Map<Optional<Decision>, List<Integer>> decisions = new HashMap<>();
        for (int index : indices) {
            decisions
                    .computeIfAbsent(before.denials().get(index).decision(), any -> new ArrayList<>())
                    .add(index);
        }
        store(before.summary().id(), decisions);
    }

    private RunRecord write(String id, Map<Optional<Decision>, List<Integer>> decisions) throws IOException {
        synchronized (writing) {
            Optional<RunRecord> stored = Optional.empty();
            for (Map.Entry<Optional<Decision>, List<Integer>> made : decisions.entrySet()) {
                stored = Optional.of(history.decide(id, made.getValue(), made.getKey()));
            }
            return stored.orElseThrow();
        }
    }

    private void store(String id, Map<Optional<Decision>, List<Integer>> decisions) {
        if (decisions.values().stream().allMatch(List::isEmpty)) {
            return;
        }
        tasks.run(
                () -> write(id, decisions),
                stored -> {
                    failure.set(Optional.empty());
                    shownAnew(id, any -> stored);
                    decided.run();
                },
                why -> {
                    failure.set(Optional.of(why));
                    shownAnew(id, same -> same);
                });
    }

    private void shownAnew(String id, UnaryOperator<RunRecord> change) {
        if (id(record).equals(Optional.of(id))) {
            record = record.map(change);
            index(deciding::clear);
        }
    }
}
