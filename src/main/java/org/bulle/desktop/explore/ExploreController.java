package org.bulle.desktop.explore;

import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Origin;
import org.jspecify.annotations.Nullable;

/** Binds the Explore view. */
public final class ExploreController {
    private final DesktopContext context;
    private final Messages messages;
    private final ExploreViewModel model;
    private final Badges badges;
    private final WhyPane whyPane;
    private Tab tab = Tab.WHO;
    private boolean stale;

    private enum Tab {
        WHO,
        WHY,
        COMPARE
    }

    @FXML
    private HBox answerLine;

    @FXML
    private ToggleButton whoTab;

    @FXML
    private ToggleButton whyTab;

    @FXML
    private ToggleButton compareTab;

    @FXML
    private HBox whoBar;

    @FXML
    private HBox whyBar;

    @FXML
    private TextField whyQuery;

    @FXML
    private Button explain;

    @FXML
    private Label whyStack;

    @FXML
    private StackPane pages;

    @FXML
    private HBox compareBar;

    @FXML
    private HBox busy;

    @FXML
    private ProgressBar progress;

    @FXML
    private Button cancel;

    @FXML
    private TextField query;

    @FXML
    private Button ask;

    @FXML
    private TextField left;

    @FXML
    private TextField right;

    @FXML
    private Button compare;

    @FXML
    private Label answer;

    @FXML
    private TableView<Reach> whoTable;

    @FXML
    private TableColumn<Reach, Reach> profile;

    @FXML
    private TableColumn<Reach, Reach> access;

    @FXML
    private TableColumn<Reach, Reach> through;

    @FXML
    private TableColumn<Reach, Reach> origin;

    @FXML
    private TableView<Difference> compareTable;

    @FXML
    private TableColumn<Difference, Difference> what;

    @FXML
    private TableColumn<Difference, Difference> first;

    @FXML
    private TableColumn<Difference, Difference> second;

    public ExploreController(DesktopContext context) {
        this.context = context;
        messages = context.messages();
        badges = new Badges(messages);
        whyPane = new WhyPane(context);
        model = new ExploreViewModel(context.engine(), context.tasks(), context.catalog(), context.selection());
    }

    @FXML
    private void initialize() {
        query.textProperty().bindBidirectional(model.queryProperty());
        left.textProperty().bindBidirectional(model.leftProperty());
        right.textProperty().bindBidirectional(model.rightProperty());
        query.setOnAction(event -> model.whoReaches());
        ask.setOnAction(event -> model.whoReaches());
        left.setOnAction(event -> model.compare());
        right.setOnAction(event -> model.compare());
        compare.setOnAction(event -> model.compare());
        cancel.setOnAction(event -> model.cancel());
        progress.progressProperty().bind(model.progressProperty());
        busy.visibleProperty().bind(model.progressProperty().lessThan(1));
        busy.managedProperty().bind(busy.visibleProperty());
        whyQuery.textProperty().bindBidirectional(model.whyQueryProperty());
        whyQuery.setOnAction(event -> model.explain());
        explain.setOnAction(event -> model.explain());
        pages.getChildren().add(whyPane);
        model.whyProperty().addListener((property, old, now) -> whyPane.show(now));
        whoTab.setOnAction(event -> show(Tab.WHO));
        whyTab.setOnAction(event -> show(Tab.WHY));
        compareTab.setOnAction(event -> show(Tab.COMPARE));
        whoTable.setItems(model.reaches());
        whoTable.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        whoTable.setPlaceholder(placeholder("explore.who.empty"));
        compareTable.setItems(model.differences());
        compareTable.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        compareTable.setPlaceholder(placeholder("explore.compare.empty"));
        column(profile, this::profileLink);
        column(access, this::accessOf);
        column(
                through,
                reach -> MiddleEllipsis.of(
                        String.join(
                                "  ",
                                reach.through().stream()
                                        .map(context.engine()::abbreviate)
                                        .toList()),
                        "mono"));
        column(
                origin,
                reach -> MiddleEllipsis.of(
                        String.join(
                                "  ",
                                reach.origins().stream()
                                        .map(Origin::label)
                                        .distinct()
                                        .toList()),
                        "mono",
                        "muted"));
        column(what, difference -> MiddleEllipsis.of(context.engine().abbreviate(difference.name()), "mono"));
        column(first, difference -> side(difference, difference.left()));
        column(second, difference -> side(difference, difference.right()));
        model.answerProperty().addListener((property, old, now) -> tell());
        model.comparisonProperty().addListener((property, old, now) -> tell());
        model.failureProperty().addListener((property, old, now) -> tell());
        context.selection().stack().addListener((javafx.collections.ListChangeListener<String>)
                change -> proposeStack());
        proposeStack();
        context.catalog().snapshotProperty().addListener((property, old, now) -> {
            stale = true;
            if (isInFront()) {
                shown();
            }
        });
        show(Tab.WHO);
    }

