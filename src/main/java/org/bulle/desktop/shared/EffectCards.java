package org.bulle.desktop.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.engine.check.ChangePreview;
import org.bulle.engine.check.EffectiveDifference;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Problem;
import org.kordamp.ikonli.feather.Feather;

/** What a change means, beside its text: the effective difference for a stack, and the other profiles that it reaches. */
public final class EffectCards extends HBox {
    private static final double ROW = 30;
    private final Messages messages;
    private final Badges badges;
    private final UnaryOperator<String> abbreviate;
    private final Label effectTitle = new Label();
    private final Label reachTitle = new Label();
    private final ListView<Row> effect = new ListView<>();
    private final ListView<Row> reach = new ListView<>();

    /** A line of a card. */
    private record Row(Node content, String words) {}

    /** @param abbreviate shortens paths for reading */
    public EffectCards(Messages messages, UnaryOperator<String> abbreviate) {
        super(12);
        this.messages = messages;
        this.abbreviate = abbreviate;
        badges = new Badges(messages);
        getChildren().addAll(card(effectTitle, effect), card(reachTitle, reach));
        effect.setId("effect-list");
        reach.setId("reach-list");
        reachTitle.setText(messages.get("shared.effect.reaches.title", 0));
        waiting(List.of());
    }

    private VBox card(Label title, ListView<Row> list) {
        title.getStyleClass().add("section-title");
        list.getStyleClass().add("effect-list");
        list.setFixedCellSize(ROW);
        list.setPrefHeight(4 * ROW + 2);
        list.setMinHeight(2 * ROW + 2);
        list.setCellFactory(view -> new Cell());
        list.accessibleTextProperty().bind(title.textProperty());
        VBox.setVgrow(list, Priority.ALWAYS);
        VBox card = new VBox(6, title, list);
        HBox.setHgrow(card, Priority.ALWAYS);
        card.setPrefWidth(0);
        return card;
    }

    /** Before it is known. */
    public void waiting(List<String> stack) {
        title(stack);
        effect.getItems().setAll(plain(Feather.MORE_HORIZONTAL, "shared.effect.asking"));
        reach.getItems().setAll(plain(Feather.MORE_HORIZONTAL, "shared.effect.asking"));
    }

    private void title(List<String> stack) {
        effectTitle.setText(messages.get("shared.effect.title", String.join(" \u203a ", stack)));
    }

    public void show(ChangePreview preview, List<String> stack) {
        show(preview.effective(), preview.unusable(), stack);
        reachTitle.setText(
                messages.get("shared.effect.reaches.title", preview.dependents().size()));
        reach.getItems()
                .setAll(preview.dependents().stream().map(this::dependent).toList());
        if (reach.getItems().isEmpty()) {
            reach.getItems().add(plain(Feather.MINUS, "shared.effect.reaches.none"));
        }
    }

    /** Only the effective difference: of a change that is no profile's. */
    public void show(Optional<EffectiveDifference> difference, List<Problem> unusable, List<String> stack) {
        title(stack);
        List<Row> rows = new ArrayList<>();
        if (difference.isEmpty()) {
            rows.add(plain(Feather.ALERT_CIRCLE, "shared.effect.unusable"));
            unusable.forEach(problem -> rows.add(words(Feather.MINUS, problem.message())));
        } else {
            difference.get().paths().forEach(path -> rows.add(path(path)));
            difference.get().variables().forEach(variable -> rows.add(variable(variable)));
            difference.get().network().ifPresent(network -> rows.add(network(network)));
            difference.get().others().forEach(other -> rows.add(other(other)));
            if (rows.isEmpty()) {
                rows.add(plain(Feather.MINUS, "shared.effect.none"));
            }
        }
        effect.getItems().setAll(rows);
    }

    /** The other profiles, where nothing is worked out for them. */
    public void hideReach() {
        getChildren().get(1).setVisible(false);
        getChildren().get(1).setManaged(false);
    }

    private Row plain(Feather icon, String key) {
        return words(icon, messages.get(key));
    }

