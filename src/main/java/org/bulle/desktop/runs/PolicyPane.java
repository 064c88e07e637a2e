package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.Columns;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.engine.history.PolicySnapshot;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Printable;
import org.kordamp.ikonli.feather.Feather;

/** The policy of the chosen run as it was enforced then, whatever its profiles say now. */
final class PolicyPane extends BorderPane {
    private final RunsViewModel model;
    private final DesktopContext context;
    private final Messages messages;
    private final Badges badges;
    private final TableView<Line> table = new TableView<>();
    private final TextField filter = new TextField();
    private final Label summary = new Label();
    private List<Line> all = List.of();
    private String json = "";
    private String shown = "";

    /**
     * A line.
     *
     * @param access of paths; empty for others
     * @param kind the key of what it is: path, variable, network, enforcement, skipped
     */
    record Line(String kind, Optional<AccessList> access, String what, String declared, String from) {}

    PolicyPane(RunsViewModel model, DesktopContext context) {
        this.model = model;
        this.context = context;
        messages = context.messages();
        badges = new Badges(messages);
        table.setId("policy-table");
        table.setAccessibleText(messages.get("runs.tab.policy"));
        table.setFixedCellSize(28);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        TableColumn<Line, Line> what = Columns.of(messages.get("runs.policy.what"), 420, Pos.CENTER_LEFT, this::what);
        table.getColumns()
                .setAll(List.of(
                        Columns.of(messages.get("runs.policy.right"), 150, Pos.CENTER_LEFT, this::right),
                        what,
                        Columns.of(
                                messages.get("runs.policy.declared"),
                                320,
                                Pos.CENTER_LEFT,
                                line -> Optional.of(MiddleEllipsis.of(line.declared(), "mono", "muted"))),
                        Columns.of(
                                messages.get("runs.policy.from"),
                                240,
                                Pos.CENTER_LEFT,
                                line -> Optional.of(MiddleEllipsis.of(line.from(), "mono", "muted")))));
        filter.setId("policy-filter");
        filter.setPromptText(messages.get("runs.policy.filter"));
        filter.setAccessibleText(messages.get("runs.policy.filter"));
        filter.textProperty().addListener((property, old, now) -> list());
        setTop(bar());
        Columns.follow(table, context.appearance().fontSizeProperty());
        setCenter(table);
        model.chosenProperty().addListener((property, old, now) -> showIfSeen());
        visibleProperty().addListener((property, old, now) -> showIfSeen());
    }

    private Node bar() {
        summary.getStyleClass().add("secondary");
        summary.setId("policy-summary");
        HBox.setHgrow(summary, Priority.ALWAYS);
        summary.setMaxWidth(Double.MAX_VALUE);
        HBox field = new HBox(Icons.of(Feather.FILTER), filter);
        HBox.setHgrow(filter, Priority.ALWAYS);
        field.getStyleClass().add("field-box");
        field.setPrefWidth(200);
        field.setMinWidth(120);
        Button copy = new Button(messages.get("runs.policy.copy"), Icons.of(Feather.COPY));
        copy.setMinWidth(javafx.scene.layout.Region.USE_PREF_SIZE);
        copy.setOnAction(event -> Clip.put(json));
        HBox bar = new HBox(Icons.of(Feather.CLOCK), summary, field, copy);
        bar.getStyleClass().add("toolbar-box");
        return bar;
    }

    private void showIfSeen() {
        Optional<RunRecord> record = model.chosenProperty().get();
        if (!isVisible()
                || record.isEmpty()
                || record.get().summary().id().equals(shown)
                        && record.get().policy().isPresent()
                        && record.get().policy().get().equals(json)) {
            return;
        }
        shown = record.get().summary().id();
        json = record.get().policy().orElse("");
        all = List.of();
        list();
        if (json.isEmpty()) {
            summary.setText("");
            table.setPlaceholder(Columns.placeholder(messages.get("runs.policy.none")));
            return;
        }
        String wanted = shown;
        context.tasks()
                .run(
                        () -> lines(PolicySnapshot.of(json)),
                        lines -> {
                            if (wanted.equals(shown)) {
                                all = lines;
                                summary.setText(messages.get("runs.policy.summary", lines.size()));
                                list();
                            }
                        },
                        why -> table.setPlaceholder(Columns.placeholder(why.message())));
    }

    private List<Line> lines(PolicySnapshot policy) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(
                "network",
                Optional.empty(),
                policy.loopbackPorts().isEmpty()
                        ? messages.get("runs.network." + policy.network())
                        : messages.get("runs.network.ports", policy.loopbackPorts()),
                "",
                policy.networkFrom()
                        .map(PolicySnapshot.NetworkOrigin::label)
                        .orElse(messages.get("runs.policy.unsaid"))));
        for (PolicySnapshot.PathRow path : policy.paths()) {
            lines.add(new Line(
                    "path",
                    Optional.of(path.access()),
                    Printable.escape(context.engine().abbreviate(path.path())),
                    Printable.escape(path.declared()),
                    String.join("  ", path.from())));
        }
        for (PolicySnapshot.VariableRow variable : policy.variables()) {
            lines.add(new Line("variable", Optional.empty(), "$" + variable.name(), "", variable.from()));
        }
        for (PolicySnapshot.SkippedRow skipped : policy.skipped()) {
            lines.add(new Line(
                    "skipped",
                    Optional.empty(),
                    skipped.list() + " " + Printable.escape(skipped.text()),
                    messages.get("shared.outcome.skipped", skipped.why()),
                    String.join("  ", skipped.from())));
        }
        for (PolicySnapshot.EnforcementRow row : policy.enforcement()) {
            lines.add(new Line(
                    "enforcement-" + row.enforced(),
                    Optional.empty(),
                    messages.say(row.what()) + ": " + messages.say(row.requested()),
                    messages.say(row.reason()),
                    ""));
        }
        return lines;
    }

    private void list() {
        String wanted = filter.getText().strip().toLowerCase(Locale.ROOT);
        table.getItems()
                .setAll(all.stream()
                        .filter(line -> wanted.isEmpty()
                                || (line.what() + " " + line.declared() + " " + line.from())
                                        .toLowerCase(Locale.ROOT)
                                        .contains(wanted))
                        .toList());
    }

    private Optional<Node> right(Line line) {
        if (line.access().isPresent()) {
            return Optional.of(badges.rights(line.access().get()));
        }
        Feather icon = switch (line.kind()) {
            case "network" -> Feather.GLOBE;
            case "variable" -> Feather.DOLLAR_SIGN;
            case "skipped" -> Feather.MINUS_CIRCLE;
            case "enforcement-full" -> Feather.SHIELD;
            default -> Feather.ALERT_TRIANGLE;
        };
        Label word = new Label(messages.get("runs.policy.kind." + line.kind()), Icons.of(icon));
        word.getStyleClass().add("muted");
        return Optional.of(word);
    }

    private Optional<Node> what(Line line) {
        return Optional.of(MiddleEllipsis.of(line.what(), "mono"));
    }
}
