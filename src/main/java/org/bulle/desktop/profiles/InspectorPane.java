package org.bulle.desktop.profiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Sizes;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Origin;
import org.kordamp.ikonli.feather.Feather;

/** Everything about one row: every origin, which of them raised the right, what it stands for, the flag that would grant it. */
final class InspectorPane extends BorderPane {
    private static final int PATHS_SHOWN = 8;
    private final DesktopContext context;
    private final Messages messages;
    private final EffectiveCells cells;
    private final Badges badges;
    private final Consumer<EffectiveRow.Step> openAt;
    private final Consumer<String> whoReaches;
    private final Runnable close;
    private Tasks.Running counting = Tasks.Running.NONE;

    /**
     * @param whoReaches opens Explore with a path
     * @param close hides the inspector
     */
    InspectorPane(
            DesktopContext context, Consumer<EffectiveRow.Step> openAt, Consumer<String> whoReaches, Runnable close) {
        this.context = context;
        this.openAt = openAt;
        this.whoReaches = whoReaches;
        this.close = close;
        messages = context.messages();
        cells = new EffectiveCells(messages, openAt);
        badges = new Badges(messages);
        getStyleClass().add("inspector");
        setId("inspector");
    }

    void show(EffectiveRow.Entry row) {
        counting.cancel();
        VBox body = new VBox(14);
        body.getStyleClass().add("inspector-body");
        body.getChildren().add(rights(row));
        body.getChildren().add(section(messages.get("profiles.inspector.origins"), origins(row)));
        if (!row.paths().isEmpty() || row.state().mark() != EffectiveRow.Mark.GRANTED) {
            body.getChildren().add(section(messages.get("profiles.inspector.resolves"), resolved(row)));
        }
        if (row.section() == EffectiveRow.Section.FILES && !row.paths().isEmpty()) {
            body.getChildren().add(exposes(row));
        }
        if (row.risk() != Risk.NONE) {
            body.getChildren().add(riskNote(row));
        }
        flag(row)
                .ifPresent(text -> body.getChildren()
                        .add(section(messages.get("profiles.inspector.flag"), List.of(copyable(text)))));
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("plain-scroll");
        setTop(head(row));
        setCenter(scroll);
        setBottom(foot(row));
    }

    private Node head(EffectiveRow.Entry row) {
        Label name = MiddleEllipsis.of(row.name(), "mono", "inspector-title");
        HBox.setHgrow(name, Priority.ALWAYS);
        name.setMaxWidth(Double.MAX_VALUE);
        Button hide = Buttons.flat(Feather.X, messages.get("profiles.inspector.close"));
        hide.setId("inspector-close");
        hide.setOnAction(event -> close.run());
        HBox head = new HBox(8, name, hide);
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }

    private Node rights(EffectiveRow.Entry row) {
        HBox line = new HBox(10, cells.right(row.right()));
        if (row.right() instanceof EffectiveRow.Right.Letters) {
            line.getChildren().add(new Label(cells.rightWords(row.right())));
        }
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private VBox section(String title, List<Node> content) {
        Label head = new Label(title);
        head.getStyleClass().add("section-title");
        VBox box = new VBox(6, head);
        box.getChildren().addAll(content);
        return box;
    }

    private List<Node> origins(EffectiveRow.Entry row) {
        List<Node> cards = new ArrayList<>();
        AccessList before = null;
        for (int i = 0; i < row.origins().size(); i++) {
            Origin origin = row.origins().get(i);
            Optional<AccessList> list = list(origin);
            VBox card = new VBox(5);
            card.getStyleClass().add("origin-card");
            HBox first = new HBox(8);
            first.setAlignment(Pos.CENTER_LEFT);
            list.ifPresent(access -> first.getChildren().add(badges.rights(access)));
            String declared = row.declared().isEmpty() ? row.name() : row.declared();
            first.getChildren()
                    .add(MiddleEllipsis.of((origin.list().isEmpty() ? "" : origin.list() + " ") + declared, "mono"));
            Label layer = new Label(cells.layer(origin.layer()));
            layer.getStyleClass().add("secondary");
            HBox second = new HBox(
                    6, cells.step(new EffectiveRow.Step(origin.profile(), origin.file(), origin.line())), layer);
            second.setAlignment(Pos.CENTER_LEFT);
            card.getChildren().addAll(first, second);
            if (i == row.raisedBy() && before != null && list.isPresent()) {
                card.getStyleClass().add("raised");
                Label raised = new Label(
                        messages.get(
                                "profiles.inspector.raised",
                                badges.words(before),
                                badges.words(before.union(list.get()))),
                        Icons.of(Feather.TRENDING_UP, "icon-accent"));
                raised.getStyleClass().addAll("secondary", "accent-text");
                raised.setWrapText(true);
                card.getChildren().add(raised);
            }
            before = list.map(before == null ? access -> access : before::union).orElse(before);
            cards.add(card);
        }
        if (cards.isEmpty()) {
            Label nobody = new Label(messages.get("profiles.inspector.no-origin"));
            nobody.setWrapText(true);
            nobody.getStyleClass().add("secondary");
            cards.add(nobody);
        }
        return cards;
    }

    private static Optional<AccessList> list(Origin origin) {
        return AccessList.ofKey(origin.list().startsWith("--") ? origin.list().substring(2) : origin.list());
    }

    private List<Node> resolved(EffectiveRow.Entry row) {
        List<Node> lines = new ArrayList<>();
        row.paths().stream().limit(PATHS_SHOWN).forEach(path -> lines.add(MiddleEllipsis.of(path, "mono")));
        if (row.paths().size() > PATHS_SHOWN) {
            lines.add(secondary(
                    messages.get("profiles.inspector.more", row.paths().size() - PATHS_SHOWN)));
        }
        Node state = cells.state(row.state());
        if (state instanceof Label label) {
            label.setWrapText(true);
        }
        lines.add(state);
        return lines;
    }

    private static Label secondary(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("secondary");
        label.setWrapText(true);
        return label;
    }

    private Node exposes(EffectiveRow.Entry row) {
        VBox box = section(
                messages.get("profiles.inspector.exposes"),
                List.of(secondary(messages.get("profiles.inspector.counting"))));
        counting = context.tasks()
                .run(
                        () -> context.engine().exposure(row.paths()),
                        exposure -> {
                            List<Node> lines = new ArrayList<>();
                            boolean more =
                                    exposure.files() > exposure.examples().size();
                            lines.add(
                                    more
                                            ? headWithLink(messages.get("profiles.inspector.exposes"), allFiles(row))
                                            : box.getChildren().getFirst());
                            Label count = new Label(messages.get(
                                    exposure.complete()
                                            ? "profiles.inspector.files"
                                            : "profiles.inspector.files-at-least",
                                    exposure.files(),
                                    Sizes.words(exposure.bytes())));
                            count.getStyleClass().add("strong");
                            lines.add(count);
                            exposure.examples()
                                    .forEach(example -> lines.add(MiddleEllipsis.of(example, "mono", "muted")));
                            box.getChildren().setAll(lines);
                        },
                        failure ->
                                box.getChildren().setAll(box.getChildren().getFirst(), secondary(failure.message())));
        return box;
    }

    private static Node headWithLink(String title, Node link) {
        Label head = new Label(title);
        head.getStyleClass().add("section-title");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        return new HBox(head, space, link);
    }

    private Node allFiles(EffectiveRow.Entry row) {
        Hyperlink link = new Hyperlink(messages.get("profiles.inspector.all"));
        link.setId("inspector-all");
        link.setOnAction(event -> new ExposedFiles(context, messages).open(row.name(), row.paths()));
        return link;
    }

    private Node riskNote(EffectiveRow.Entry row) {
        Label words = new Label(
                messages.get("profiles.inspector.risk", row.name(), row.stake().why()) + "\n"
                        + messages.get("profiles.risk." + row.risk().key()));
        words.setWrapText(true);
        words.setMinHeight(Region.USE_PREF_SIZE);
        HBox.setHgrow(words, Priority.ALWAYS);
        boolean grave = row.risk() != Risk.NOTICE;
        HBox note = new HBox(Icons.of(grave ? Feather.UNLOCK : Feather.ALERT_TRIANGLE), words);
        note.setAlignment(Pos.TOP_LEFT);
        note.getStyleClass().addAll("note", grave ? "danger" : "warning");
        return note;
    }

    private Optional<String> flag(EffectiveRow.Entry row) {
        return switch (row.section()) {
            case FILES ->
                row.right() instanceof EffectiveRow.Right.Letters letters
                        ? Optional.of("--" + letters.access().key() + " "
                                + ShellText.quote(row.paths().isEmpty() ? row.declared() : row.name()))
                        : Optional.empty();
            case ENVIRONMENT -> Optional.of("--env " + ShellText.quote(row.name()));
            case NETWORK ->
                Optional.of(row.state().mark() == EffectiveRow.Mark.DENIED ? "--deny network" : "--allow network");
            case SERVICES -> Optional.empty();
        };
    }

    private Node copyable(String text) {
        Label words = MiddleEllipsis.of(text, "mono");
        words.setId("inspector-flag");
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Button copy = Buttons.flat(Feather.COPY, messages.get("profiles.inspector.copy"));
        copy.setId("inspector-copy");
        copy.setOnAction(event -> Clip.put(text));
        HBox box = new HBox(words, copy);
        box.getStyleClass().add("field-box");
        return box;
    }

    private Node foot(EffectiveRow.Entry row) {
        HBox foot = new HBox(8);
        foot.getStyleClass().add("inspector-foot");
        if (!row.chain().isEmpty() && row.chain().getLast().line() > 0) {
            EffectiveRow.Step step = row.chain().getLast();
            foot.getChildren()
                    .add(wide(
                            new Button(messages.get("profiles.inspector.line", step.line())),
                            () -> openAt.accept(step)));
        }
        if (!row.paths().isEmpty() && row.section() == EffectiveRow.Section.FILES) {
            foot.getChildren()
                    .add(wide(
                            new Button(messages.get("profiles.inspector.who")),
                            () -> whoReaches.accept(row.paths().getFirst())));
        }
        return foot;
    }

    private static Button wide(Button button, Runnable action) {
        button.setMaxWidth(Double.MAX_VALUE);
        button.setMinWidth(Region.USE_PREF_SIZE);
        HBox.setHgrow(button, Priority.ALWAYS);
        button.setOnAction(event -> action.run());
        return button;
    }
}
