package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.check.ProfileLinter;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.check.ThreeWayMerge;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Completions;
import org.bulle.engine.profile.Place;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.ProfileParser;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.ProfileStore.Document;
import org.bulle.engine.profile.TextEdit;
import org.bulle.engine.profile.TextEntry;

/**
 * One file that is being edited: its text is the only truth; the table of entries and the problems are read from it, and every edit of the table is an
 * edit of the text.
 */
public final class DocumentModel {
    private final Engine engine;
    private final Tasks tasks;
    private final Source source;
    private final EditorText text;
    private final ReadOnlyObjectWrapper<Optional<String>> base;
    private final ReadOnlyBooleanWrapper modified = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<List<Problem>> problems = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyBooleanWrapper tableReady = new ReadOnlyBooleanWrapper(true);
    private final ReadOnlyObjectWrapper<Set<Integer>> changed = new ReadOnlyObjectWrapper<>(Set.of());
    private final ReadOnlyStringWrapper parsed = new ReadOnlyStringWrapper("");
    private final ObservableList<TextEntry> entries = FXCollections.observableArrayList();
    private List<TextEntry> listed = List.of();
    private final ReadOnlyObjectWrapper<Optional<Failure>> failure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Optional<String>>> foreign =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private Catalog catalog;
    private Optional<ProfileLinter> linter = Optional.empty();
    private Completions.Words words = Completions.Words.NONE;
    private final Drafts drafts;
    private boolean looking;
    private boolean again;
    /** What was typed before may lie on the disk, and has not been read yet. */
    private boolean seeking;

    private boolean keepAfterwards;

    /**
     * Where a text comes from.
     *
     * @param name the profile's; empty for config.toml
     * @param document where it is saved; empty for what cannot be changed
     * @param file as shown
     * @param text as read
     * @param base what is on disk; empty when there is no file yet
     */
    public record Source(
            String name, Layer layer, Optional<Document> document, String file, String text, Optional<String> base) {
        boolean isConfiguration() {
            return document.filter(Document.ConfigurationFile.class::isInstance).isPresent();
        }
    }

    public DocumentModel(Engine engine, Tasks tasks, Catalog catalog, Source source, EditorText text) {
        this.engine = engine;
        this.tasks = tasks;
        this.catalog = catalog;
        this.source = source;
        this.text = text;
        this.base = new ReadOnlyObjectWrapper<>(source.base());
        this.drafts = new Drafts(engine.state());
    }

    public Source source() {
        return source;
    }

    public boolean isEditable() {
        return source.document().isPresent();
    }

    /** What is on disk as far as is known. */
    public ReadOnlyObjectProperty<Optional<String>> baseProperty() {
        return base.getReadOnlyProperty();
    }

    /** True when the text differs from the file. */
    public ReadOnlyBooleanProperty modifiedProperty() {
        return modified.getReadOnlyProperty();
    }

    /** In the order of the text. */
    public ReadOnlyObjectProperty<List<Problem>> problemsProperty() {
        return problems.getReadOnlyProperty();
    }

    /** The entries of the lists; of the last text that was TOML. */
    public ObservableList<TextEntry> entries() {
        return entries;
    }

    /** The 1-based lines that are not so in the file. */
    public ReadOnlyObjectProperty<Set<Integer>> changedProperty() {
        return changed.getReadOnlyProperty();
    }

    /** The text that was looked over last. */
    public ReadOnlyStringProperty parsedProperty() {
        return parsed.getReadOnlyProperty();
    }

    /** False while the text is no TOML, when the table shows what stood there before and cannot edit. */
    public ReadOnlyBooleanProperty tableReadyProperty() {
        return tableReady.getReadOnlyProperty();
    }

    /** Why the last edit or save could not be done. */
    public ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** What another program has written to the file since; the inner value is empty when the file is gone. */
    public ReadOnlyObjectProperty<Optional<Optional<String>>> foreignProperty() {
        return foreign.getReadOnlyProperty();
    }