    private boolean isInFront() {
        for (Node node = pages; node != null; node = node.getParent()) {
            if (!node.isVisible()) {
                return false;
            }
        }
        return pages.getScene() != null;
    }

    /** Called when the page comes to the front: answers of other profiles than there are now are worked out again. */
    void shown() {
        if (stale) {
            stale = false;
            model.follow();
        }
    }

    private void proposeStack() {
        if (!left.isFocused()) {
            left.setText(String.join(",", context.selection().stack()));
        }
        whyStack.setText(
                context.selection().stack().isEmpty()
                        ? messages.get("explore.why.no-stack")
                        : messages.get(
                                "explore.why.hint",
                                String.join(" \u203a ", context.selection().stack())));
        explain.setDisable(context.selection().stack().isEmpty());
    }

    private Label placeholder(String key) {
        Label label = new Label(messages.get(key));
        label.getStyleClass().add("secondary");
        return label;
    }

    /** Asks who reaches something, and shows it. */
    void ask(String question) {
        show(Tab.WHO);
        query.setText(context.engine().abbreviate(question));
        model.whoReaches();
    }

    /** Asks why the header's stack reaches something or does not, and shows it. */
    void why(String question) {
        show(Tab.WHY);
        whyQuery.setText(context.engine().abbreviate(question));
        model.explain();
    }

    private void show(Tab which) {
        tab = which;
        whoTab.setSelected(which == Tab.WHO);
        whyTab.setSelected(which == Tab.WHY);
        compareTab.setSelected(which == Tab.COMPARE);
        whoBar.setVisible(which == Tab.WHO);
        whyBar.setVisible(which == Tab.WHY);
        compareBar.setVisible(which == Tab.COMPARE);
        whoTable.setVisible(which == Tab.WHO);
        whyPane.setVisible(which == Tab.WHY);
        compareTable.setVisible(which == Tab.COMPARE);
        tell();
    }

    private void tell() {
        Optional<ExploreViewModel.Answer> found = switch (tab) {
            case WHO -> model.answerProperty().get();
            case WHY -> Optional.empty();
            case COMPARE -> model.comparisonProperty().get();
        };
        Optional<Failure> failed = model.failureProperty().get();
        answer.setText(failed.map(Failure::message)
                .orElseGet(() -> found.map(this::words).orElse("")));
        answerLine.setVisible(!answer.getText().isEmpty());
        answerLine.setManaged(answerLine.isVisible());
    }

    private String words(ExploreViewModel.Answer found) {
        if (tab == Tab.COMPARE) {
            first.setText(found.question().split(ExploreViewModel.BETWEEN)[0]);
            second.setText(found.question().split(ExploreViewModel.BETWEEN)[1]);
            return messages.get("explore.compare.answer", found.differs());
        }
        String reached = messages.get("explore.who.answer", model.reaches().size(), found.asked(), found.question());
        return found.broken().isEmpty()
                ? reached
                : reached + " " + messages.get("explore.who.broken", String.join(", ", found.broken()));
    }

    private Node profileLink(Reach reach) {
        String name = String.join(",", reach.stack());
        Hyperlink link = new Hyperlink(name);
        link.setMnemonicParsing(false);
        link.setOnAction(event -> context.navigator().open("profiles", name));
        return link;
    }

    private Node accessOf(Reach reach) {
        return reach.access()
                .<Node>map(rights -> {
                    HBox box = new HBox(8, badges.rights(rights), new Label(badges.words(rights)));
                    box.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
                    return box;
                })
                .orElseGet(() -> new Label(messages.get("explore.who.reached")));
    }

    private Node side(Difference difference, String value) {
        if (value.isEmpty()) {
            Label nothing = new Label(messages.get("explore.compare.nothing"));
            nothing.getStyleClass().add("faint");
            return nothing;
        }
        Optional<AccessList> list = AccessList.ofKey(value);
        if (difference.kind() == Difference.Kind.PATH && list.isPresent()) {
            return badges.rights(list.get());
        }
        return new Label(messages.get("explore.value." + value));
    }

    private static <T> void column(TableColumn<T, T> column, Function<T, Node> look) {
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(ignored -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable T item, boolean empty) {
                super.updateItem(item, empty);
                setGraphic(empty || item == null ? null : look.apply(item));
            }
        });
    }
}
