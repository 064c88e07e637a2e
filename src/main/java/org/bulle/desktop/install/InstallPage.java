package org.bulle.desktop.install;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.editor.Gutter;
import org.bulle.desktop.install.InstallViewModel.Detail;
import org.bulle.desktop.install.InstallViewModel.Review;
import org.bulle.desktop.install.InstallViewModel.Row;
import org.bulle.desktop.install.InstallViewModel.Stage;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.TextDiffView;
import org.bulle.desktop.shared.TomlText;
import org.bulle.engine.check.TextDiff;
import org.bulle.engine.profile.InstallPlan.Item;
import org.bulle.engine.profile.InstallPlan.Status;
import org.bulle.engine.profile.Problem;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.kordamp.ikonli.feather.Feather;

/** The review of profiles from elsewhere: files on the left, what the chosen one makes wider and its text on the right, the verb at the bottom. */
public final class InstallPage extends BorderPane {
    private static final int SHOWN_PROFILES = 3;
    private final DesktopContext context;
    private final Messages messages;
    private final Badges badges;
    private final InstallViewModel model;
    private final Runnable close;
    private final Label origin = new Label();
    private final HBox counts = new HBox(8);
    private final Label listTitle = new Label();
    private final Label listCount = new Label();
    private final ListView<Item> files = new ListView<>();
    private final StackPane right = new StackPane();
    private final Label left = new Label();
    private final Button install = new Button();
    private final Label command = new Label();
    private final TableView<Row> table = new TableView<>();
    private final ToggleButton wider;
    private final ToggleButton all;
    private boolean showsAll;

