package org.bulle.desktop.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.check.Dangers;
import org.bulle.engine.check.Gain;
import org.bulle.engine.check.Widening;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.InstallPlan;
import org.bulle.engine.profile.InstallPlan.Item;
import org.bulle.engine.profile.InstallPlan.Status;
import org.bulle.engine.profile.InstallSource;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.ProfileInstaller;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.Settings;

/** A review: which files there are, what each makes wider and for whom, what has been read and what is left out. Writes only in {@link #install}. */
public final class InstallViewModel {
    private final Engine engine;
    private final Tasks tasks;
    private final CatalogModel catalog;
    private final Path workspace;
    private final ReadOnlyObjectWrapper<Optional<Review>> review = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Detail>> detail = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Stage> stage = new ReadOnlyObjectWrapper<>(Stage.READING);
    private final ObjectProperty<Optional<String>> selected = new SimpleObjectProperty<>(Optional.empty());
    private final Set<String> read = new HashSet<>();
    private final Set<String> leftOut = new TreeSet<>();
    private Tasks.Running working = Tasks.Running.NONE;
    private Tasks.Running looking = Tasks.Running.NONE;

    /** Where the review stands. */
    public enum Stage {
        READING,
        OPEN,
        WRITING,
        DONE
    }

    /**
     * The whole review as it is shown.
     *
     * @param plan of every file of the source, left out or not
     * @param current the plan without what is left out: a file that needs one of those is broken in it
     * @param leftOut files that the user does not want
     * @param read files whose rights the user has read
     */
    public record Review(InstallPlan plan, InstallPlan current, Set<String> leftOut, Set<String> read) {
        public Review {
            leftOut = Set.copyOf(leftOut);
            read = Set.copyOf(read);
        }

        /** What would be written: neither broken nor left out nor there already. */
        public List<Item> chosen() {
            return current.items().stream()
                    .filter(item -> !item.isBroken() && item.status() != Status.UNCHANGED)
                    .toList();
        }

        /** As it stands now; a file that is left out as it would be otherwise. */
        public Optional<Item> item(String name) {
            return java.util.stream.Stream.concat(current.items().stream(), plan.items().stream())
                    .filter(item -> item.name().equals(name))
                    .findFirst();
        }

        /** All files, those that are left out too. */
        public List<Item> items() {
            return plan.items().stream()
                    .map(item -> item(item.name()).orElse(item))
                    .toList();
        }

        public List<Item> unread() {
            return chosen().stream().filter(item -> !read.contains(item.name())).toList();
        }

        public long count(Status status) {
            return items().stream().filter(item -> item.status() == status).count();
        }

        public boolean isReady() {
            return !chosen().isEmpty() && unread().isEmpty();
        }
    }

    /**
     * One right that somebody gets.
     *
     * @param access of a path; empty for anything else
     * @param before what a path's right was; empty when it is new
     * @param kind key of the badge where it is no path: pass, set, network, loopback, service, command, switch
     * @param name the path as it is here, or another name
     * @param declared as the file has it
     * @param profiles who gets it; empty for an entry that makes nobody's rights wider
     */
    public record Row(
            Optional<AccessList> access,
            Optional<AccessList> before,
            String kind,
            String name,
            String declared,
            List<String> profiles,
            Risk risk,
            Statement why) {
        public Row {
            profiles = List.copyOf(profiles);
        }
    }

    /**
     * One file.
     *
     * @param wider what somebody gets
     * @param all every entry of the file
     * @param lines 1-based lines of what makes somebody's rights wider
     * @param compared the text that it takes the place of or is merged over; empty for a new one
     */
    public record Detail(Item item, List<Row> wider, List<Row> all, Set<Integer> lines, Optional<String> compared) {}

    public InstallViewModel(Engine engine, Tasks tasks, CatalogModel catalog, Path workspace) {
        this.engine = engine;
        this.tasks = tasks;
        this.catalog = catalog;
        this.workspace = workspace;
        selected.addListener((property, old, now) -> look());
    }

