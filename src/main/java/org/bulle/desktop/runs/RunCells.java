package org.bulle.desktop.runs;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Styles;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.history.RunSummary;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

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

    /** For one cell, as all that follow. */
    Function<RunSummary, Optional<Node>> started() {
        return words(new Label(), this::startedWords);
    }

    private static Function<RunSummary, Optional<Node>> words(Label label, Function<RunSummary, String> words) {
        return run -> {
            label.setText(words.apply(run));
            return Optional.of(label);
        };
    }

    private static Function<RunSummary, Optional<Node>> cut(Label label, Function<RunSummary, String> words) {
        return run -> {
            MiddleEllipsis.set(label, words.apply(run));
            return Optional.of(label);
        };
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

    Function<RunSummary, Optional<Node>> profiles() {
        Label label = new Label();
        return run -> {
            String chain = String.join(" \u203a ", run.profiles());
            label.setText(chain);
            Tips.on(label, () -> chain);
            return Optional.of(label);
        };
    }

    Function<RunSummary, Optional<Node>> command() {
        return cut(MiddleEllipsis.of("", "mono"), run -> commandLine(run.command()));
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

    Function<RunSummary, Optional<Node>> workspace() {
        return cut(MiddleEllipsis.of("", "mono", "muted"), run -> engine.abbreviate(run.workspace()));
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

    Function<RunSummary, Optional<Node>> exit() {
        Label label = new Label();
        FontIcon going = Icons.of(Feather.PLAY, "icon-accent");
        FontIcon fine = Icons.of(Feather.CHECK, "icon-success");
        FontIcon wrong = Icons.of(Feather.X_CIRCLE, "icon-danger");
        return run -> {
            label.setText(exitWords(run));
            Styles.graphic(
                    label,
                    run.state() == RunSummary.State.RUNNING
                            ? going
                            : run.exitCode().orElse(1) == 0 ? fine : wrong);
            return Optional.of(label);
        };
    }

    Function<RunSummary, Optional<Node>> duration() {
        return words(new Label(), run -> run.state() == RunSummary.State.RUNNING ? "" : words(run.duration()));
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

    Function<RunSummary, Optional<Node>> denied() {
        Label count = new Label();
        return run -> {
            String words = deniedWords(run);
            count.setText(words);
            boolean known = !words.equals("?");
            count.setAccessibleText(known ? null : messages.get("runs.denied.unknown"));
            Tips.on(count, () -> known ? words : messages.get("runs.denied.unknown"));
            return Optional.of(count);
        };
    }

    Function<RunSummary, Optional<Node>> undecided() {
        Label none = new Label("0");
        none.getStyleClass().add("muted");
        Label some = Badges.word("", Feather.HELP_CIRCLE, "badge-credential");
        return run -> {
            some.setText(messages.get("runs.number", run.undecided()));
            return Optional.of(run.undecided() == 0 ? none : some);
        };
    }
}