    /** What completion knows of this machine. */
    public void use(Completions.Words known) {
        words = known;
    }

    /** The profiles as they are now; the linter asks the tools, each question once. */
    public void use(Catalog fresh, ProfileLinter checker) {
        catalog = fresh;
        linter = Optional.of(checker);
    }

    /** Told after each change of the text; cheap. */
    public void edited() {
        String from = base.get().orElse("");
        modified.set(from.length() != text.length() || !from.equals(text.get()));
    }

    /**
     * Looks the text over in the background: first by the parser alone, then by the linter, which may ask tools. One look at a time: a long text with
     * many mistakes takes a while, and what is typed meanwhile is looked at afterwards.
     */
    public void check() {
        if (looking) {
            again = true;
            return;
        }
        looking = true;
        again = false;
        String now = text.get();
        Optional<String> before = base.get();
        List<TextEntry> known = listed;
        List<Problem> shown = problems.get();
        tasks.run(
                () -> parsed(now, changed(before, now)).unless(known, shown),
                found -> {
                    show(now, found);
                    lint(now, found);
                },
                this::checkFailed);
    }

    private List<Problem> linted(ProfileLinter checker, Catalog known, String now) {
        if (source.isConfiguration()) {
            return checker.checkConfiguration(known, now);
        }
        return source.layer() == Layer.USER
                ? checker.checkText(known, source.name(), source.file(), now)
                : checker.check(known, source.name());
    }

    private void checked() {
        looking = false;
        if (again) {
            check();
        }
    }

    private void checkFailed(Failure why) {
        failure.set(Optional.of(why));
        checked();
    }

    /** @param changed 1-based lines that are not so in the file */
    private record Found(List<Problem> problems, Optional<List<TextEntry>> entries, Set<Integer> changed) {
        /** With the lists that are known where they are the same, so that nobody has to compare them on the UI thread. */
        Found unless(List<TextEntry> known, List<Problem> shown) {
            return new Found(
                    problems.equals(shown) ? shown : problems,
                    entries.map(fresh -> fresh.equals(known) ? known : fresh),
                    changed);
        }
    }

    private static Set<Integer> changed(Optional<String> before, String now) {
        return before.map(base -> TextDiff.between(base, now).lines().stream()
                        .filter(line -> line.kind() == TextDiff.Kind.ADDED)
                        .map(TextDiff.Line::after)
                        .collect(java.util.stream.Collectors.toSet()))
                .orElse(Set.of());
    }

    /** A text that is no TOML is not read twice: its mistakes as TOML come first, and reading it can be slow. */
    private Found parsed(String now, Set<Integer> lines) {
        try {
            List<TextEntry> all = ProfileEdits.all(now);
            List<Problem> found = source.isConfiguration()
                    ? ProfileParser.parseConfiguration(source.file(), now).problems()
                    : ProfileParser.parse(source.name(), source.layer(), source.file(), now)
                            .problems();
            return new Found(found, Optional.of(all), lines);
        } catch (ProblemException noToml) {
            return new Found(noToml.problems().stream().map(this::here).toList(), Optional.empty(), lines);
        }
    }

    private Problem here(Problem problem) {
        return new Problem(
                problem.severity(),
                problem.kind(),
                source.file(),
                problem.line(),
                problem.column(),
                problem.key(),
                problem.message(),
                problem.fix());
    }

    private void show(String now, Found found) {
        tableReady.set(found.entries().isPresent());
        changed.set(found.changed());
        parsed.set(now);
        // Each in its own turn: together they are too much for one frame.
        found.entries().filter(fresh -> fresh != listed).ifPresent(fresh -> {
            listed = fresh;
            tasks.later(() -> entries.setAll(fresh));
        });
        List<Problem> errors = found.problems();
        if (!errors.isEmpty() || linter.isEmpty()) {
            tasks.later(() -> tell(errors));
        }
    }

    private void tell(List<Problem> found) {
        if (found != problems.get()) {
            problems.set(found);
        }
    }

