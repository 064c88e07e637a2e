package org.bulle.desktop.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.Overlay;
import org.bulle.desktop.shared.TextDiffView;
import org.bulle.engine.check.ChangePreview;
import org.bulle.engine.check.EffectiveDifference;
import org.bulle.engine.check.Gain;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** Entries on their way into a profile: the exact change, what it does, whom it reaches. Enter and Escape write nothing. */
final class AddSheet {
    private static final int MOST_LINES = 40;
    private final DesktopContext context;
    private final Messages messages;
    private final Badges badges;
    private final AddViewModel model;
    private final Consumer<AddViewModel.Saved> saved;
    private final Runnable once;
    private final Optional<String> notOnce;
    private final ComboBox<String> target = new ComboBox<>();
    private final TextField name = new TextField();
    private final Label refusal = new Label();
    private final TextDiffView diff;
    private final Label effectTitle = new Label();
    private final Label reachTitle = new Label();
    private final VBox effect = new VBox();
    private final VBox reach = new VBox();
    private final VBox warnings = new VBox(8);
    private final Button save = new Button();
    private final Label saveHint = new Label();
    private final ProgressIndicator busy = new ProgressIndicator();
    private Overlay.@Nullable Shown shown;

    /**
     * @param saved called after the file was written
     * @param once starts the run again with the entries, and writes nothing
     * @param notOnce why that cannot be done; empty when it can
     */
    AddSheet(
            DesktopContext context,
            AddViewModel model,
            Consumer<AddViewModel.Saved> saved,
            Runnable once,
            Optional<String> notOnce) {
        this.context = context;
        this.messages = context.messages();
        this.badges = new Badges(messages);
        this.model = model;
        this.saved = saved;
        this.once = once;
        this.notOnce = notOnce;
        diff = new TextDiffView(messages);
    }

    void open() {
        int entries = Pick.entries(model.picks());
        shown = context.overlay().dialog(messages.get("runs.add.title", entries), body(), foot(), 880, 664);
        model.previewProperty().addListener((property, old, now) -> show());
        model.failureProperty().addListener((property, old, now) -> show());
        model.workingProperty().addListener((property, old, now) -> show());
        target.setValue(model.targets().getFirst());
        show();
        target.requestFocus();
    }

    private Node body() {
        diff.setId("add-diff");
        diff.tomlProperty().set(true);
        diff.setMinHeight(150);
        diff.setPrefHeight(216);
        VBox.setVgrow(diff, Priority.ALWAYS);
        effect.getStyleClass().addAll("card", "lines");
        effect.setId("add-effect");
        reach.getStyleClass().addAll("card", "lines");
        reach.setId("add-reach");
        effectTitle.getStyleClass().add("section-title");
        reachTitle.getStyleClass().add("section-title");
        VBox left = new VBox(6, effectTitle, effect);
        VBox right = new VBox(6, reachTitle, reach);
        HBox.setHgrow(left, Priority.ALWAYS);
        left.setPrefWidth(466);
        right.setPrefWidth(364);
        right.setMinWidth(300);
        HBox both = new HBox(14, left, right);
        Label change = new Label(messages.get("runs.add.change"));
        change.getStyleClass().add("section-title");
        VBox body = new VBox(10, targetRow(), refusal, change, diff, both, warnings);
        body.getStyleClass().add("dialog-body");
        refusal.getStyleClass().add("warn-text");
        refusal.setManaged(false);
        refusal.setVisible(false);
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.setFitToHeight(true);
        scroll.getStyleClass().add("plain-scroll");
        return scroll;
    }

