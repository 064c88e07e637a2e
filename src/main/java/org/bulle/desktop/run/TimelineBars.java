package org.bulle.desktop.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Messages;

/** A {@link DenialTimeline} as bars, from the start of the run to now. */
final class TimelineBars extends Region {
    private static final double HEIGHT = 34;
    private static final double WIDEST = 8;
    private static final double LEAST = 2;
    private static final double GAP = 1;
    private static final double WORDS = 16;
    private final Messages messages;
    private final List<Region> bars = new ArrayList<>();
    private final Region ground = new Region();
    private final Label start = new Label();
    private final Label end = new Label();
    private long[] counts = {};
    private Duration part = Duration.ofMillis(1);
    private Duration until = Duration.ofMillis(1);

    TimelineBars(Messages messages) {
        this.messages = messages;
        setId("run-timeline");
        getStyleClass().add("timeline");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setMinHeight(HEIGHT + WORDS + 4);
        setPrefHeight(HEIGHT + WORDS + 4);
        ground.getStyleClass().add("timeline-ground");
        start.setText(messages.get("run.timeline.start"));
        start.getStyleClass().add("secondary");
        end.getStyleClass().add("secondary");
        getChildren().addAll(ground, start, end);
        for (int i = 0; i < DenialTimeline.PARTS; i++) {
            Region bar = new Region();
            bar.getStyleClass().add("timeline-bar");
            bars.add(bar);
        }
        getChildren().addAll(bars);
    }

    /**
     * @param now since the start
     * @param over whether the run has ended then
     */
    void show(DenialTimeline timeline, Duration now, boolean over) {
        counts = timeline.counts();
        part = timeline.width();
        until = now.isZero() || now.isNegative() ? Duration.ofMillis(1) : now;
        long most = timeline.most();
        for (int i = 0; i < bars.size(); i++) {
            Region bar = bars.get(i);
            bar.setVisible(counts[i] > 0);
            boolean peak = counts[i] * 2 > most;
            if (peak != bar.getStyleClass().contains("peak")) {
                if (peak) {
                    bar.getStyleClass().add("peak");
                } else {
                    bar.getStyleClass().remove("peak");
                }
            }
        }
        end.setText(messages.get(over ? "run.timeline.end" : "run.timeline.now", clock(now)));
        setAccessibleText(
                most == 0
                        ? messages.get("run.timeline.none")
                        : messages.get("run.timeline.words", most, clock(timeline.peak())));
        requestLayout();
    }

    /** As the clock of the tab. */
    static String clock(Duration passed) {
        return passed.toHours() > 0
                ? "%d:%02d:%02d".formatted(passed.toHours(), passed.toMinutesPart(), passed.toSecondsPart())
                : "%02d:%02d".formatted(passed.toMinutes(), passed.toSecondsPart());
    }

    @Override
    protected void layoutChildren() {
        double width = getWidth();
        double each = width * part.toMillis() / until.toMillis();
        double bar = Math.clamp(each - GAP, LEAST, WIDEST);
        long most = 1;
        for (long count : counts) {
            most = Math.max(most, count);
        }
        for (int i = 0; i < counts.length; i++) {
            double height = Math.max(LEAST, HEIGHT * counts[i] / most);
            double x = Math.clamp(i * each, 0, Math.max(0, width - bar));
            bars.get(i).resizeRelocate(snapPositionX(x), HEIGHT - height, bar, height);
        }
        ground.resizeRelocate(0, HEIGHT, width, 1);
        start.autosize();
        start.relocate(0, HEIGHT + 3);
        end.autosize();
        end.relocate(Math.max(0, width - end.getWidth()), HEIGHT + 3);
    }
}
