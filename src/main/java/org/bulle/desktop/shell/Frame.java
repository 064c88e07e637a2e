package org.bulle.desktop.shell;

import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Separator;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.kordamp.ikonli.feather.Feather;

/** What stands in the window before anything else does: the rail, the header, the place for the pages, the status bar. In Java, since FXML is slow at first. */
final class Frame extends StackPane {
    final VBox rail = new VBox();
    final ScrollPane stackPlace = new ScrollPane();
    final MenuButton workspace = new MenuButton();
    final Button run;
    final Button search = new Button();
    final HBox searchWords;
    final StackPane pages = new StackPane();
    final Label backend = named(new Label(), "status-backend");
    final Label version = named(new Label(), "status-version");
    final Label denials = named(new Label(), "status-denials");
    final Hyperlink problems = named(new Hyperlink(), "status-problems");
    final Label note = named(new Label(), "status-note");

    Frame(Messages messages) {
        run = new Button(messages.get("shell.header.run"), Icons.of(Feather.PLAY));
        searchWords = searchWords(messages);
        rail.getStyleClass().add("rail");
        BorderPane right = new BorderPane(pages);
        right.setTop(header(messages));
        BorderPane all = new BorderPane(right);
        all.setLeft(rail);
        all.setBottom(status());
        getChildren().add(all);
    }

    private Node header(Messages messages) {
        stackPlace.getStyleClass().add("stack-scroll");
        stackPlace.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        stackPlace.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        stackPlace.setFitToHeight(true);
        stackPlace.setMinWidth(90);
        stackPlace.setFocusTraversable(false);
        workspace.setGraphic(Icons.of(Feather.FOLDER));
        workspace.getStyleClass().add("workspace-button");
        workspace.setMnemonicParsing(false);
        workspace.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        workspace.setMinWidth(120);
        workspace.setMaxWidth(320);
        run.getStyleClass().add("accent");
        search.setGraphic(searchWords);
        search.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        search.getStyleClass().add("search-button");
        search.setAccessibleText(messages.get("shell.header.search"));
        HBox header = new HBox(
                unshrunk(secondary(messages.get("shell.header.stack"))),
                stackPlace,
                unshrunk(secondary(messages.get("shell.header.in"))),
                named(workspace, "workspace"),
                unshrunk(named(run, "run")),
                filler(),
                named(search, "search"));
        header.getStyleClass().add("header");
        return named(header, "header");
    }

    private static HBox searchWords(Messages messages) {
        Label words = secondary(messages.get("shell.header.search"));
        words.setMinWidth(0);
        Label keys = new Label("Ctrl+K");
        keys.getStyleClass().add("key-hint");
        HBox field = new HBox(6, Icons.of(Feather.SEARCH), words, filler(), unshrunk(keys));
        field.setAlignment(Pos.CENTER_LEFT);
        return field;
    }

    private Node status() {
        HBox status = new HBox(backend, bar(), version, bar(), denials, bar(), problems, filler(), note);
        status.getStyleClass().add("status-bar");
        return status;
    }

    private static Separator bar() {
        return new Separator(Orientation.VERTICAL);
    }

    private static Label secondary(String words) {
        Label label = new Label(words);
        label.getStyleClass().add("secondary");
        return label;
    }

    private static Region filler() {
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        return space;
    }

    private static <R extends Region> R unshrunk(R region) {
        region.setMinWidth(Region.USE_PREF_SIZE);
        return region;
    }

    private static <N extends Node> N named(N node, String id) {
        node.setId(id);
        return node;
    }
}
