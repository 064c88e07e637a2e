package org.bulle.desktop.profiles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Rows;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.policy.AccessRight;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.run.Plan;

/** The Effective table of one stack in one workspace: rows, groups, filters, order. */
public final class EffectiveViewModel {
    /** What the table can be ordered by. */
    public enum Order {
        MERGE,
        RIGHT,
        NAME,
        DECLARED,
        FROM,
        STATE,
        RISK
    }

    private static final int FEW = 6;
    private static final int SAMPLE = 8;
    private final Engine engine;
    private final Tasks tasks;
    private final ObservableList<EffectiveRow> rows = FXCollections.observableArrayList();
    private final StringProperty filter = new SimpleStringProperty("");
    private final ObjectProperty<Optional<AccessRight>> right = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Platform> seenBy;
    private final BooleanProperty onlyOwn = new SimpleBooleanProperty();
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyBooleanWrapper resolving = new ReadOnlyBooleanWrapper();
    private final ReadOnlyIntegerWrapper count = new ReadOnlyIntegerWrapper();
    private final ReadOnlyIntegerWrapper skipped = new ReadOnlyIntegerWrapper();
    private final ReadOnlyLongWrapper milliseconds = new ReadOnlyLongWrapper();
    private final ReadOnlyObjectWrapper<Optional<Plan>> plan = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Set<EffectiveRow.Section> folded = EnumSet.noneOf(EffectiveRow.Section.class);
    private final Set<FoldKey> unfolded = new HashSet<>();
    private final Map<EffectiveRow.Entry, String> searchable = new IdentityHashMap<>();
    private final Map<EffectiveRow.Section, List<EffectiveRow.Entry>> ordered =
            new EnumMap<>(EffectiveRow.Section.class);
    private List<EffectiveRow.Entry> all = List.of();
    private String own = "";
    private Platform resolvedFor;
    private Order order = Order.NAME;
    private boolean ascending = true;
    private boolean changing;
    private Tasks.Running running = Tasks.Running.NONE;
    private final ReadOnlyBooleanWrapper cancelled = new ReadOnlyBooleanWrapper();
    private Runnable again = () -> {};

    public EffectiveViewModel(Engine engine, Tasks tasks) {
        this.engine = engine;
        this.tasks = tasks;
        resolvedFor = engine.platform();
        filter.addListener((property, old, now) -> show());
        right.addListener((property, old, now) -> show());
        onlyOwn.addListener((property, old, now) -> show());
        seenBy = new SimpleObjectProperty<>(engine.platform());
        seenBy.addListener((property, old, now) -> again());
    }

    private record FoldKey(EffectiveRow.Section section, EffectiveRow.Folded kind) {}

    private record Resolved(Plan plan, List<EffectiveRow.Entry> rows, long milliseconds) {}

    /**
     * Works out the table anew, in the background; what was asked before is forgotten.
     *
     * @param own the profile that "only from this profile" means
     */
    public void resolve(Catalog catalog, List<String> stack, Path workspace, String own) {
        resolve(catalog, Optional.empty(), stack, workspace, own);
    }

    /** @param unsaved the text of {@code own}'s file as it is being edited; empty for what is on disk */
    public void resolve(Catalog known, Optional<String> unsaved, List<String> stack, Path workspace, String own) {
        this.own = own;
        again = () -> resolve(known, unsaved, stack, workspace, own);
        running.cancel();
        cancelled.set(false);
        resolving.set(true);
        List<String> asked = List.copyOf(stack);
        Platform system = seenBy.get();
        // What another system sees is drawn anew, also where it is the same.
        List<EffectiveRow.Entry> before = system == resolvedFor ? all : List.of();
        resolvedFor = system;
        running = tasks.run(
                () -> {
                    long start = System.nanoTime();
                    Catalog catalog = unsaved.map(text -> known.with(own, text)).orElse(known);
                    Plan made = engine.plan(catalog, asked, workspace, system);
                    List<EffectiveRow.Entry> entries = EffectiveRows.of(
                            made,
                            Lineage.of(catalog, asked),
                            engine.assessor(
                                    catalog.configuration(), made.policy().workspace()),
                            engine::abbreviate);
                    return new Resolved(made, Rows.keeping(before, entries), (System.nanoTime() - start) / 1_000_000);
                },
                this::succeed,
                this::fail);
    }

    /** Stops asking. What was shown for another stack is not left standing. */
    public void cancel() {
        if (resolving.get()) {
            running.cancel();
            clear();
            failure.set(Optional.empty());
            cancelled.set(true);
            show();
        }
    }

    /** Asks for what was cancelled. */
    public void again() {
        again.run();
    }

