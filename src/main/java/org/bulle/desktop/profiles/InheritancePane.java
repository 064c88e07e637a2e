package org.bulle.desktop.profiles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.scene.shape.CubicCurve;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Whom a profile inherits from, in order, and who inherits from it: as two trees and as one drawing. */
final class InheritancePane extends SplitPane {
    private static final double COLUMN = 172;
    private static final double ROW = 44;
    private static final double NODE_WIDTH = 128;
    private static final double NODE_HEIGHT = 28;
    private static final double MARGIN = 24;
    private final Messages messages;
    private final Consumer<String> open;
    private final TreeView<TreeNode> parents = new TreeView<>();
    private final TreeView<TreeNode> children = new TreeView<>();
    private final Label noParents = none();
    private final Label noChildren = none();
    private final Pane drawing = new Pane();

    /** A profile in a tree, with the line that names it. */
    private record TreeNode(String profile, int order, int line, String by) {}

    /**
     * @param open opens a profile's page
     */
    InheritancePane(Messages messages, Consumer<String> open) {
        this.messages = messages;
        this.open = open;
        VBox trees = new VBox(
                title("profiles.inheritance.parents"),
                noParents,
                tree(parents, "inheritance-parents", "profiles.inheritance.parents"),
                title("profiles.inheritance.dependents"),
                noChildren,
                tree(children, "inheritance-dependents", "profiles.inheritance.dependents"));
        trees.setMinWidth(240);
        drawing.getStyleClass().add("graph");
        drawing.setId("inheritance-graph");
        ScrollPane scroll = new ScrollPane(drawing);
        scroll.getStyleClass().add("plain-scroll");
        scroll.setFitToHeight(true);
        scroll.setFitToWidth(true);
        getItems().addAll(trees, scroll);
        setDividerPositions(0.32);
    }

    private Label title(String key) {
        Label title = new Label(messages.get(key));
        title.getStyleClass().addAll("section-title", "pane-title");
        return title;
    }

