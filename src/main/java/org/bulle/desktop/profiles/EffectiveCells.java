package org.bulle.desktop.profiles;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.Styles;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Statement;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** How the parts of an effective row look, in the table and in the inspector. */
final class EffectiveCells {
    private static final int CHAIN_SHOWN = 2;
    private static final int PATHS_NAMED = 20;
    private static final List<String> CHAIN_STYLES = List.of("chain-link", "secondary");
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

    /**
     * For one cell: the last steps of the chain, cut in the middle where there is no room, and how many other origins there are. A click opens the step that it
     * points at. One label, not a link for each step: a table has one in every row.
     */
    EffectiveLooks.Look from() {
        Label steps = new Label();
        steps.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        Label more = new Label();
        more.getStyleClass().add("outline");
        more.setMinWidth(Region.USE_PREF_SIZE);
        HBox box = new HBox(4, steps, more);
        box.setAlignment(Pos.CENTER_LEFT);
        return (row, refill) -> {
            List<EffectiveRow.Step> chain = row.chain();
            int others = row.origins().size() - 1;
            boolean leads = chain.stream().anyMatch(step -> step.line() > 0);
            refill.text(steps, shownSteps(chain, others));
            refill.only(steps, CHAIN_STYLES, leads ? "chain-link" : "secondary");
            steps.setOnMouseClicked(event -> {
                if (leads && event.getButton() == MouseButton.PRIMARY) {
                    openAt.accept(pointedAt(steps, chain, event.getX()));
                    event.consume();
                }
            });
            Styles.shown(more, others > 0);
            more.setText("+" + others);
            Tips.on(box, () -> chainWords(chain));
            return box;
        };
    }

    private static String shownSteps(List<EffectiveRow.Step> chain, int others) {
        if (chain.isEmpty()) {
            return "";
        }
        if (chain.size() == 1 || others > 0) {
            return chain.getLast().label();
        }
        return chain.getFirst().label()
                + (chain.size() > CHAIN_SHOWN ? "\u203a\u2026\u203a" : "\u203a")
                + chain.getLast().label();
    }

    /** All letters are as wide: the first step when the pointer is over its letters, else the last, which decides. */
    private static EffectiveRow.Step pointedAt(Label steps, List<EffectiveRow.Step> chain, double x) {
        EffectiveRow.Step first = chain.getFirst();
        boolean two = steps.getText().startsWith(first.label() + "\u203a");
        double share =
                (double) first.label().length() / Math.max(1, steps.getText().length());
        return two && first.line() > 0 && x < share * steps.getWidth() ? first : chain.getLast();
    }

    private static String chainWords(List<EffectiveRow.Step> chain) {
        return String.join(
                " \u203a ", chain.stream().map(EffectiveRow.Step::label).toList());
    }

    private static Hyperlink link() {
        Hyperlink link = new Hyperlink();
        link.getStyleClass().add("mono");
        link.setFocusTraversable(false);
        link.setMnemonicParsing(false);
        link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        link.setMinWidth(0);
        return link;
    }

    private void fill(Hyperlink link, EffectiveRow.Step step) {
        link.setText(step.label());
        link.setAccessibleText(messages.get("profiles.origin.open", step.profile(), step.line()));
        link.setOnAction(event -> {
            link.setVisited(false);
            openAt.accept(step);
        });
    }

    Node step(EffectiveRow.Step step) {
        if (step.line() == 0) {
            return MiddleEllipsis.of(step.label(), "secondary");
        }
        Hyperlink link = link();
        fill(link, step);
        return link;
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

    static boolean writesAndRuns(EffectiveRow.Entry row) {
        return row.right() instanceof EffectiveRow.Right.Letters letters && letters.access() == AccessList.RWX;
    }

    Node riskBadge(EffectiveRow.Entry row) {
        return badges.risk(row.risk(), writesAndRuns(row));
    }

    void tipOfRisk(Node badge, EffectiveRow.Entry row) {
        Statement why = row.stake().why();
        Tips.on(
                badge,
                () -> why.isEmpty()
                        ? badges.riskWord(row.risk())
                        : messages.get("profiles.inspector.risk", row.name(), why));
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
