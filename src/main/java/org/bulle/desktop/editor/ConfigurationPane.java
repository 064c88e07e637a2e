package org.bulle.desktop.editor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.history.Retention;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Place;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.ProfileParser;
import org.bulle.engine.profile.ProfileStore.Document;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** config.toml: a form for variables, defaults, guardrails and limits, and its text. Both are one document; the form changes only the characters it must. */
public final class ConfigurationPane extends BorderPane {
    private static final List<String> LIMITS = List.of("memory", "cpu", "nproc", "nofile", "fsize", "cpu-time");
    private static final List<String> DEFAULTS = List.of("defaults");
    private static final List<String> RUNS = List.of("runs");
    private static final List<String> DEFAULT_LIMITS = List.of("defaults", "limits");
    private final DesktopContext context;
    private final Messages messages;
    private final VBox form = new VBox(14);
    private final Label broken = new Label();
    private final GridPane variables = new GridPane(8, 6);
    private final TextField profile = new TextField();
    private final TextField timeout = new TextField();
    private final TextField keep = new TextField();
    private final TextField days = new TextField();
    private final CheckBox keepOutput = new CheckBox();
    private final CheckBox strict = new CheckBox();
    private final CheckBox detect = new CheckBox();
    private final Map<String, CheckBox> denials = new LinkedHashMap<>();
    private final Map<String, TextField> limits = new LinkedHashMap<>();
    private @Nullable DocumentView view;
    private boolean filling;

    public ConfigurationPane(DesktopContext context) {
        this.context = context;
        this.messages = context.messages();
        setId("configuration-editor");
        broken.setWrapText(true);
        broken.setText(messages.get("editor.config.broken"));
        broken.getStyleClass().addAll("note", "warning");
        form.getStyleClass().add("config-form");
        form.getChildren()
                .addAll(
                        broken,
                        group("variables", variables, addVariable()),
                        group("defaults", defaults()),
                        group("guardrails", guardrails()),
                        group("limits", limits()),
                        group("runs", runs()));
        ScrollPane scroll = new ScrollPane(form);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().addAll("plain-scroll", "config-side");
        setLeft(scroll);
        parentProperty().addListener((property, old, now) -> {
            if (now != null && view == null) {
                open();
            } else if (now != null) {
                Optional.ofNullable(view).ifPresent(shown -> shown.model().look());
            }
        });
    }

    /** True when the text differs from the file. */
    public boolean hasUnsaved() {
        DocumentView shown = view;
        return shown != null && shown.model().modifiedProperty().get();
    }

    private void open() {
        context.tasks()
                .run(
                        () -> new Read(
                                context.engine().store().read(new Document.ConfigurationFile()),
                                context.engine().linter(),
                                context.engine()
                                        .words(
                                                context.catalog().get().catalog(),
                                                context.selection()
                                                        .workspaceProperty()
                                                        .get())),
                        this::show,
                        failure -> setCenter(new Label(failure.message())));
    }

    private record Read(
            Optional<String> text,
            org.bulle.engine.check.ProfileLinter linter,
            org.bulle.engine.profile.Completions.Words words) {}

    private void show(Read read) {
        String file = OsPath.text(context.engine().store().file(new Document.ConfigurationFile()));
        DocumentView made = new DocumentView(
                context,
                new DocumentModel.Source(
                        "",
                        Layer.CONFIG,
                        Optional.of(new Document.ConfigurationFile()),
                        file,
                        read.text().orElse(""),
                        read.text()));
        view = made;
        made.model().use(read.words());
        made.model().use(context.catalog().get().catalog(), read.linter());
        context.catalog().snapshotProperty().addListener((property, old, now) -> {
            made.model().use(now.catalog(), read.linter());
            made.model().look();
        });
        made.model().parsedProperty().addListener((property, old, now) -> fill(now));
        made.showEntries(false);
        setCenter(made);
        fill(made.model().text());
        made.model().check();
    }

    /** The form as the text is; a text that is wrong is mended there first. */
    private void fill(String text) {
        context.tasks()
                .run(
                        () -> ProfileParser.parseConfiguration("config.toml", text)
                                .configuration(),
                        this::fill,
                        failure -> {});
    }