    private TreeView<TreeNode> tree(TreeView<TreeNode> tree, String id, String name) {
        tree.setId(id);
        tree.setShowRoot(false);
        tree.setAccessibleText(messages.get(name));
        tree.setFixedCellSize(28);
        tree.setCellFactory(view -> new ProfileTreeCell());
        tree.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2) {
                openSelected(tree);
            }
        });
        tree.setOnKeyPressed(event -> {
            if (event.getCode() == javafx.scene.input.KeyCode.ENTER) {
                openSelected(tree);
            }
        });
        VBox.setVgrow(tree, Priority.ALWAYS);
        return tree;
    }

    private void openSelected(TreeView<TreeNode> tree) {
        TreeItem<TreeNode> item = tree.getSelectionModel().getSelectedItem();
        if (item != null) {
            open.accept(item.getValue().profile());
        }
    }

    void show(InheritanceGraph graph) {
        fill(parents, graph.profile(), graph::parents, graph);
        fill(children, graph.profile(), graph::children, graph);
        showOrSay(parents, noParents, messages.get("profiles.inheritance.no-parents"));
        showOrSay(children, noChildren, messages.get("profiles.inheritance.no-dependents"));
        draw(graph);
    }

    /** An empty tree gives its room to the other one. */
    private static void showOrSay(TreeView<TreeNode> tree, Label none, String words) {
        boolean empty = tree.getRoot().getChildren().isEmpty();
        none.setText(words);
        none.setVisible(empty);
        none.setManaged(empty);
        tree.setVisible(!empty);
        tree.setManaged(!empty);
    }

    private static Label none() {
        Label none = new Label();
        none.getStyleClass().addAll("secondary", "pane-none");
        none.setWrapText(true);
        return none;
    }

    private interface Neighbours {
        List<String> of(String profile);
    }

    private void fill(TreeView<TreeNode> tree, String profile, Neighbours neighbours, InheritanceGraph graph) {
        TreeItem<TreeNode> root = new TreeItem<>(new TreeNode(profile, 0, 0, ""));
        grow(
                root,
                neighbours,
                graph,
                new HashSet<>(Set.of(profile)),
                neighbours.of(profile).size() == 0);
        tree.setRoot(root);
    }

    /** A profile that stands above itself in the tree is a cycle and is not grown again. */
    private void grow(
            TreeItem<TreeNode> item, Neighbours neighbours, InheritanceGraph graph, Set<String> above, boolean leaf) {
        if (leaf) {
            return;
        }
        int order = 0;
        for (String next : neighbours.of(item.getValue().profile())) {
            order++;
            String from = item.getValue().profile();
            int line = Math.max(graph.line(from, next), graph.line(next, from));
            TreeItem<TreeNode> child =
                    new TreeItem<>(new TreeNode(next, order, line, graph.line(from, next) > 0 ? from : next));
            item.getChildren().add(child);
            child.setExpanded(true);
            if (above.add(next)) {
                grow(child, neighbours, graph, above, false);
                above.remove(next);
            }
        }
    }

    private void draw(InheritanceGraph graph) {
        drawing.getChildren().clear();
        Map<String, double[]> places = new LinkedHashMap<>();
        List<List<String>> columns = graph.columns();
        int tallest = columns.stream().mapToInt(List::size).max().orElse(1);
        for (int c = 0; c < columns.size(); c++) {
            List<String> column = columns.get(c);
            double top = MARGIN + (tallest - column.size()) * ROW / 2;
            for (int r = 0; r < column.size(); r++) {
                places.put(column.get(r), new double[] {MARGIN + c * COLUMN, top + r * ROW});
            }
        }
        List<Node> lines = new ArrayList<>();
        places.forEach((from, place) -> graph.parents(from).forEach(parent -> {
            double[] target = places.get(parent);
            if (target != null) {
                lines.add(curve(
                        target[0] + NODE_WIDTH, target[1] + NODE_HEIGHT / 2, place[0], place[1] + NODE_HEIGHT / 2));
            }
        }));
        drawing.getChildren().addAll(lines);
        places.forEach((name, place) ->
                drawing.getChildren().add(node(name, place[0], place[1], name.equals(graph.profile()))));
        drawing.setMinSize(2 * MARGIN + columns.size() * COLUMN, 2 * MARGIN + tallest * ROW);
    }

    private static CubicCurve curve(double x1, double y1, double x2, double y2) {
        double middle = (x1 + x2) / 2;
        CubicCurve curve = new CubicCurve(x1, y1, middle, y1, middle, y2, x2, y2);
        curve.getStyleClass().add("graph-line");
        return curve;
    }

    private Node node(String name, double x, double y, boolean centre) {
        javafx.scene.control.Button node = new javafx.scene.control.Button(name);
        node.setMnemonicParsing(false);
        node.getStyleClass().add("graph-node");
        if (centre) {
            node.getStyleClass().add("graph-centre");
        }
        node.setPrefSize(NODE_WIDTH, NODE_HEIGHT);
        node.setMaxSize(NODE_WIDTH, NODE_HEIGHT);
        node.relocate(x, y);
        node.setTooltip(new javafx.scene.control.Tooltip(messages.get("profiles.inheritance.open", name)));
        node.setOnAction(event -> open.accept(name));
        return node;
    }

    private final class ProfileTreeCell extends TreeCell<TreeNode> {
        @Override
        protected void updateItem(@Nullable TreeNode node, boolean empty) {
            super.updateItem(node, empty);
            setText(null);
            if (empty || node == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            Label order = new Label(Integer.toString(node.order()));
            order.getStyleClass().add("faint");
            Label name = new Label(node.profile());
            HBox box = new HBox(8, order, Icons.of(Feather.BOX), name);
            box.setAlignment(Pos.CENTER_LEFT);
            if (node.line() > 0) {
                Label line = new Label(node.by() + ":" + node.line());
                line.getStyleClass().addAll("mono", "muted");
                box.getChildren().add(line);
            }
            setGraphic(box);
            setAccessibleText(messages.get("profiles.inheritance.item", node.order(), node.profile()));
        }
    }
}
