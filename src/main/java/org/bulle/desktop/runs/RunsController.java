package org.bulle.desktop.runs;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.collections.ListChangeListener;
import javafx.collections.transformation.SortedList;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.Columns;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Gradually;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Steady;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.kordamp.ikonli.feather.Feather;

/** Binds the Runs view: the list, and the pages of the chosen run. */
public final class RunsController {
    private static final double LIST_SHARE = 0.24;
    private final RunsViewModel model;
    private final DesktopContext context;
    private final Messages messages;
    private final Consumer<RunsViewModel.Again> startAgain;
    private final RungFacts.Source rungs;
    private final RunCells cells;
    private final Map<String, ToggleButton> tabButtons = new LinkedHashMap<>();
    private final Map<String, Node> tabPages = new LinkedHashMap<>();
    private final Map<String, Supplier<Region>> unmade = new LinkedHashMap<>();
    private final Label denialCount = new Label();
    private final DenialsPane denialsPane;
    private boolean listing;

    @FXML
    private TextField filter;

    @FXML
    private HBox chips;

    @FXML
    private Label total;

    @FXML
    private Button compareButton;

    @FXML
    private SplitPane split;

    @FXML
    private TableView<RunSummary> runs;

    @FXML
    private TableColumn<RunSummary, RunSummary> started;

    @FXML
    private TableColumn<RunSummary, RunSummary> profiles;

    @FXML
    private TableColumn<RunSummary, RunSummary> command;

    @FXML
    private TableColumn<RunSummary, RunSummary> workspace;

    @FXML
    private TableColumn<RunSummary, RunSummary> exit;

    @FXML
    private TableColumn<RunSummary, RunSummary> duration;

    @FXML
    private TableColumn<RunSummary, RunSummary> denied;

    @FXML
    private TableColumn<RunSummary, RunSummary> undecided;

    @FXML
    private VBox detail;

    @FXML
    private HBox tabs;

    @FXML
    private Label title;

    @FXML
    private Button stop;

    @FXML
    private Button again;

    @FXML
    private Button more;

    @FXML
    private StackPane pages;

    /**
     * @param startAgain opens the Run sheet for a run that is to be started again
     */
    public RunsController(
            RunsViewModel model,
            DesktopContext context,
            Consumer<RunsViewModel.Again> startAgain,
            RungFacts.Source rungs) {
        this.model = model;
        this.context = context;
        this.startAgain = startAgain;
        this.rungs = rungs;
        messages = context.messages();
        cells = new RunCells(messages, context.engine(), ZoneId.systemDefault());
        denialsPane = new DenialsPane(model, context, startAgain);
    }

    @FXML
    private void initialize() {
        filter.textProperty().bindBidirectional(model.filterProperty());
        chips();
        runTable();
        tabs();
        again.setOnAction(event -> model.again(List.of()).ifPresent(startAgain));
        stop.setOnAction(
                event -> model.chosenProperty().get().map(RunRecord::summary).ifPresent(this::askToStop));
        model.stoppingProperty()
                .addListener((property, old, now) -> show(model.chosenProperty().get()));
        compareButton.setOnAction(event -> showTab("compare"));
        menu();
        model.chosenProperty().addListener((property, old, now) -> show(now));
        model.failureProperty().addListener((property, old, now) -> placeholder(now));
        placeholder(model.failureProperty().get());
        show(model.chosenProperty().get());
    }

    private void chips() {
        List<ToggleButton> made = new ArrayList<>();
        made.add(chip(messages.get("runs.chip.all"), RunsViewModel.Shown.ALL));
        made.add(chip(messages.get("runs.chip.failed"), RunsViewModel.Shown.FAILED));
        made.add(chip(messages.get("runs.chip.denied"), RunsViewModel.Shown.DENIED));
        ToggleButton open = chip(messages.get("runs.chip.undecided"), RunsViewModel.Shown.UNDECIDED);
        open.setGraphic(Icons.of(Feather.HELP_CIRCLE));
        made.add(open);
        made.add(chip(messages.get("runs.chip.workspace"), RunsViewModel.Shown.THIS_WORKSPACE));
        chips.getChildren().setAll(made);
    }

    private ToggleButton chip(String word, RunsViewModel.Shown which) {
        ToggleButton button = new ToggleButton(word);
        button.getStyleClass().add("filter-chip");
        button.setSelected(model.shownProperty().get() == which);
        button.setOnAction(event -> {
            model.shownProperty().set(which);
            button.setSelected(true);
        });
        model.shownProperty().addListener((property, old, now) -> button.setSelected(now == which));
        return button;
    }

