package org.bulle.desktop.profiles;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import org.bulle.desktop.shared.Refill;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.kordamp.ikonli.javafx.FontIcon;

/** The cells of the Effective table: each makes its nodes once and fills them anew as the table scrolls. */
final class EffectiveLooks {
    /** The nodes of one cell. */
    interface Look {
        /** What the cell shows for the row; what looks otherwise than before is noted. */
        Node fill(EffectiveRow.Entry row, Refill refill);
    }

    private static final List<String> FAINT = List.of("faint");
    private final EffectiveCells cells;

    EffectiveLooks(EffectiveCells cells) {
        this.cells = cells;
    }

    /** One set of letters for each list; the words are rare and made each time. */
    Look right() {
        Map<AccessList, Node> letters = new EnumMap<>(AccessList.class);
        return (row, refill) -> row.right() instanceof EffectiveRow.Right.Letters right
                ? letters.computeIfAbsent(right.access(), access -> cells.right(right))
                : cells.right(row.right());
    }

    Look name() {
        return text(cells::nameText, cells::nameTip, List.of("mono"), cells::isSkipped);
    }

    Look declared() {
        return text(EffectiveRow.Entry::declared, EffectiveRow.Entry::declared, List.of("mono", "muted"), row -> false);
    }

    Look from() {
        return cells.from();
    }

    Look state() {
        Map<EffectiveRow.Mark, FontIcon> icons = new EnumMap<>(EffectiveRow.Mark.class);
        Look words = text(
                row -> cells.stateWords(row.state()),
                row -> cells.stateWords(row.state()),
                List.of(),
                cells::isSkipped);
        return (row, refill) -> {
            Node node = words.fill(row, refill);
            if (node instanceof Label label) {
                label.setTextOverrun(OverrunStyle.ELLIPSIS);
                refill.graphic(label, icons.computeIfAbsent(row.state().mark(), EffectiveCells::stateIcon));
            }
            return node;
        };
    }

    /** One badge for each risk that the cell showed. */
    Look risk() {
        Map<Stake, Node> badges = new HashMap<>();
        return (row, refill) -> {
            Node badge = badges.computeIfAbsent(
                    new Stake(row.risk(), EffectiveCells.writesAndRuns(row)), stake -> cells.riskBadge(row));
            cells.tipOfRisk(badge, row);
            return badge;
        };
    }

    private record Stake(Risk risk, boolean writesAndRuns) {}

    Look plain(Supplier<String> text) {
        Label label = new Label();
        return (row, refill) -> {
            refill.text(label, text.get());
            return label;
        };
    }

    private static Look text(
            Function<EffectiveRow.Entry, String> words,
            Function<EffectiveRow.Entry, String> tip,
            List<String> styles,
            Function<EffectiveRow.Entry, Boolean> faint) {
        Label label = new Label();
        label.setAlignment(Pos.CENTER_LEFT);
        label.getStyleClass().addAll(styles);
        label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        return (row, refill) -> {
            refill.text(label, words.apply(row));
            label.setTooltip(null);
            Tips.on(label, () -> tip.apply(row));
            refill.only(label, FAINT, faint.apply(row) ? "faint" : "");
            return label;
        };
    }
}
