package org.bulle.desktop.editor;

import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.check.Dangers;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.Problem;
import org.kordamp.ikonli.feather.Feather;

/** What the thing under the mouse or the cursor is here: a problem, an entry as it resolves on this machine, a profile and what it grants. */
final class HoverCard extends VBox {
    private static final int SHOWN = 4;
    private final Messages messages;
    private final Badges badges;
    private final DesktopContext context;
    private final GridPane facts = new GridPane(12, 4);

    /** What a card tells. */
    sealed interface Fact {
        /** An entry of a path list; the row is absent when the profile cannot be resolved, which {@code why} then says. */
        record Entry(
                String text,
                AccessList list,
                Optional<PolicyEntry> row,
                Optional<Dangers.Danger> danger,
                Optional<Long> files,
                Statement why)
                implements Fact {}

        record Profile(CatalogEntry entry, Optional<MergedProfile> merged) implements Fact {}

        /** @param set whether the environment has it; its value is never shown */
        record Variable(String name, boolean set) implements Fact {}
    }

    HoverCard(DesktopContext context) {
        this.context = context;
        this.messages = context.messages();
        badges = new Badges(messages);
        setId("hover-card");
        getStyleClass().addAll("editor-popup", "hover-card");
        setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        setPrefWidth(320);
        setMouseTransparent(true);
    }

    void problems(List<Problem> problems, boolean editable) {
        for (Problem problem : problems) {
            Label words = new Label(problem.message(), Gutter.icon(problem.severity()));
            words.setWrapText(true);
            words.setMinHeight(USE_PREF_SIZE);
            getChildren().add(words);
            if (editable && problem.fix() != null) {
                Label fix = new Label(ProblemsPane.fixWords(messages, problem), Icons.of(Feather.ZAP, "icon-accent"));
                Label key = new Label("Alt+Enter");
                key.getStyleClass().add("key-hint");
                HBox line = new HBox(8, fix, key);
                line.setAlignment(Pos.CENTER_LEFT);
                getChildren().add(line);
            }
        }
    }

    void fact(Fact fact) {
        facts.getChildren().clear();
        switch (fact) {
            case Fact.Entry entry -> entry(entry);
            case Fact.Profile profile -> profile(profile);
            case Fact.Variable variable -> {
                head("$" + variable.name(), Optional.empty(), List.of());
                row("editor.hover.here", messages.get(variable.set() ? "editor.hover.set" : "editor.hover.unset"));
            }
        }
        if (!facts.getChildren().isEmpty()) {
            getChildren().add(facts);
        }
    }

    /** Why nothing can be told. */
    void failure(String message) {
        Label words = new Label(message, Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
        words.getStyleClass().add("warn-text");
        words.setWrapText(true);
        words.setMinHeight(USE_PREF_SIZE);
        getChildren().add(words);
    }

    private void head(String name, Optional<String> outline, List<Node> right) {
        Label title = new Label(name);
        title.getStyleClass().addAll("mono", "strong");
        title.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        HBox head = new HBox(8, title);
        outline.ifPresent(words -> {
            Label label = new Label(words);
            label.getStyleClass().add("outline");
            label.setMinWidth(Region.USE_PREF_SIZE);
            head.getChildren().add(label);
        });
        Region space = new Region();
        HBox.setHgrow(space, javafx.scene.layout.Priority.ALWAYS);
        head.getChildren().add(space);
        head.getChildren().addAll(right);
        head.setAlignment(Pos.CENTER_LEFT);
        getChildren().add(head);
    }

    private void row(String key, String value) {
        Label name = new Label(messages.get(key));
        name.getStyleClass().add("secondary");
        name.setMinWidth(64);
        Label words = new Label(value);
        words.getStyleClass().add("mono");
        words.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
        words.setMaxWidth(230);
        facts.addRow(facts.getRowCount(), name, words);
    }

    private void entry(Fact.Entry entry) {
        MarkedPath path = MarkedPath.of(entry.text());
        Optional<String> marker = path.optional()
                ? Optional.of(messages.get("editor.hover.optional"))
                : path.create() ? Optional.of(messages.get("editor.hover.created")) : Optional.empty();
        head(entry.text(), marker, List.of(badges.rights(entry.list())));
        entry.row()
                .ifPresentOrElse(
                        found -> {
                            List<String> paths = found.paths();
                            for (int i = 0; i < Math.min(SHOWN, paths.size()); i++) {
                                row(
                                        i == 0 ? "editor.hover.here" : "editor.hover.also",
                                        context.engine().abbreviate(paths.get(i)));
                            }
                            if (paths.size() > SHOWN) {
                                row("editor.hover.also", messages.get("editor.hover.more", paths.size() - SHOWN));
                            }
                            row("editor.hover.outcome", found.outcome().label());
                            entry.files()
                                    .ifPresent(many ->
                                            row("editor.hover.exposes", messages.get("editor.hover.files", many)));
                            if (found.list() != entry.list()) {
                                row(
                                        "editor.hover.raised",
                                        badges.words(found.list()) + ", "
                                                + found.origins()
                                                        .get(found.raisedBy())
                                                        .label());
                            }
                        },
                        () -> row("editor.hover.outcome", messages.say(entry.why())));
        entry.danger().ifPresent(danger -> {
            Label words = new Label(messages.say(danger.why()), Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
            words.getStyleClass().add("warn-text");
            words.setWrapText(true);
            words.setMinHeight(USE_PREF_SIZE);
            getChildren().add(words);
        });
    }

    private void profile(Fact.Profile profile) {
        head(profile.entry().name(), Optional.of(profile.entry().source().label()), List.of());
        Label words = new Label(
                profile.entry().description().or(profile.entry()::title).orElse(""));
        words.setWrapText(true);
        words.setMinHeight(USE_PREF_SIZE);
        words.getStyleClass().add("secondary");
        getChildren().add(words);
        profile.merged().ifPresent(merged -> {
            for (AccessList list : AccessList.values()) {
                long many = merged.paths().stream()
                        .filter(path -> path.access() == list)
                        .count();
                if (many > 0) {
                    row("editor.hover.grants", messages.get("editor.hover.entries", badges.words(list), many));
                }
            }
            row("editor.hover.variables", Integer.toString(merged.env().size()));
            row(
                    "editor.hover.network",
                    messages.get("shared.network." + merged.network().name().toLowerCase(java.util.Locale.ROOT)));
        });
    }

    boolean isEmpty() {
        return getChildren().isEmpty();
    }
}
