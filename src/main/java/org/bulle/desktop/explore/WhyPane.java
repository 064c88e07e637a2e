package org.bulle.desktop.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
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
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.run.KernelProbe.Answer;
import org.bulle.engine.run.KernelProbe.Question;
import org.bulle.engine.run.PathExplanation;
import org.kordamp.ikonli.feather.Feather;

/** The answer to "why": the verdict, the entries that make it, what the kernel says when it is asked under the same policy. */
final class WhyPane extends ScrollPane {
    private final DesktopContext context;
    private final Messages messages;
    private final Badges badges;
    private final VBox body = new VBox(16);

    WhyPane(DesktopContext context) {
        this.context = context;
        messages = context.messages();
        badges = new Badges(messages);
        body.getStyleClass().addAll("page-body", "why-body");
        setContent(body);
        setFitToWidth(true);
        setId("explore-why-answer");
        setFocusTraversable(false);
        getStyleClass().add("plain-scroll");
        empty();
    }

    private void empty() {
        Label title = new Label(messages.get("explore.why.empty.title"));
        title.getStyleClass().add("strong");
        Label text = new Label(messages.get("explore.why.empty.text"));
        text.getStyleClass().add("secondary");
        text.setWrapText(true);
        VBox state = new VBox(Icons.of(Feather.HELP_CIRCLE), title, text);
        state.getStyleClass().add("empty-state");
        body.getChildren().setAll(state);
    }

    void show(Optional<Why> answer) {
        if (answer.isEmpty()) {
            empty();
            return;
        }
        Why why = answer.get();
        List<Node> parts = new ArrayList<>();
        parts.add(verdict(why));
        if (why.contradicted()) {
            Label words = new Label(messages.get("explore.why.contradicted"));
            words.setWrapText(true);
            HBox note = new HBox(Icons.of(Feather.ALERT_OCTAGON), words);
            note.getStyleClass().addAll("note", "danger");
            parts.add(note);
        }
        why.path().ifPresent(path -> parts.add(policy(path)));
        why.reach().ifPresent(reach -> parts.add(said(reach)));
        if (why.path().isPresent()) {
            parts.add(kernel(why));
        }
        why.path().filter(path -> path.rights().isEmpty()).ifPresent(path -> {
            parts.add(flag(path));
            why.risk().filter(risk -> risk.risk() != Risk.NONE).ifPresent(risk -> parts.add(stake(why, risk)));
        });
        body.getChildren().setAll(parts);
    }

    private Node verdict(Why why) {
        Label words = new Label(
                words(why),
                why.reachable()
                        ? Icons.of(Feather.CHECK_CIRCLE, "icon-success")
                        : Icons.of(Feather.SLASH, "icon-danger"));
        words.setId("explore-why-verdict");
        words.getStyleClass().add("page-title");
        words.setGraphicTextGap(10);
        words.setWrapText(true);
        String target = name(why);
        Label asked = new Label(messages.get(
                "explore.why.asked",
                target,
                String.join(" \u203a ", why.stack()),
                context.engine().abbreviate(why.workspace())));
        asked.getStyleClass().add("secondary");
        asked.setWrapText(true);
        VBox box = new VBox(4, words, asked);
        why.path().ifPresent(path -> {
            if (!path.real().equals(path.path())) {
                box.getChildren()
                        .add(secondary(messages.get(
                                "explore.why.link", context.engine().abbreviate(path.real()))));
            }
            if (!path.exists()) {
                box.getChildren().add(secondary(messages.get("explore.why.missing")));
            }
        });
        return box;
    }

    private String words(Why why) {
        Optional<AccessList> rights = why.path().flatMap(PathExplanation::rights);
        if (rights.isPresent()) {
            return messages.get("explore.why.reachable", badges.words(rights.get()));
        }
        return messages.get(why.reachable() ? "explore.who.reached" : "explore.why.unreachable");
    }

    private String name(Why why) {
        return switch (why.target()) {
            case Reach.Target.Place place -> context.engine().abbreviate(place.path());
            case Reach.Target.Variable variable -> "$" + variable.name();
            case Reach.Target.Internet internet -> "network";
        };
    }

    private static Label secondary(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("secondary");
        label.setWrapText(true);
        return label;
    }

    private VBox section(String key, List<Node> rows) {
        Label title = new Label(messages.get(key));
        title.getStyleClass().add("strong");
        VBox card = new VBox();
        card.getStyleClass().add("card");
        card.getChildren().addAll(rows);
        return new VBox(8, title, card);
    }