    private Node targetRow() {
        Label word = new Label(messages.get("runs.add.profile"));
        word.getStyleClass().add("muted");
        word.setMinWidth(54);
        word.setLabelFor(target);
        target.setId("add-target");
        target.setAccessibleText(messages.get("runs.add.profile"));
        target.getItems().setAll(model.targets());
        target.setMaxWidth(Double.MAX_VALUE);
        target.setVisibleRowCount(12);
        target.setButtonCell(new TargetCell());
        target.setCellFactory(list -> new TargetCell());
        target.valueProperty().addListener((property, old, now) -> {
            if (now != null && target.isVisible()) {
                model.targetProperty().set(now);
            }
        });
        name.setId("add-name");
        name.setPromptText(messages.get("runs.add.name"));
        name.setAccessibleText(messages.get("runs.add.name"));
        name.setVisible(false);
        name.textProperty()
                .addListener((property, old, now) -> model.targetProperty().set(now.strip()));
        StackPane place = new StackPane(target, name);
        HBox.setHgrow(place, Priority.ALWAYS);
        Button fresh = new Button(messages.get("runs.add.new"), Icons.of(Feather.PLUS));
        fresh.setId("add-new");
        fresh.setMinWidth(Region.USE_PREF_SIZE);
        fresh.setOnAction(event -> {
            boolean naming = !name.isVisible();
            name.setVisible(naming);
            target.setVisible(!naming);
            fresh.setText(messages.get(naming ? "runs.add.existing" : "runs.add.new"));
            if (naming) {
                model.targetProperty().set(name.getText().strip());
                name.requestFocus();
            } else {
                model.targetProperty().set(target.getValue());
            }
            show();
        });
        HBox row = new HBox(10, word, place, fresh);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /** A profile, with what its file is. */
    private final class TargetCell extends ListCell<String> {
        @Override
        protected void updateItem(@Nullable String profile, boolean empty) {
            super.updateItem(profile, empty);
            setText(null);
            if (empty || profile == null) {
                setGraphic(null);
                return;
            }
            Label title = new Label(profile);
            title.getStyleClass().add("strong");
            title.setMnemonicParsing(false);
            Optional<CatalogEntry> entry = model.entry(profile);
            String source = entry.map(known -> switch (known.source()) {
                        case BUILT_IN -> "built-in";
                        case USER_ONLY -> "user-only";
                        case USER_OVERRIDE -> "override";
                    })
                    .orElse("user-only");
            Label badge = new Label(messages.get("runs.add.source." + source));
            badge.getStyleClass().add(source.equals("built-in") ? "plain-word" : "outline");
            if (source.equals("override")) {
                badge.getStyleClass().add("accent-outline");
            }
            badge.setMinWidth(Region.USE_PREF_SIZE);
            Label what = new Label(messages.get("runs.add.source." + source + ".what"));
            what.getStyleClass().add("secondary");
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            boolean app = entry.map(CatalogEntry::kind)
                    .filter(CatalogEntry.Kind.APP::equals)
                    .isPresent();
            HBox box = new HBox(8, Icons.of(app ? Feather.TERMINAL : Feather.LAYERS), title, badge, space, what);
            box.setAlignment(Pos.CENTER_LEFT);
            setGraphic(box);
            setAccessibleText(profile + ", " + badge.getText());
        }
    }

    private Node foot() {
        Button use = new Button(messages.get("runs.add.once"), Icons.of(Feather.ROTATE_CW));
        use.setId("add-once");
        use.setMinWidth(Region.USE_PREF_SIZE);
        use.setDisable(notOnce.isPresent());
        use.setOnAction(event -> {
            close();
            once.run();
        });
        Label useHint = new Label(notOnce.orElseGet(() -> messages.get("runs.add.once.hint")));
        useHint.getStyleClass().add("secondary");
        saveHint.getStyleClass().add("secondary");
        saveHint.setId("add-hint");
        Button cancel = new Button(messages.get("shared.dialog.cancel"));
        cancel.setMinWidth(Region.USE_PREF_SIZE);
        cancel.setOnAction(event -> close());
        save.setText(messages.get("runs.add.save"));
        save.setId("add-save");
        save.getStyleClass().add("accent");
        save.setMinWidth(84);
        save.setOnAction(event -> model.save(done -> {
            close();
            saved.accept(done);
        }));
        busy.setPrefSize(16, 16);
        busy.setMinSize(16, 16);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox foot = new HBox(use, useHint, space, busy, saveHint, cancel, save);
        foot.getStyleClass().add("dialog-foot");
        return foot;
    }

    private void close() {
        if (shown != null) {
            shown.close();
        }
    }

    private void show() {
        boolean naming = name.isVisible();
        Optional<String> refused = naming && !name.getText().isBlank()
                ? model.refusal(name.getText().strip())
                : Optional.empty();
        refusal.setText(refused.orElse(""));
        refusal.setVisible(refused.isPresent());
        refusal.setManaged(refused.isPresent());
        busy.setVisible(model.workingProperty().get());
        Optional<AddViewModel.Preview> preview = model.previewProperty().get();
        boolean changes =
                preview.filter(made -> !made.change().text().isEmpty()).isPresent();
        boolean usable = preview.filter(made -> made.change().isUsable()).isPresent();
        save.setDisable(!usable || !changes || model.workingProperty().get());
        saveHint.setText(messages.get(
                model.workingProperty().get()
                        ? "runs.add.hint.working"
                        : preview.isEmpty()
                                ? naming && name.getText().isBlank() ? "runs.add.hint.name" : "runs.add.hint.failed"
                                : !changes
                                        ? "runs.add.hint.same"
                                        : usable ? "runs.add.hint" : "runs.add.hint.unusable"));
        if (preview.isPresent()) {
            show(preview.get());
        } else if (!model.workingProperty().get()) {
            clear();
        }
        model.failureProperty().get().ifPresent(this::failed);
    }

    private void clear() {
        diff.describe("", "");
        diff.show(org.bulle.engine.check.TextDiff.between("", ""));
        effectTitle.setText(messages.get("runs.add.effect", ""));
        reachTitle.setText(messages.get("runs.add.reach", 0));
        effect.getChildren().clear();
        reach.getChildren().clear();
        warnings.getChildren().clear();
    }

    private void failed(Failure why) {
        List<String> lines = why instanceof Failure.Problems several
                ? several.problems().stream().map(Problem::format).toList()
                : List.of(why.message());
        warnings.getChildren()
                .setAll(lines.stream()
                        .map(line -> note(line, "danger", Feather.ALERT_CIRCLE))
                        .toList());
    }

    private void show(AddViewModel.Preview preview) {
        ChangePreview change = preview.change();
        diff.describe(
                context.engine().abbreviate(preview.file()),
                messages.get(change.base().isPresent() ? "runs.add.kept" : "runs.add.fresh"));
        diff.show(change.text());
        effectTitle.setText(messages.get("runs.add.effect", String.join(" \u203a ", preview.stack())));
        effect.getChildren().setAll(effect(preview));
        reachTitle.setText(messages.get("runs.add.reach", change.dependents().size()));
        reach.getChildren().setAll(reach(change));
        warnings.getChildren().setAll(warnings(preview));
    }

    private List<Node> effect(AddViewModel.Preview preview) {
        List<Node> lines = new ArrayList<>();
        Optional<EffectiveDifference> difference = preview.change().effective();
        if (difference.isEmpty()) {
            AddViewModel.wrong(preview.change()).forEach(problem -> {
                Label words = new Label(problem.format(), Icons.of(Feather.ALERT_CIRCLE, "icon-danger"));
                words.setWrapText(true);
                lines.add(line(words));
            });
            return lines;
        }
        preview.paths().stream().limit(MOST_LINES).map(this::pathLine).forEach(lines::add);
        if (preview.paths().size() > MOST_LINES) {
            lines.add(line(muted(messages.get("runs.add.more", preview.paths().size() - MOST_LINES))));
        }
        difference.get().network().ifPresent(network -> {
            Label words = new Label(
                    messages.get(
                            "runs.add.network",
                            messages.get("runs.network." + network.before().key()),
                            messages.get("runs.network." + network.after().key())),
                    Icons.of(Feather.GLOBE, "icon-warning"));
            lines.add(line(words));
        });
        difference
                .get()
                .variables()
                .forEach(variable -> lines.add(line(new Label(
                        messages.get(
                                "runs.add.variable." + variable.fate().name().toLowerCase(java.util.Locale.ROOT),
                                variable.name()),
                        Icons.of(Feather.DOLLAR_SIGN)))));
        difference
                .get()
                .others()
                .forEach(other -> lines.add(line(new Label(
                        other.key() + ": " + other.before() + " \u2192 " + other.after(), Icons.of(Feather.SLIDERS)))));
        boolean rest = difference.get().network().isEmpty()
                && difference.get().variables().isEmpty()
                && difference.get().others().isEmpty();
        if (preview.paths().isEmpty()) {
            lines.add(line(muted(messages.get("runs.add.no-path"))));
        }
        if (rest) {
            Label same = muted(messages.get("runs.add.rest-same"));
            same.setGraphic(Icons.of(Feather.MINUS));
            lines.add(line(same));
        }
        return lines;
    }

    private Node pathLine(AddViewModel.PathLine path) {
        Optional<AccessList> after = path.change().after();
        Label sign = new Label(path.change().before().isEmpty() ? "+" : after.isEmpty() ? "\u2212" : "\u2191");
        sign.getStyleClass().add(after.isEmpty() ? "warn-text" : "good-text");
        sign.setMinWidth(14);
        Node rights = badges.rights(after.or(() -> path.change().before()).orElse(AccessList.RO));
        Label where = MiddleEllipsis.of(
                Printable.escape(context.engine().abbreviate(path.change().path())), "mono");
        Label files = muted(messages.get(path.complete() ? "runs.exposes" : "runs.exposes.least", path.files()));
        files.setMinWidth(Region.USE_PREF_SIZE);
        Node risk =
                badges.risk(path.risk(), after.filter(AccessList.RWX::equals).isPresent());
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox box = new HBox(10, sign, rights, where, space, files, risk);
        if (risk instanceof Label label) {
            label.setMinWidth(Region.USE_PREF_SIZE);
        }
        box.setAlignment(Pos.CENTER_LEFT);
        box.setAccessibleText(
                after.map(badges::words).orElse("") + ", " + path.change().path() + ", " + files.getText());
        return line(box);
    }

    private static Label muted(String words) {
        Label label = new Label(words);
        label.getStyleClass().add("secondary");
        return label;
    }

    private static Node line(Node content) {
        HBox line = new HBox(content);
        HBox.setHgrow(content, Priority.ALWAYS);
        line.getStyleClass().add("card-row");
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private List<Node> reach(ChangePreview change) {
        List<Node> lines = new ArrayList<>();
        change.dependents().stream().limit(MOST_LINES).forEach(dependent -> {
            Label profile = new Label(dependent.name());
            profile.setMnemonicParsing(false);
            profile.setMinWidth(Region.USE_PREF_SIZE);
            Label by = new Label(messages.get(
                    "runs.add.inherits",
                    dependent.line() > 0 ? dependent.parent() + ":" + dependent.line() : dependent.parent()));
            by.getStyleClass().addAll("mono", "muted");
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            HBox box = new HBox(8, Icons.of(Feather.TERMINAL), profile, by, space);
            if (dependent.network() == Network.FULL) {
                Label network = Badges.word(messages.get("runs.add.has-network"), Feather.GLOBE, "badge-notice");
                network.setMinWidth(Region.USE_PREF_SIZE);
                box.getChildren().add(network);
            }
            box.setAlignment(Pos.CENTER_LEFT);
            Tooltip.install(
                    box,
                    new Tooltip(dependent.gains().stream().map(AddSheet::words).collect(Collectors.joining("\n"))));
            lines.add(line(box));
        });
        if (change.dependents().size() > MOST_LINES) {
            lines.add(
                    line(muted(messages.get("runs.add.more", change.dependents().size() - MOST_LINES))));
        }
        if (lines.isEmpty()) {
            lines.add(line(muted(messages.get("runs.add.reach.none", change.profile()))));
        }
        return lines;
    }

    private static String words(Gain gain) {
        return switch (gain) {
            case Gain.PathGain path -> "+ " + path.after().key() + " " + path.text();
            case Gain.VariableGain variable -> "+ $" + variable.name();
            case Gain.NetworkGain network -> "+ " + network.after().key();
            case Gain.PortsGain ports -> "+ loopback: " + ports.after();
            case Gain.ServiceGain service -> "+ " + service.name();
            case Gain.CommandGain command -> "+ " + command.after();
            case Gain.SwitchGain turned -> "+ " + turned.key();
        };
    }

    private List<Node> warnings(AddViewModel.Preview preview) {
        List<Node> notes = new ArrayList<>();
        if (!preview.reaches()) {
            notes.add(note(messages.get("runs.add.not-in-stack", preview.profile()), "", Feather.INFO));
        }
        if (preview.change().comparedWithFloor()) {
            notes.add(note(messages.get("runs.add.broken-before"), "", Feather.INFO));
        }
        boolean nothing = preview.change()
                .effective()
                .filter(EffectiveDifference::isEmpty)
                .isPresent();
        if (nothing && !preview.change().text().isEmpty()) {
            notes.add(note(messages.get("runs.add.no-effect"), "warning", Feather.ALERT_TRIANGLE));
        }
        for (AddViewModel.PathLine path : preview.paths()) {
            String where =
                    Printable.escape(context.engine().abbreviate(path.change().path()));
            if (path.risk() != Risk.NONE && path.change().widens()) {
                notes.add(note(
                        messages.get("runs.add.risk", where, path.why()),
                        path.risk() == Risk.NOTICE ? "warning" : "danger",
                        path.risk() == Risk.NOTICE ? Feather.ALERT_TRIANGLE : Feather.KEY));
            }
        }
        boolean writes = preview.paths().stream()
                .anyMatch(
                        path -> path.change().after().filter(AccessList::writes).isPresent());
        List<String> online = preview.change().dependents().stream()
                .filter(dependent -> dependent.network() == Network.FULL)
                .map(ChangePreview.Dependent::name)
                .toList();
        if (writes && !online.isEmpty()) {
            notes.add(note(
                    messages.get(
                            "runs.add.online",
                            online.size(),
                            String.join(", ", online.subList(0, Math.min(3, online.size())))),
                    "warning",
                    Feather.GLOBE));
        }
        return notes;
    }

    private static Node note(String words, String kind, Feather icon) {
        Label label = new Label(words);
        label.setWrapText(true);
        label.setMnemonicParsing(false);
        HBox.setHgrow(label, Priority.ALWAYS);
        HBox note = new HBox(Icons.of(icon), label);
        note.getStyleClass().add("note");
        if (!kind.isEmpty()) {
            note.getStyleClass().add(kind);
        }
        return note;
    }
}