    private void lint(String now, Found found) {
        if (linter.isEmpty() || found.entries().isEmpty()) {
            checked();
            return;
        }
        ProfileLinter checker = linter.get();
        Catalog known = catalog;
        List<Problem> shown = problems.get();
        tasks.run(
                () -> {
                    List<Problem> all = linted(checker, known, now).stream()
                            .filter(problem -> problem.file().equals(source.file()))
                            .toList();
                    return all.equals(shown) ? shown : all;
                },
                all -> {
                    tell(all);
                    checked();
                },
                this::checkFailed);
    }

    /** Keeps what is typed and not saved, until it is saved or the same as the file again; what was kept before is read first. */
    public void keepDraft() {
        if (seeking) {
            keepAfterwards = true;
        } else if (isEditable()) {
            String now = text.get();
            boolean unsaved = modified.get();
            Optional<String> from = base.get();
            tasks.run(
                    () -> {
                        if (unsaved) {
                            drafts.keep(source.file(), from, now);
                        } else {
                            drafts.forget(source.file());
                        }
                        return unsaved;
                    },
                    kept -> {},
                    why -> failure.set(Optional.of(why)));
        }
    }

    /**
     * Brings back what was typed and not saved before the app was closed; what another program wrote since is noticed as always. Reading it can take a while:
     * nothing is kept meanwhile, and what was typed meanwhile is put together with it.
     */
    public void findDraft() {
        if (isEditable() && !seeking) {
            seeking = true;
            tasks.run(
                    () -> drafts.find(source.file()),
                    found -> {
                        seeking = false;
                        found.ifPresent(this::bringBack);
                        keepLate();
                    },
                    why -> {
                        seeking = false;
                        failure.set(Optional.of(why));
                        keepLate();
                    });
        }
    }

    private void bringBack(Drafts.Draft draft) {
        String now = text.get();
        if (Optional.of(draft.text()).equals(base.get()) || draft.text().equals(now)) {
            return;
        }
        if (modified.get()) {
            keepAfterwards = true;
            replace(ThreeWayMerge.of(draft.base().orElse(""), now, draft.text()).merged());
        } else {
            base.set(draft.base());
            replace(draft.text());
        }
        edited();
        look();
    }

    private void keepLate() {
        if (keepAfterwards) {
            keepAfterwards = false;
            keepDraft();
        }
    }

    /** What can stand at an offset. */
    public Completions.Answer completions(String now, int offset) {
        return Completions.at(now, offset, source.isConfiguration(), words);
    }

    /** Adds an entry to a list, which is made when it is missing. */
    public boolean add(Place place, String entry) {
        return edit(now -> ProfileEdits.add(now, place, entry));
    }

    public boolean change(TextEntry entry, String to) {
        return edit(now -> ProfileEdits.change(now, entry.place(), entry.index(), to));
    }

    public boolean remove(TextEntry entry) {
        return edit(now -> ProfileEdits.remove(now, entry.place(), entry.index()));
    }

    /** Puts an entry into another list: one step of undo. */
    public boolean move(TextEntry entry, Place to) {
        return move(entry, to, entry.text());
    }

    /** Puts an entry into another list as another text: one step of undo. */
    public boolean move(TextEntry entry, Place to, String as) {
        return edit(now -> ProfileEdits.add(ProfileEdits.remove(now, entry.place(), entry.index()), to, as));
    }

    /** Applies the fix of a problem. */
    public boolean fix(Problem problem) {
        return edit(now -> ProfileEdits.applyFix(now, problem));
    }

    /** Any other change of the text as a whole, with one step of undo. */
    public boolean replace(String with) {
        return edit(now -> with);
    }

    /** A change of a text. */
    @FunctionalInterface
    public interface Change {
        String of(String text) throws ProblemException;
    }

