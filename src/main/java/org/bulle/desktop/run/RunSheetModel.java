package org.bulle.desktop.run;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.Observable;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ChangeListener;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Exposure;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.detect.Detection;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.history.SecretMask;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.ConfigRoot;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.Quantity;
import org.bulle.engine.profile.SearchPath;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.resolve.ShellWords;

/** The Run sheet: what is composed, whether it can be run and what it would be. Everything slow happens in the background; nothing is changed. */
final class RunSheetModel {
    /** Where on the sheet something is said. */
    enum Field {
        PROFILES,
        WORKSPACE,
        COMMAND,
        EXTRAS,
        LIMITS,
        ANY
    }

    /** Whether it can be run. */
    sealed interface Check {
        record Working() implements Check {}

        record Ready(RunOutlook outlook) implements Check {}

        /**
         * @param outlook there when only the command is missing
         */
        record Blocked(Map<Field, String> reasons, Optional<RunOutlook> outlook) implements Check {
            public Blocked {
                reasons = Map.copyOf(reasons);
            }

            /** The first reason, in the order of the sheet. */
            String first() {
                for (Field field : Field.values()) {
                    if (reasons.containsKey(field)) {
                        return reasons.getOrDefault(field, "");
                    }
                }
                return "";
            }
        }
    }

    /** One line of "only this run". */
    static final class ExtraRow {
        final SimpleObjectProperty<Extra.Kind> kind;
        final StringProperty value;

        ExtraRow(Extra.Kind kind, String value) {
            this.kind = new SimpleObjectProperty<>(kind);
            this.value = new SimpleStringProperty(value);
        }
    }

    private static final int RECENT = 12;
    private final Engine engine;
    private final Tasks tasks;
    private final Messages messages;
    private final CatalogModel catalog;
    private final Duration settle;
    private final Selection selection;
    private final StringProperty workspace = new SimpleStringProperty("");
    private final StringProperty command = new SimpleStringProperty("");
    private final ObservableList<ExtraRow> extras =
            FXCollections.observableArrayList(row -> new Observable[] {row.kind, row.value});
    private final Map<String, StringProperty> limits = new LinkedHashMap<>();
    private final BooleanProperty detect = new SimpleBooleanProperty();
    private final BooleanProperty scratch = new SimpleBooleanProperty();
    private final BooleanProperty background = new SimpleBooleanProperty();
    private final ReadOnlyObjectWrapper<Check> check = new ReadOnlyObjectWrapper<>(new Check.Working());
    private final ReadOnlyObjectWrapper<Optional<RunDraft>> draft = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Exposure>> exposure = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Detection>> detection = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyBooleanWrapper scratchable = new ReadOnlyBooleanWrapper();
    private final ObservableList<String> recent = FXCollections.observableArrayList();
    private List<String> others = List.of();
    private Tasks.Running checking = Tasks.Running.NONE;
    private Tasks.Running counting = Tasks.Running.NONE;
    private Tasks.Running looking = Tasks.Running.NONE;
    private final ChangeListener<CatalogModel.Snapshot> follow = (property, old, now) -> changed();
    private boolean loading;

    /**
     * @param settle how long nothing may change before the policy is worked out anew
     */
    RunSheetModel(
            Engine engine, Tasks tasks, Messages messages, CatalogModel catalog, Selection header, Duration settle) {
        this.engine = engine;
        this.tasks = tasks;
        this.messages = messages;
        this.catalog = catalog;
        this.settle = settle;
        selection = new Selection(header.workspaceProperty().get());
        selection.stack().setAll(header.stack());
        workspace.set(engine.abbreviate(OsPath.text(header.workspaceProperty().get())));
        RunDraft.LIMITS.forEach(name -> limits.put(name, new SimpleStringProperty("")));
        selection.stack().addListener((ListChangeListener<String>) change -> changed());
        extras.addListener((ListChangeListener<ExtraRow>) change -> changed());
        command.addListener((property, old, now) -> changed());
        limits.values().forEach(value -> value.addListener((property, old, now) -> changed()));
        detect.addListener((property, old, now) -> changed());
        scratch.addListener((property, old, now) -> changed());
        background.addListener((property, old, now) -> {
            if (scratch.get()) {
                changed();
            }
        });
        catalog.snapshotProperty().addListener(follow);
        workspace.addListener((property, old, now) -> {
            lookAtWorkspace();
            changed();
        });
    }

