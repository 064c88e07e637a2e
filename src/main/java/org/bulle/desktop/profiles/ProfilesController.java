package org.bulle.desktop.profiles;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Insets;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.bulle.desktop.editor.EditorPane;
import org.bulle.desktop.shared.Ago;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.InstallReview;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Steady;
import org.bulle.desktop.shared.Tips;
import org.bulle.desktop.shell.Action;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.Problem;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Binds the Profiles view: the list, the page of the open profile, its tabs. */
public final class ProfilesController {
    private enum Tab {
        EFFECTIVE,
        TOML,
        INHERITANCE
    }

    /** A page narrower than this has no room for buttons with words, nor beside the inspector. */
    private static final double NARROW = 640;

    private final DesktopContext context;
    private final Messages messages;
    private final Consumer<String> note;
    private final ProfilesViewModel model;
    private final EffectiveViewModel effective;
    private final EffectiveController effectiveController;
    private final EditorPane toml;
    private final InheritancePane inheritance;
    private final InspectorPane inspector;
    private final ProfileActionsBar profileActions;
    private final Map<Tab, ToggleButton> tabs = new java.util.EnumMap<>(Tab.class);
    private CatalogModel.@Nullable Snapshot resolvedOf;
    private boolean inFront;
    private boolean outOfDate;
    private Optional<OwnEntriesBar> own = Optional.empty();
    private Optional<String> resolvedText = Optional.empty();

    @FXML
    private TextField search;

    @FXML
    private ToggleButton all;

    @FXML
    private ToggleButton apps;

    @FXML
    private ToggleButton mine;

    @FXML
    private ToggleButton risky;

    @FXML
    private ListView<ProfileRow> list;

    @FXML
    private Button create;

    @FXML
    private Button listMore;

    @FXML
    private StackPane empty;

    @FXML
    private BorderPane page;

    @FXML
    private StackPane tile;

    @FXML
    private Label name;

    @FXML
    private Label kind;

    @FXML
    private Label source;

    @FXML
    private Label lastRun;

    @FXML
    private Label description;

    @FXML
    private HBox actions;

    @FXML
    private ToggleButton effectiveTab;

    @FXML
    private ToggleButton tomlTab;

    @FXML
    private ToggleButton inheritanceTab;

    @FXML
    private StackPane tabPlace;

    private Node effectivePage = new Group();

    @FXML
    private StackPane inspectorPlace;

    @FXML
    private StackPane middle;

    public ProfilesController(DesktopContext context, Consumer<String> note) {
        this.context = context;
        this.note = note;
        messages = context.messages();
        model = new ProfilesViewModel(context.engine(), context.tasks(), context.catalog(), context.selection());
        effective = new EffectiveViewModel(context.engine(), context.tasks());
        effectiveController = new EffectiveController(effective, context, this::openText, this::inspect);
        toml = new EditorPane(context);
        profileActions = new ProfileActionsBar(
                context,
                new ProfileActionsModel(context.engine(), context.tasks(), context.catalog()),
                () -> model.openProperty().get(),
                model::open,
                () -> show(Tab.INHERITANCE));
        inheritance = new InheritancePane(messages, model::open);
        inspector = new InspectorPane(
                context,
                this::openText,
                path -> context.navigator().open("explore", path),
                effectiveController::clearSelection);
    }