    /** Changes exactly the characters that differ; false when nothing changed, with the reason in {@link #failureProperty}. */
    public boolean edit(Change change) {
        String now = text.get();
        try {
            String then = change.of(now);
            failure.set(Optional.empty());
            TextEdit edit = TextEdit.between(now, then);
            if (edit.isEmpty()) {
                return false;
            }
            text.apply(edit);
            edited();
            check();
            return true;
        } catch (ProblemException refused) {
            failure.set(Optional.of(new Failure.Problems(refused.problems())));
            return false;
        }
    }

    /** The text as it is now. */
    public String text() {
        return text.get();
    }

    /** Something that concerns this text could not be done. */
    public void report(Failure why) {
        failure.set(Optional.of(why));
    }

    public void forgetFailure() {
        failure.set(Optional.empty());
    }

    /** Writes the text; {@code saved} runs afterwards. When the file was changed meanwhile nothing is written and {@link #foreignProperty} says what is there. */
    public void save(String now, Runnable saved) {
        write(base.get(), now, saved);
    }

    private void write(Optional<String> from, String now, Runnable saved) {
        source.document()
                .ifPresent(document -> background(() -> engine.store().save(document, from, now), outcome -> {
                    switch (outcome) {
                        case ProfileStore.Saved.Done done -> {
                            base.set(Optional.of(now));
                            foreign.set(Optional.empty());
                            failure.set(Optional.empty());
                            edited();
                            keepDraft();
                            check();
                            saved.run();
                        }
                        case ProfileStore.Saved.Changed changed -> foreign.set(Optional.of(changed.onDisk()));
                    }
                }));
    }

    /** Looks whether another program has changed the file; an unmodified text follows it. */
    public void look() {
        source.document()
                .ifPresent(document -> background(() -> engine.store().read(document), onDisk -> {
                    if (onDisk.equals(base.get())) {
                        foreign.set(Optional.empty());
                    } else if (!modified.get()) {
                        take(onDisk);
                    } else if (onDisk.equals(Optional.of(text.get()))) {
                        take(onDisk);
                    } else {
                        foreign.set(Optional.of(onDisk));
                    }
                }));
    }

    /** Goes on from what is on disk; the text becomes {@code merged}, which one undo takes back. Nothing is written. */
    public void adopt(Optional<String> onDisk, String merged) {
        base.set(onDisk);
        foreign.set(Optional.empty());
        replace(merged);
        edited();
    }

    private void take(Optional<String> onDisk) {
        adopt(onDisk, onDisk.orElse(""));
    }

    /** The older texts, newest first. */
    public void versions(Consumer<List<ProfileStore.Version>> then) {
        source.document().ifPresent(document -> background(() -> engine.store().versions(document), then));
    }

    public void textOf(ProfileStore.Version version, Consumer<String> then) {
        background(() -> engine.store().text(version), then);
    }

    private <T> void background(Callable<T> work, Consumer<T> then) {
        tasks.run(work, then, why -> failure.set(Optional.of(why)));
    }

    /** The file as it would be with the text, among all others. */
    public Catalog catalogWith(String now) {
        if (source.isConfiguration()) {
            return catalog.withConfiguration(now);
        }
        return source.layer() == Layer.USER ? catalog.with(source.name(), now) : catalog;
    }

    public Catalog catalog() {
        return catalog;
    }

    /** The profile's layers and config.toml as they can be opened, low to high. */
    public static List<Source> sources(Catalog catalog, String name) {
        List<Source> sources = new ArrayList<>();
        for (Catalog.SourceText layer : catalog.sources(name)) {
            Optional<Document> document = switch (layer.layer()) {
                case USER -> Optional.of(new Document.ProfileFile(name));
                case CONFIG_PROFILE -> Optional.of(new Document.ConfigurationFile());
                case BUILT_IN, CONFIG, DEFAULTS, FLAG, RUN -> Optional.empty();
            };
            sources.add(new Source(
                    layer.layer() == Layer.CONFIG_PROFILE ? "" : name,
                    layer.layer(),
                    document,
                    layer.file(),
                    layer.text(),
                    document.map(any -> layer.text())));
        }
        return sources;
    }
}