    private void fill(Optional<Configuration> parsed) {
        broken.setVisible(parsed.isEmpty());
        broken.setManaged(parsed.isEmpty());
        form.getChildren().stream().skip(1).forEach(part -> part.setDisable(parsed.isEmpty()));
        parsed.ifPresent(configuration -> {
            filling = true;
            variables.getChildren().clear();
            new TreeMap<>(configuration.vars()).forEach((name, value) -> variable(name, value.value()));
            Configuration.Defaults defaults = configuration.defaults();
            profile.setText(String.join(
                    ", ", defaults.profiles().stream().map(Located::value).toList()));
            timeout.setText(defaults.timeout().map(Located::value).orElse(""));
            strict.setSelected(defaults.strictLimits().map(Located::value).orElse(false));
            detect.setSelected(defaults.detect().map(Located::value).orElse(false));
            denials.forEach((name, box) -> box.setSelected(configuration.base().deny().stream()
                    .anyMatch(denied -> denied.value().equals(name))));
            limits.forEach((name, field) ->
                    field.setText(Optional.ofNullable(defaults.limits().get(name))
                            .map(Located::value)
                            .orElse("")));
            Configuration.Runs runs = configuration.runs();
            keep.setText(runs.keep().map(kept -> Integer.toString(kept.value())).orElse(""));
            days.setText(runs.days().map(kept -> Integer.toString(kept.value())).orElse(""));
            keepOutput.setSelected(runs.keepOutput().map(Located::value).orElse(true));
            filling = false;
        });
    }

    private void edit(DocumentModel.Change change) {
        DocumentView shown = view;
        if (shown != null && !filling) {
            shown.model().edit(change);
        }
    }

    private Node group(String key, Node... content) {
        Label title = new Label(messages.get("editor.config." + key));
        title.getStyleClass().add("section-title");
        Label words = new Label(messages.get("editor.config." + key + ".words"));
        words.setWrapText(true);
        words.getStyleClass().add("secondary");
        VBox box = new VBox(6, title, words);
        box.getChildren().addAll(content);
        return box;
    }

    private void variable(String name, String value) {
        Label label = new Label("$" + name);
        label.getStyleClass().add("mono");
        TextField field = new TextField(value);
        field.setAccessibleText(messages.get("editor.config.variable", name));
        Place place = new Place(List.of("vars"), name);
        onCommit(field, now -> edit(text -> ProfileEdits.set(text, place, now)));
        GridPane.setHgrow(field, Priority.ALWAYS);
        Button remove = Buttons.flat(Feather.TRASH_2, messages.get("editor.config.variable.remove", name));
        remove.setOnAction(event -> edit(text -> ProfileEdits.unset(text, place)));
        variables.addRow(variables.getRowCount(), label, field, remove);
    }

