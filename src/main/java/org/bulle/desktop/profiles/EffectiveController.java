package org.bulle.desktop.profiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextAlignment;
import org.bulle.desktop.editor.EditorPane;
import org.bulle.desktop.shared.AcrossRow;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Columns;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Gradually;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Refill;
import org.bulle.desktop.shared.Steady;
import org.bulle.desktop.shared.Styles;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.policy.AccessRight;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Binds the Effective tab. */
public final class EffectiveController {
    private static final int PROBLEMS_SHOWN = 12;
    private static final double STALE = 0.55;
    /** Longer names are cut where there is no room. */
    private static final int SHORT_NAME = 16;

    private static final double LEAST_WORDS = 70;
    private final EffectiveViewModel model;
    private final DesktopContext context;
    private final Messages messages;
    private final EffectiveCells cells;
    private final Consumer<Optional<EffectiveRow.Entry>> inspected;
    private String profile = "";
    private Optional<OwnEntriesBar> editing = Optional.empty();
    private Optional<Object> inspectedRow = Optional.empty();

    @FXML
    private TextField filter;

    @FXML
    private HBox rights;

    @FXML
    private CheckBox onlyOwn;

    @FXML
    private Label summary;

    @FXML
    private HBox busy;

    @FXML
    private Button cancel;

    @FXML
    private HBox aside;

    @FXML
    private Label asideText;

    @FXML
    private Button asideUse;

    @FXML
    private Button asideAdd;

    @FXML
    private TableView<EffectiveRow> table;

    @FXML
    private VBox own;

    @FXML
    private Button ownAdd;

    @FXML
    private TableColumn<EffectiveRow, EffectiveRow> right;

    @FXML
    private TableColumn<EffectiveRow, EffectiveRow> name;

    @FXML
    private TableColumn<EffectiveRow, EffectiveRow> declared;

    @FXML
    private TableColumn<EffectiveRow, EffectiveRow> from;

    @FXML
    private TableColumn<EffectiveRow, EffectiveRow> state;

    @FXML
    private TableColumn<EffectiveRow, EffectiveRow> risk;

    @FXML
    private TableColumn<EffectiveRow, EffectiveRow> platform;

    @FXML
    private VBox failure;

    @FXML
    private Button columns;

    @FXML
    private MenuButton seenBy;

    /**
     * @param openAt opens the text of a profile at a line
     * @param inspected told which row the inspector is to show
     */
    public EffectiveController(
            EffectiveViewModel model,
            DesktopContext context,
            Consumer<EffectiveRow.Step> openAt,
            Consumer<Optional<EffectiveRow.Entry>> inspected) {
        this.model = model;
        this.context = context;
        this.inspected = inspected;
        messages = context.messages();
        cells = new EffectiveCells(messages, openAt);
    }