    /**
     * Begins with a command and flags, and looks at everything for the first time.
     *
     * @param proposed as typed in a shell
     */
    void open(String proposed, FlagWords flags) {
        loading = true;
        command.set(proposed);
        extras.setAll(flags.extras().stream()
                .map(extra -> new ExtraRow(extra.kind(), extra.value()))
                .toList());
        limits.forEach((name, value) -> value.set(flags.limits().getOrDefault(name, "")));
        detect.set(flags.detect());
        scratch.set(flags.scratch());
        others = flags.others();
        loading = false;
        lookAtWorkspace();
        lookAtHistory();
        changed();
    }

    /** Its own copy of the header's: leaving the sheet changes nothing there. */
    Selection selection() {
        return selection;
    }

    private void lookAtHistory() {
        tasks.run(() -> commands(engine.history().list()), recent::setAll, unread -> recent.clear());
    }

    /** Each once, newest first; those of this workspace before the others. What held a secret cannot be started again. */
    private List<String> commands(List<RunSummary> runs) {
        String here = place().map(OsPath::text).orElse("");
        Set<String> all = new LinkedHashSet<>();
        for (boolean local : new boolean[] {true, false}) {
            runs.stream()
                    .filter(run -> run.workspace().equals(here) == local)
                    .filter(run -> !run.command().isEmpty() && !SecretMask.isMasked(run.command()))
                    .forEach(run -> all.add(ShellText.join(asTyped(run.command()))));
        }
        return all.stream().limit(RECENT).toList();
    }

    /** A program on PATH by its name: a record has the file that was found. */
    private List<String> asTyped(List<String> words) {
        String file = words.getFirst();
        int name = file.lastIndexOf('/') + 1;
        List<String> searched = SearchPath.directories(engine.environment().getOrDefault("PATH", ""));
        if (name < 2 || !searched.contains(file.substring(0, name - 1))) {
            return words;
        }
        List<String> typed = new ArrayList<>(words);
        typed.set(0, file.substring(name));
        return typed;
    }

    private void lookAtWorkspace() {
        if (loading) {
            return;
        }
        looking.cancel();
        Optional<Path> place = place();
        detection.set(Optional.empty());
        scratchable.set(false);
        if (place.isEmpty()) {
            return;
        }
        record Seen(Detection detection, boolean repository) {}
        looking = tasks.run(
                () -> {
                    pause();
                    return new Seen(
                            engine.detect(place.get()),
                            engine.scratchRefusal(place.get()).isEmpty());
                },
                seen -> {
                    detection.set(Optional.of(seen.detection()));
                    scratchable.set(seen.repository());
                    if (!seen.repository()) {
                        scratch.set(false);
                    }
                },
                failure -> detection.set(Optional.empty()));
    }

    private void pause() throws InterruptedException {
        if (!settle.isZero()) {
            Thread.sleep(settle);
        }
    }

    private void changed() {
        if (loading) {
            return;
        }
        checking.cancel();
        counting.cancel();
        exposure.set(Optional.empty());
        Map<Field, String> wrong = new EnumMap<>(Field.class);
        Optional<RunDraft> composed = compose(wrong);
        draft.set(composed);
        if (!wrong.isEmpty() || composed.isEmpty()) {
            check.set(new Check.Blocked(wrong, Optional.empty()));
            return;
        }
        check.set(new Check.Working());
        Catalog known = catalog.get().catalog();
        RunDraft now = composed.get();
        checking = tasks.run(
                () -> {
                    pause();
                    if (!Files.isDirectory(OsPath.of(now.workspace()))) {
                        return Optional.<RunOutlook>empty();
                    }
                    return Optional.of(RunOutlook.of(engine, known, now));
                },
                outlook -> outlook.ifPresentOrElse(this::judge, this::refuseWorkspace),
                this::refuse);
    }