    private Node addVariable() {
        TextField name = new TextField();
        name.setId("config-variable-name");
        name.setPromptText("NAME");
        name.setPrefColumnCount(8);
        name.setAccessibleText(messages.get("editor.config.variable.name"));
        TextField value = new TextField();
        value.setId("config-variable-value");
        value.setPromptText("/mnt/work");
        value.setAccessibleText(messages.get("editor.config.variable.value"));
        HBox.setHgrow(value, Priority.ALWAYS);
        Button add = Buttons.icon(Feather.PLUS, messages.get("editor.config.variable.add"));
        add.setId("config-variable-add");
        Runnable confirm = () -> {
            String chosen = name.getText().strip();
            if (!chosen.isEmpty() && !value.getText().isBlank()) {
                edit(text -> ProfileEdits.set(
                        text,
                        new Place(List.of("vars"), chosen),
                        value.getText().strip()));
                name.clear();
                value.clear();
            }
        };
        add.setOnAction(event -> confirm.run());
        value.setOnAction(event -> confirm.run());
        HBox line = new HBox(6, name, value, add);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private Node defaults() {
        GridPane grid = new GridPane(8, 6);
        field(grid, "profile", profile, this::setProfiles);
        field(grid, "timeout", timeout, now -> setOrUnset(new Place(DEFAULTS, "timeout"), now));
        flag(strict, "strict_limits");
        flag(detect, "detect");
        grid.add(strict, 0, 2, 2, 1);
        grid.add(detect, 0, 3, 2, 1);
        return grid;
    }

    /** One name is a string, several are a list, none is no key. */
    private void setProfiles(String typed) {
        List<String> names = new ArrayList<>();
        for (String name : typed.split("[,\\s]+")) {
            if (!name.isBlank()) {
                names.add(name);
            }
        }
        Place place = new Place(DEFAULTS, "profile");
        edit(text -> {
            if (names.size() == 1) {
                return ProfileEdits.set(text, place, names.getFirst());
            }
            String out = ProfileEdits.unset(text, place);
            for (String name : names) {
                out = ProfileEdits.add(out, place, name);
            }
            return out;
        });
    }

    private Node guardrails() {
        VBox box = new VBox(6);
        for (String capability : Capabilities.ALL) {
            CheckBox deny = new CheckBox(messages.get("editor.config.deny." + capability));
            deny.setId("config-deny-" + capability);
            Place place = Place.of("deny");
            deny.setOnAction(event -> edit(text -> deny.isSelected()
                    ? ProfileEdits.add(text, place, capability)
                    : ProfileEdits.remove(text, place, capability)));
            denials.put(capability, deny);
            box.getChildren().add(deny);
        }
        return box;
    }

    private Node limits() {
        GridPane grid = new GridPane(8, 6);
        for (String limit : LIMITS) {
            TextField field = new TextField();
            field.setPromptText(messages.get("editor.key." + limit));
            limits.put(limit, field);
            field(grid, limit, field, now -> setOrUnset(new Place(DEFAULT_LIMITS, limit), now));
        }
        return grid;
    }

    private Node runs() {
        GridPane grid = new GridPane(8, 6);
        keep.setPromptText(Integer.toString(Retention.DEFAULT.runs()));
        days.setPromptText(Long.toString(Retention.DEFAULT.age().toDays()));
        field(grid, "keep", keep, now -> setNumber(new Place(RUNS, "keep"), now));
        field(grid, "days", days, now -> setNumber(new Place(RUNS, "days"), now));
        keepOutput.setText(messages.get("editor.key.keep_output"));
        keepOutput.setId("config-keep_output");
        keepOutput.setWrapText(true);
        Place place = new Place(RUNS, "keep_output");
        keepOutput.setOnAction(event -> edit(text ->
                keepOutput.isSelected() ? ProfileEdits.unset(text, place) : ProfileEdits.set(text, place, false)));
        grid.add(keepOutput, 0, 2, 2, 1);
        return grid;
    }

    private void field(GridPane grid, String key, TextField field, Consumer<String> commit) {
        Label label = new Label(key);
        label.getStyleClass().add("mono");
        label.setMinWidth(76);
        label.setLabelFor(field);
        field.setId("config-" + key);
        field.setAccessibleText(key + ", " + messages.get("editor.key." + key));
        GridPane.setHgrow(field, Priority.ALWAYS);
        onCommit(field, commit);
        grid.addRow(grid.getRowCount(), label, field);
    }

    private void flag(CheckBox box, String key) {
        box.setText(messages.get("editor.key." + key));
        box.setId("config-" + key);
        Place place = new Place(DEFAULTS, key);
        box.setOnAction(event ->
                edit(text -> box.isSelected() ? ProfileEdits.set(text, place, true) : ProfileEdits.unset(text, place)));
    }

    private void setOrUnset(Place place, String now) {
        edit(text -> now.isBlank() ? ProfileEdits.unset(text, place) : ProfileEdits.set(text, place, now.strip()));
    }

    /** What is no number stands there as it was typed, with the problem that it is. */
    private void setNumber(Place place, String now) {
        if (now.strip().matches("[0-9]{1,18}")) {
            edit(text -> ProfileEdits.set(text, place, Long.parseLong(now.strip())));
        } else {
            setOrUnset(place, now);
        }
    }

    /** Enter, and leaving the field, take what stands in it. */
    private void onCommit(TextField field, Consumer<String> commit) {
        String[] taken = {field.getText()};
        Runnable take = () -> {
            if (!field.getText().equals(taken[0])) {
                taken[0] = field.getText();
                commit.accept(field.getText());
            }
        };
        field.setOnAction(event -> take.run());
        field.focusedProperty().addListener((property, old, now) -> {
            if (now) {
                taken[0] = field.getText();
            } else {
                take.run();
            }
        });
    }
}