    private static Row words(Feather icon, String words) {
        Label label = new Label(words, Icons.of(icon));
        label.getStyleClass().add("secondary");
        label.setTooltip(new Tooltip(words));
        return new Row(label, words);
    }

    private static Node sign(boolean more, boolean both) {
        return Icons.of(
                both ? Feather.REPEAT : more ? Feather.PLUS : Feather.MINUS,
                more || both ? "icon-warning" : "icon-success");
    }

    private Row path(EffectiveDifference.PathChange change) {
        boolean gone = change.after().isEmpty();
        AccessList shown = change.after().or(change::before).orElse(AccessList.RO);
        Label path = new Label(abbreviate.apply(change.path()));
        path.getStyleClass().add("mono");
        path.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        path.setTooltip(new Tooltip(change.path()));
        Label was = new Label(
                gone
                        ? messages.get("shared.effect.path.gone")
                        : change.before()
                                .map(then -> messages.get("shared.effect.path.was", badges.words(then)))
                                .orElse(""));
        was.getStyleClass().add("secondary");
        was.setMinWidth(Region.USE_PREF_SIZE);
        HBox line = line(sign(change.widens(), change.before().isPresent() && !gone), badges.rights(shown), path, was);
        return new Row(
                line,
                messages.get(gone ? "shared.effect.words.loses" : "shared.effect.words.gets", badges.words(shown)) + " "
                        + change.path() + " " + was.getText());
    }

    private Row variable(EffectiveDifference.VariableChange change) {
        String key = "shared.effect.variable." + change.fate().name().toLowerCase(Locale.ROOT);
        Label name = new Label(change.name());
        name.getStyleClass().add("mono");
        String words = messages.get(key);
        return new Row(
                line(
                        sign(
                                change.fate() != EffectiveDifference.VariableFate.REMOVED,
                                change.fate() == EffectiveDifference.VariableFate.CHANGED),
                        Badges.word(words),
                        name),
                words + " " + change.name());
    }

    private Row network(EffectiveDifference.NetworkChange change) {
        String words = messages.get("shared.effect.network", word(change.before()), word(change.after()));
        boolean more = change.after().compareTo(change.before()) > 0;
        return new Row(line(sign(more, false), Icons.of(Feather.GLOBE), new Label(words)), words);
    }

    private String word(Network network) {
        return messages.get("shared.network." + network.name().toLowerCase(Locale.ROOT));
    }

    private Row other(EffectiveDifference.Other change) {
        String nothing = messages.get("shared.effect.nothing");
        String words = change.key() + ": " + (change.before().isEmpty() ? nothing : change.before()) + " \u2192 "
                + (change.after().isEmpty() ? nothing : change.after());
        return new Row(line(sign(!change.after().isEmpty(), true), new Label(words)), words);
    }

    private Row dependent(ChangePreview.Dependent dependent) {
        Label name = new Label(dependent.name(), Icons.of(Feather.BOX));
        name.setMinWidth(Region.USE_PREF_SIZE);
        Label by = new Label(messages.get("shared.effect.inherits", dependent.parent(), dependent.line()));
        by.getStyleClass().addAll("mono", "muted");
        String many = messages.get(
                "shared.effect.dependent",
                dependent.gains().size(),
                dependent.losses().size());
        Label count = new Label(many);
        count.getStyleClass().add("secondary");
        count.setMinWidth(Region.USE_PREF_SIZE);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox line = line(name, by, space, count);
        if (dependent.network() == Network.FULL) {
            Label network = Badges.word(messages.get("shared.effect.has-network"), Feather.GLOBE, "badge-notice");
            network.setMinWidth(Region.USE_PREF_SIZE);
            line.getChildren().add(network);
        }
        return new Row(line, dependent.name() + " " + by.getText() + " " + many);
    }

    private static HBox line(Node... parts) {
        HBox line = new HBox(8, parts);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private static final class Cell extends ListCell<Row> {
        private Cell() {
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(Row row, boolean empty) {
            super.updateItem(row, empty);
            setGraphic(empty || row == null ? null : row.content());
            setAccessibleText(empty || row == null ? null : row.words());
        }
    }
}
