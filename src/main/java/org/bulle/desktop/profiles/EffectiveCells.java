package org.bulle.desktop.profiles;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** How the parts of an effective row look, in the table and in the inspector. */
final class EffectiveCells {
    private static final int CHAIN_SHOWN = 2;
    private static final int PATHS_NAMED = 20;
    private final Messages messages;
    private final Badges badges;
    private final Consumer<EffectiveRow.Step> openAt;

    /**
     * @param openAt opens the profile's text at a line
     */
    EffectiveCells(Messages messages, Consumer<EffectiveRow.Step> openAt) {
        this.messages = messages;
        this.openAt = openAt;
        badges = new Badges(messages);
    }

    Node right(EffectiveRow.Right right) {
        return switch (right) {
            case EffectiveRow.Right.Letters letters -> badges.rights(letters.access());
            case EffectiveRow.Right.Word word -> verb(word.verb());
        };
    }

    private Label verb(EffectiveRow.Verb verb) {
        String word = messages.get("profiles.verb." + verb.name().toLowerCase(Locale.ROOT));
        return switch (verb) {
            case PASS, SET -> Badges.word(word);
            case ALLOW, LOOPBACK -> Badges.word(word, Feather.GLOBE, "badge-notice");
            case DENY -> Badges.word(word, Feather.SLASH, "badge-credential");
        };
    }

    /** The rights in words, for those who do not see the letters. */
    String rightWords(EffectiveRow.Right right) {
        return switch (right) {
            case EffectiveRow.Right.Letters letters -> badges.words(letters.access());
            case EffectiveRow.Right.Word word ->
                messages.get("profiles.verb." + word.verb().name().toLowerCase(Locale.ROOT));
        };
    }

    String nameText(EffectiveRow.Entry row) {
        boolean several =
                row.section() == EffectiveRow.Section.FILES && row.paths().size() > 1;
        return several ? row.name() + "  +" + (row.paths().size() - 1) : row.name();
    }

    /** All of it, and what a pattern stands for. */
    String nameTip(EffectiveRow.Entry row) {
        boolean pattern = row.section() == EffectiveRow.Section.ENVIRONMENT
                && !row.paths().isEmpty();
        return row.paths().size() > 1 || pattern
                ? String.join("\n", row.paths().stream().limit(PATHS_NAMED).toList())
                : nameText(row);
    }

    boolean isSkipped(EffectiveRow.Entry row) {
        return row.state().mark() == EffectiveRow.Mark.SKIPPED;
    }

    /** The last steps of the chain as links; how many other origins there are. */
    Node from(EffectiveRow.Entry row) {
        HBox box = new HBox(3);
        box.setAlignment(Pos.CENTER_LEFT);
        List<EffectiveRow.Step> chain = row.chain();
        boolean others = row.origins().size() > 1;
        List<EffectiveRow.Step> shown = chain.size() > 1 && others
                ? List.of(chain.getLast())
                : chain.size() > CHAIN_SHOWN ? List.of(chain.getFirst(), chain.getLast()) : chain;
        for (int i = 0; i < shown.size(); i++) {
            if (i > 0) {
                box.getChildren().add(faint(chain.size() > CHAIN_SHOWN ? "\u203a\u2026\u203a" : "\u203a"));
            }
            box.getChildren().add(step(shown.get(i)));
        }
        if (row.origins().size() > 1) {
            Label more = new Label("+" + (row.origins().size() - 1));
            more.getStyleClass().add("outline");
            more.setMinWidth(Region.USE_PREF_SIZE);
            box.getChildren().add(more);
        }
        Tips.on(
                box,
                () -> String.join(
                        " \u203a ", chain.stream().map(EffectiveRow.Step::label).toList()));
        return box;
    }

    Node step(EffectiveRow.Step step) {
        if (step.line() == 0) {
            return MiddleEllipsis.of(step.label(), "secondary");
        }
        Hyperlink link = new Hyperlink(step.label());
        link.getStyleClass().add("mono");
        link.setFocusTraversable(false);
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setMnemonicParsing(false);
        link.setAccessibleText(messages.get("profiles.origin.open", step.profile(), step.line()));
        link.setOnAction(event -> openAt.accept(step));
        return link;
    }

