package org.bulle.desktop.explore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.run.PathExplanation;
import org.bulle.engine.run.Plan;
import org.bulle.engine.sandbox.SandboxException;

/** Questions across profiles: who reaches this, why does this stack, and how do two stacks differ. */
public final class ExploreViewModel {
    static final String BETWEEN = " / ";
    private final Engine engine;
    private final Tasks tasks;
    private final CatalogModel catalog;
    private final Selection selection;
    private final StringProperty query = new SimpleStringProperty("");
    private final StringProperty whyQuery = new SimpleStringProperty("");
    private final ReadOnlyObjectWrapper<Optional<Why>> why = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final StringProperty left = new SimpleStringProperty("");
    private final StringProperty right = new SimpleStringProperty("");
    private final ObservableList<Reach> reaches = FXCollections.observableArrayList();
    private final ObservableList<Difference> differences = FXCollections.observableArrayList();
    private final DoubleProperty progress = new SimpleDoubleProperty(1);
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Answer>> answer = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Answer>> comparison = new ReadOnlyObjectWrapper<>(Optional.empty());
    private Tasks.Running running = Tasks.Running.NONE;
    private Tasks.Running following = Tasks.Running.NONE;

    /**
     * How a search ended.
     *
     * @param asked how many profiles were asked
     * @param broken those that could not be, because they cannot run
     * @param differs for a comparison, how many things differ
     */
    public record Answer(String question, int asked, List<String> broken, int differs) {
        public Answer {
            broken = List.copyOf(broken);
        }
    }

    public ExploreViewModel(Engine engine, Tasks tasks, CatalogModel catalog, Selection selection) {
        this.engine = engine;
        this.tasks = tasks;
        this.catalog = catalog;
        this.selection = selection;
    }

    /** {@code network}, {@code $NAME} or an absolute path or one below home or the workspace. */
    Reach.Target target(String text) {
        String asked = text.strip();
        if (asked.equals("network")) {
            return new Reach.Target.Internet();
        }
        if (asked.startsWith("$") && asked.indexOf('/') < 0) {
            return new Reach.Target.Variable(asked.substring(1));
        }
        String expanded = asked.equals("~") || asked.startsWith("~/") ? engine.home() + asked.substring(1) : asked;
        Path path =
                selection.workspaceProperty().get().resolve(OsPath.of(expanded)).normalize();
        return new Reach.Target.Place(OsPath.text(path));
    }

    /** Asks every profile; slow, with progress, and can be cancelled. */
    public void whoReaches() {
        running.cancel();
        reaches.clear();
        answer.set(Optional.empty());
        failure.set(Optional.empty());
        if (query.get().isBlank()) {
            return;
        }
        String question = query.get();
        Reach.Target target = target(question);
        Catalog profiles = catalog.get().catalog();
        List<String> names = List.copyOf(catalog.get().entries().keySet());
        Path workspace = selection.workspaceProperty().get();
        progress.set(0);
        running = tasks.run(
                () -> search(question, target, profiles, names, workspace),
                found -> {
                    progress.set(1);
                    answer.set(Optional.of(found));
                },
                this::fail);
    }

    private Answer search(String question, Reach.Target target, Catalog profiles, List<String> names, Path workspace)
            throws IOException {
        return search(
                question,
                target,
                profiles,
                names,
                workspace,
                reach -> tasks.later(() -> reaches.add(reach)),
                done -> tasks.later(() -> progress.set(done)));
    }

