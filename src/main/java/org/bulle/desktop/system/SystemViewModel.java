package org.bulle.desktop.system;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Phrase;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.resolve.ResolverReport;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.EnforcementPhrase;

/** What this machine can do, asked from the kernel and from the resolvers. */
public final class SystemViewModel {
    private final Engine engine;
    private final Tasks tasks;
    private final CatalogModel catalog;
    private final Selection selection;
    private final ReadOnlyObjectWrapper<Optional<SystemFacts>> facts = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyBooleanWrapper asking = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper askingResolvers = new ReadOnlyBooleanWrapper();
    private final ObservableList<ResolverReport> resolvers = FXCollections.observableArrayList();
    private final StringProperty resolverFilter = new SimpleStringProperty("");
    private List<ResolverReport> allResolvers = List.of();
    private Optional<Instant> checked = Optional.empty();

    public SystemViewModel(Engine engine, Tasks tasks, CatalogModel catalog, Selection selection) {
        this.engine = engine;
        this.tasks = tasks;
        this.catalog = catalog;
        this.selection = selection;
        resolverFilter.addListener((property, old, now) -> filterResolvers());
    }

    /** Asks everything anew. */
    public void check() {
        checkFacts();
        askingResolvers.set(true);
        tasks.run(
                engine::resolvers,
                known -> {
                    allResolvers = known;
                    filterResolvers();
                    askingResolvers.set(false);
                },
                why -> {
                    askingResolvers.set(false);
                    failure.set(Optional.of(why));
                });
    }

    /** Asks everything anew but the resolvers, which may ask tools. */
    public void checkFacts() {
        asking.set(true);
        tasks.run(
                () -> SystemFacts.ask(
                        engine,
                        catalog.get().catalog(),
                        selection.workspaceProperty().get()),
                known -> {
                    asking.set(false);
                    failure.set(Optional.empty());
                    checked = Optional.of(Instant.now());
                    facts.set(Optional.of(known));
                },
                why -> {
                    asking.set(false);
                    failure.set(Optional.of(why));
                });
    }

    private void filterResolvers() {
        String wanted = resolverFilter.get().strip().toLowerCase(Locale.ROOT);
        resolvers.setAll(allResolvers.stream()
                .filter(report -> Stream.concat(
                                Stream.of(report.entry(), report.description(), report.outcome()),
                                report.paths().stream())
                        .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(wanted)))
                .toList());
    }

    /** How many resolvers there are of each state, whatever the filter leaves. */
    Map<ResolverReport.State, Long> counts() {
        return allResolvers.stream().collect(Collectors.groupingBy(ResolverReport::state, Collectors.counting()));
    }

    /** When the kernel was last asked. */
    public Optional<Instant> checked() {
        return checked;
    }

    /** What is enforced in part or not at all. */
    static List<EnforcementStatus> unmet(SystemFacts facts) {
        return facts.enforcement().stream()
                .filter(status -> !isLimit(status) && status.enforced() != EnforcementStatus.Degree.FULL)
                .toList();
    }

    /** Limits have a page of their own. */
    static boolean isLimit(EnforcementStatus status) {
        return status.what() instanceof Statement.Phrased(Phrase phrase, var _) && phrase == EnforcementPhrase.LIMIT;
    }

    static long unmetLimits(SystemFacts facts) {
        return facts.limits().stream().filter(limit -> !limit.enforced()).count();
    }

    public List<Problem> problems() {
        return catalog.get().problems();
    }

    /** Everything as text to send to someone; the user's name and home are not in it. */
    public String report() {
        List<String> lines = new ArrayList<>();
        facts.get().ifPresent(known -> {
            lines.add("Bulle: " + known.backend());
            lines.add(
                    "Kernel: " + known.kernel() + (known.distribution().isEmpty() ? "" : ", " + known.distribution()));
            lines.add("Java: " + Runtime.version() + ", JavaFX: " + System.getProperty("javafx.version", "?"));
            lines.add("Sandbox: "
                    + switch (known.availability()) {
                        case Availability.Available here -> here.version();
                        case Availability.Unavailable missing -> "none, " + missing.reason();
                    });
            lines.add("Denials: " + known.denials().kind().key() + ", "
                    + known.denials().state().key()
                    + known.denials().reason().map(why -> ", " + why).orElse(""));
            for (EnforcementStatus status : known.enforcement()) {
                lines.add("  " + status.what() + ": " + status.enforced().name().toLowerCase(Locale.ROOT)
                        + (status.reason().isEmpty() ? "" : ", " + status.reason()));
            }
            for (Limit limit : known.limits()) {
                lines.add("  limit " + limit.name() + ": "
                        + (limit.enforced() ? limit.mechanism() : "not enforced, " + limit.reason()));
            }
        });
        for (ResolverReport resolver : allResolvers) {
            lines.add("  " + resolver.entry() + ": " + resolver.outcome() + " " + String.join(" ", resolver.paths()));
        }
        for (Problem problem : problems()) {
            lines.add("  " + problem.format());
        }
        return redact(String.join("\n", lines)) + "\n";
    }

    private String redact(String text) {
        String name = Path.of(engine.home()).getNameCount() == 0
                ? ""
                : OsPath.text(Path.of(engine.home()).getFileName());
        String plain = text.replace(engine.home(), "~");
        return name.length() < 3 || name.equals("root") ? plain : plain.replace(name, "USER");
    }

    public ReadOnlyObjectProperty<Optional<SystemFacts>> factsProperty() {
        return facts.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty askingProperty() {
        return asking.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty askingResolversProperty() {
        return askingResolvers.getReadOnlyProperty();
    }

    public ObservableList<ResolverReport> resolvers() {
        return resolvers;
    }

    public StringProperty resolverFilterProperty() {
        return resolverFilter;
    }
}