    private static HBox row(Node... parts) {
        HBox row = new HBox(10, parts);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("card-row");
        return row;
    }

    private Node policy(PathExplanation path) {
        List<Node> rows = new ArrayList<>();
        for (PathExplanation.Cover cover : path.covers()) {
            Label place =
                    MiddleEllipsis.of(context.engine().abbreviate(cover.grant().path()), "mono");
            place.setMinWidth(160);
            HBox row = row(badges.rights(cover.grant().access()), place);
            if (cover.entries().isEmpty()) {
                row.getChildren().add(secondary(messages.get("explore.why.of-the-run")));
            }
            cover.entries().forEach(entry -> entry(entry, row));
            rows.add(row);
        }
        path.skipped().forEach(entry -> {
            HBox row = row(Icons.of(Feather.MINUS_CIRCLE));
            entry(entry, row);
            row.getChildren().add(secondary(entry.outcome().label()));
            rows.add(row);
        });
        if (rows.isEmpty()) {
            rows.add(row(Icons.of(Feather.MINUS_CIRCLE), secondary(messages.get("explore.why.no-entry"))));
        }
        return section("explore.why.policy", rows);
    }

    private void entry(PolicyEntry entry, HBox row) {
        Label text = MiddleEllipsis.of(entry.list().key() + " " + entry.text(), "mono", "muted");
        row.getChildren().add(text);
        entry.origins().stream()
                .distinct()
                .limit(4)
                .forEach(origin -> row.getChildren().add(origin(origin)));
    }

    private Node origin(Origin origin) {
        if (origin.line() == 0) {
            return secondary(origin.label());
        }
        Hyperlink link = new Hyperlink(origin.label());
        link.getStyleClass().add("mono");
        link.setMnemonicParsing(false);
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setOnAction(event -> context.navigator().open("profiles", origin.profile()));
        return link;
    }

    private Node said(Reach reach) {
        HBox row = row(MiddleEllipsis.of(String.join("  ", reach.through()), "mono"));
        reach.origins().stream().distinct().forEach(origin -> row.getChildren().add(origin(origin)));
        return section("explore.why.policy", List.of(row));
    }

    private Node kernel(Why why) {
        List<Node> rows = new ArrayList<>();
        for (Question question : Question.values()) {
            Answer answer = why.kernel().get(question);
            if (answer != null) {
                rows.add(kernelRow(question, answer));
            }
        }
        if (rows.isEmpty()) {
            rows.add(row(Icons.of(Feather.EYE_OFF), secondary(messages.get("explore.why.kernel.not-asked"))));
        }
        return section("explore.why.kernel", rows);
    }

    private Node kernelRow(Question question, Answer answer) {
        Label name = new Label(messages.get("explore.why.question." + question.key()));
        name.setMinWidth(160);
        Label said = switch (answer) {
            case Answer.Allowed allowed ->
                new Label(messages.get("explore.why.allowed"), Icons.of(Feather.CHECK, "icon-success"));
            case Answer.Refused refused ->
                new Label(messages.get("explore.why.refused", refused.error()), Icons.of(Feather.SLASH, "icon-danger"));
            case Answer.NotAsked not ->
                new Label(messages.get("explore.why.not-asked", not.why()), Icons.of(Feather.EYE_OFF));
        };
        said.setWrapText(true);
        said.setId("explore-why-" + question.key().toLowerCase(Locale.ROOT));
        return row(name, said);
    }

    /** What grants it should know first. */
    private Node stake(Why why, RiskAssessor.Judgement risk) {
        Label words = new Label(messages.get("explore.why.stake", name(why), risk.why()));
        words.setWrapText(true);
        HBox note = new HBox(badges.risk(risk.risk(), false), words);
        note.setMaxWidth(520);
        note.getStyleClass().addAll("note", risk.risk() == Risk.NOTICE ? "warning" : "danger");
        return note;
    }

    private Node flag(PathExplanation path) {
        String flag = "--ro " + ShellText.quote(context.engine().abbreviate(path.real()));
        Label words = MiddleEllipsis.of(flag, "mono");
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Button copy = Buttons.flat(Feather.COPY, messages.get("explore.why.copy"));
        copy.setOnAction(event -> Clip.put(flag));
        HBox box = new HBox(words, copy);
        box.getStyleClass().add("field-box");
        box.setMaxWidth(520);
        Label title = new Label(messages.get("explore.why.flag"));
        title.getStyleClass().add("strong");
        return new VBox(8, title, box);
    }
}
