package org.bulle.desktop.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Exposure;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.check.ChangePreview;
import org.bulle.engine.check.EffectiveDifference;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileAddition;
import org.bulle.engine.profile.ProfileNames;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.ProfileStore.Document;

/** Entries on their way into a profile: which one, what that changes, the write, and the way back. Nothing is written before {@link #save}. */
public final class AddViewModel {
    /**
     * What the chosen profile would become.
     *
     * @param file the path that would be written
     * @param text of the whole file
     * @param stack whose effect is shown
     * @param reaches false when the run's stack does not use the profile, so that its next run is as before
     * @param paths what the stack could reach otherwise
     */
    public record Preview(
            String profile,
            String file,
            String text,
            ChangePreview change,
            List<String> stack,
            boolean reaches,
            List<PathLine> paths) {
        public Preview {
            stack = List.copyOf(stack);
            paths = List.copyOf(paths);
        }
    }

    /**
     * A path with other rights.
     *
     * @param files how many files lie there now
     * @param complete false when there are at least so many
     * @param why a clause about the risk, that follows the path
     */
    public record PathLine(
            EffectiveDifference.PathChange change, long files, boolean complete, Risk risk, Statement why) {}

    /**
     * What was written.
     *
     * @param before the file's text before; empty when there was none
     * @param indices the denials that were answered
     */
    public record Saved(String profile, Optional<String> before, String after, int entries, List<Integer> indices) {}

    private final Engine engine;
    private final Tasks tasks;
    private final CatalogModel catalog;
    private final List<String> stack;
    private final Path workspace;
    private final List<Pick> picks;
    private final StringProperty target = new SimpleStringProperty("");
    private final ReadOnlyObjectWrapper<Optional<Preview>> preview = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyBooleanWrapper working = new ReadOnlyBooleanWrapper();
    private Tasks.Running running = Tasks.Running.NONE;

    /**
     * @param stack of the run that was denied them
     */
    public AddViewModel(
            Engine engine, Tasks tasks, CatalogModel catalog, List<String> stack, Path workspace, List<Pick> picks) {
        this.engine = engine;
        this.tasks = tasks;
        this.catalog = catalog;
        this.stack = List.copyOf(stack);
        this.workspace = workspace;
        this.picks = List.copyOf(picks);
        target.addListener((property, old, now) -> compute());
    }

    public List<Pick> picks() {
        return picks;
    }

    /** The profile that gets the entries. */
    public StringProperty targetProperty() {
        return target;
    }

    /** Empty until it is worked out for the present target. */
    public ReadOnlyObjectProperty<Optional<Preview>> previewProperty() {
        return preview.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty workingProperty() {
        return working.getReadOnlyProperty();
    }

    /** The profiles of the stack first, the leading one before the others, then all there are. */
    public List<String> targets() {
        Set<String> names = new LinkedHashSet<>(stack);
        names.addAll(catalog.get().entries().keySet());
        return List.copyOf(names);
    }

    /** What a profile is, for the list of targets; empty for a name that is not there yet. */
    public Optional<CatalogEntry> entry(String name) {
        return catalog.get().entry(name);
    }

    /** Why a name cannot be given to a new profile; empty when it can. */
    public Optional<String> refusal(String name) {
        return ProfileNames.refusal(name);
    }

    private void compute() {
        running.cancel();
        preview.set(Optional.empty());
        failure.set(Optional.empty());
        String name = target.get().strip();
        if (name.isEmpty() || ProfileNames.refusal(name).isPresent()) {
            working.set(false);
            return;
        }
        Catalog profiles = catalog.get().catalog();
        working.set(true);
        running = tasks.run(
                () -> compute(profiles, name),
                made -> {
                    working.set(false);
                    preview.set(Optional.of(made));
                },
                why -> {
                    working.set(false);
                    failure.set(Optional.of(why));
                });
    }

    private Preview compute(Catalog known, String name) throws ProblemException, IOException {
        ProfileStore store = engine.store();
        Document.ProfileFile document = new Document.ProfileFile(name);
        Optional<String> base = store.read(document);
        String file = OsPath.text(store.file(document));
        String text = ProfileAddition.text(Pick.request(name, picks), base, file);
        Catalog current = base.map(now -> known.with(name, now)).orElseGet(() -> known.without(name));
        List<String> shown = new ArrayList<>(stack);
        boolean reaches = reaches(current, name);
        if (!reaches) {
            shown = List.of(name);
        }
        ChangePreview change = ChangePreview.of(
                current,
                name,
                Optional.of(text),
                shown,
                engine.platform(),
                (profiles, names) -> engine.plan(profiles, names, workspace));
        return new Preview(name, file, text, change, shown, reaches, lines(current, change));
    }

    private boolean reaches(Catalog profiles, String name) {
        return stack.contains(name) || stack.stream().anyMatch(profiles.dependents(name)::contains);
    }

    private List<PathLine> lines(Catalog profiles, ChangePreview change) throws IOException {
        RiskAssessor assessor = engine.assessor(profiles.configuration(), OsPath.text(workspace));
        List<PathLine> lines = new ArrayList<>();
        for (EffectiveDifference.PathChange path :
                change.effective().map(EffectiveDifference::paths).orElse(List.of())) {
            RiskAssessor.Judgement judged =
                    assessor.of(path.path(), path.after().orElse(AccessList.RO));
            Exposure exposure = engine.exposure(List.of(path.path()));
            lines.add(new PathLine(path, exposure.files(), exposure.complete(), judged.risk(), judged.why()));
        }
        return lines;
    }

    /** Writes the file as it was shown, unless it has changed meanwhile: then the preview is made anew and nothing is written. */
    public void save(Consumer<Saved> then) {
        Optional<Preview> shown = preview.get();
        if (shown.isEmpty() || !shown.get().change().isUsable()) {
            return;
        }
        Preview made = shown.get();
        working.set(true);
        tasks.run(
                () -> {
                    write(made.profile(), made.change().base(), Optional.of(made.text()));
                    return made;
                },
                written -> {
                    working.set(false);
                    Saved saved = new Saved(
                            written.profile(),
                            written.change().base(),
                            written.text(),
                            Pick.entries(picks),
                            picks.stream()
                                    .flatMap(pick -> pick.indices().stream())
                                    .toList());
                    catalog.reload(() -> then.accept(saved));
                },
                why -> {
                    compute();
                    failure.set(Optional.of(why));
                });
    }

    private void write(String name, Optional<String> base, Optional<String> text) throws IOException {
        write(engine, name, base, text);
    }

    private static void write(Engine engine, String name, Optional<String> base, Optional<String> text)
            throws IOException {
        ProfileStore store = engine.store();
        Document document = new Document.ProfileFile(name);
        ProfileStore.Saved saved =
                text.isPresent() ? store.save(document, base, text.get()) : store.remove(document, base);
        if (saved instanceof ProfileStore.Saved.Changed) {
            throw new IOException(
                    store.file(document) + " was changed by something else meanwhile; nothing was written");
        }
    }

    /** Takes a written change back, unless the file has changed since. */
    static void undo(Engine engine, Saved saved) throws IOException {
        write(engine, saved.profile(), Optional.of(saved.after()), saved.before());
    }

    /** What is wrong with the new text, or why the stack could not run with it. */
    public static List<Problem> wrong(ChangePreview change) {
        List<Problem> errors = change.problems().stream()
                .filter(problem -> problem.severity() == Problem.Severity.ERROR)
                .toList();
        return errors.isEmpty() ? change.unusable() : errors;
    }
}