    private void clear() {
        resolving.set(false);
        all = List.of();
        ordered.clear();
        count.set(0);
        skipped.set(0);
        plan.set(Optional.empty());
    }

    private void succeed(Resolved resolved) {
        failure.set(Optional.empty());
        all = resolved.rows();
        searchable.keySet().retainAll(identities(all));
        ordered.clear();
        count.set(all.size());
        skipped.set((int) all.stream().filter(EffectiveViewModel::isSkipped).count());
        milliseconds.set(resolved.milliseconds());
        plan.set(Optional.of(resolved.plan()));
        show();
        resolving.set(false);
    }

    private static Set<EffectiveRow.Entry> identities(List<EffectiveRow.Entry> rows) {
        Set<EffectiveRow.Entry> same = Collections.newSetFromMap(new IdentityHashMap<>());
        same.addAll(rows);
        return same;
    }

    private void fail(Failure why) {
        clear();
        failure.set(Optional.of(why));
        show();
    }

    private void show() {
        List<EffectiveRow> fresh = new ArrayList<>();
        String wanted = filter.get().strip().toLowerCase(Locale.ROOT);
        for (EffectiveRow.Section section : EffectiveRow.Section.values()) {
            List<EffectiveRow.Entry> group =
                    ordered(section).stream().filter(row -> fits(row, wanted)).toList();
            if (!group.isEmpty()) {
                fresh.add(heading(section, group));
                if (!folded.contains(section)) {
                    addGroup(fresh, section, group);
                }
            }
        }
        changing = true;
        Rows.exchange(rows, heads(fresh));
        changing = false;
    }

    /** Of the heads and folds those that say the same as before: few, and cheap to compare. */
    private List<EffectiveRow> heads(List<EffectiveRow> fresh) {
        List<EffectiveRow> before = rows.stream()
                .filter(row -> !(row instanceof EffectiveRow.Entry))
                .toList();
        fresh.replaceAll(row -> row instanceof EffectiveRow.Entry
                ? row
                : before.stream().filter(row::equals).findFirst().orElse(row));
        return fresh;
    }

    /** The rows of a group in the chosen order: put in order once, not for each letter that is typed. */
    private List<EffectiveRow.Entry> ordered(EffectiveRow.Section section) {
        return ordered.computeIfAbsent(
                section,
                which -> all.stream()
                        .filter(row -> row.section() == which)
                        .sorted(comparator())
                        .toList());
    }

    private EffectiveRow.Heading heading(EffectiveRow.Section section, List<EffectiveRow.Entry> group) {
        return new EffectiveRow.Heading(
                section,
                group.size(),
                (int) group.stream().filter(row -> has(row, AccessRight.WRITE)).count(),
                (int) group.stream()
                        .filter(row -> has(row, AccessRight.EXECUTE))
                        .count(),
                folded.contains(section));
    }

    /** A search looks into the folds too: what it finds there is shown. */
    private void addGroup(List<EffectiveRow> fresh, EffectiveRow.Section section, List<EffectiveRow.Entry> group) {
        if (!filter.get().isBlank()) {
            fresh.addAll(group);
            return;
        }
        List<EffectiveRow.Entry> system =
                group.stream().filter(EffectiveRow.Entry::system).toList();
        List<EffectiveRow.Entry> skippedHere =
                group.stream().filter(row -> !row.system() && isSkipped(row)).toList();
        boolean foldSkipped = skippedHere.size() > FEW;
        group.stream()
                .filter(row -> !row.system() && !(foldSkipped && isSkipped(row)))
                .forEach(fresh::add);
        if (foldSkipped) {
            addFold(fresh, new FoldKey(section, EffectiveRow.Folded.SKIPPED), skippedHere);
        }
        if (!system.isEmpty()) {
            addFold(fresh, new FoldKey(section, EffectiveRow.Folded.SYSTEM), system);
        }
    }

    private void addFold(List<EffectiveRow> fresh, FoldKey key, List<EffectiveRow.Entry> hidden) {
        boolean closed = !unfolded.contains(key);
        fresh.add(new EffectiveRow.Fold(
                key.section(),
                key.kind(),
                hidden.size(),
                hidden.stream()
                        .flatMap(
                                row -> row.chain().stream()
                                        .map(EffectiveRow.Step::profile)
                                        .reduce((first, last) -> last)
                                        .stream())
                        .distinct()
                        .sorted()
                        .toList(),
                String.join(
                        "  ",
                        hidden.stream()
                                .limit(SAMPLE)
                                .map(EffectiveRow.Entry::name)
                                .toList()),
                closed));
        if (!closed) {
            fresh.addAll(hidden);
        }
    }