    @FXML
    private void initialize() {
        filter.textProperty().bindBidirectional(model.filterProperty());
        onlyOwn.selectedProperty().bindBidirectional(model.onlyOwnProperty());
        rightSegments();
        // What is chosen must not be missing for a frame.
        table.setItems(Gradually.of(table, model.rows(), () -> inspectedRow.isEmpty()));
        table.setPlaceholder(placeholder());
        bindProgress();
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setRowFactory(view -> new Row());
        EffectiveLooks looks = new EffectiveLooks(cells);
        column(right, looks::right);
        column(name, looks::name);
        column(declared, looks::declared);
        column(from, looks::from);
        column(state, looks::state);
        column(risk, looks::risk);
        column(platform, () -> looks.plain(() -> model.seenByProperty().get().key()));
        table.setSortPolicy(view -> {
            sort();
            return true;
        });
        Columns.follow(table, context.appearance().fontSizeProperty());
        table.getSortOrder().add(name);
        table.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> chosen(now));
        Steady.keep(
                table, EffectiveRow::identity, () -> model.resolvingProperty().get());
        // After the table's own listener, which takes the selection away.
        table.getItems().addListener((ListChangeListener<EffectiveRow>)
                change -> javafx.application.Platform.runLater(this::chooseAgain));
        table.setOnKeyPressed(event -> {
            EffectiveRow row = table.getSelectionModel().getSelectedItem();
            if (row != null && (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.SPACE)) {
                toggle(row);
            }
        });
        summary.textProperty().bind(model.countProperty().map(count -> "").flatMap(ignored -> summaryWords()));
        model.failureProperty().addListener((property, old, now) -> showFailure(now));
        Tips.on(summary, summary::getText);
        Tips.on(onlyOwn, onlyOwn::getText);
        columns.setOnAction(event -> chooseColumns());
        systems();
        asideUse.setOnAction(event -> context.selection().stack().setAll(profile));
        asideAdd.setOnAction(event -> context.selection().add(profile));
    }

    /** Lets the own entries of the open profile be edited here. */
    OwnEntriesBar edits(EditorPane editor) {
        OwnEntriesBar bar = new OwnEntriesBar(context, editor, () -> profile, table);
        own.getChildren().setAll(bar);
        ownAdd.setOnAction(event -> bar.add());
        editing = Optional.of(bar);
        return bar;
    }

    private void chosen(@Nullable EffectiveRow row) {
        if (!model.isChanging()) {
            Optional<EffectiveRow.Entry> entry =
                    row instanceof EffectiveRow.Entry made ? Optional.of(made) : Optional.empty();
            inspectedRow = entry.map(EffectiveRow::identity);
            inspected.accept(entry);
        }
    }

    /** A row that was worked out anew is another item: it stays the chosen one. */
    private void chooseAgain() {
        if (inspectedRow.isEmpty()) {
            return;
        }
        for (int i = 0; i < table.getItems().size(); i++) {
            EffectiveRow row = table.getItems().get(i);
            if (row.identity().equals(inspectedRow.get())) {
                if (table.getSelectionModel().getSelectedItem() != row) {
                    table.getSelectionModel().clearAndSelect(i);
                }
                return;
            }
        }
        table.getSelectionModel().clearSelection();
        chosen(null);
    }

    private Node placeholder() {
        Label words = new Label();
        words.getStyleClass().add("secondary");
        words.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> messages.get(
                                model.resolvingProperty().get()
                                        ? "profiles.effective.resolving"
                                        : model.cancelledProperty().get()
                                                ? "profiles.effective.cancelled"
                                                : "profiles.effective.nothing"),
                        model.resolvingProperty(),
                        model.cancelledProperty()));
        Button again = new Button(messages.get("profiles.effective.again"), Icons.of(Feather.REFRESH_CW));
        again.setId("effective-again");
        again.setOnAction(event -> model.again());
        again.visibleProperty().bind(model.cancelledProperty());
        again.managedProperty().bind(again.visibleProperty());
        VBox box = new VBox(10, words, again);
        box.setAlignment(Pos.CENTER);
        return box;
    }

    /** Rows of what was asked before stay, dimmed, until the answer is there: nothing jumps. */
    private void bindProgress() {
        busy.visibleProperty().bind(model.resolvingProperty());
        summary.visibleProperty()
                .bind(model.resolvingProperty()
                        .not()
                        .and(Bindings.createBooleanBinding(
                                () -> model.failureProperty().get().isEmpty(), model.failureProperty())));
        cancel.setOnAction(event -> model.cancel());
        // Not by a style class: that would style every cell anew.
        table.opacityProperty().bind(model.resolvingProperty().map(now -> now ? STALE : 1.0));
    }

    private javafx.beans.value.ObservableValue<String> summaryWords() {
        return Bindings.createStringBinding(
                () -> messages.get(
                        "profiles.effective.summary",
                        model.countProperty().get(),
                        model.skippedProperty().get()),
                model.countProperty(),
                model.skippedProperty());
    }

    /** The table belongs to {@code name}; {@code alone} when it is not in the header's stack and is shown by itself. */
    void shows(String shown, boolean alone) {
        profile = shown;
        onlyOwn.setText(messages.get("profiles.effective.only", shown));
        onlyOwn.setMinWidth(shown.length() <= SHORT_NAME ? Region.USE_PREF_SIZE : LEAST_WORDS);
        aside.setVisible(alone);
        aside.setManaged(alone);
        asideText.setText(messages.get(
                "profiles.aside.text",
                shown,
                String.join(" \u203a ", context.selection().stack())));
    }

    /** Puts the cursor into the quick filter. */
    void focusFilter() {
        filter.requestFocus();
    }

    void clearSelection() {
        table.getSelectionModel().clearSelection();
    }

    private void rightSegments() {
        List<ToggleButton> made = new ArrayList<>();
        made.add(
                segment(messages.get("profiles.right.any"), messages.get("profiles.right.any.name"), Optional.empty()));
        made.add(segment("R", messages.get("profiles.right.read.name"), Optional.of(AccessRight.READ)));
        made.add(segment("W", messages.get("profiles.right.write.name"), Optional.of(AccessRight.WRITE)));
        made.add(segment("X", messages.get("profiles.right.execute.name"), Optional.of(AccessRight.EXECUTE)));
        made.getFirst().getStyleClass().add("first");
        made.getLast().getStyleClass().add("last");
        rights.getChildren().setAll(made);
    }

    private ToggleButton segment(String word, String accessible, Optional<AccessRight> wanted) {
        ToggleButton button = Buttons.named(new ToggleButton(word), accessible);
        button.getStyleClass().add("segment");
        button.setSelected(model.rightProperty().get().equals(wanted));
        button.setOnAction(event -> {
            model.rightProperty().set(wanted);
            button.setSelected(true);
        });
        model.rightProperty().addListener((property, old, now) -> button.setSelected(now.equals(wanted)));
        return button;
    }

    private void column(TableColumn<EffectiveRow, EffectiveRow> column, Supplier<EffectiveLooks.Look> look) {
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(ignored -> new Cell(look.get()));
        column.setReorderable(false);
    }

    /** Another system than this one stands out: its table is no run of here. */
    private void systems() {
        ToggleGroup group = new ToggleGroup();
        for (Platform system : Platform.values()) {
            RadioMenuItem item = new RadioMenuItem(messages.get("profiles.system." + system.key()));
            item.setId("seen-by-" + system.key());
            item.setToggleGroup(group);
            item.setSelected(model.seenByProperty().get() == system);
            item.setOnAction(event -> model.seenByProperty().set(system));
            seenBy.getItems().add(item);
        }
        nameSystem(model.seenByProperty().get());
        model.seenByProperty().addListener((property, old, now) -> nameSystem(now));
    }

    private void nameSystem(Platform system) {
        String name = messages.get("profiles.system." + system.key());
        seenBy.setText(name);
        seenBy.setAccessibleText(messages.get("profiles.system.name", name));
        seenBy.getStyleClass().remove("accent");
        if (system != context.engine().platform()) {
            seenBy.getStyleClass().add("accent");
        }
    }

    private void chooseColumns() {
        ContextMenu menu = new ContextMenu();
        for (TableColumn<EffectiveRow, ?> column : List.of(declared, from, state, risk, platform)) {
            CheckMenuItem item = new CheckMenuItem(column.getText());
            item.selectedProperty().bindBidirectional(column.visibleProperty());
            menu.getItems().add(item);
        }
        menu.show(columns, javafx.geometry.Side.BOTTOM, 0, 4);
    }

    private void sort() {
        if (table.getSortOrder().isEmpty()) {
            model.order(EffectiveViewModel.Order.MERGE, true);
            return;
        }
        TableColumn<EffectiveRow, ?> by = table.getSortOrder().getFirst();
        model.order(order(by), by.getSortType() == TableColumn.SortType.ASCENDING);
    }

    private EffectiveViewModel.Order order(TableColumn<EffectiveRow, ?> column) {
        if (column == right) {
            return EffectiveViewModel.Order.RIGHT;
        }
        if (column == declared) {
            return EffectiveViewModel.Order.DECLARED;
        }
        if (column == from) {
            return EffectiveViewModel.Order.FROM;
        }
        if (column == state) {
            return EffectiveViewModel.Order.STATE;
        }
        return column == risk ? EffectiveViewModel.Order.RISK : EffectiveViewModel.Order.NAME;
    }

    private void toggle(EffectiveRow row) {
        int at = table.getSelectionModel().getSelectedIndex();
        model.toggle(row);
        if (at >= 0 && at < table.getItems().size()) {
            table.getSelectionModel().select(at);
        }
    }

    private void showFailure(Optional<Failure> why) {
        failure.setVisible(why.isPresent());
        table.setVisible(why.isEmpty());
        failure.getChildren().clear();
        why.ifPresent(known -> {
            boolean unsaved = editing.flatMap(OwnEntriesBar::text).isPresent();
            Label title = new Label(messages.get(unsaved ? "profiles.failure.unsaved" : "profiles.failure.title"));
            title.getStyleClass().add("page-title");
            failure.getChildren().addAll(Icons.of(Feather.ALERT_CIRCLE, "icon-danger"), title);
            switch (known) {
                case Failure.Problems problems ->
                    problems.problems().stream().limit(PROBLEMS_SHOWN).forEach(this::addProblem);
                case Failure.Sandbox sandbox -> addText(sandbox.message());
                case Failure.Io io -> addText(io.message());
                case Failure.Unexpected unexpected -> addText(unexpected.message());
            }
        });
    }

    private void addProblem(Problem problem) {
        addText(context.engine().abbreviate(problem.format()));
    }

    private void addText(String text) {
        Label label = new Label(text);
        label.setWrapText(true);
        label.setMaxWidth(720);
        label.setAlignment(Pos.CENTER);
        label.setTextAlignment(TextAlignment.CENTER);
        failure.getChildren().add(label);
    }

    /** Shows one part of an entry; heads and folds are drawn over the whole row. */
    private static final class Cell extends TableCell<EffectiveRow, EffectiveRow> {
        private final EffectiveLooks.Look look;
        private @Nullable EffectiveRow shown;

        private Cell(EffectiveLooks.Look look) {
            this.look = look;
            setAlignment(Pos.CENTER_LEFT);
        }

        @Override
        protected boolean isItemChanged(EffectiveRow old, EffectiveRow now) {
            return old != now;
        }

        @Override
        protected void updateItem(@Nullable EffectiveRow row, boolean empty) {
            super.updateItem(row, empty);
            boolean something = !empty && row instanceof EffectiveRow.Entry;
            if (something && row != shown && row instanceof EffectiveRow.Entry entry) {
                shown = row;
                Refill refill = getTableRow() instanceof Row inRow ? inRow.refill : new Refill();
                refill.graphic(this, look.fill(entry, refill));
            }
            // While a table is laid out a cell is empty for a moment, and then has its row again.
            Node drawn = getGraphic();
            if (drawn != null) {
                Styles.seen(drawn, something);
            }
        }
    }

    private final class Row extends AcrossRow<EffectiveRow> {
        private static final List<String> HEAD = List.of("group-row");
        private final Refill refill = new Refill();
        private @Nullable EffectiveRow shown;

        private Row() {
            visibleProperty().addListener((property, old, now) -> {
                if (!now) {
                    refill.hidden(super::updateIndex);
                }
            });
            setOnContextMenuRequested(event -> Optional.ofNullable(getItem())
                    .flatMap(row -> editing.flatMap(bar -> bar.menu(row)))
                    .ifPresent(menu -> menu.show(this, event.getScreenX(), event.getScreenY())));
            setOnMouseClicked(event -> {
                EffectiveRow row = getItem();
                if (row != null && event.getButton() == MouseButton.PRIMARY && !isEmpty()) {
                    toggle(row);
                }
            });
        }

        @Override
        public void updateIndex(int index) {
            refill.index(this, index, super::updateIndex);
        }

        @Override
        protected boolean isItemChanged(EffectiveRow old, EffectiveRow now) {
            return old != now;
        }

        @Override
        protected void updateItem(@Nullable EffectiveRow row, boolean empty) {
            super.updateItem(row, empty);
            if (row == shown && !empty) {
                return;
            }
            if (!(shown instanceof EffectiveRow.Entry && row instanceof EffectiveRow.Entry)) {
                refill.differs(this);
            }
            shown = empty ? null : row;
            Styles.only(this, HEAD, row instanceof EffectiveRow.Heading && !empty ? "group-row" : "");
            setTooltip(null);
            setOnMouseEntered(null);
            if (empty || row == null) {
                across(null);
                setAccessibleText(null);
                return;
            }
            setAccessibleText(cells.words(row));
            switch (row) {
                case EffectiveRow.Heading heading -> across(cells.heading(heading));
                case EffectiveRow.Fold fold -> {
                    Tips.on(this, () -> messages.get("profiles.fold.hint", String.join(", ", fold.from())));
                    across(cells.fold(fold));
                }
                case EffectiveRow.Entry entry -> across(null);
            }
        }
    }
}
