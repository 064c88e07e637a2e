package org.bulle.desktop;

import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import org.testfx.api.FxRobot;

/** The Run sheet and the tabs of runs, as tests use them. */
final class Tabs {
    private Tabs() {}

    /** Waits until the sheet knows what the run may touch, and runs it by the keyboard. */
    static void start(FxRobot robot) {
        Opened.await(
                "the sheet to be ready",
                () -> !robot.lookup("#run-start").query().isDisabled());
        robot.push(KeyCode.CONTROL, KeyCode.ENTER);
        Opened.await("the tab", () -> robot.lookup("#run-start").tryQuery().isEmpty());
    }

    /** The words for how the run of the tab in front stands. */
    static String state(FxRobot robot) {
        return words(robot, "#run-state");
    }

    static void awaitState(FxRobot robot, String words) {
        Opened.await(
                "the state " + words,
                () -> inFront(robot, "#run-state", Label.class).getText().startsWith(words));
    }

    static void awaitEnd(FxRobot robot) {
        awaitState(robot, "Exit");
    }

    /** All that the terminal of the tab in front holds. */
    static String output(FxRobot robot) {
        return ask(() -> String.valueOf(
                inFront(robot, "#run-output", Node.class).queryAccessibleAttribute(AccessibleAttribute.TEXT)));
    }

    static void awaitOutput(FxRobot robot, String words) {
        Opened.await(
                "the words " + words,
                () -> String.valueOf(inFront(robot, "#run-output", Node.class)
                                .queryAccessibleAttribute(AccessibleAttribute.TEXT))
                        .contains(words));
    }

    static String words(FxRobot robot, String query) {
        return ask(() -> inFront(robot, query, Labeled.class).getText());
    }

    /** Every tab has one of these; only that of the tab in front can be seen. */
    static <T extends Node> T inFront(FxRobot robot, String query, Class<T> type) {
        return type.cast(robot.lookup(query).match(Tabs::isShown).query());
    }

    private static boolean isShown(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return true;
    }

    private interface Question {
        String ask();
    }

    private static String ask(Question question) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                answer.complete(question.ask());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer.join();
    }
}