    private void runTable() {
        SortedList<RunSummary> sorted = new SortedList<>(model.runs());
        sorted.comparatorProperty().bind(runs.comparatorProperty());
        runs.setItems(sorted);
        Steady.keep(runs, RunSummary::id, model::isFollowing);
        runs.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        column(started, Pos.CENTER_LEFT, cells::started, Comparator.comparing(RunSummary::id));
        column(
                profiles,
                Pos.CENTER_LEFT,
                cells::profiles,
                Comparator.comparing(run -> String.join(",", run.profiles())));
        column(
                command,
                Pos.CENTER_LEFT,
                cells::command,
                Comparator.comparing(run -> RunCells.commandLine(run.command())));
        column(workspace, Pos.CENTER_LEFT, cells::workspace, Comparator.comparing(RunSummary::workspace));
        column(
                exit,
                Pos.CENTER_LEFT,
                cells::exit,
                Comparator.comparingInt(run -> run.exitCode().orElse(-1)));
        column(duration, Pos.CENTER_RIGHT, cells::duration, Comparator.comparing(RunSummary::duration));
        column(denied, Pos.CENTER_RIGHT, cells::denied, Comparator.comparingLong(RunSummary::denied));
        column(undecided, Pos.CENTER_LEFT, cells::undecided, Comparator.comparingLong(RunSummary::undecided));
        Columns.follow(runs, context.appearance().fontSizeProperty());
        runs.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> {
            if (now != null && !listing) {
                model.choose(now.id());
            }
        });
        model.runs().addListener((ListChangeListener<RunSummary>) change -> listed());
        listed();
    }

    private static void column(
            TableColumn<RunSummary, RunSummary> column,
            Pos where,
            Supplier<Function<RunSummary, Optional<Node>>> look,
            Comparator<RunSummary> order) {
        Columns.fill(column, where, look);
        column.setComparator(order);
        column.setSortable(true);
    }

    /** The list was read anew: the chosen run stays selected; the newest is chosen first. */
    private void listed() {
        total.setText(messages.get("runs.total", model.total()));
        placeholder(model.failureProperty().get());
        Optional<RunSummary> same = runs.getItems().stream()
                .filter(run -> run.id().equals(model.wantedId()))
                .findFirst();
        listing = true;
        same.ifPresentOrElse(
                run -> runs.getSelectionModel().select(run),
                () -> runs.getSelectionModel().clearSelection());
        listing = false;
        if (model.wantedId().isEmpty() && !runs.getItems().isEmpty()) {
            runs.getSelectionModel().selectFirst();
        }
    }

    // ---- the chosen run

    private void tabs() {
        denialCount.getStyleClass().add("count");
        tab("output", () -> new OutputPane(model, context));
        tab("denials", () -> denialsPane).setGraphic(denialCount);
        tab("policy", () -> new PolicyPane(model, context));
        tab("compare", () -> new ComparePane(model, context, new NoActions()));
        showTab("denials");
    }

    /** @param page made when it is first looked at */
    private ToggleButton tab(String name, Supplier<Region> page) {
        ToggleButton button = new ToggleButton(messages.get("runs.tab." + name));
        button.setId("runs-tab-" + name);
        button.getStyleClass().add("page-tab");
        button.setOnAction(event -> showTab(name));
        tabButtons.put(name, button);
        unmade.put(name, page);
        tabs.getChildren().add(button);
        return button;
    }

    private Node made(Supplier<Region> page) {
        Region made = page.get();
        made.setVisible(false);
        pages.getChildren().add(made);
        return made;
    }

    /** Brings a page of the chosen run to the front. */
    void showTab(String name) {
        tabButtons.forEach((key, button) -> button.setSelected(key.equals(name)));
        tabPages.computeIfAbsent(
                name, key -> made(Optional.ofNullable(unmade.get(key)).orElseThrow()));
        tabPages.forEach((key, page) -> page.setVisible(key.equals(name)));
    }

    /** Of another app that is gone, or of a command line: nothing of it can be seen here, so it is asked first. */
    private void askToStop(RunSummary run) {
        context.overlay()
                .confirm(
                        messages.get("runs.stop.title"),
                        messages.get("runs.stop.text", RunCells.commandLine(run.command())),
                        messages.get("runs.stop.verb"),
                        () -> model.stop(
                                run.id(), why -> title.setText(messages.get("runs.stop.failed", why.message()))));
    }

    private void menu() {
        MenuItem repeat = item("runs.menu.repeat", Feather.REPEAT, this::repeat);
        repeat.setId("runs-repeat");
        MenuItem line = item("runs.menu.copy-command", Feather.COPY, this::copyCommand);
        MenuItem id = item(
                "runs.menu.copy-id",
                Feather.HASH,
                () -> model.chosenProperty()
                        .get()
                        .ifPresent(record -> Clip.put(record.summary().id())));
        ContextMenu menu = new ContextMenu(repeat, line, id);
        menu.setOnShowing(event -> {
            repeat.setDisable(!model.isRepeatable());
            line.setDisable(!model.isRepeatable());
        });
        more.setContextMenu(menu);
        more.setTooltip(new Tooltip(messages.get("runs.more")));
        more.setOnAction(event -> menu.show(more, Side.BOTTOM, 0, 2));
    }

    private MenuItem item(String key, Feather icon, Runnable action) {
        MenuItem item = new MenuItem(messages.get(key), Icons.of(icon));
        item.setMnemonicParsing(false);
        item.setOnAction(event -> action.run());
        return item;
    }

    private void copyCommand() {
        model.again(List.of()).ifPresent(run -> {
            List<String> words = new ArrayList<>();
            words.add("bulle");
            words.add(run.profiles().isEmpty() ? "default" : String.join(",", run.profiles()));
            words.add(run.workspace());
            words.addAll(run.flags());
            words.add("--");
            words.addAll(run.command());
            Clip.put(ShellText.join(words));
        });
    }

    /** Runs the chosen run again and again, with what it was denied. */
    void repeat() {
        Optional<RunRecord> record = model.chosenProperty().get();
        Optional<RunsViewModel.Again> run = model.again(List.of());
        if (record.isPresent() && run.isPresent()) {
            RepeatViewModel repeating = new RepeatViewModel(
                    context.engine(), context.engine().history(), rungs, context.tasks(), record.get(), run.get());
            new RepeatSheet(context, repeating, run.get().command(), denialsPane::openAdd).open();
        }
    }

    private void show(Optional<RunRecord> record) {
        boolean whole = record.isEmpty();
        if (whole) {
            split.getItems().remove(detail);
        } else if (!split.getItems().contains(detail)) {
            // The page comes with the next pulse: to style all of it for the first time takes the toolkit long enough.
            pages.setVisible(false);
            split.getItems().add(detail);
            split.setDividerPositions(LIST_SHARE);
            afterLayout(() -> pages.setVisible(true));
        }
        record.map(RunRecord::summary).ifPresent(run -> {
            title.setText(messages.get(
                    "runs.detail.title",
                    run.id().substring(run.id().lastIndexOf('-') + 1),
                    cells.startedWords(run),
                    cells.exitWords(run)));
            title.setTooltip(new Tooltip(run.id() + "\n" + ShellText.join(run.command())));
            denialCount.setText(cells.deniedWords(run));
            again.setDisable(!model.isRepeatable());
            boolean goesOn = run.state() == RunSummary.State.RUNNING;
            boolean stopping = model.stoppingProperty().get().equals(run.id());
            stop.setVisible(goesOn);
            stop.setManaged(goesOn);
            stop.setDisable(stopping);
            stop.setText(messages.get(stopping ? "runs.stop.going" : "runs.stop"));
        });
    }

    private void afterLayout(Runnable action) {
        Scene scene = split.getScene();
        if (scene == null) {
            action.run();
            return;
        }
        Gradually.afterLayout(scene, action);
    }

    private void placeholder(Optional<Failure> why) {
        if (why.isPresent()) {
            runs.setPlaceholder(Columns.placeholder(why.get().message()));
        } else if (model.total() > 0) {
            runs.setPlaceholder(Columns.placeholder(messages.get("runs.none.filtered")));
        } else {
            runs.setPlaceholder(empty());
        }
    }

    /** One sentence of fact, one of cause, one action. */
    private Node empty() {
        Label fact = new Label(messages.get("runs.none"));
        fact.getStyleClass().add("strong");
        Label cause = new Label(messages.get("runs.none.cause"));
        cause.getStyleClass().add("secondary");
        cause.setWrapText(true);
        cause.setMaxWidth(560);
        cause.setMinHeight(Region.USE_PREF_SIZE);
        cause.setTextAlignment(javafx.scene.text.TextAlignment.CENTER);
        Button run = new Button(messages.get("runs.none.action"), Icons.of(Feather.PLAY));
        run.setId("runs-first");
        run.setOnAction(event -> context.runSheet().open(""));
        VBox box = new VBox(Icons.of(Feather.ACTIVITY), fact, cause, run);
        box.getStyleClass().add("empty-state");
        return box;
    }

    /** Where denials are only looked at. */
    private static final class NoActions implements DenialCells.Actions {
        @Override
        public void askName(DenialRow.Group group) {}

        @Override
        public void add(DenialRow.Group group) {}

        @Override
        public void withoutProfile(String profile) {}
    }
}
