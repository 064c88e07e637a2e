package org.bulle.desktop.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.control.ScrollBar;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** What keeps a key from waiting: turns for what comes from the background, and a text that is laid out by itself with bars told afterwards. */
@ExtendWith(ApplicationExtension.class)
class TypingUiTest {
    private CodeArea area;

    @Start
    void open(Stage stage) {
        area = new CodeArea();
        stage.setScene(new Scene(new Apart(new ScrolledText(area)), 300, 200));
        stage.show();
    }

    @Test
    void resultsWaitForAFrameWithoutAKeyButNotForLong() throws Exception {
        assertThat(framesUntilRun(0)).isLessThanOrEqualTo(2);
        assertThat(framesUntilRun(3)).isBetween(3, 5);
        assertThat(framesUntilRun(100)).isBetween(6, 10);
    }

    /** How many frames pass until an action has its turn when there is a key in each of so many of them. */
    private static int framesUntilRun(int keys) throws Exception {
        Turns turns = new Turns();
        CompletableFuture<Integer> ran = new CompletableFuture<>();
        int[] frame = new int[1];
        AnimationTimer typing = new AnimationTimer() {
            @Override
            public void handle(long now) {
                if (frame[0]++ < keys) {
                    turns.key();
                }
            }
        };
        Platform.runLater(() -> {
            typing.start();
            if (keys > 0) {
                turns.key();
            }
            turns.add(() -> ran.complete(frame[0]));
        });
        int frames = ran.get(60, TimeUnit.SECONDS);
        Platform.runLater(typing::stop);
        return frames;
    }

    @Test
    void resultsKeepTheirOrderAndALineIsStyledInItsFrame() throws Exception {
        Turns turns = new Turns();
        List<String> order = new ArrayList<>();
        CompletableFuture<List<String>> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            turns.key();
            turns.add(() -> order.add("first"));
            turns.add(() -> order.add("second"));
            turns.add(() -> done.complete(order));
            turns.beforeLayout(() -> order.add("an older edit"));
            turns.beforeLayout(() -> order.add("the line"));
        });
        assertThat(done.get(60, TimeUnit.SECONDS)).containsExactly("the line", "first", "second");
    }

    @Test
    void barsFollowTheTextAndTheTextFollowsTheBars(FxRobot robot) throws Exception {
        robot.interact(() -> area.replaceText("line\n".repeat(400)));
        ScrollBar down = bar(robot, Orientation.VERTICAL);
        await(() -> down.isVisible() && down.getMax() > 1000);
        assertThat(bar(robot, Orientation.HORIZONTAL).isVisible()).isFalse();
        robot.interact(() -> down.setValue(down.getMax()));
        await(() -> area.lastVisibleParToAllParIndex() == 400);
        robot.interact(() -> area.showParagraphAtTop(0));
        await(() -> down.getValue() == 0);
        robot.interact(() -> area.replaceText("a line that is wider than its window ".repeat(9)));
        await(() -> !down.isVisible() && bar(robot, Orientation.HORIZONTAL).isVisible());
        robot.interact(() -> area.replaceText("short"));
        await(() -> !bar(robot, Orientation.HORIZONTAL).isVisible());
    }

    private static ScrollBar bar(FxRobot robot, Orientation orientation) {
        return robot.lookup(".scroll-bar").queryAllAs(ScrollBar.class).stream()
                .filter(bar -> bar.getOrientation() == orientation)
                .findFirst()
                .orElseThrow();
    }

    private static void await(BooleanSupplier condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!ask(condition)) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(20);
        }
    }

    private static boolean ask(BooleanSupplier condition) throws Exception {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Platform.runLater(() -> answer.complete(condition.getAsBoolean()));
        return answer.get(60, TimeUnit.SECONDS);
    }
}