    private static boolean isSkipped(EffectiveRow.Entry row) {
        return row.state().mark() == EffectiveRow.Mark.SKIPPED;
    }

    /** Everything of a row that a search looks at, in small letters; made when it is first looked at. */
    private String searched(EffectiveRow.Entry row) {
        return searchable.computeIfAbsent(row, fresh -> {
            StringBuilder text = new StringBuilder(fresh.name()).append('\n').append(fresh.declared());
            fresh.paths().forEach(path -> text.append('\n').append(path));
            fresh.origins().forEach(origin -> text.append('\n').append(origin.label()));
            return text.toString().toLowerCase(Locale.ROOT);
        });
    }

    private boolean fits(EffectiveRow.Entry row, String wanted) {
        boolean found = wanted.isEmpty() || searched(row).contains(wanted);
        return found
                && right.get().map(wantedRight -> has(row, wantedRight)).orElse(true)
                && (!onlyOwn.get()
                        || row.origins().stream()
                                .anyMatch(origin -> origin.profile().equals(own)));
    }

    private static boolean has(EffectiveRow.Entry row, AccessRight wanted) {
        return row.right() instanceof EffectiveRow.Right.Letters letters
                && letters.access().rights().contains(wanted);
    }

    private Comparator<EffectiveRow.Entry> comparator() {
        Comparator<EffectiveRow.Entry> by = switch (order) {
            case MERGE -> (_, _) -> 0;
            case RIGHT -> Comparator.comparing(EffectiveViewModel::rightText);
            // Home first: that is what people come to look at.
            case NAME -> Comparator.comparing(row -> !row.name().startsWith("~"));
            case DECLARED -> Comparator.comparing(EffectiveRow.Entry::declared);
            case FROM ->
                Comparator.comparing(row ->
                        row.chain().isEmpty() ? "" : row.chain().getLast().profile());
            case STATE -> Comparator.comparing(row -> row.state().mark());
            case RISK -> Comparator.comparing(EffectiveRow.Entry::risk);
        };
        // What is sorted stands in merge order, and stays so where nothing else decides.
        Comparator<EffectiveRow.Entry> whole = order == Order.MERGE ? by : by.thenComparing(EffectiveRow.Entry::name);
        return ascending ? whole : whole.reversed();
    }

    private static String rightText(EffectiveRow.Entry row) {
        return switch (row.right()) {
            case EffectiveRow.Right.Letters letters -> letters.access().key();
            case EffectiveRow.Right.Word word -> word.verb().name();
        };
    }

    /** Orders the rows inside each group. */
    public void order(Order by, boolean upwards) {
        order = by;
        ascending = upwards;
        ordered.clear();
        show();
    }

    /** Folds or unfolds what the row stands for; nothing happens for an entry. */
    public void toggle(EffectiveRow row) {
        switch (row) {
            case EffectiveRow.Heading heading -> flip(folded, heading.section());
            case EffectiveRow.Fold fold -> flip(unfolded, new FoldKey(fold.section(), fold.kind()));
            case EffectiveRow.Entry entry -> {
                return;
            }
        }
        show();
    }

    private static <T> void flip(Set<T> set, T element) {
        if (!set.remove(element)) {
            set.add(element);
        }
    }

    public ObservableList<EffectiveRow> rows() {
        return rows;
    }

    /** True while the rows are being exchanged: what a table chooses meanwhile is not the user's choice. */
    boolean isChanging() {
        return changing;
    }

    /** Every entry, whatever the filters say, in merge order. */
    public List<EffectiveRow.Entry> entries() {
        return all;
    }

    public StringProperty filterProperty() {
        return filter;
    }

    /** Only rows with this right; empty for any. */
    public ObjectProperty<Optional<AccessRight>> rightProperty() {
        return right;
    }

    /** Which system's eyes the table has; another than this one cannot be looked up, and its rows say so. */
    public ObjectProperty<Platform> seenByProperty() {
        return seenBy;
    }

    public BooleanProperty onlyOwnProperty() {
        return onlyOwn;
    }

    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty resolvingProperty() {
        return resolving.getReadOnlyProperty();
    }

    /** True when the last question was cancelled, so that nothing is known. */
    public ReadOnlyBooleanProperty cancelledProperty() {
        return cancelled.getReadOnlyProperty();
    }

    public ReadOnlyIntegerProperty countProperty() {
        return count.getReadOnlyProperty();
    }

    public ReadOnlyIntegerProperty skippedProperty() {
        return skipped.getReadOnlyProperty();
    }

    /** How long the last resolving took. */
    public ReadOnlyLongProperty millisecondsProperty() {
        return milliseconds.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Plan>> planProperty() {
        return plan.getReadOnlyProperty();
    }
}
