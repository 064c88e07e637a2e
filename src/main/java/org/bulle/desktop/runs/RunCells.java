package org.bulle.desktop.runs;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.ShellText;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.history.RunSummary;
import org.kordamp.ikonli.feather.Feather;

/** What the cells of the table of runs show. */
final class RunCells {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private final Messages messages;
    private final Engine engine;
    private final ZoneId zone;

    RunCells(Messages messages, Engine engine, ZoneId zone) {
        this.messages = messages;
        this.engine = engine;
        this.zone = zone;
    }

    Optional<Node> started(RunSummary run) {
        return Optional.of(new Label(startedWords(run)));
    }

    String startedWords(RunSummary run) {
        ZonedDateTime at = run.started().atZone(zone);
        long days = at.toLocalDate().until(LocalDate.now(zone)).getDays();
        boolean recent = at.toLocalDate().isAfter(LocalDate.now(zone).minusDays(2));
        return recent
                ? messages.get(days == 0 ? "runs.started.today" : "runs.started.yesterday", TIME.format(at))
                : DAY.format(at);
    }

    /** A run in one line: when, what, how it ended. */
    String line(RunSummary run) {
        return startedWords(run) + "   " + commandLine(run.command()) + "   " + exitWords(run);
    }

    Optional<Node> profiles(RunSummary run) {
        String chain = String.join(" \u203a ", run.profiles());
        Label label = new Label(chain);
        label.setTooltip(new Tooltip(chain));
        return Optional.of(label);
    }

    Optional<Node> command(RunSummary run) {
        return Optional.of(MiddleEllipsis.of(commandLine(run.command()), "mono"));
    }

    /** The program by its name, as in a shell. */
    static String commandLine(List<String> command) {
        if (command.isEmpty()) {
            return "";
        }
        String file = command.getFirst();
        String name = file.substring(file.lastIndexOf('/') + 1);
        return command.size() == 1
                ? name
                : ShellText.quote(name) + " " + ShellText.join(command.subList(1, command.size()));
    }

    Optional<Node> workspace(RunSummary run) {
        return Optional.of(MiddleEllipsis.of(engine.abbreviate(run.workspace()), "mono", "muted"));
    }

    String exitWords(RunSummary run) {
        return switch (run.state()) {
            case RUNNING -> messages.get("runs.state.running");
            case INTERRUPTED -> messages.get("runs.state.interrupted");
            case TIMEOUT -> messages.get("runs.state.timeout");
            case REFUSED -> messages.get("runs.state.refused");
            case FINISHED -> Integer.toString(run.exitCode().orElse(0));
        };
    }

    Optional<Node> exit(RunSummary run) {
        String words = exitWords(run);
        boolean fine = run.state() == RunSummary.State.RUNNING || run.exitCode().orElse(1) == 0;
        Label label = new Label(
                words, Icons.of(fine ? Feather.CHECK : Feather.X_CIRCLE, fine ? "icon-success" : "icon-danger"));
        if (run.state() == RunSummary.State.RUNNING) {
            label.setGraphic(Icons.of(Feather.PLAY, "icon-accent"));
        }
        return Optional.of(label);
    }

    Optional<Node> duration(RunSummary run) {
        return Optional.of(new Label(run.state() == RunSummary.State.RUNNING ? "" : words(run.duration())));
    }

    private static Label faint(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("muted");
        return label;
    }

    private static String words(Duration time) {
        if (time.toMinutes() > 0) {
            return time.toMinutes() + " m " + time.toSecondsPart() + " s";
        }
        return "%.1f s".formatted(time.toMillis() / 1000.0);
    }

    /** Where nobody looked, no denial is not none. */
    String deniedWords(RunSummary run) {
        boolean known = run.denied() > 0 || run.denialSource().state() == DenialSource.State.COMPLETE;
        return known ? messages.get("runs.number", run.denied()) : "?";
    }

    Optional<Node> denied(RunSummary run) {
        Label count = new Label(deniedWords(run));
        if (count.getText().equals("?")) {
            count.setTooltip(new Tooltip(messages.get("runs.denied.unknown")));
            count.setAccessibleText(messages.get("runs.denied.unknown"));
        }
        return Optional.of(count);
    }

    Optional<Node> undecided(RunSummary run) {
        return Optional.of(
                run.undecided() == 0
                        ? faint("0")
                        : Badges.word(
                                messages.get("runs.number", run.undecided()), Feather.HELP_CIRCLE, "badge-credential"));
    }
}