    private void refuseWorkspace() {
        check.set(new Check.Blocked(Map.of(Field.WORKSPACE, messages.get("run.workspace.none")), Optional.empty()));
    }

    private void judge(RunOutlook outlook) {
        Map<Field, String> wrong = new EnumMap<>(Field.class);
        outlook.missingCommand(messages).ifPresent(why -> wrong.put(Field.COMMAND, why));
        if (outlook.strictLimits() && !outlook.unkept().isEmpty()) {
            wrong.put(Field.LIMITS, unkept(outlook.unkept().getFirst()));
        }
        check.set(wrong.isEmpty() ? new Check.Ready(outlook) : new Check.Blocked(wrong, Optional.of(outlook)));
        counting = tasks.run(
                () -> engine.exposure(outlook.writable()),
                counted -> exposure.set(Optional.of(counted)),
                unread -> exposure.set(Optional.empty()));
    }

    /** A limit that is not kept, in words. */
    String unkept(Limit limit) {
        return messages.get("run.limits.unkept", messages.get("run.limit." + limit.name()), limit.reason());
    }

    private void refuse(Failure failure) {
        Map<Field, String> wrong = new EnumMap<>(Field.class);
        switch (failure) {
            case Failure.Problems problems ->
                problems.problems().stream()
                        .filter(Problem::isError)
                        .forEach(problem ->
                                wrong.merge(field(problem), problem.format(), (one, other) -> one + "\n" + other));
            case Failure.Sandbox sandbox -> wrong.put(Field.ANY, sandbox.message());
            case Failure.Io io -> wrong.put(Field.ANY, io.message());
            case Failure.Unexpected unexpected -> wrong.put(Field.ANY, unexpected.message());
        }
        check.set(new Check.Blocked(wrong, Optional.empty()));
    }

    private Field field(Problem problem) {
        String key = problem.key();
        if (key.startsWith("--")) {
            return Extra.Kind.of(key).isPresent()
                    ? Field.EXTRAS
                    : RunDraft.LIMITS.contains(key.substring(2)) ? Field.LIMITS : Field.ANY;
        }
        if (!problem.file().isEmpty() || problem.message().contains("profile")) {
            return Field.PROFILES;
        }
        return Field.ANY;
    }

    /** The run as composed; what is wrong in the text alone is put into {@code wrong}. */
    private Optional<RunDraft> compose(Map<Field, String> wrong) {
        Optional<List<String>> words = ShellWords.split(command.get());
        if (words.isEmpty()) {
            wrong.put(Field.COMMAND, messages.get("run.command.open-quote"));
        }
        Optional<Path> place = place();
        if (place.isEmpty()) {
            wrong.put(Field.WORKSPACE, messages.get("run.workspace.none"));
        }
        List<Extra> given = new ArrayList<>();
        for (ExtraRow row : extras) {
            String value = row.value.get().strip();
            if (!value.isEmpty()) {
                given.add(new Extra(row.kind.get(), row.kind.get().isPath() ? inWorkspace(value) : value));
            }
        }
        Map<String, String> amounts = new LinkedHashMap<>();
        limits.forEach((name, property) -> {
            String value = property.get().strip().replace(" ", "");
            if (!value.isEmpty()) {
                amounts.put(name, value);
                refusal(name, value).ifPresent(why -> wrong.merge(Field.LIMITS, why, (one, other) -> one));
            }
        });
        if (words.isEmpty() || place.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new RunDraft(
                selection.stack(),
                OsPath.text(place.get()),
                words.get(),
                given,
                amounts,
                detect.get(),
                !scratch.get()
                        ? RunDraft.Scratch.NONE
                        : background.get() ? RunDraft.Scratch.KEEP : RunDraft.Scratch.ASK,
                others,
                config()));
    }

