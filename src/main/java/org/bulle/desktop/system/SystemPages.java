package org.bulle.desktop.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.editor.ConfigurationPane;
import org.bulle.desktop.shared.Appearance;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Columns;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.LoginShellPath;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.ShellText;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.SearchPath;
import org.bulle.engine.resolve.ResolverReport;
import org.bulle.engine.sandbox.Availability;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The pages of the System view. */
final class SystemPages {
    private final DesktopContext context;
    private final Messages messages;
    private final SystemViewModel model;
    private final HowTo howTo;
    private final Node resolverTable;
    private @Nullable ConfigurationPane settings;

    SystemPages(DesktopContext context, SystemViewModel model) {
        this.context = context;
        this.messages = context.messages();
        this.model = model;
        howTo = new HowTo(messages);
        resolverTable = resolverTable();
    }

    List<Node> of(SystemController.Section section) {
        return switch (section) {
            case SANDBOX -> sandbox();
            case RESOLVERS -> resolvers();
            case LIMITS -> limits();
            case CONFIGURATION -> configuration();
            case SETTINGS -> List.of(settings());
            case VARIABLES -> variables();
            case PATHS -> paths();
            case APPEARANCE -> appearance();
        };
    }

    /** The form and the text of config.toml, made when they are first looked at. */
    Node settings() {
        ConfigurationPane known = settings;
        if (known == null) {
            known = new ConfigurationPane(context);
            settings = known;
        }
        return known;
    }

    /** One thing with its state. */
    private enum Mark {
        GOOD,
        LIMITED,
        ABSENT,
        BAD
    }

    private record Line(Mark mark, String name, String detail, String word, Optional<String> how) {
        Line(Mark mark, String name, String detail, String word) {
            this(mark, name, detail, word, Optional.empty());
        }
    }

    private List<Node> sandbox() {
        Optional<SystemFacts> known = model.factsProperty().get();
        if (known.isEmpty()) {
            return List.of(secondary(messages.get("system.asking")));
        }
        SystemFacts facts = known.get();
        List<Line> kernel = new ArrayList<>();
        kernel.add(new Line(Mark.GOOD, facts.kernel(), facts.distribution(), ""));
        kernel.add(
                switch (facts.availability()) {
                    case Availability.Available here ->
                        new Line(Mark.GOOD, here.version(), facts.backend(), messages.get("system.word.on"));
                    case Availability.Unavailable missing ->
                        new Line(Mark.BAD, facts.backend(), missing.reason(), messages.get("system.word.missing"));
                });
        kernel.add(denialLine(facts.denials()));
        List<Line> enforced = facts.enforcement().stream()
                .filter(status -> !SystemViewModel.isLimit(status))
                .map(this::enforcementLine)
                .toList();
        int half = (kernel.size() + enforced.size() + 1) / 2;
        List<Line> all = new ArrayList<>(kernel);
        all.addAll(enforced);
        VBox left = card(all.subList(0, Math.min(half, all.size())));
        VBox right = card(all.subList(Math.min(half, all.size()), all.size()));
        GridPane cards = new GridPane(16, 0);
        ColumnConstraints half50 = new ColumnConstraints();
        half50.setPercentWidth(50);
        cards.getColumnConstraints().addAll(half50, half50);
        cards.addRow(0, titled("system.sandbox.left", left), titled("system.sandbox.right", right));
        List<Node> nodes = new ArrayList<>(List.of(cards));
        nodes.addAll(resolvers());
        return nodes;
    }

    private Line denialLine(DenialSource source) {
        Mark mark = switch (source.state()) {
            case COMPLETE -> Mark.GOOD;
            case PARTIAL -> Mark.LIMITED;
            case UNAVAILABLE -> Mark.BAD;
        };
        return new Line(
                mark,
                messages.get("system.denials", source.kind().key()),
                source.reason().orElse(""),
                messages.get("system.denials." + source.state().key()),
                howTo.enable(source));
    }

    private Line enforcementLine(EnforcementStatus status) {
        Mark mark = switch (status.enforced()) {
            case FULL -> Mark.GOOD;
            case PARTIAL -> Mark.LIMITED;
            case NONE -> Mark.ABSENT;
        };
        String detail = messages.say(status.reason().isEmpty() ? status.requested() : status.reason());
        return new Line(
                mark,
                capitalised(messages.say(status.what())),
                detail,
                messages.get("system.enforced." + status.enforced().name().toLowerCase(Locale.ROOT)),
                howTo.enable(status));
    }