    private static Label faint(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("faint");
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    Node state(EffectiveRow.State state) {
        String words = stateWords(state);
        Label label = new Label(words, stateIcon(state.mark()));
        Tips.on(label, () -> words);
        if (state.mark() == EffectiveRow.Mark.SKIPPED) {
            label.getStyleClass().add("faint");
        }
        return label;
    }

    String stateWords(EffectiveRow.State state) {
        return messages.get(
                "profiles.state." + state.mark().name().toLowerCase(Locale.ROOT).replace('_', '-'), state.detail());
    }

    static FontIcon stateIcon(EffectiveRow.Mark mark) {
        return switch (mark) {
            case GRANTED -> Icons.of(Feather.CHECK, "icon-success");
            case SKIPPED -> Icons.of(Feather.MINUS_CIRCLE);
            case WOULD_CREATE -> Icons.of(Feather.PLUS_CIRCLE, "icon-accent");
            case EXPANDED, ANSWERED -> Icons.of(Feather.CORNER_DOWN_RIGHT, "icon-accent");
            case UNRESOLVED -> Icons.of(Feather.HELP_CIRCLE);
            case WIDER -> Icons.of(Feather.MAXIMIZE_2, "icon-warning");
            case DENIED -> Icons.of(Feather.SLASH, "icon-danger");
        };
    }

    Node risk(EffectiveRow.Entry row) {
        boolean writesAndRuns =
                row.right() instanceof EffectiveRow.Right.Letters letters && letters.access() == AccessList.RWX;
        Node badge = badges.risk(row.risk(), writesAndRuns);
        if (!row.stake().why().isEmpty()) {
            Tips.on(
                    badge,
                    () -> messages.get(
                            "profiles.inspector.risk", row.name(), row.stake().why()));
        }
        return badge;
    }

    /** The head of a group, over all columns. */
    Node heading(EffectiveRow.Heading heading) {
        Label name = new Label(
                messages.get("profiles.section." + heading.section().name().toLowerCase(Locale.ROOT)));
        name.getStyleClass().add("strong");
        Label detail = new Label(headingDetail(heading));
        detail.getStyleClass().add("secondary");
        HBox box = new HBox(8, Icons.of(heading.folded() ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN), name, detail);
        return wide(box);
    }

    private String headingDetail(EffectiveRow.Heading heading) {
        return switch (heading.section()) {
            case FILES ->
                messages.get(
                        "profiles.section.files.detail", heading.count(), heading.writable(), heading.executable());
            case ENVIRONMENT -> messages.get("profiles.section.environment.detail", heading.count());
            case NETWORK, SERVICES -> Integer.toString(heading.count());
        };
    }

    /** The line that stands for the system's rows, over all columns. */
    Node fold(EffectiveRow.Fold fold) {
        Label count = new Label(foldWords(fold));
        count.getStyleClass().add("muted");
        Label from = new Label(String.join(", ", fold.from()));
        from.getStyleClass().addAll("mono", "link-text");
        Label sample = new Label(fold.sample());
        sample.getStyleClass().addAll("mono", "faint");
        HBox box = new HBox(
                8, Icons.of(fold.folded() ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN), count, from, sample);
        box.setStyle("-fx-padding: 0 0 0 10px;");
        wide(box);
        sample.setMinWidth(0);
        return box;
    }

    String foldWords(EffectiveRow.Fold fold) {
        String what = fold.section() == EffectiveRow.Section.ENVIRONMENT ? "names" : "entries";
        return messages.get("profiles.fold." + fold.kind().name().toLowerCase(Locale.ROOT) + "." + what, fold.count());
    }

    /** Wider than its cell: the cells to its right are empty. */
    private static Node wide(HBox box) {
        box.setAlignment(Pos.CENTER_LEFT);
        box.getChildren().forEach(node -> {
            if (node instanceof Label label) {
                label.setMinWidth(Region.USE_PREF_SIZE);
            }
        });
        box.setMinWidth(Region.USE_PREF_SIZE);
        return box;
    }

    /** A whole row in words. */
    String words(EffectiveRow row) {
        return switch (row) {
            case EffectiveRow.Heading heading ->
                messages.get("profiles.section." + heading.section().name().toLowerCase(Locale.ROOT)) + " "
                        + headingDetail(heading);
            case EffectiveRow.Fold fold -> foldWords(fold) + " " + String.join(", ", fold.from());
            case EffectiveRow.Entry entry ->
                String.join(
                        ", ",
                        rightWords(entry.right()),
                        entry.name(),
                        stateWords(entry.state()),
                        badges.riskWord(entry.risk()));
        };
    }

    /** The word for where a layer stands. */
    String layer(Layer layer) {
        return messages.get(
                "profiles.layer." + layer.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
}
