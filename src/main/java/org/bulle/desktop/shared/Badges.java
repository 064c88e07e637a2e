package org.bulle.desktop.shared;

import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.AccessRight;
import org.kordamp.ikonli.feather.Feather;

/** The small marks of visual-language: rights as letters in fixed places, risks as icon and word. */
public final class Badges {
    private static final String ABSENT = "\u00b7";
    private final Messages messages;

    public Badges(Messages messages) {
        this.messages = messages;
    }

    /** R W X, each in its place, a dot where a right is absent. */
    public HBox rights(AccessList access) {
        HBox letters = new HBox(
                2, slot(access, AccessRight.READ), slot(access, AccessRight.WRITE), slot(access, AccessRight.EXECUTE));
        letters.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
        return letters;
    }

    private static Label slot(AccessList access, AccessRight right) {
        boolean present = access.rights().contains(right);
        Label slot = new Label(present ? letter(right) : ABSENT);
        slot.getStyleClass().addAll("right-slot", present ? style(right) : "absent");
        return slot;
    }

    private static String letter(AccessRight right) {
        return switch (right) {
            case READ -> "R";
            case WRITE -> "W";
            case EXECUTE -> "X";
        };
    }

    private static String style(AccessRight right) {
        return switch (right) {
            case READ -> "read";
            case WRITE -> "write";
            case EXECUTE -> "execute";
        };
    }

    /** The rights in words: "Read and write". */
    public String words(AccessList access) {
        return messages.get("shared.rights." + access.key());
    }

    /** Plain text for none; else icon and word. What can be written and then run has a word of its own. */
    public Node risk(Risk risk, boolean writesAndRuns) {
        String word = messages.get(
                writesAndRuns && risk != Risk.CREDENTIAL ? "shared.risk.write-run" : "shared.risk." + risk.key());
        return switch (risk) {
            case NONE -> {
                Label none = new Label(riskWord(risk));
                none.getStyleClass().add("faint");
                yield none;
            }
            case NOTICE -> word(word, writesAndRuns ? Feather.UNLOCK : Feather.ALERT_TRIANGLE, "badge-notice");
            case CREDENTIAL -> word(word, Feather.KEY, "badge-credential");
            case ESCAPE -> word(word, Feather.UNLOCK, "badge-escape");
        };
    }

    public String riskWord(Risk risk) {
        return messages.get("shared.risk." + risk.key());
    }

    /** A word on a ground, with an icon. */
    public static Label word(String word, Feather icon, String... styles) {
        Label badge = new Label(word, Icons.of(icon));
        badge.getStyleClass().add("word-badge");
        badge.getStyleClass().addAll(styles);
        return badge;
    }

    /** A word on a ground. */
    public static Label word(String word, String... styles) {
        Label badge = new Label(word);
        badge.getStyleClass().add("word-badge");
        badge.getStyleClass().addAll(styles);
        return badge;
    }
}