    private VBox titled(String key, Node content) {
        Label title = new Label(messages.get(key));
        title.getStyleClass().add("strong");
        return new VBox(8, title, content);
    }

    private VBox card(List<Line> lines) {
        VBox card = new VBox();
        card.getStyleClass().add("card");
        for (Line line : lines) {
            card.getChildren().add(row(line));
        }
        return card;
    }

    private HBox row(Line line) {
        Label name = new Label(line.name(), icon(line.mark()));
        name.setGraphicTextGap(8);
        name.getStyleClass().add("medium");
        name.setMinWidth(Region.USE_PREF_SIZE);
        Label detail = secondary(line.detail());
        detail.setWrapText(true);
        detail.setMinWidth(0);
        detail.setMinHeight(Region.USE_PREF_SIZE);
        HBox.setHgrow(detail, Priority.ALWAYS);
        detail.setMaxWidth(Double.MAX_VALUE);
        if (!line.detail().isEmpty()) {
            detail.setTooltip(new javafx.scene.control.Tooltip(line.detail()));
        }
        Label word = new Label(line.word());
        word.setMinWidth(Region.USE_PREF_SIZE);
        word.getStyleClass().addAll("secondary", line.mark() == Mark.GOOD ? "good-text" : "warn-text");
        HBox row = new HBox(8, name, detail, word);
        line.how().ifPresent(how -> row.getChildren().add(howLink(line.name(), line.detail(), how)));
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("card-row");
        return row;
    }

    private Hyperlink howLink(String name, String why, String how) {
        Hyperlink link = new Hyperlink(messages.get("system.how"));
        link.setAccessibleText(messages.get("system.how.name", name));
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.getStyleClass().add("secondary");
        link.setOnAction(event -> {
            Label reason = new Label(why);
            reason.setWrapText(true);
            Label words = new Label(how);
            words.setWrapText(true);
            words.setMinHeight(Region.USE_PREF_SIZE);
            VBox body = new VBox(reason, words);
            body.getStyleClass().add("dialog-body");
            context.overlay().dialog(messages.get("system.how.name", name), body, null, 520, 0);
        });
        return link;
    }