    public ReadOnlyObjectProperty<Optional<Review>> reviewProperty() {
        return review.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Detail>> detailProperty() {
        return detail.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Stage> stageProperty() {
        return stage.getReadOnlyProperty();
    }

    /** The name of the file that is looked at. */
    public ObjectProperty<Optional<String>> selectedProperty() {
        return selected;
    }

    /** Fetches a source as it is written on the command line. */
    public void open(String source, Path directory) {
        open(() -> installer().plan(InstallSource.parse(source, directory), engine.loadCatalog()));
    }

    /** Files and folders; several files of one folder are one source. */
    public void open(List<Path> paths) {
        open(() -> planOf(paths));
    }

    /** A plan that was made elsewhere, such as an update's. */
    public void open(java.util.concurrent.Callable<InstallPlan> plan) {
        stage.set(Stage.READING);
        working = tasks.run(
                plan,
                made -> {
                    stage.set(Stage.OPEN);
                    review.set(Optional.of(new Review(made, made, leftOut, read)));
                    selected.set(made.items().stream().findFirst().map(Item::name));
                },
                why -> {
                    stage.set(Stage.OPEN);
                    failure.set(Optional.of(why));
                });
    }

    private InstallPlan planOf(List<Path> paths) throws IOException, ProblemException {
        Catalog known = engine.loadCatalog();
        if (paths.size() == 1) {
            return installer().plan(new InstallSource.Local(paths.getFirst().toAbsolutePath()), known);
        }
        Set<Path> folders = paths.stream()
                .map(path -> path.toAbsolutePath().normalize().getParent())
                .collect(Collectors.toSet());
        if (folders.size() != 1 || paths.stream().anyMatch(java.nio.file.Files::isDirectory)) {
            throw new IOException("profiles of several folders are reviewed one folder after the other");
        }
        Set<String> names = paths.stream()
                .map(path -> OsPath.text(path.getFileName()))
                .map(name -> name.endsWith(".toml") ? name.substring(0, name.length() - 5) : name)
                .collect(Collectors.toSet());
        return installer()
                .plan(new InstallSource.Local(folders.iterator().next()), known)
                .only(names);
    }

    private ProfileInstaller installer() {
        return ProfileInstaller.of(engine.store(), engine.environment());
    }

    /** Says that the rights of a file were read; the next unread one comes into view. */
    public void markRead(String name, boolean done) {
        if (done) {
            read.add(name);
        } else {
            read.remove(name);
        }
        review.set(review.get().map(now -> new Review(now.plan(), now.current(), leftOut, read)));
        if (done) {
            review.get()
                    .flatMap(now -> now.unread().stream().findFirst())
                    .ifPresent(next -> selected.set(Optional.of(next.name())));
        }
    }

    public void leaveOut(String name, boolean out) {
        if (out) {
            leftOut.add(name);
        } else {
            leftOut.remove(name);
        }
        update();
    }

    /** Installs a file under another name; empty when that is done, else why not. */
    public Optional<String> rename(String from, String to) {
        Optional<Review> now = review.get();
        if (now.isEmpty()) {
            return Optional.empty();
        }
        try {
            InstallPlan renamed = now.get().plan().renamed(from, to);
            read.remove(from);
            leftOut.remove(from);
            review.set(Optional.of(new Review(renamed, renamed.without(leftOut), leftOut, read)));
            selected.set(Optional.of(to));
            return Optional.empty();
        } catch (ProblemException refused) {
            return Optional.of(refused.problems().getFirst().message());
        }
    }

    /** Works out anew what is left and whether it works without the rest. */
    private void update() {
        Set<String> without = Set.copyOf(leftOut);
        review.get()
                .ifPresent(now -> working = tasks.run(
                        () -> now.plan().without(without),
                        current -> {
                            review.set(Optional.of(new Review(now.plan(), current, leftOut, read)));
                            look();
                        },
                        why -> failure.set(Optional.of(why))));
    }

    private void look() {
        looking.cancel();
        Optional<Review> now = review.get();
        Optional<Item> item = selected.get().flatMap(name -> now.flatMap(shown -> shown.item(name)));
        if (now.isEmpty() || item.isEmpty()) {
            detail.set(Optional.empty());
            return;
        }
        InstallPlan plan = now.get().current();
        looking = tasks.run(
                () -> detail(plan, item.get()),
                found -> detail.set(Optional.of(found)),
                why -> failure.set(Optional.of(why)));
    }

    private Detail detail(InstallPlan plan, Item item) throws IOException {
        if (item.isBroken()) {
            return new Detail(item, List.of(), List.of(), Set.of(), Optional.empty());
        }
        Dangers dangers = engine.dangers(plan.after().configuration(), workspace);
        Map<String, String> others = new TreeMap<>();
        plan.items().stream()
                .filter(each -> !each.isBroken() && !each.name().equals(item.name()))
                .forEach(each -> others.put(each.name(), each.text()));
        Catalog without = plan.before().with(others);
        Map<Gain, List<String>> gains = Widening.between(
                        without, without.with(item.name(), item.text()), List.of(item.name()), engine.platform())
                .byGain();
        List<Row> wider = new ArrayList<>();
        gains.forEach((gain, names) ->
                wider.add(row(gain, gain instanceof Gain.PathGain path ? path.text() : "", names, dangers)));
        List<Row> all =
                item.profile().map(profile -> all(profile, wider, dangers)).orElse(List.of());
        Optional<String> compared = item.current()
                .or(() -> plan.before().sources(item.name()).stream()
                        .map(Catalog.SourceText::text)
                        .findFirst());
        return new Detail(
                item,
                wider,
                all,
                item.profile().map(profile -> lines(profile, gains.keySet())).orElse(Set.of()),
                compared);
    }

    /** @param text of a path entry, as the file has it */
    private Row row(Gain gain, String text, List<String> names, Dangers dangers) {
        Optional<Dangers.Danger> danger = dangers.of(gain);
        Risk risk = danger.map(Dangers.Danger::risk).orElse(Risk.NONE);
        Statement why = danger.map(Dangers.Danger::why).orElse(Statement.NONE);
        return switch (gain) {
            case Gain.PathGain path ->
                new Row(
                        Optional.of(path.after()),
                        path.before(),
                        "path",
                        dangers.place(path.text()).map(engine::abbreviate).orElse(path.text()),
                        text,
                        names,
                        risk,
                        why);
            case Gain.VariableGain variable ->
                other(variable.sets() ? "set" : "pass", variable.name(), names, risk, why);
            case Gain.NetworkGain network -> {
                String kind = network.after() == Network.FULL ? "network" : "loopback";
                yield other(kind, kind, names, risk, why);
            }
            case Gain.PortsGain ports -> other("loopback", "loopback: " + ports.after(), names, risk, why);
            case Gain.ServiceGain service -> other("service", service.name(), names, risk, why);
            case Gain.CommandGain command -> other("command", command.after(), names, risk, why);
            case Gain.SwitchGain change -> other("switch", change.key(), names, risk, why);
        };
    }

    private static Row other(String kind, String name, List<String> names, Risk risk, Statement why) {
        return new Row(Optional.empty(), Optional.empty(), kind, name, name, names, risk, why);
    }

    /** Every entry of the file; those that make somebody's rights wider as they stand in that table. */
    private List<Row> all(Profile profile, List<Row> wider, Dangers dangers) {
        List<Row> rows = new ArrayList<>();
        for (Settings settings : settings(profile)) {
            for (AccessList list : AccessList.values()) {
                settings.paths(list)
                        .forEach(entry -> rows.add(row(
                                new Gain.PathGain(MarkedPath.of(entry.value()).text(), Optional.empty(), list),
                                entry.value(),
                                List.of(),
                                dangers)));
            }
            others(settings).forEach(gain -> rows.add(row(gain, "", List.of(), dangers)));
        }
        return rows.stream()
                .map(row -> wider.stream()
                        .filter(gain ->
                                gain.name().equals(row.name()) && gain.access().equals(row.access()))
                        .findFirst()
                        .orElse(row))
                .toList();
    }

    private static List<Gain> others(Settings settings) {
        List<Gain> gains = new ArrayList<>();
        settings.env().forEach(entry -> {
            EnvEntry variable = EnvEntry.of(entry.value());
            gains.add(new Gain.VariableGain(variable.name(), variable.value().isPresent()));
        });
        settings.allow().forEach(name -> gains.add(allowed(name.value())));
        settings.machLookup().forEach(name -> gains.add(new Gain.ServiceGain(name.value())));
        return gains;
    }

    private static Gain allowed(String entry) {
        if (entry.startsWith(Capabilities.PORTS_START)) {
            return new Gain.PortsGain("", entry.substring(Capabilities.PORTS_START.length()));
        }
        return new Gain.NetworkGain(Network.NONE, entry.equals(Capabilities.NETWORK) ? Network.FULL : Network.LOOPBACK);
    }

    private List<Settings> settings(Profile profile) {
        List<Settings> all = new ArrayList<>(List.of(profile.settings()));
        all.add(profile.platform(engine.platform()));
        return all;
    }

    private Set<Integer> lines(Profile profile, Set<Gain> gains) {
        Map<Integer, Boolean> lines = new TreeMap<>();
        for (Settings settings : settings(profile)) {
            for (AccessList list : AccessList.values()) {
                settings.paths(list)
                        .forEach(entry -> mark(
                                lines,
                                entry,
                                gains.stream()
                                        .anyMatch(gain -> gain instanceof Gain.PathGain path
                                                && MarkedPath.of(path.text())
                                                        .mergeKey()
                                                        .equals(MarkedPath.of(entry.value())
                                                                .mergeKey()))));
            }
            settings.env()
                    .forEach(entry -> mark(
                            lines,
                            entry,
                            gains.stream()
                                    .anyMatch(gain -> gain instanceof Gain.VariableGain variable
                                            && variable.name()
                                                    .equals(EnvEntry.of(entry.value())
                                                            .name()))));
            settings.allow()
                    .forEach(entry -> mark(
                            lines,
                            entry,
                            gains.stream()
                                    .anyMatch(gain ->
                                            gain instanceof Gain.NetworkGain || gain instanceof Gain.PortsGain)));
            settings.machLookup()
                    .forEach(entry -> mark(lines, entry, gains.contains(new Gain.ServiceGain(entry.value()))));
            settings.defaultApp()
                    .ifPresent(
                            entry -> mark(lines, entry, gains.stream().anyMatch(Gain.CommandGain.class::isInstance)));
        }
        profile.inherits().forEach(entry -> mark(lines, entry, !gains.isEmpty() && lines.isEmpty()));
        return lines.keySet();
    }

    private static void mark(Map<Integer, Boolean> lines, Located<?> entry, boolean widens) {
        if (widens) {
            lines.put(entry.line(), true);
        }
    }

    /** Writes what was chosen and read, all of it or nothing. */
    public void install(Runnable done) {
        review.get().filter(Review::isReady).ifPresent(ready -> {
            stage.set(Stage.WRITING);
            InstallPlan plan =
                    ready.current().only(ready.chosen().stream().map(Item::name).toList());
            working = tasks.run(
                    () -> installer().install(plan),
                    saved -> {
                        switch (saved) {
                            case ProfileStore.Saved.Done written -> {
                                stage.set(Stage.DONE);
                                catalog.reload(done);
                            }
                            case ProfileStore.Saved.Changed changed -> {
                                stage.set(Stage.OPEN);
                                failure.set(Optional.of(new Failure.Problems(List.of(new Problem(
                                        Problem.Severity.ERROR,
                                        Problem.Kind.MACHINE,
                                        OsPath.text(engine.store().file(changed.document())),
                                        0,
                                        0,
                                        "",
                                        "the file was changed by another program during the review; nothing was written",
                                        null)))));
                            }
                        }
                    },
                    why -> {
                        stage.set(Stage.OPEN);
                        failure.set(Optional.of(why));
                    });
        });
    }

    /** Ends what goes on, such as a download. */
    public void cancel() {
        working.cancel();
        looking.cancel();
    }
}