    public InstallPage(DesktopContext context, InstallViewModel model, Runnable close) {
        this.context = context;
        this.messages = context.messages();
        this.badges = new Badges(messages);
        this.model = model;
        this.close = close;
        setId("install-review");
        getStyleClass().add("panel");
        wider = new ToggleButton();
        all = new ToggleButton();
        segments();
        columns();
        setTop(head());
        setLeft(list());
        setCenter(right);
        setBottom(foot());
        model.reviewProperty().addListener((property, old, now) -> follow());
        model.detailProperty().addListener((property, old, now) -> showDetail(now));
        model.stageProperty().addListener((property, old, now) -> follow());
        model.failureProperty().addListener((property, old, now) -> showFailure(now));
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE && !context.overlay().isOpen()) {
                event.consume();
                leave();
            }
        });
        waiting();
        follow();
    }

    private void leave() {
        model.cancel();
        close.run();
    }

    private Node head() {
        Button back = Buttons.flat(Feather.ARROW_LEFT, messages.get("install.back"));
        back.setId("install-back");
        back.setOnAction(event -> leave());
        Label title = new Label(messages.get("install.title"));
        title.getStyleClass().add("page-title");
        origin.setId("install-origin");
        origin.getStyleClass().add("secondary");
        origin.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        VBox words = new VBox(2, title, origin);
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(words, Priority.ALWAYS);
        counts.setAlignment(Pos.CENTER_RIGHT);
        counts.setMinWidth(USE_PREF_SIZE);
        HBox head = new HBox(12, back, words, counts);
        head.getStyleClass().add("install-head");
        return head;
    }

    private Node list() {
        listTitle.getStyleClass().add("strong");
        listCount.getStyleClass().add("secondary");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(8, listTitle, space, listCount);
        head.getStyleClass().add("pane-head");
        files.setId("install-files");
        files.setAccessibleText(messages.get("install.files.name"));
        files.setFixedCellSize(52);
        files.setCellFactory(view -> new FileCell());
        files.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> {
            if (now != null) {
                model.selectedProperty().set(Optional.of(now.name()));
            }
        });
        model.selectedProperty().addListener((property, old, now) -> now.ifPresent(this::select));
        VBox.setVgrow(files, Priority.ALWAYS);
        Label note = new Label(messages.get("install.note"), Icons.of(Feather.INFO, "icon-accent"));
        note.setWrapText(true);
        note.getStyleClass().addAll("note", "secondary");
        VBox.setMargin(note, new javafx.geometry.Insets(12));
        note.setMinHeight(USE_PREF_SIZE);
        VBox side = new VBox(head, files, note);
        side.getStyleClass().add("install-list");
        return side;
    }

    private void select(String name) {
        for (Item item : files.getItems()) {
            if (item.name().equals(name)) {
                files.getSelectionModel().select(item);
                return;
            }
        }
    }

    private Node foot() {
        command.getStyleClass().addAll("mono", "muted");
        command.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        command.setMinWidth(0);
        Button copy = Buttons.flat(Feather.COPY, messages.get("install.copy"));
        copy.setOnAction(event -> Clip.put(command.getText()));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        left.setId("install-left");
        left.getStyleClass().add("secondary");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        cancel.setId("install-cancel");
        cancel.setMinWidth(USE_PREF_SIZE);
        cancel.setOnAction(event -> leave());
        install.setId("install-confirm");
        install.getStyleClass().add("accent");
        install.setMinWidth(USE_PREF_SIZE);
        install.setOnAction(event -> model.install(close));
        HBox foot = new HBox(12, command, copy, space, left, cancel, install);
        foot.getStyleClass().add("install-foot");
        return foot;
    }

    private void segments() {
        ToggleGroup group = new ToggleGroup();
        wider.setText(messages.get("install.wider.only"));
        wider.setId("install-wider");
        all.setId("install-all");
        for (ToggleButton button : List.of(wider, all)) {
            button.setToggleGroup(group);
            button.getStyleClass().add("segment");
        }
        wider.getStyleClass().add("first");
        all.getStyleClass().add("last");
        wider.setSelected(true);
        wider.setOnAction(event -> showRows(false));
        all.setOnAction(event -> showRows(true));
    }

    private void showRows(boolean everything) {
        showsAll = everything;
        wider.setSelected(!everything);
        all.setSelected(everything);
        model.detailProperty()
                .get()
                .ifPresent(detail -> table.getItems().setAll(everything ? detail.all() : detail.wider()));
    }

    private void waiting() {
        ProgressIndicator busy = new ProgressIndicator();
        busy.setMaxSize(28, 28);
        VBox box = new VBox(12, busy, new Label(messages.get("install.reading")));
        box.getStyleClass().add("empty-state");
        right.getChildren().setAll(box);
    }

    private void showFailure(Optional<Failure> failure) {
        failure.ifPresent(why -> {
            Label words = new Label(why.message());
            words.setId("install-failure");
            words.setWrapText(true);
            if (model.reviewProperty().get().isPresent()) {
                context.overlay()
                        .confirm(messages.get("install.failed"), why.message(), messages.get("install.back"), close);
                return;
            }
            VBox box = new VBox(
                    12,
                    Icons.of(Feather.ALERT_CIRCLE, "icon-danger"),
                    words,
                    new Label(messages.get("install.nothing")));
            box.getStyleClass().add("empty-state");
            right.getChildren().setAll(box);
        });
    }

    private void follow() {
        Optional<Review> now = model.reviewProperty().get();
        boolean open = model.stageProperty().get() == Stage.OPEN;
        install.setDisable(!open || now.filter(Review::isReady).isEmpty());
        if (now.isEmpty()) {
            install.setText(messages.get("install.verb", 0));
            left.setText("");
            return;
        }
        Review review = now.get();
        String source = review.plan().source().text();
        String into = context.engine()
                .abbreviate(org.bulle.engine.profile.OsPath.text(
                        review.plan().before().profilesDirectory()));
        origin.setText(review.plan()
                .commit()
                .map(commit -> messages.get(
                        "install.origin.commit",
                        context.engine().abbreviate(source),
                        commit.substring(0, Math.min(7, commit.length())),
                        into))
                .orElseGet(() ->
                        messages.get("install.origin.plain", context.engine().abbreviate(source), into)));
        origin.setTooltip(new Tooltip(source));
        boolean force = review.chosen().stream().anyMatch(item -> item.status() != Status.NEW);
        command.setText("bulle profiles install " + (force ? "--force " : "") + ShellText.quote(source));
        counts.getChildren().clear();
        for (Status status : Status.values()) {
            long many = review.count(status);
            if (many > 0) {
                counts.getChildren().add(badge(status, messages.get("install.count." + key(status), many)));
            }
        }
        listTitle.setText(messages.get("install.files.count", review.items().size()));
        int chosen = review.chosen().size();
        int unread = review.unread().size();
        listCount.setText(messages.get("install.reviewed", chosen - unread, chosen));
        Optional<String> selected = model.selectedProperty().get();
        files.getItems().setAll(review.items());
        selected.ifPresent(this::select);
        install.setText(messages.get("install.verb", chosen));
        left.setText(leftWords(review));
        if (review.items().isEmpty()) {
            VBox box = new VBox(12, Icons.of(Feather.INBOX), new Label(messages.get("install.empty")));
            box.getStyleClass().add("empty-state");
            right.getChildren().setAll(box);
        }
    }

    private String leftWords(Review review) {
        if (review.chosen().isEmpty()) {
            return messages.get("install.left.nothing");
        }
        List<Item> unread = review.unread();
        return unread.isEmpty()
                ? messages.get("install.left.none")
                : messages.get(
                        "install.left.files", unread.size(), unread.getFirst().name() + ".toml");
    }

    private static String key(Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Label badge(Status status, String words) {
        Label badge = switch (status) {
            case NEW -> Badges.word(words, Feather.PLUS, "badge-success");
            case REPLACES -> Badges.word(words, Feather.REPEAT, "badge-accent");
            case SHADOWS_BUILT_IN, MERGES_OVER_CONFIGURATION -> Badges.word(words, Feather.LAYERS, "badge-notice");
            case UNCHANGED -> Badges.word(words, Feather.CHECK);
            case BROKEN -> Badges.word(words, Feather.X_CIRCLE, "badge-credential");
        };
        badge.setMinWidth(USE_PREF_SIZE);
        return badge;
    }

    private void showDetail(Optional<Detail> now) {
        if (now.isEmpty()) {
            return;
        }
        Detail detail = now.get();
        Review review = model.reviewProperty().get().orElseThrow();
        VBox page = new VBox();
        page.getChildren().add(fileHead(detail, review));
        Item item = detail.item();
        if (item.isBroken()) {
            page.getChildren().add(problems(item));
        } else {
            all.setText(messages.get("install.wider.all", detail.all().size()));
            showRows(showsAll);
            Label title = new Label(messages.get("install.wider.title"));
            title.getStyleClass().add("strong");
            long reached = detail.wider().stream()
                    .flatMap(row -> row.profiles().stream())
                    .distinct()
                    .count();
            Label words =
                    new Label(messages.get("install.wider.words", detail.wider().size(), reached));
            words.setId("install-wider-words");
            words.getStyleClass().add("secondary");
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            HBox bar = new HBox(12, title, words, space, new HBox(wider, all));
            bar.getStyleClass().add("install-bar");
            Label none = new Label(messages.get("install.wider.none"));
            none.getStyleClass().add("secondary");
            table.setPlaceholder(none);
            double rows = Math.clamp(detail.wider().size(), 2, 6);
            table.setPrefHeight(28 + rows * 32 + 2);
            table.setMinHeight(28 + 2 * 32);
            page.getChildren().addAll(bar, table);
        }
        Node text = text(detail);
        VBox.setVgrow(text, Priority.ALWAYS);
        page.getChildren().add(text);
        if (!item.isBroken() && item.status() != Status.UNCHANGED) {
            page.getChildren().add(readLine(detail, review));
        }
        right.getChildren().setAll(page);
    }

    private Node fileHead(Detail detail, Review review) {
        Item item = detail.item();
        Label name = new Label(item.name() + ".toml");
        name.setId("install-file-name");
        name.getStyleClass().addAll("mono", "install-name");
        HBox title = new HBox(8, name, badge(item.status(), messages.get("install.status." + key(item.status()))));
        if (item.changedHere()) {
            title.getChildren().add(Badges.word(messages.get("install.changed-here"), Feather.EDIT_2, "badge-notice"));
        }
        title.setAlignment(Pos.CENTER_LEFT);
        Label words = new Label(messages.get("install.explain." + key(item.status()), item.name()));
        words.setWrapText(true);
        words.getStyleClass().add("secondary");
        VBox left = new VBox(4, title, words);
        HBox.setHgrow(left, Priority.ALWAYS);
        HBox head = new HBox(8, left);
        head.getStyleClass().add("install-file-head");
        if (!item.isBroken()) {
            Button rename = new Button(messages.get("install.rename"), Icons.of(Feather.EDIT_2));
            rename.setId("install-rename");
            rename.setOnAction(event -> rename(item));
            boolean out = review.leftOut().contains(item.name());
            Button leave = new Button(
                    messages.get(out ? "install.take-in" : "install.leave-out"),
                    Icons.of(out ? Feather.PLUS_CIRCLE : Feather.MINUS_CIRCLE));
            leave.setId("install-leave-out");
            leave.setOnAction(event -> model.leaveOut(item.name(), !out));
            rename.setMinWidth(USE_PREF_SIZE);
            leave.setMinWidth(USE_PREF_SIZE);
            head.getChildren().addAll(rename, leave);
        }
        return head;
    }

    private void rename(Item item) {
        TextField name = new TextField("my-" + item.name());
        name.setId("install-rename-name");
        name.setAccessibleText(messages.get("install.rename.name"));
        Label refusal = new Label();
        refusal.setWrapText(true);
        refusal.getStyleClass().add("secondary");
        VBox body = new VBox(name, refusal);
        body.getStyleClass().add("dialog-body");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        Button go = new Button(messages.get("install.rename.verb"));
        go.getStyleClass().add("accent");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(space, cancel, go);
        foot.getStyleClass().add("dialog-foot");
        Overlay.Shown shown = context.overlay().dialog(messages.get("install.rename.title"), body, foot, 460, 0);
        cancel.setOnAction(event -> shown.close());
        go.setOnAction(
                event -> model.rename(item.name(), name.getText()).ifPresentOrElse(refusal::setText, shown::close));
        name.setOnAction(event -> go.fire());
        name.requestFocus();
    }

    private Node problems(Item item) {
        VBox list = new VBox(6);
        list.getStyleClass().addAll("note", "danger");
        list.setFillWidth(true);
        for (Problem problem : item.problems()) {
            Label words = new Label(
                    (problem.line() > 0 ? problem.line() + ":" + problem.column() + "  " : "") + problem.message(),
                    Icons.of(Feather.ALERT_CIRCLE, "icon-danger"));
            words.setWrapText(true);
            list.getChildren().add(words);
        }
        VBox.setMargin(list, new javafx.geometry.Insets(0, 16, 12, 16));
        return list;
    }

    private Node text(Detail detail) {
        Item item = detail.item();
        Label title = new Label(messages.get("install.text.title"));
        title.getStyleClass().add("strong");
        long lines = item.text().lines().count();
        int bytes = item.text().getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        Label words = new Label(messages.get("install.text.words", lines, bytes));
        words.getStyleClass().add("secondary");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox bar = new HBox(12, title, words, space);
        bar.getStyleClass().add("install-bar");
        StackPane place = new StackPane(raw(detail));
        VBox.setVgrow(place, Priority.ALWAYS);
        detail.compared().ifPresent(other -> {
            ToggleButton compare = new ToggleButton(
                    messages.get(item.current().isPresent() ? "install.compare.yours" : "install.compare.built-in"),
                    Icons.of(Feather.COLUMNS));
            compare.setId("install-compare");
            compare.setOnAction(
                    event -> place.getChildren().setAll(compare.isSelected() ? difference(other, item) : raw(detail)));
            bar.getChildren().add(compare);
        });
        VBox box = new VBox(bar, place);
        box.setMinHeight(120);
        return box;
    }

    private Node difference(String before, Item item) {
        TextDiffView diff = new TextDiffView(messages);
        diff.tomlProperty().set(true);
        diff.wholeProperty().set(true);
        diff.describe(item.name() + ".toml", "");
        StackPane place = new StackPane(diff);
        context.tasks()
                .run(
                        () -> TextDiff.between(before, item.text()),
                        diff::show,
                        failure -> place.getChildren().setAll(new Label(failure.message())));
        return place;
    }

    /** The text as it is, the lines that make rights wider marked. */
    private Node raw(Detail detail) {
        CodeArea area = new CodeArea();
        area.setId("install-text");
        area.setEditable(false);
        area.getStyleClass().add("code-area");
        area.setAccessibleText(messages.get("install.text.title"));
        String text = detail.item().text();
        area.replaceText(text);
        area.moveTo(0);
        area.showParagraphAtTop(0);
        Set<Integer> lines = detail.lines();
        for (int line : lines) {
            if (line <= area.getParagraphs().size()) {
                area.setParagraphStyle(line - 1, List.of("widens"));
            }
        }
        context.tasks().run(() -> TomlText.styles(text), styles -> area.setStyleSpans(0, styles), failure -> {});
        return Gutter.beside(new Gutter(area), new VirtualizedScrollPane<>(area));
    }

    private Node readLine(Detail detail, Review review) {
        String name = detail.item().name();
        CheckBox read = new CheckBox(messages.get("install.read", detail.wider().size(), name + ".toml"));
        read.setId("install-read");
        read.setSelected(review.read().contains(name));
        read.setDisable(review.leftOut().contains(name));
        read.setOnAction(event -> model.markRead(name, read.isSelected()));
        Label next = new Label(messages.get("install.read.next"));
        next.getStyleClass().add("secondary");
        HBox line = new HBox(8, read, next);
        line.getStyleClass().add("install-read-line");
        return line;
    }

    private void columns() {
        table.setId("install-table");
        table.setAccessibleText(messages.get("install.wider.title"));
        table.setFixedCellSize(32);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        TableColumn<Row, Row> right = column("install.column.right", 96);
        right.setCellFactory(column -> new GraphicCell(this::rightOf, row -> rightWords(row)));
        TableColumn<Row, Row> name = column("install.column.name", 340);
        name.setCellFactory(column -> new GraphicCell(this::nameOf, Row::name));
        TableColumn<Row, Row> who = column("install.column.who", 280);
        who.setCellFactory(column -> new GraphicCell(this::whoOf, row -> String.join(", ", row.profiles())));
        TableColumn<Row, Row> risk = column("install.column.risk", 150);
        risk.setCellFactory(column -> new GraphicCell(
                row -> badges.risk(
                        row.risk(),
                        row.access()
                                .filter(list -> list.writes() && list.executes())
                                .isPresent()),
                row -> row.why().isEmpty() ? badges.riskWord(row.risk()) : messages.say(row.why())));
        table.getColumns().setAll(List.of(right, name, who, risk));
    }

    private TableColumn<Row, Row> column(String key, double width) {
        TableColumn<Row, Row> column = new TableColumn<>(messages.get(key));
        column.setPrefWidth(width);
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new javafx.beans.property.SimpleObjectProperty<>(row.getValue()));
        return column;
    }

    private Node rightOf(Row row) {
        return row.access()
                .<Node>map(badges::rights)
                .orElseGet(() -> Badges.word(messages.get("install.kind." + row.kind())));
    }

    private String rightWords(Row row) {
        return row.access().map(badges::words).orElseGet(() -> messages.get("install.kind." + row.kind()));
    }

    private Node nameOf(Row row) {
        Label name = new Label(row.name());
        name.getStyleClass().add("mono");
        name.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        Label was = new Label(row.before()
                .map(then -> messages.get("shared.effect.path.was", badges.words(then)))
                .orElse(""));
        was.getStyleClass().add("secondary");
        was.setMinWidth(USE_PREF_SIZE);
        HBox line = new HBox(8, name, was);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private Node whoOf(Row row) {
        HBox line = new HBox(4);
        line.setAlignment(Pos.CENTER_LEFT);
        row.profiles().stream().limit(SHOWN_PROFILES).forEach(name -> {
            Label badge = Badges.word(name);
            badge.setMinWidth(USE_PREF_SIZE);
            line.getChildren().add(badge);
        });
        if (row.profiles().size() > SHOWN_PROFILES) {
            Label more = new Label("+" + (row.profiles().size() - SHOWN_PROFILES));
            more.getStyleClass().add("link-text");
            line.getChildren().add(more);
        }
        return line;
    }

    private static final class GraphicCell extends TableCell<Row, Row> {
        private final java.util.function.Function<Row, Node> graphic;
        private final java.util.function.Function<Row, String> words;

        GraphicCell(java.util.function.Function<Row, Node> graphic, java.util.function.Function<Row, String> words) {
            this.graphic = graphic;
            this.words = words;
        }

        @Override
        protected void updateItem(Row row, boolean empty) {
            super.updateItem(row, empty);
            if (empty || row == null) {
                setGraphic(null);
                setTooltip(null);
                setAccessibleText("");
                return;
            }
            setGraphic(graphic.apply(row));
            setAccessibleText(words.apply(row));
            setTooltip(words.apply(row).isEmpty() ? null : new Tooltip(words.apply(row)));
        }
    }

    private final class FileCell extends ListCell<Item> {
        @Override
        protected void updateItem(Item item, boolean empty) {
            super.updateItem(item, empty);
            if (empty || item == null) {
                setGraphic(null);
                setAccessibleText("");
                return;
            }
            Review review = model.reviewProperty().get().orElseThrow();
            Label name = new Label(item.name() + ".toml");
            name.getStyleClass().add("mono");
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            HBox first = new HBox(
                    8, name, space, badge(item.status(), messages.get("install.status." + key(item.status()))));
            first.setAlignment(Pos.CENTER_LEFT);
            Label words = new Label(words(item));
            words.getStyleClass().add("secondary");
            Region gap = new Region();
            HBox.setHgrow(gap, Priority.ALWAYS);
            Label state = state(item, review);
            state.setMinWidth(USE_PREF_SIZE);
            HBox second = new HBox(8, words, gap, state);
            second.setAlignment(Pos.CENTER_LEFT);
            VBox lines = new VBox(3, first, second);
            lines.setAlignment(Pos.CENTER_LEFT);
            setGraphic(lines);
            setAccessibleText(item.name() + ", " + messages.get("install.status." + key(item.status())) + ", "
                    + words.getText() + ", " + state.getText());
        }

        private String words(Item item) {
            return item.isBroken()
                    ? item.problems().getFirst().message()
                    : item.profile()
                            .flatMap(profile -> profile.title().or(profile::description))
                            .map(org.bulle.engine.profile.Located::value)
                            .orElse("");
        }

        private Label state(Item item, Review review) {
            String state = item.isBroken() || review.leftOut().contains(item.name())
                    ? "left-out"
                    : item.status() == Status.UNCHANGED
                            ? "unchanged"
                            : review.read().contains(item.name()) ? "reviewed" : "to-review";
            Feather icon = switch (state) {
                case "left-out" -> Feather.MINUS;
                case "reviewed", "unchanged" -> Feather.CHECK;
                default -> Feather.EYE;
            };
            Label label = new Label(messages.get("install.state." + state), Icons.of(icon));
            label.getStyleClass().addAll("small", "muted");
            return label;
        }
    }
}