    private static String capitalised(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static FontIcon icon(Mark mark) {
        return switch (mark) {
            case GOOD -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
            case LIMITED -> Icons.of(Feather.ALERT_TRIANGLE, "icon-warning");
            case ABSENT -> Icons.of(Feather.MINUS_CIRCLE);
            case BAD -> Icons.of(Feather.EYE_OFF, "icon-danger");
        };
    }

    private static Label secondary(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("secondary");
        return label;
    }

    private List<Node> resolvers() {
        VBox.setVgrow(resolverTable, Priority.ALWAYS);
        return List.of(resolverTable);
    }

    private Node resolverTable() {
        Label title = new Label(messages.get("system.section.resolvers.name"));
        title.getStyleClass().add("strong");
        Label busy = secondary("");
        busy.textProperty()
                .bind(model.askingResolversProperty()
                        .map(asks -> asks ? messages.get("system.resolvers.asking") : summary()));
        TextField filter = new TextField();
        filter.setId("resolver-filter");
        filter.setPromptText(messages.get("system.resolvers.filter"));
        filter.setAccessibleText(messages.get("system.resolvers.filter"));
        filter.textProperty().bindBidirectional(model.resolverFilterProperty());
        HBox.setHgrow(filter, Priority.ALWAYS);
        HBox field = new HBox(Icons.of(Feather.FILTER), filter);
        field.getStyleClass().add("field-box");
        field.setPrefWidth(190);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(8, title, busy, space, field);
        head.setAlignment(Pos.CENTER_LEFT);
        TableView<ResolverReport> table = new TableView<>(model.resolvers());
        table.setId("resolver-table");
        table.setAccessibleText(messages.get("system.section.resolvers.name"));
        table.setFixedCellSize(30);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.getColumns().add(column("system.resolvers.entry", 150, SystemPages::entry));
        table.getColumns().add(column("system.resolvers.reports", 380, this::reports));
        table.getColumns().add(column("system.resolvers.question", 230, this::question));
        TableColumn<ResolverReport, ResolverReport> took = column("system.resolvers.took", 80, this::took);
        took.getStyleClass().add("numbers");
        table.getColumns().add(took);
        table.getColumns().add(column("system.resolvers.state", 190, this::state));
        Columns.follow(table, context.appearance().fontSizeProperty());
        table.setPlaceholder(secondary(messages.get("system.resolvers.none")));
        table.setMinHeight(200);
        VBox frame = new VBox(table);
        frame.getStyleClass().add("card");
        VBox.setVgrow(table, Priority.ALWAYS);
        VBox.setVgrow(frame, Priority.ALWAYS);
        return new VBox(8, head, frame);
    }

    private Node reports(ResolverReport report) {
        return report.paths().isEmpty()
                ? MiddleEllipsis.of(context.engine().abbreviate(report.outcome()), "muted")
                : MiddleEllipsis.of(
                        String.join(
                                "  ",
                                report.paths().stream()
                                        .map(context.engine()::abbreviate)
                                        .toList()),
                        "mono");
    }

    /** How many there are, and how many say something. */
    private String summary() {
        Map<ResolverReport.State, Long> counts = model.counts();
        return messages.get(
                "system.resolvers.summary",
                counts.values().stream().mapToLong(Long::longValue).sum(),
                counts.getOrDefault(ResolverReport.State.ANSWERS, 0L),
                counts.getOrDefault(ResolverReport.State.REFUSED, 0L)
                        + counts.getOrDefault(ResolverReport.State.DROPPED, 0L));
    }

    private static Node entry(ResolverReport report) {
        Label entry = MiddleEllipsis.of(report.entry(), "mono");
        Tips.on(entry, () -> report.entry() + ": " + report.description());
        return entry;
    }

    private Node question(ResolverReport report) {
        if (report.question().isEmpty()) {
            return MiddleEllipsis.of(messages.get("system.resolvers.read"), "muted");
        }
        return report.took().isEmpty()
                ? MiddleEllipsis.of(messages.get("system.resolvers.not-asked"), "muted")
                : MiddleEllipsis.of(ShellText.join(report.question()), "mono", "muted");
    }

    private Node took(ResolverReport report) {
        Label time = new Label(report.took()
                .map(took -> messages.get("system.resolvers.seconds", "%.2f".formatted(took.toMillis() / 1000.0)))
                .orElse(""));
        time.getStyleClass().addAll("muted", "figures");
        HBox box = new HBox(time);
        box.setAlignment(Pos.CENTER_RIGHT);
        return box;
    }

    private Node state(ResolverReport report) {
        Label word = new Label(
                messages.get("system.resolvers." + report.state().name().toLowerCase(Locale.ROOT)),
                switch (report.state()) {
                    case ANSWERS -> Icons.of(Feather.CHECK, "icon-success");
                    case DROPPED -> Icons.of(Feather.SLASH, "icon-warning");
                    case REFUSED -> Icons.of(Feather.SHIELD_OFF, "icon-warning");
                    case NOTHING -> Icons.of(Feather.MINUS_CIRCLE);
                });
        word.setMinWidth(Region.USE_PREF_SIZE);
        HBox box = new HBox(6, word);
        box.setAlignment(Pos.CENTER_LEFT);
        if (report.state() == ResolverReport.State.REFUSED) {
            box.getChildren()
                    .add(howLink(report.entry(), report.outcome(), messages.get("system.resolvers.refused.how")));
        }
        return box;
    }

    private TableColumn<ResolverReport, ResolverReport> column(
            String key, double width, java.util.function.Function<ResolverReport, Node> look) {
        TableColumn<ResolverReport, ResolverReport> column = new TableColumn<>(messages.get(key));
        column.setPrefWidth(width);
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(ignored -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable ResolverReport report, boolean empty) {
                super.updateItem(report, empty);
                setGraphic(empty || report == null ? null : look.apply(report));
            }
        });
        return column;
    }

    private List<Node> limits() {
        List<Line> lines = model.factsProperty().get().map(SystemFacts::limits).orElse(List.of()).stream()
                .map(this::limitLine)
                .toList();
        return List.of(lines.isEmpty() ? secondary(messages.get("system.asking")) : card(lines));
    }

    private Line limitLine(Limit limit) {
        return new Line(
                limit.enforced() ? Mark.GOOD : Mark.LIMITED,
                messages.get("system.limit." + limit.name()),
                limit.enforced() ? limit.mechanism() : messages.say(limit.reason()),
                messages.get(limit.enforced() ? "system.enforced.full" : "system.enforced.none"),
                howTo.enable(limit));
    }

    private List<Node> configuration() {
        Path root = context.engine().configRoot();
        List<Node> nodes = new ArrayList<>();
        List<Line> files = new ArrayList<>();
        boolean configured =
                model.factsProperty().get().map(SystemFacts::configured).orElse(false);
        files.add(new Line(
                configured ? Mark.GOOD : Mark.ABSENT,
                "config.toml",
                shown(root.resolve("config.toml")),
                messages.get(configured ? "system.word.read" : "system.word.none")));
        context.catalog().get().entries().values().stream()
                .filter(entry -> entry.source() != org.bulle.engine.profile.CatalogEntry.Source.BUILT_IN)
                .forEach(entry -> files.add(new Line(
                        entry.broken() ? Mark.LIMITED : Mark.GOOD,
                        entry.name(),
                        context.engine().abbreviate(entry.file()),
                        messages.get(entry.broken() ? "system.word.errors" : "system.word.read"))));
        nodes.add(titled("system.configuration.files", card(files)));
        List<Problem> problems = model.problems();
        if (problems.isEmpty()) {
            nodes.add(secondary(messages.get("system.configuration.no-problems")));
        } else {
            VBox card = new VBox();
            card.getStyleClass().add("card");
            problems.forEach(problem -> card.getChildren().add(problemRow(problem)));
            nodes.add(titled("system.configuration.problems", card));
        }
        return nodes;
    }

    private Node problemRow(Problem problem) {
        Label words = new Label(
                context.engine().abbreviate(problem.format()),
                problem.isError()
                        ? Icons.of(Feather.ALERT_CIRCLE, "icon-danger")
                        : Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
        words.setWrapText(true);
        words.setGraphicTextGap(8);
        HBox row = new HBox(8, words);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("card-row");
        profileOf(problem).ifPresent(name -> {
            Hyperlink open = new Hyperlink(messages.get("system.configuration.open", name));
            open.setOnAction(event -> context.navigator().open("profiles", name));
            open.setMinWidth(Region.USE_PREF_SIZE);
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            row.getChildren().addAll(space, open);
        });
        return row;
    }

    private Optional<String> profileOf(Problem problem) {
        return context.catalog().get().entries().values().stream()
                .filter(entry -> entry.problems().contains(problem))
                .map(entry -> entry.name())
                .findFirst();
    }

    private List<Node> variables() {
        List<Line> lines = model.factsProperty().get().map(SystemFacts::variables).map(Map::entrySet).stream()
                .flatMap(java.util.Set::stream)
                .map(variable -> new Line(
                        Mark.GOOD, "$" + variable.getKey(), context.engine().abbreviate(variable.getValue()), ""))
                .toList();
        return List.of(lines.isEmpty() ? secondary(messages.get("system.asking")) : card(lines));
    }

    private List<Node> paths() {
        List<Line> places = List.of(
                new Line(
                        Mark.GOOD,
                        messages.get("system.paths.configuration"),
                        shown(context.engine().configRoot()),
                        ""),
                new Line(
                        Mark.GOOD,
                        messages.get("system.paths.runs"),
                        shown(context.engine().history().folder()),
                        ""),
                new Line(
                        Mark.GOOD,
                        messages.get("system.paths.versions"),
                        shown(context.engine().state().resolve("versions")),
                        ""),
                new Line(
                        Mark.GOOD,
                        messages.get("system.paths.launcher"),
                        context.engine().launcher().getFirst(),
                        ""));
        List<Line> search = new ArrayList<>();
        search.add(searchSource());
        for (String directory :
                SearchPath.directories(context.engine().environment().getOrDefault("PATH", ""))) {
            boolean there = model.factsProperty()
                    .get()
                    .map(facts -> facts.searchPath().contains(directory))
                    .orElse(false);
            search.add(new Line(
                    there ? Mark.GOOD : Mark.ABSENT,
                    context.engine().abbreviate(directory),
                    "",
                    messages.get(there ? "system.paths.used" : "system.paths.unused")));
        }
        return List.of(titled("system.paths.places", card(places)), titled("system.paths.search", card(search)));
    }

    private Line searchSource() {
        return switch (context.engine().searchPathSource()) {
            case LoginShellPath.Source.Caller caller ->
                new Line(Mark.GOOD, messages.get("system.paths.caller"), "", "");
            case LoginShellPath.Source.Shell shell ->
                new Line(Mark.GOOD, messages.get("system.paths.shell", shell.shell()), "", "");
            case LoginShellPath.Source.Session session ->
                new Line(Mark.LIMITED, messages.get("system.paths.session", session.why()), "", "");
        };
    }

    private String shown(Path path) {
        return context.engine().abbreviate(OsPath.text(path));
    }

    private List<Node> appearance() {
        HBox themes = new HBox();
        themes.getStyleClass().add("segments");
        for (Appearance.Choice choice : Appearance.Choice.values()) {
            ToggleButton button = new ToggleButton(
                    messages.get("system.theme." + choice.name().toLowerCase(Locale.ROOT)));
            button.setId("theme-" + choice.name().toLowerCase(Locale.ROOT));
            button.getStyleClass().add("segment");
            button.setSelected(context.appearance().choiceProperty().get() == choice);
            button.setOnAction(event -> {
                button.setSelected(true);
                context.appearance().choiceProperty().set(choice);
            });
            context.appearance()
                    .choiceProperty()
                    .addListener((property, old, now) -> button.setSelected(now == choice));
            themes.getChildren().add(button);
        }
        themes.getChildren().getFirst().getStyleClass().add("first");
        themes.getChildren().getLast().getStyleClass().add("last");
        Label size = new Label();
        size.textProperty()
                .bind(context.appearance().fontSizeProperty().map(now -> messages.get("system.font.size", now)));
        Button smaller = Buttons.icon(Feather.MINUS, messages.get("system.font.smaller"));
        smaller.setId("font-smaller");
        smaller.setOnAction(event -> resize(-1));
        Button larger = Buttons.icon(Feather.PLUS, messages.get("system.font.larger"));
        larger.setId("font-larger");
        larger.setOnAction(event -> resize(1));
        HBox sizes = new HBox(8, smaller, size, larger);
        sizes.setAlignment(Pos.CENTER_LEFT);
        HBox languages = new HBox();
        languages.getStyleClass().add("segments");
        for (Locale language : List.of(Locale.ENGLISH, Locale.FRENCH)) {
            ToggleButton button = new ToggleButton(messages.get("system.language." + language.getLanguage()));
            button.setId("language-" + language.getLanguage());
            button.getStyleClass().add("segment");
            button.setSelected(messages.language().getLanguage().equals(language.getLanguage()));
            button.setOnAction(event -> {
                context.preferences().put("language", language.toLanguageTag());
                languages.getChildren().forEach(other -> ((ToggleButton) other).setSelected(other == button));
            });
            languages.getChildren().add(button);
        }
        languages.getChildren().getFirst().getStyleClass().add("first");
        languages.getChildren().getLast().getStyleClass().add("last");
        VBox card = new VBox(
                setting("system.theme.name", "system.theme.hint", themes),
                setting("system.font.name", "system.font.hint", sizes),
                setting("system.language.name", "system.language.hint", languages));
        card.getStyleClass().add("card");
        card.setMaxWidth(640);
        return List.of(card);
    }

    private HBox setting(String name, String hint, Node control) {
        Label title = new Label(messages.get(name));
        title.getStyleClass().add("medium");
        VBox words = new VBox(2, title, secondary(messages.get(hint)));
        words.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(words, Priority.ALWAYS);
        HBox row = new HBox(12, words, control);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().addAll("card-row", "setting-row");
        return row;
    }

    private void resize(int by) {
        int now = context.appearance().fontSizeProperty().get();
        context.appearance().fontSizeProperty().set(Math.clamp(now + by, Appearance.SMALLEST, Appearance.LARGEST));
    }

    List<org.bulle.desktop.shell.Action> appearanceActions() {
        List<org.bulle.desktop.shell.Action> offered = new ArrayList<>();
        for (Appearance.Choice choice : Appearance.Choice.values()) {
            offered.add(new org.bulle.desktop.shell.Action(
                    messages.get(
                            "system.palette.theme",
                            messages.get("system.theme." + choice.name().toLowerCase(Locale.ROOT))),
                    "",
                    Feather.SUN,
                    () -> context.appearance().choiceProperty().set(choice)));
        }
        offered.add(new org.bulle.desktop.shell.Action(
                messages.get("system.font.larger"), "Ctrl++", Feather.PLUS, () -> resize(1)));
        offered.add(new org.bulle.desktop.shell.Action(
                messages.get("system.font.smaller"), "Ctrl+-", Feather.MINUS, () -> resize(-1)));
        return offered;
    }
}
