package org.bulle.desktop.profiles;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Rows;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.profile.CatalogEntry;

/** The list of profiles: search, filter, groups, and which one is open. */
public final class ProfilesViewModel {
    /** The chips above the list. */
    public enum Filter {
        ALL,
        APPS,
        MINE,
        RISKY
    }

    private final Engine engine;
    private final Tasks tasks;
    private final CatalogModel catalog;
    private final Selection selection;
    private final ObservableList<ProfileRow> rows = FXCollections.observableArrayList();
    private final StringProperty search = new SimpleStringProperty("");
    private final ObjectProperty<Filter> filter = new SimpleObjectProperty<>(Filter.ALL);
    private final ObjectProperty<Optional<CatalogEntry>> open = new SimpleObjectProperty<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyIntegerWrapper count = new ReadOnlyIntegerWrapper();
    private final Set<CatalogEntry.Kind> folded = EnumSet.noneOf(CatalogEntry.Kind.class);
    private final BooleanProperty recentFirst = new SimpleBooleanProperty();
    private final Map<String, ProfileRow.Item> items = new HashMap<>();
    private Map<String, ProfileTraits> traits = Map.of();
    private Map<String, Instant> lastRuns = Map.of();
    private Tasks.Running asking = Tasks.Running.NONE;

    public ProfilesViewModel(Engine engine, Tasks tasks, CatalogModel catalog, Selection selection) {
        this.engine = engine;
        this.tasks = tasks;
        this.catalog = catalog;
        this.selection = selection;
        search.addListener((property, old, now) -> show());
        filter.addListener((property, old, now) -> show());
        recentFirst.addListener((property, old, now) -> show());
        catalog.snapshotProperty().addListener((property, old, now) -> follow(now));
        follow(catalog.get());
    }

    private void follow(CatalogModel.Snapshot now) {
        items.keySet().retainAll(now.entries().keySet());
        show();
        open.set(open.get().map(CatalogEntry::name).flatMap(now::entry).or(() -> first(now)));
        asking.cancel();
        asking = tasks.run(
                () -> ProfileTraits.of(
                        now.catalog(),
                        engine.platform(),
                        engine.dangers(
                                now.catalog().configuration(),
                                selection.workspaceProperty().get())),
                known -> {
                    failure.set(Optional.empty());
                    traits = known;
                    show();
                },
                why -> failure.set(Optional.of(why)));
    }

    private Optional<CatalogEntry> first(CatalogModel.Snapshot now) {
        return selection.stack().stream()
                .flatMap(name -> now.entry(name).stream())
                .findFirst();
    }

    private void show() {
        List<CatalogEntry> fitting =
                catalog.get().entries().values().stream().filter(this::fits).toList();
        count.set(catalog.get().entries().size());
        List<ProfileRow> fresh = new ArrayList<>();
        for (CatalogEntry.Kind kind : CatalogEntry.Kind.values()) {
            List<CatalogEntry> group = fitting.stream()
                    .filter(entry -> entry.kind() == kind)
                    .sorted(order())
                    .toList();
            if (!group.isEmpty()) {
                fresh.add(new ProfileRow.Heading(kind, group.size(), folded.contains(kind)));
                if (!folded.contains(kind)) {
                    group.forEach(entry -> fresh.add(item(entry)));
                }
            }
        }
        fresh.replaceAll(row -> row instanceof ProfileRow.Heading ? known(row) : row);
        Rows.exchange(rows, fresh);
    }

    private ProfileRow known(ProfileRow heading) {
        return rows.stream().filter(heading::equals).findFirst().orElse(heading);
    }

    /** The same object as long as there is nothing new to show of the profile. */
    private ProfileRow.Item item(CatalogEntry entry) {
        ProfileRow.Item fresh = new ProfileRow.Item(entry, traits(entry.name()), lastRun(entry.name()));
        return items.merge(entry.name(), fresh, (before, now) -> before.equals(now) ? before : now);
    }

    private Comparator<CatalogEntry> order() {
        Comparator<CatalogEntry> byName = Comparator.comparing(CatalogEntry::name);
        return recentFirst.get()
                ? Comparator.comparing((CatalogEntry entry) -> lastRuns.getOrDefault(entry.name(), Instant.MIN))
                        .reversed()
                        .thenComparing(byName)
                : byName;
    }

    /** Looks in the background when each profile was run last. */
    public void refreshRuns() {
        tasks.run(
                () -> LastRuns.of(engine.history().list()),
                known -> {
                    lastRuns = known;
                    show();
                },
                why -> failure.set(Optional.of(why)));
    }

    /** Why something beside the texts of the profiles is not known: their risks, when they were run. */
    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** When a run with this profile in its stack began last. */
    public Optional<Instant> lastRun(String name) {
        return Optional.ofNullable(lastRuns.get(name));
    }

    /** Whether the profiles of a group that were run last stand first; else they stand by name. */
    public BooleanProperty recentFirstProperty() {
        return recentFirst;
    }

    private boolean fits(CatalogEntry entry) {
        boolean chosen = switch (filter.get()) {
            case ALL -> true;
            case APPS -> entry.kind() == CatalogEntry.Kind.APP;
            case MINE -> entry.source() != CatalogEntry.Source.BUILT_IN;
            case RISKY -> traits(entry.name()).risk() != Risk.NONE;
        };
        String wanted = search.get().strip().toLowerCase(Locale.ROOT);
        return chosen
                && (wanted.isEmpty()
                        || Stream.of(Optional.of(entry.name()), entry.title(), entry.description())
                                .flatMap(Optional::stream)
                                .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(wanted)));
    }

    /** What is known of a profile beside its text. */
    public ProfileTraits traits(String name) {
        return traits.getOrDefault(name, ProfileTraits.UNKNOWN);
    }

    /** Folds or unfolds a group. */
    public void fold(CatalogEntry.Kind kind) {
        if (!folded.remove(kind)) {
            folded.add(kind);
        }
        show();
    }

    /** Opens a profile's page. A stack of one follows it; a stack that was put together by hand stays. */
    public void open(String name) {
        catalog.get().entry(name).ifPresent(entry -> {
            open.set(Optional.of(entry));
            if (selection.stack().size() <= 1 && !selection.stack().equals(List.of(name))) {
                selection.stack().setAll(name);
            }
        });
    }

    public ObservableList<ProfileRow> rows() {
        return rows;
    }

    public StringProperty searchProperty() {
        return search;
    }

    public ObjectProperty<Filter> filterProperty() {
        return filter;
    }

    public ObjectProperty<Optional<CatalogEntry>> openProperty() {
        return open;
    }

    /** How many profiles there are, shown or not. */
    public ReadOnlyIntegerProperty countProperty() {
        return count.getReadOnlyProperty();
    }
}
