package org.bulle.desktop.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.bulle.desktop.run.RunSheetModel.Check;
import org.bulle.desktop.run.RunSheetModel.ExtraRow;
import org.bulle.desktop.run.RunSheetModel.Field;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Exposure;
import org.bulle.desktop.shared.Fxml;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.StackBox;
import org.bulle.engine.detect.DetectedProject;
import org.bulle.engine.detect.Detection;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Binds the Run sheet. */
public final class RunController {
    private static final KeyCombination RUN = new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);
    private static final Duration SETTLE = Duration.ofMillis(150);
    private static final int LINE = 42;
    /** Those that fit in one row; the others are shown on demand. */
    private static final int FIRST_LIMITS = 4;

    private final DesktopContext context;
    private final Messages messages;
    private final RunDesk desk;
    private final RunSheetModel model;
    private final Badges badges;
    private final Map<Field, Label> problems = new EnumMap<>(Field.class);
    private Overlay.@Nullable Shown shown;

    @FXML
    private HBox stackPlace;

    @FXML
    private Label profilesProblem;

    @FXML
    private TextField workspace;

    @FXML
    private Button browse;

    @FXML
    private Label workspaceProblem;

    @FXML
    private Label projectLabel;

    @FXML
    private VBox projects;

    @FXML
    private TextField command;

    @FXML
    private MenuButton recent;

    @FXML
    private Label commandProblem;

    @FXML
    private VBox extras;

    @FXML
    private Label extrasProblem;

    @FXML
    private GridPane limits;

    @FXML
    private Label limitsProblem;

    @FXML
    private HBox unkeptLine;

    @FXML
    private Label unkept;

    @FXML
    private Hyperlink enable;

    @FXML
    private Label scratchLabel;

    @FXML
    private HBox scratchLine;

    @FXML
    private CheckBox scratch;

    @FXML
    private ToggleButton inTerminal;

    @FXML
    private ToggleButton inBackground;

    @FXML
    private Label outputHint;

    @FXML
    private Hyperlink table;

    @FXML
    private VBox outlook;

    @FXML
    private Label risksTitle;

    @FXML
    private VBox risks;

    @FXML
    private Button copy;

    @FXML
    private TextFlow commandLine;

    @FXML
    private Button save;

    @FXML
    private Button shortcut;

    @FXML
    private Label state;

    @FXML
    private Button cancel;

    @FXML
    private Button start;

    public RunController(DesktopContext context, RunDesk desk) {
        this.context = context;
        this.desk = desk;
        messages = context.messages();
        badges = new Badges(messages);
        model = new RunSheetModel(
                context.engine(), context.tasks(), messages, context.catalog(), context.selection(), SETTLE);
    }

    /**
     * Opens the sheet over the window.
     *
     * @param proposed the command to begin with, may be empty
     */
    public void open(String proposed) {
        open(proposed, FlagWords.NONE);
    }

    /** Opens the sheet for a run that was there before, with flags of its own. */
    public void openAgain(List<String> words, List<String> flags) {
        open(ShellText.join(words), FlagWords.of(flags));
    }

    private void open(String proposed, FlagWords flags) {
        model.open(proposed, flags);
        Parent content = Fxml.load(this, messages);
        RunStyle.dress(content);
        Overlay.Shown dialog = context.overlay().dialog(messages.get("run.title"), content, null, 980, 720);
        dialog.onClosed(model::close);
        shown = dialog;
        dialogKeys(content.getParent());
        // What scrolls is in the scene only once it has been styled, and can take the focus only then.
        content.applyCss();
        command.requestFocus();
        command.end();
    }

    private void dialogKeys(Parent box) {
        box.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (RUN.match(event)) {
                event.consume();
                run();
            }
        });
    }

    @FXML
    private void initialize() {
        stackPlace
                .getChildren()
                .add(new StackBox(
                        model.selection(),
                        messages,
                        () -> List.copyOf(context.catalog().get().entries().keySet())));
        HBox.setHgrow(stackPlace.getChildren().getFirst(), Priority.ALWAYS);
        workspace.textProperty().bindBidirectional(model.workspaceProperty());
        browse.setOnAction(event -> chooseWorkspace());
        command.textProperty().bindBidirectional(model.commandProperty());
        problems();
        recent();
        project();
        extras();
        limits();
        scratch();
        output();
        outlook();
        commandLine();
        foot();
    }

    private void problems() {
        problems.put(Field.PROFILES, profilesProblem);
        problems.put(Field.WORKSPACE, workspaceProblem);
        problems.put(Field.COMMAND, commandProblem);
        problems.put(Field.EXTRAS, extrasProblem);
        problems.put(Field.LIMITS, limitsProblem);
        problems.values().forEach(label -> {
            label.setWrapText(true);
            label.setGraphic(Icons.of(Feather.ALERT_CIRCLE, "icon-danger"));
            say(label, "");
        });
    }

    private static void say(Label label, String words) {
        label.setText(words);
        label.setVisible(!words.isEmpty());
        label.setManaged(!words.isEmpty());
    }

    private void chooseWorkspace() {
        Optional<Path> from = model.draftProperty().get().map(draft -> OsPath.of(draft.workspace()));
        context.fileDialogs()
                .chooseFolder(messages.get("run.workspace"), from)
                .ifPresent(folder -> workspace.setText(context.engine().abbreviate(OsPath.text(folder))));
    }

    private void recent() {
        model.recent().addListener((ListChangeListener<String>) change -> fillRecent());
        fillRecent();
    }

    private void fillRecent() {
        List<MenuItem> items = new ArrayList<>();
        for (String line : model.recent()) {
            MenuItem item = new MenuItem(line.length() > 80 ? line.substring(0, 79) + "\u2026" : line);
            item.setMnemonicParsing(false);
            item.setOnAction(event -> command.setText(line));
            items.add(item);
        }
        if (items.isEmpty()) {
            MenuItem none = new MenuItem(messages.get("run.recent.none"));
            none.setDisable(true);
            items.add(none);
        }
        recent.getItems().setAll(items);
    }

    private void project() {
        model.detectionProperty().addListener((property, old, now) -> show(now));
        show(model.detectionProperty().get());
    }

    private void show(Optional<Detection> found) {
        List<DetectedProject> all = found.map(Detection::projects).orElse(List.of());
        boolean any = !all.isEmpty();
        projectLabel.setVisible(any);
        projectLabel.setManaged(any);
        projects.setVisible(any);
        projects.setManaged(any);
        projects.getChildren().clear();
        all.forEach(each -> projects.getChildren().add(project(each)));
    }

    private Node project(DetectedProject found) {
        Label name = new Label(found.label(), Icons.of(Feather.COFFEE));
        name.setGraphicTextGap(8);
        name.getStyleClass().add("strong");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(8, name, space);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().addAll("card-row", "card-head");
        List<String> missing = found.profiles().stream()
                .filter(profile -> context.catalog().get().entries().containsKey(profile))
                .filter(profile -> !model.selection().stack().contains(profile))
                .toList();
        if (!missing.isEmpty()) {
            String names = String.join(", ", missing);
            Hyperlink use = new Hyperlink(messages.get("run.project.use", names));
            use.setTooltip(new Tooltip(messages.get("run.project.use.hint", names)));
            use.setOnAction(event -> {
                model.useProfiles(missing);
                use.setDisable(true);
            });
            head.getChildren().add(use);
        }
        if (projects.getChildren().isEmpty()) {
            head.getChildren().add(caches());
        }
        VBox box = new VBox(head);
        found.test().ifPresent(line -> box.getChildren().add(command("run.project.test", Feather.CHECK_SQUARE, line)));
        found.build().ifPresent(line -> box.getChildren().add(command("run.project.build", Feather.BOX, line)));
        return box;
    }

    /** Once, for all projects of the workspace. */
    private CheckBox caches() {
        CheckBox caches = new CheckBox(messages.get("run.project.caches"));
        caches.setId("run-detect");
        caches.setMinWidth(Region.USE_PREF_SIZE);
        caches.setTooltip(new Tooltip(messages.get("run.project.caches.hint")));
        caches.selectedProperty().bindBidirectional(model.detectProperty());
        return caches;
    }

    private Node command(String key, Feather icon, String line) {
        Button use = new Button(messages.get(key), Icons.of(icon));
        use.setMinWidth(84);
        use.getStyleClass().add("small-button");
        use.setId(key.replace('.', '-'));
        use.setAccessibleText(messages.get(key) + ": " + line);
        use.setOnAction(event -> command.setText(line));
        Label words = new Label(line);
        words.getStyleClass().addAll("mono", "muted");
        HBox row = new HBox(12, use, words);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("command-row");
        return row;
    }

    private void extras() {
        model.extras().addListener((ListChangeListener<ExtraRow>) change -> {
            boolean shape = false;
            while (change.next()) {
                shape |= change.wasAdded() || change.wasRemoved();
            }
            if (shape) {
                fillExtras();
            }
        });
        fillExtras();
    }

    private void fillExtras() {
        List<Node> rows = new ArrayList<>();
        model.extras().forEach(row -> rows.add(extra(row)));
        Button add = new Button(messages.get("run.extras.add"), Icons.of(Feather.PLUS, "icon-accent"));
        add.setId("run-extras-add");
        add.getStyleClass().addAll("flat-link");
        add.setOnAction(event -> {
            model.addExtra(Extra.Kind.RO);
            Node last = extras.getChildren().get(extras.getChildren().size() - 2);
            last.lookup(".text-field").requestFocus();
        });
        HBox line = new HBox(add);
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("extra-row");
        rows.add(line);
        extras.getChildren().setAll(rows);
    }

    private Node extra(ExtraRow row) {
        ComboBox<Extra.Kind> kind = new ComboBox<>();
        kind.getItems().setAll(Extra.Kind.values());
        kind.valueProperty().bindBidirectional(row.kind);
        kind.setAccessibleText(messages.get("run.extras.kind"));
        kind.getStyleClass().addAll("kind-box", "mono");
        kind.setCellFactory(view -> new KindCell());
        kind.setButtonCell(new KindCell());
        TextField value = new TextField();
        value.textProperty().bindBidirectional(row.value);
        value.getStyleClass().addAll("mono", "bare");
        value.setAccessibleText(messages.get("run.extras.value"));
        value.promptTextProperty().bind(row.kind.map(now -> messages.get(prompt(now))));
        HBox.setHgrow(value, Priority.ALWAYS);
        Button remove = Buttons.flat(Feather.X, messages.get("run.extras.remove", row.value.get()));
        remove.setOnAction(event -> model.extras().remove(row));
        HBox line = new HBox(8, kind, value, remove);
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("extra-row");
        return line;
    }

    private static String prompt(Extra.Kind kind) {
        if (kind.isPath()) {
            return "run.extras.prompt.path";
        }
        return kind == Extra.Kind.ENV ? "run.extras.prompt.env" : "run.extras.prompt.capability";
    }

    private static final class KindCell extends ListCell<Extra.Kind> {
        @Override
        protected void updateItem(Extra.@Nullable Kind kind, boolean empty) {
            super.updateItem(kind, empty);
            setText(empty || kind == null ? null : kind.key());
        }
    }

    private void limits() {
        int column = 0;
        boolean all = model.limits().entrySet().stream()
                .skip(FIRST_LIMITS)
                .anyMatch(limit -> !limit.getValue().get().isEmpty());
        for (Map.Entry<String, StringProperty> limit : model.limits().entrySet()) {
            if (column < FIRST_LIMITS || all) {
                limit(limit.getKey(), limit.getValue(), column);
            }
            column++;
        }
        if (!all) {
            Hyperlink more = new Hyperlink(messages.get("run.limits.more"));
            more.setId("run-limits-more");
            more.getStyleClass().add("small-link");
            more.setOnAction(event -> {
                limits.getChildren().remove(more);
                int at = 0;
                for (Map.Entry<String, StringProperty> limit : model.limits().entrySet()) {
                    if (at >= FIRST_LIMITS) {
                        limit(limit.getKey(), limit.getValue(), at);
                    }
                    at++;
                }
                limits.lookup("#run-limit-nofile").requestFocus();
            });
            limits.add(more, 0, 2, FIRST_LIMITS, 1);
        }
    }

    private void limit(String name, StringProperty value, int place) {
        Label title = new Label(messages.get("run.limit." + name));
        title.getStyleClass().add("secondary");
        TextField field = new TextField();
        field.setId("run-limit-" + name);
        field.setPromptText(messages.get("run.limits.none"));
        field.setAccessibleText(messages.get("run.limit." + name));
        field.textProperty().bindBidirectional(value);
        field.setPrefWidth(108);
        title.setLabelFor(field);
        int row = place / FIRST_LIMITS * 2;
        limits.add(title, place % FIRST_LIMITS, row);
        limits.add(field, place % FIRST_LIMITS, row + 1);
        GridPane.setHgrow(field, Priority.ALWAYS);
    }

    private void scratch() {
        scratch.selectedProperty().bindBidirectional(model.scratchProperty());
        for (Node each : List.of(scratchLabel, scratchLine)) {
            each.visibleProperty().bind(model.scratchableProperty());
            each.managedProperty().bind(model.scratchableProperty());
        }
    }

    private void output() {
        inTerminal.setOnAction(event -> model.backgroundProperty().set(false));
        inBackground.setOnAction(event -> model.backgroundProperty().set(true));
        model.backgroundProperty().addListener((property, old, now) -> showOutput(now));
        showOutput(model.backgroundProperty().get());
    }

    private void showOutput(boolean away) {
        inTerminal.setSelected(!away);
        inBackground.setSelected(away);
        String hint = !away
                ? ""
                : desk.notifier().isPresent()
                        ? messages.get("run.output.notified")
                        : messages.get("run.output.unnotified", messages.get("run.notify.none"));
        outputHint.setText(hint);
        outputHint.setTooltip(hint.isEmpty() ? null : new Tooltip(hint));
    }

    private void outlook() {
        enable.setOnAction(event -> leaveFor("system", "limits"));
        table.setOnAction(event -> {
            context.selection().stack().setAll(model.selection().stack());
            model.draftProperty()
                    .get()
                    .ifPresent(draft -> context.selection().workspaceProperty().set(OsPath.of(draft.workspace())));
            leaveFor(
                    "profiles",
                    model.selection().stack().isEmpty()
                            ? ""
                            : model.selection().stack().getLast());
        });
        model.checkProperty().addListener((property, old, now) -> show(now));
        model.exposureProperty()
                .addListener((property, old, now) -> show(model.checkProperty().get()));
        show(model.checkProperty().get());
    }

    private void leaveFor(String view, String what) {
        close();
        context.navigator().open(view, what);
    }

    private void show(Check now) {
        Map<Field, String> wrong = now instanceof Check.Blocked blocked ? blocked.reasons() : Map.of();
        problems.forEach((field, label) -> say(label, wrong.getOrDefault(field, "")));
        start.setDisable(!(now instanceof Check.Ready));
        shortcut.setDisable(!(now instanceof Check.Ready));
        switch (now) {
            case Check.Working working -> ready(messages.get("run.working"), Feather.LOADER, "icon-faint");
            case Check.Ready ready -> ready(messages.get("run.ready"), Feather.CHECK_CIRCLE, "icon-success");
            case Check.Blocked blocked ->
                ready(blocked.first().lines().findFirst().orElse(""), Feather.ALERT_CIRCLE, "icon-danger");
        }
        Optional<RunOutlook> seen = switch (now) {
            case Check.Working working -> Optional.empty();
            case Check.Ready ready -> Optional.of(ready.outlook());
            case Check.Blocked blocked -> blocked.outlook();
        };
        if (seen.isPresent()) {
            show(seen.get());
        } else {
            unknown(messages.get(now instanceof Check.Working ? "run.touch.working" : "run.touch.unknown"));
        }
        command.setPromptText(model.ownCommand()
                .map(own -> messages.get("run.command.own", own))
                .orElse(messages.get("run.command.prompt")));
    }

    private void ready(String words, Feather icon, String style) {
        state.setText(words);
        state.setTooltip(new Tooltip(words));
        state.setGraphic(Icons.of(icon, style));
    }

    private void unknown(String words) {
        Label label = new Label(words);
        label.setWrapText(true);
        label.getStyleClass().add("secondary");
        outlook.getChildren().setAll(label);
        risksTitle.setText(messages.get("run.risks"));
        risks.getChildren().clear();
        risks.setVisible(false);
        showUnkept("");
    }

    private void show(RunOutlook seen) {
        outlook.getChildren()
                .setAll(
                        line(Feather.EYE, "run.touch.read", messages.get("run.touch.paths", seen.read()), "run-reads"),
                        line(Feather.EDIT_2, "run.touch.write", writes(seen), "run-writes"),
                        line(
                                Feather.PLAY,
                                "run.touch.execute",
                                messages.get("run.touch.paths", seen.execute()),
                                "run-executes"),
                        line(Feather.LIST, "run.touch.env", Integer.toString(seen.variables()), "run-variables"),
                        network(seen));
        List<Node> rows = new ArrayList<>();
        seen.risks().forEach(stake -> rows.add(risk(stake)));
        seen.unenforced().forEach(each -> rows.add(remark("run.unenforced", words(each))));
        seen.warnings().forEach(words -> rows.add(remark("run.warning", words)));
        risksTitle.setText(
                seen.risks().isEmpty()
                        ? messages.get("run.risks.none")
                        : messages.get("run.risks.count", seen.risky(), seen.read() + seen.variables()));
        risks.setVisible(!rows.isEmpty());
        risks.getChildren().setAll(rows);
        showUnkept(seen.unkept().isEmpty() ? "" : model.unkept(seen.unkept().getFirst()));
    }

    private void showUnkept(String words) {
        unkept.setText(words);
        unkept.setWrapText(true);
        unkept.setTooltip(words.isEmpty() ? null : new Tooltip(words));
        unkept.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
        unkeptLine.setVisible(!words.isEmpty());
        unkeptLine.setManaged(!words.isEmpty());
    }

    private String writes(RunOutlook seen) {
        String paths = messages.get("run.touch.paths", seen.write());
        Optional<Exposure> counted = model.exposureProperty().get();
        if (counted.isEmpty() || seen.write() == 0) {
            return paths;
        }
        return messages.get(
                counted.get().complete() ? "run.touch.files" : "run.touch.files.least",
                paths,
                "%,d".formatted(counted.get().files()));
    }

    private HBox line(Feather icon, String key, String value, String id) {
        Label name = new Label(messages.get(key), Icons.of(icon));
        name.setGraphicTextGap(8);
        name.setMinWidth(Region.USE_PREF_SIZE);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Label amount = new Label(value);
        amount.setId(id);
        amount.getStyleClass().add("strong");
        HBox line = new HBox(8, name, space, amount);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private Node network(RunOutlook seen) {
        Feather icon = seen.network() == Network.NONE ? Feather.SLASH : Feather.GLOBE;
        HBox line = line(
                icon,
                "run.touch.network",
                messages.get("run.network." + seen.network().key()),
                "run-network");
        Label words = (Label) line.getChildren().getLast();
        switch (seen.network()) {
            case NONE -> words.getStyleClass().add("good-text");
            case LOOPBACK -> words.getStyleClass().add("muted");
            case FULL -> words.getStyleClass().add("warn-text");
        }
        if (!seen.networkFrom().isEmpty()) {
            Label from = new Label(seen.networkFrom());
            from.getStyleClass().addAll("mono", "accent-text");
            from.setMinWidth(Region.USE_PREF_SIZE);
            line.getChildren().add(2, from);
        }
        Label what = new Label(
                seen.loopbackPorts().isEmpty()
                        ? messages.get("run.network." + seen.network().key() + ".what")
                        : messages.get("run.network.ports.what", seen.loopbackPorts()));
        what.setWrapText(true);
        what.getStyleClass().add("secondary");
        what.setStyle("-fx-padding: 0 0 0 22px;");
        return new VBox(2, line, what);
    }

    private Node risk(RunOutlook.Stake stake) {
        String places = String.join(", ", stake.what());
        Label what = new Label(places);
        what.getStyleClass().add("mono");
        what.setTooltip(new Tooltip(String.join("\n", stake.what())));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Node badge = badges.risk(stake.risk(), stake.writesAndRuns());
        ((Region) badge).setMinWidth(Region.USE_PREF_SIZE);
        HBox first = new HBox(8, what, space, badge);
        first.setAlignment(Pos.CENTER_LEFT);
        return twoLines(first, messages.say(stake.why()));
    }

    private String words(RunOutlook.Unenforced each) {
        String reason = messages.say(each.reason());
        return each.what().isEmpty() ? reason : messages.say(each.what()) + ": " + reason;
    }

    private Node remark(String key, String words) {
        Label title = new Label(messages.get(key), Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
        title.getStyleClass().add("medium");
        return twoLines(title, words);
    }

    private static Node twoLines(Node first, String words) {
        Label second = new Label(words);
        second.getStyleClass().add("secondary");
        second.setWrapText(true);
        VBox row = new VBox(2, first, second);
        row.getStyleClass().add("risk-row");
        return row;
    }

    private void commandLine() {
        copy.setOnAction(event -> {
            model.draftProperty()
                    .get()
                    .ifPresent(draft -> Clip.put(
                            CommandLineText.oneLine(draft, context.engine().home())));
            copy.setText(messages.get("run.copied"));
        });
        model.draftProperty().addListener((property, old, now) -> show(now, copy));
        show(model.draftProperty().get(), copy);
    }

    private void show(Optional<RunDraft> draft, Button copier) {
        copier.setText(messages.get("run.copy"));
        copier.setDisable(draft.isEmpty());
        String home = context.engine().home();
        commandLine
                .getChildren()
                .setAll(draft.map(now -> CommandLineText.pieces(now, home, LINE)).orElse(List.of()).stream()
                        .map(RunController::text)
                        .toList());
        commandLine.setAccessibleText(
                draft.map(now -> CommandLineText.oneLine(now, home)).orElse(""));
    }

    private static Text text(CommandLineText.Piece piece) {
        Text text = new Text(piece.text());
        text.getStyleClass().addAll("code-text", "part-" + piece.part().name().toLowerCase(java.util.Locale.ROOT));
        return text;
    }

    private void foot() {
        shortcut.setTooltip(new Tooltip(messages.get("run.shortcut.hint")));
        shortcut.setOnAction(event -> model.draftProperty()
                .get()
                .ifPresent(draft ->
                        Shortcuts.make(draft, context, words -> ready(words, Feather.BOOKMARK, "icon-accent"))));
        save.disableProperty().bind(model.draftProperty().map(Optional::isEmpty));
        model.draftProperty().addListener((property, old, now) -> save.setText(messages.get("run.save")));
        save.setTooltip(new Tooltip(messages.get("run.save.hint")));
        save.setOnAction(event -> model.draftProperty()
                .get()
                .ifPresent(draft -> context.installReview()
                        .create(draft::profile, made -> save.setText(messages.get("run.save.done", made)))));
        start.setOnAction(event -> run());
        cancel.setOnAction(event -> close());
    }

    private void run() {
        Optional<RunDraft> draft = model.draftProperty().get();
        if (model.checkProperty().get() instanceof Check.Ready && draft.isPresent()) {
            boolean away = model.backgroundProperty().get();
            close();
            desk.start(draft.get(), away);
        }
    }

    private void close() {
        if (shown != null) {
            shown.close();
        }
    }
}