    @FXML
    private void initialize() {
        search.textProperty().bindBidirectional(model.searchProperty());
        search.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DOWN) {
                list.requestFocus();
            }
        });
        chip(all, ProfilesViewModel.Filter.ALL);
        chip(apps, ProfilesViewModel.Filter.APPS);
        chip(mine, ProfilesViewModel.Filter.MINE);
        chip(risky, ProfilesViewModel.Filter.RISKY);
        all.textProperty().bind(model.countProperty().map(count -> messages.get("profiles.filter.all", count)));
        bindList();
        tabs.put(Tab.EFFECTIVE, effectiveTab);
        tabs.put(Tab.TOML, tomlTab);
        tabs.put(Tab.INHERITANCE, inheritanceTab);
        Label count = new Label();
        count.getStyleClass().add("count");
        count.textProperty().bind(effective.countProperty().asString());
        // How many there are is not known of a stack that cannot be resolved.
        count.visibleProperty().bind(effective.failureProperty().map(Optional::isEmpty));
        count.managedProperty().bind(count.visibleProperty());
        effectiveTab.setGraphic(count);
        Label wrong = new Label();
        wrong.getStyleClass().addAll("count", "danger-count");
        toml.problemsProperty().addListener((property, old, now) -> {
            long errors = now.stream().filter(Problem::isError).count();
            wrong.setText(Long.toString(errors));
            tomlTab.setGraphic(errors > 0 ? wrong : null);
        });
        effectivePage = Fxml.load(effectiveController, messages);
        tabPlace.getChildren().add(effectivePage);
        own = Optional.of(effectiveController.edits(toml));
        toml.onOwnText(this::ownTextChanged);
        tabs.forEach((which, button) -> button.setOnAction(event -> show(which)));
        model.openProperty().addListener((property, old, now) -> showProfile(now));
        context.catalog().snapshotProperty().addListener((property, old, now) -> follow());
        context.selection().stack().addListener((ListChangeListener<String>) change -> resolve());
        context.selection().workspaceProperty().addListener((property, old, now) -> resolve());
        effective.millisecondsProperty().addListener((property, old, now) -> remark());
        effective.planProperty().addListener((property, old, now) -> remark());
        model.failureProperty().addListener((property, old, now) -> remark());
        empty.getChildren().add(new WelcomePane(context, model::open));
        create.setOnAction(event -> profileActions.create());
        listMore.setOnAction(event ->
                profileActions.listMenu(model.recentFirstProperty()).show(listMore, javafx.geometry.Side.BOTTOM, 0, 4));
        page.setBottom(profileActions.undoLine());
        Tips.on(name, name::getText);
        Tips.on(description, description::getText);
        middle.widthProperty().addListener((property, old, now) -> makeRoom());
        inspectorPlace.widthProperty().addListener((property, old, now) -> makeRoom());
        showProfile(model.openProperty().get());
        show(Tab.EFFECTIVE);
    }

    /** Beside the page where there is room for both, else over it. */
    private void makeRoom() {
        double inspected = inspectorPlace.getWidth();
        boolean both = middle.getWidth() - inspected >= NARROW;
        StackPane.setMargin(page, new Insets(0, both ? inspected : 0, 0, 0));
        boolean buttons = middle.getWidth() - (both ? inspected : 0) >= NARROW;
        // The menu, which stands last, has them too.
        for (Node button : actions.getChildren()) {
            boolean seen = buttons || button == actions.getChildren().getLast();
            button.setVisible(seen);
            button.setManaged(seen);
        }
    }

    private void remark() {
        if (!inFront) {
            return;
        }
        Optional<Failure> why = model.failureProperty().get();
        if (why.isPresent()) {
            note.accept(messages.get("profiles.list.unknown", why.get().message()));
            return;
        }
        note.accept(
                effective.planProperty().get().isPresent()
                        ? messages.get(
                                "profiles.effective.resolved",
                                effective.countProperty().get(),
                                effective.millisecondsProperty().get())
                        : "");
    }

    private void chip(ToggleButton button, ProfilesViewModel.Filter filter) {
        button.setSelected(model.filterProperty().get() == filter);
        button.setOnAction(event -> {
            model.filterProperty().set(filter);
            button.setSelected(true);
        });
        model.filterProperty().addListener((property, old, now) -> button.setSelected(now == filter));
    }

    private void bindList() {
        list.setItems(model.rows());
        list.setCellFactory(view -> new ProfileCell(messages, Instant::now));
        Steady.keep(list, ProfileRow::identity, () -> true);
        list.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> {
            if (now instanceof ProfileRow.Item item) {
                model.open(item.entry().name());
            }
        });
        list.setOnMouseClicked(event -> foldSelected());
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.SPACE) {
                foldSelected();
            }
        });
        model.rows().addListener((ListChangeListener<ProfileRow>) change -> {
            selectOpen();
            showLastRun();
        });
        selectOpen();
    }

    private void foldSelected() {
        if (list.getSelectionModel().getSelectedItem() instanceof ProfileRow.Heading heading) {
            model.fold(heading.kind());
        }
    }

    private void selectOpen() {
        String open = model.openProperty().get().map(CatalogEntry::name).orElse("");
        for (int i = 0; i < model.rows().size(); i++) {
            if (model.rows().get(i) instanceof ProfileRow.Item item
                    && item.entry().name().equals(open)) {
                list.getSelectionModel().select(i);
                return;
            }
        }
        list.getSelectionModel().clearSelection();
    }

    private void showProfile(Optional<CatalogEntry> open) {
        page.setVisible(open.isPresent());
        empty.setVisible(open.isEmpty());
        open.ifPresent(entry -> {
            name.setText(entry.name());
            kind.setText(messages.get("profiles.kind." + entry.kind().name().toLowerCase(Locale.ROOT)));
            source.setText(
                    messages.get("profiles.source.long." + entry.source().name().toLowerCase(Locale.ROOT)));
            source.getStyleClass().remove("accent-outline");
            if (entry.source() == CatalogEntry.Source.USER_OVERRIDE) {
                source.getStyleClass().add("accent-outline");
            }
            description.setText(entry.description().or(entry::title).orElse(messages.get("profiles.description.none")));
            tile.getChildren().setAll(Icons.of(entry.kind() == CatalogEntry.Kind.APP ? Feather.TERMINAL : Feather.BOX));
            actions.getChildren().setAll(profileActions.buttons(entry));
            makeRoom();
            showLastRun();
            toml.show(context.catalog().get(), entry.name());
            draw(entry);
            selectOpen();
            resolve();
        });
    }

    /** Some text was changed: what the open profile grants may be another even when its own line in the list is not. */
    private void follow() {
        model.openProperty()
                .get()
                .filter(entry -> resolvedOf != context.catalog().get())
                .ifPresent(entry -> {
                    draw(entry);
                    resolve();
                });
    }

    /** The graph is worked out when it is looked at. */
    private void draw(CatalogEntry entry) {
        if (inheritanceTab.isSelected()) {
            inheritance.show(InheritanceGraph.of(context.catalog().get().catalog(), entry.name()));
        }
    }

    /** The table shows the text that is being edited. */
    private void ownTextChanged() {
        own.ifPresent(bar -> {
            bar.refresh();
            if (bar.isSettled() && !bar.text().equals(resolvedText)) {
                resolve();
            }
        });
    }

    private void showLastRun() {
        lastRun.setText(model.openProperty()
                .get()
                .flatMap(entry -> model.lastRun(entry.name()))
                .map(when -> messages.get("profiles.last-run", new Ago(messages).words(when, Instant.now())))
                .orElse(""));
    }

    /** Called when the page comes to the front. */
    void shown() {
        inFront = true;
        model.refreshRuns();
        if (outOfDate) {
            resolve();
        } else {
            remark();
        }
    }

    /** Called when another page takes its place. */
    void hidden() {
        inFront = false;
    }

    /** The table shows the header's stack; a profile that is not in it is shown alone, and the page says so. Nothing is asked for a page that nobody looks at. */
    private void resolve() {
        outOfDate = !inFront;
        if (!inFront) {
            return;
        }
        model.openProperty().get().ifPresent(entry -> {
            resolvedOf = context.catalog().get();
            List<String> stack = context.selection().stack();
            boolean alone = !stack.contains(entry.name());
            effectiveController.shows(entry.name(), alone && !stack.isEmpty());
            own.ifPresent(OwnEntriesBar::refresh);
            resolvedText = own.flatMap(OwnEntriesBar::text);
            effective.resolve(
                    context.catalog().get().catalog(),
                    resolvedText,
                    alone ? List.of(entry.name()) : List.copyOf(stack),
                    context.selection().workspaceProperty().get(),
                    entry.name());
        });
    }

    private void show(Tab which) {
        tabs.forEach((each, button) -> button.setSelected(each == which));
        if (which == Tab.INHERITANCE) {
            model.openProperty().get().ifPresent(this::draw);
        }
        // One alone: each frame goes through all nodes of the window, also those that are hidden.
        Node shown = switch (which) {
            case EFFECTIVE -> effectivePage;
            case TOML -> toml;
            case INHERITANCE -> inheritance;
        };
        if (!tabPlace.getChildren().equals(List.of(shown))) {
            tabPlace.getChildren().setAll(shown);
        }
    }

    private void openText(EffectiveRow.Step step) {
        if (context.catalog().get().entry(step.profile()).isEmpty()) {
            return;
        }
        model.openProperty().set(context.catalog().get().entry(step.profile()));
        show(Tab.TOML);
        toml.goTo(step.file(), step.line());
    }

    private void inspect(Optional<EffectiveRow.Entry> entry) {
        entry.ifPresent(inspector::show);
        inspectorPlace
                .getChildren()
                .setAll(entry.<List<Node>>map(row -> List.of(inspector)).orElse(List.of()));
    }

    /** Asks for the name of a new profile with this text. */
    void create(InstallReview.NewText text, Consumer<String> then) {
        profileActions.create(text, then);
    }

    /** Opens a profile's page. */
    void open(String profile) {
        model.open(profile);
    }

    /** What the palette offers: to open each profile. */
    List<Action> actions() {
        List<Action> offered = new ArrayList<>();
        for (CatalogEntry entry : context.catalog().get().entries().values()) {
            offered.add(new Action(
                    messages.get("profiles.palette.open", entry.name()),
                    entry.description().orElse(""),
                    Feather.LAYERS,
                    () -> context.navigator().open("profiles", entry.name())));
        }
        return offered;
    }
}