    private Optional<String> refusal(String name, String value) {
        if (name.equals("timeout")) {
            return value.equals("0") || Quantity.duration(value).isPresent()
                    ? Optional.empty()
                    : Optional.of(messages.get("run.limits.no-duration", value));
        }
        return Quantity.refusal(name, value).map(why -> messages.get("run.limit." + name) + ": " + why);
    }

    /** A shell would take it from where it stands; the sheet stands nowhere, so what is relative is in the workspace. */
    private static String inWorkspace(String entry) {
        String path = MarkedPath.of(entry).text();
        String first = path.isEmpty() ? "" : path.substring(0, 1);
        boolean anchored = "/$~".contains(first) || path.matches("[a-z0-9_-]+:.*");
        return anchored ? entry : entry.substring(0, entry.length() - path.length()) + "$WORKSPACE/" + path;
    }

    /** Only where it is not what the command line would take by itself. */
    private Optional<String> config() {
        Path usual = ConfigRoot.of(engine.environment(), engine.platform());
        return usual.equals(engine.configRoot()) ? Optional.empty() : Optional.of(OsPath.text(engine.configRoot()));
    }

    /** The workspace as typed, where it is an absolute path. */
    private Optional<Path> place() {
        String typed = workspace.get().strip();
        String home = engine.home();
        String whole = typed.equals("~") || typed.startsWith("~/") ? home + typed.substring(1) : typed;
        try {
            Path path = OsPath.of(whole);
            return path.isAbsolute() ? Optional.of(path.normalize()) : Optional.empty();
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /** What the profiles start by themselves; empty when nothing, or when it is not known yet. */
    Optional<String> ownCommand() {
        boolean none = command.get().isBlank();
        return switch (check.get()) {
            case Check.Ready(RunOutlook outlook)
            when none && outlook.command() instanceof CommandLookup.Found found ->
                Optional.of(ShellText.join(found.command().arguments()));
            case Check.Ready ready -> Optional.empty();
            case Check.Working working -> Optional.empty();
            case Check.Blocked blocked -> Optional.empty();
        };
    }

    void addExtra(Extra.Kind kind) {
        extras.add(new ExtraRow(kind, ""));
    }

    /** Adds what runs a detected project to the stack. */
    void useProfiles(List<String> profiles) {
        profiles.forEach(selection::add);
    }

    /** Ends what is being worked out. */
    void close() {
        catalog.snapshotProperty().removeListener(follow);
        checking.cancel();
        counting.cancel();
        looking.cancel();
    }

    StringProperty workspaceProperty() {
        return workspace;
    }

    StringProperty commandProperty() {
        return command;
    }

    ObservableList<ExtraRow> extras() {
        return extras;
    }

    /** By the name of the flag. */
    Map<String, StringProperty> limits() {
        return limits;
    }

    BooleanProperty detectProperty() {
        return detect;
    }

    BooleanProperty scratchProperty() {
        return scratch;
    }

    BooleanProperty backgroundProperty() {
        return background;
    }

    ReadOnlyObjectProperty<Check> checkProperty() {
        return check.getReadOnlyProperty();
    }

    /** What would be run; empty while the text itself is wrong. */
    ReadOnlyObjectProperty<Optional<RunDraft>> draftProperty() {
        return draft.getReadOnlyProperty();
    }

    /** The files that can be written, once they are counted. */
    ReadOnlyObjectProperty<Optional<Exposure>> exposureProperty() {
        return exposure.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<Optional<Detection>> detectionProperty() {
        return detection.getReadOnlyProperty();
    }

    /** Whether the workspace is in a repository of which a scratch can be made. */
    ReadOnlyBooleanProperty scratchableProperty() {
        return scratchable.getReadOnlyProperty();
    }

    /** Commands of recorded runs, as typed in a shell. */
    ObservableList<String> recent() {
        return recent;
    }
}
