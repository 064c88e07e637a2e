package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.check.ProfileLinter;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Completions;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProfileStore.Document;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a profile, one layer at a time. A text that was changed and not saved stays as it is, with its undo, while the user looks at other
 * profiles.
 */
public final class EditorPane extends BorderPane {
    private static final int KEPT = 12;
    private final DesktopContext context;
    private final Map<Key, DocumentView> open = new LinkedHashMap<>(16, 0.75f, true);
    private final ReadOnlyObjectWrapper<List<Problem>> problems = new ReadOnlyObjectWrapper<>(List.of());
    private Catalog catalog = Catalog.empty();
    private String name = "";
    private @Nullable DocumentView front;
    private Optional<ProfileLinter> linter = Optional.empty();
    private Completions.Words words = Completions.Words.NONE;
    private Tasks.Running asking = Tasks.Running.NONE;

    private Optional<String> waiting = Optional.empty();
    /** Why the linter and the words of completion are not there. */
    private Optional<Failure> unequipped = Optional.empty();

    private Runnable onOwnText = () -> {};

    private record Key(String name, Layer layer) {}

    public EditorPane(DesktopContext context) {
        this.context = context;
        context.catalog().snapshotProperty().addListener((property, old, now) -> refresh());
        context.selection().workspaceProperty().addListener((property, old, now) -> refresh());
        parentProperty()
                .addListener((property, old, now) -> waiting.filter(any -> now != null)
                        .ifPresent(profile -> show(context.catalog().get(), profile)));
        refresh();
        context.tasks()
                .run(
                        () -> {
                            CodePane.prepare();
                            return true;
                        },
                        done -> {},
                        failure -> {});
    }

    /** What the linter says of the text in front. */
    public ReadOnlyObjectProperty<List<Problem>> problemsProperty() {
        return problems.getReadOnlyProperty();
    }

    /** True when some text differs from its file. */
    public boolean hasUnsaved() {
        return open.values().stream()
                .anyMatch(view -> view.model().modifiedProperty().get());
    }

    /** Shows a profile's texts: the layer that was in front, or the highest. What is not in sight is made when it comes into sight. */
    public void show(CatalogModel.Snapshot snapshot, String profile) {
        if (getParent() == null) {
            snapshot.entry(profile).ifPresent(entry -> problems.set(entry.problems()));
            waiting = Optional.of(profile);
            return;
        }
        waiting = Optional.empty();
        boolean same = profile.equals(name);
        Optional<Layer> layer = Optional.ofNullable(front)
                .filter(any -> same)
                .map(view -> view.model().source().layer());
        catalog = snapshot.catalog();
        name = profile;
        List<DocumentModel.Source> sources = sources(name);
        if (sources.isEmpty()) {
            setCenter(null);
            front = null;
            return;
        }
        DocumentModel.Source chosen = sources.stream()
                .filter(source -> layer.filter(source.layer()::equals).isPresent())
                .findFirst()
                .orElse(highest(sources));
        show(chosen, sources);
    }

    private static DocumentModel.Source highest(List<DocumentModel.Source> sources) {
        return sources.stream()
                .filter(source -> !source.text().isEmpty() || source.base().isPresent())
                .reduce((lower, higher) -> higher)
                .orElse(sources.getLast());
    }

    /** The layers that there are, and the user's own file where there is none yet. */
    private List<DocumentModel.Source> sources(String name) {
        List<DocumentModel.Source> sources = new ArrayList<>(DocumentModel.sources(catalog, name));
        boolean own = sources.stream().anyMatch(source -> source.layer() == Layer.USER);
        if (!own && !sources.isEmpty()) {
            String file = OsPath.text(catalog.profilesDirectory().resolve(name + ".toml"));
            sources.add(new DocumentModel.Source(
                    name, Layer.USER, Optional.of(new Document.ProfileFile(name)), file, "", Optional.empty()));
        }
        return sources;
    }

    private void show(DocumentModel.Source source, List<DocumentModel.Source> all) {
        Key key = new Key(source.layer() == Layer.CONFIG_PROFILE ? "" : name, source.layer());
        DocumentView known = open.get(key);
        DocumentView view = known == null ? made(key, source) : known;
        if (known != null) {
            view.model().look();
        }
        front = view;
        layerButtons(view, source, all);
        setCenter(view);
        follow(view.model());
    }