    private Answer search(
            String question,
            Reach.Target target,
            Catalog profiles,
            List<String> names,
            Path workspace,
            Consumer<Reach> found,
            DoubleConsumer done)
            throws IOException {
        Reach.Target real =
                target instanceof Reach.Target.Place place ? new Reach.Target.Place(real(place.path())) : target;
        List<String> broken = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException();
            }
            String name = names.get(i);
            try {
                Reach.of(engine.plan(profiles, List.of(name), workspace).policy(), real)
                        .ifPresent(found);
            } catch (ProblemException unusable) {
                broken.add(name);
            }
            done.accept((i + 1.0) / names.size());
        }
        return new Answer(question, names.size(), broken, 0);
    }

    /** Grants are on real paths; what does not exist yet is taken below its nearest existing folder. */
    private static String real(String text) throws IOException {
        Path path = OsPath.of(text);
        Path existing = path;
        while (existing != null && !java.nio.file.Files.exists(existing)) {
            existing = existing.getParent();
        }
        return existing == null ? text : OsPath.text(existing.toRealPath().resolve(existing.relativize(path)));
    }

    /** Why the header's stack reaches something or does not; the kernel is asked under the same policy. */
    public void explain() {
        running.cancel();
        why.set(Optional.empty());
        failure.set(Optional.empty());
        List<String> stack = List.copyOf(selection.stack());
        if (whyQuery.get().isBlank() || stack.isEmpty()) {
            return;
        }
        Reach.Target target = target(whyQuery.get());
        Catalog profiles = catalog.get().catalog();
        Path workspace = selection.workspaceProperty().get();
        progress.set(-1);
        running = tasks.run(
                () -> explain(target, profiles, stack, workspace),
                found -> {
                    progress.set(1);
                    why.set(Optional.of(found));
                },
                this::fail);
    }

    private Why explain(Reach.Target target, Catalog profiles, List<String> stack, Path workspace)
            throws IOException, ProblemException, SandboxException {
        Plan plan = engine.plan(profiles, stack, workspace);
        String place = plan.policy().workspace();
        if (target instanceof Reach.Target.Place asked) {
            PathExplanation path = PathExplanation.of(plan.policy(), asked.path());
            return new Why(
                    stack,
                    place,
                    target,
                    Optional.of(path),
                    engine.probe(plan, asked.path()),
                    Optional.of(engine.assessor(profiles.configuration(), place).of(path.real(), AccessList.RO)),
                    Optional.empty());
        }
        return new Why(
                stack, place, target, Optional.empty(), Map.of(), Optional.empty(), Reach.of(plan.policy(), target));
    }

    /** What is worked out again; absent for what was not asked. */
    private record Again(
            Optional<Answer> answer,
            List<Reach> reaches,
            Optional<Why> why,
            Optional<Answer> comparison,
            List<Difference> differences) {}

    /**
     * The profiles are others now: works out again what was asked, in the background. What is shown stays until then, and stays as it is where the answer
     * is the same.
     */
    public void follow() {
        following.cancel();
        Optional<Answer> asked = answer.get();
        Optional<Why> explained = why.get();
        Optional<Answer> compared = comparison.get();
        if (asked.isEmpty() && explained.isEmpty() && compared.isEmpty()) {
            return;
        }
        Catalog profiles = catalog.get().catalog();
        List<String> names = List.copyOf(catalog.get().entries().keySet());
        Path workspace = selection.workspaceProperty().get();
        following = tasks.run(
                () -> {
                    List<Reach> found = new ArrayList<>();
                    Optional<Answer> who = Optional.empty();
                    if (asked.isPresent()) {
                        String question = asked.get().question();
                        who = Optional.of(
                                search(question, target(question), profiles, names, workspace, found::add, part -> {}));
                    }
                    Optional<Why> reason = explained.isPresent()
                            ? Optional.of(explain(
                                    explained.get().target(),
                                    profiles,
                                    explained.get().stack(),
                                    workspace))
                            : Optional.empty();
                    List<Difference> different = new ArrayList<>();
                    if (compared.isPresent()) {
                        String[] stacks = compared.get().question().split(BETWEEN, 2);
                        different.addAll(Difference.between(
                                engine.plan(profiles, names(stacks[0]), workspace),
                                engine.plan(profiles, names(stacks[1]), workspace)));
                    }
                    return new Again(
                            who,
                            found,
                            reason,
                            compared.map(before -> new Answer(before.question(), 2, List.of(), different.size())),
                            different);
                },
                this::show,
                this::fail);
    }

    private void show(Again now) {
        failure.set(Optional.empty());
        if (now.answer().isPresent() && answer.get().isPresent()) {
            if (!now.reaches().equals(reaches)) {
                reaches.setAll(now.reaches());
            }
            answer.set(now.answer());
        }
        if (now.why().isPresent() && why.get().isPresent()) {
            why.set(now.why());
        }
        if (now.comparison().isPresent() && comparison.get().isPresent()) {
            if (!now.differences().equals(differences)) {
                differences.setAll(now.differences());
            }
            comparison.set(now.comparison());
        }
    }

    private void fail(Failure reason) {
        progress.set(1);
        failure.set(Optional.of(reason));
    }

    /** Compares two stacks in the header's workspace. */
    public void compare() {
        running.cancel();
        differences.clear();
        comparison.set(Optional.empty());
        failure.set(Optional.empty());
        List<String> first = names(left.get());
        List<String> second = names(right.get());
        if (first.isEmpty() || second.isEmpty()) {
            return;
        }
        Catalog profiles = catalog.get().catalog();
        Path workspace = selection.workspaceProperty().get();
        progress.set(-1);
        running = tasks.run(
                () -> Difference.between(
                        engine.plan(profiles, first, workspace), engine.plan(profiles, second, workspace)),
                found -> {
                    progress.set(1);
                    differences.setAll(found);
                    comparison.set(Optional.of(new Answer(
                            String.join(",", first) + BETWEEN + String.join(",", second), 2, List.of(), found.size())));
                },
                this::fail);
    }

    private static List<String> names(String text) {
        return List.of(text.strip().split("[,\\s\u203a]+")).stream()
                .filter(name -> !name.isEmpty())
                .toList();
    }

    public void cancel() {
        running.cancel();
        progress.set(1);
    }

    public StringProperty queryProperty() {
        return query;
    }

    public StringProperty whyQueryProperty() {
        return whyQuery;
    }

    /** Empty until something was asked. */
    public ReadOnlyObjectProperty<Optional<Why>> whyProperty() {
        return why.getReadOnlyProperty();
    }

    public StringProperty leftProperty() {
        return left;
    }

    public StringProperty rightProperty() {
        return right;
    }

    public ObservableList<Reach> reaches() {
        return reaches;
    }

    public ObservableList<Difference> differences() {
        return differences;
    }

    /** 0 to 1; negative while nobody knows; 1 when nothing is going on. */
    public ReadOnlyDoubleProperty progressProperty() {
        return progress;
    }

    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** How the last search ended. */
    public ReadOnlyObjectProperty<Optional<Answer>> answerProperty() {
        return answer.getReadOnlyProperty();
    }

    /** How the last comparison ended. */
    public ReadOnlyObjectProperty<Optional<Answer>> comparisonProperty() {
        return comparison.getReadOnlyProperty();
    }
}