    private DocumentView made(Key key, DocumentModel.Source source) {
        DocumentView view = new DocumentView(context, source);
        DocumentModel model = view.model();
        // Told of each new list, instead of comparing it with the one before, again for each listener: both can be
        // long.
        model.problemsProperty().subscribe(() -> follow(model));
        model.parsedProperty().addListener((property, old, now) -> onOwnText.run());
        model.modifiedProperty().addListener((property, old, now) -> onOwnText.run());
        equip(model);
        open.put(key, view);
        forgetOldest();
        return view;
    }

    /** Told when the text of an own file has changed and was looked over. */
    public void onOwnText(Runnable action) {
        onOwnText = action;
    }

    /** The profile's own file as it stands in the editor; empty when it was not opened. */
    public Optional<OwnText> ownIfOpen(String profile) {
        return Optional.ofNullable(open.get(new Key(profile, Layer.USER))).map(OwnText::new);
    }

    /** The profile's own file, opened for a table's edit when it was not. */
    public Optional<OwnText> own(CatalogModel.Snapshot snapshot, String profile) {
        catalog = snapshot.catalog();
        return ownIfOpen(profile)
                .or(() -> sources(profile).stream()
                        .filter(source -> source.layer() == Layer.USER)
                        .findFirst()
                        .map(source -> new OwnText(made(new Key(profile, Layer.USER), source))));
    }

    private void follow(DocumentModel model) {
        DocumentView shown = front;
        if (shown != null && shown.model() == model) {
            problems.set(model.problemsProperty().get());
        }
    }

    private void forgetOldest() {
        List<Key> unchanged = open.entrySet().stream()
                .filter(entry -> !entry.getValue().model().modifiedProperty().get())
                .map(Map.Entry::getKey)
                .toList();
        for (int i = 0; i < unchanged.size() - KEPT; i++) {
            open.remove(unchanged.get(i));
        }
    }

    private void layerButtons(DocumentView view, DocumentModel.Source chosen, List<DocumentModel.Source> all) {
        ToggleGroup group = new ToggleGroup();
        List<ToggleButton> buttons = new ArrayList<>();
        for (DocumentModel.Source source : all) {
            boolean absent = source.layer() == Layer.USER && source.base().isEmpty();
            String key = source.layer().name().toLowerCase(Locale.ROOT).replace('_', '-');
            ToggleButton button = new ToggleButton(context.messages().get("editor.layer." + (absent ? "new" : key)));
            button.setId("layer-" + key);
            button.getStyleClass().add("segment");
            button.setToggleGroup(group);
            button.setSelected(source.layer() == chosen.layer());
            button.setOnAction(event -> {
                button.setSelected(true);
                show(source, all);
            });
            buttons.add(button);
        }
        buttons.getFirst().getStyleClass().add("first");
        buttons.getLast().getStyleClass().add("last");
        view.layers().getChildren().setAll(buttons);
    }

    /** Opens a file of one layer at a line. */
    public void goTo(String file, int line) {
        List<DocumentModel.Source> sources = sources(name);
        sources.stream()
                .filter(source -> source.file().equals(file))
                .findFirst()
                .ifPresent(source -> show(source, sources));
        DocumentView view = front;
        if (view != null) {
            javafx.application.Platform.runLater(() -> view.code().goTo(line, 1));
        }
    }

    /** The linter and the words of completion for the catalog and workspace as they are now. */
    private void refresh() {
        asking.cancel();
        CatalogModel.Snapshot now = context.catalog().get();
        java.nio.file.Path workspace = context.selection().workspaceProperty().get();
        asking = context.tasks()
                .run(
                        () -> new Known(
                                context.engine().linter(), context.engine().words(now.catalog(), workspace)),
                        known -> {
                            unequipped = Optional.empty();
                            linter = Optional.of(known.linter());
                            words = known.words();
                            catalog = now.catalog();
                            open.values().forEach(view -> {
                                equip(view.model());
                                view.model().look();
                            });
                        },
                        why -> {
                            unequipped = Optional.of(why);
                            open.values().forEach(view -> view.model().report(why));
                        });
    }

    private record Known(ProfileLinter linter, Completions.Words words) {}

    private void equip(DocumentModel model) {
        // Without them nothing would be found, and nothing found would be taken for nothing wrong.
        unequipped.ifPresent(model::report);
        model.use(words);
        linter.ifPresent(checker -> {
            model.use(catalog, checker);
            model.check();
        });
    }
}
