package org.bulle.desktop.runs;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.bulle.desktop.shared.Badges;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.MiddleEllipsis;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.bulle.engine.history.PolicySnapshot;
import org.bulle.engine.profile.Printable;
import org.kordamp.ikonli.feather.Feather;

/** What the cells of the denials table show. */
final class DenialCells {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private final Messages messages;
    private final Badges badges;
    private final Engine engine;
    private final ZoneId zone;
    private final DenialsViewModel model;
    private final Actions actions;

    /** What a cell asks the page to do. */
    interface Actions {
        /** Asks for the name of what is dangerous, then ticks it. */
        void askName(DenialRow.Group group);

        /** Opens the sheet with this group alone. */
        void add(DenialRow.Group group);

        /** Starts the run again without a profile of its stack. */
        void withoutProfile(String profile);
    }

    DenialCells(Messages messages, Engine engine, ZoneId zone, DenialsViewModel model, Actions actions) {
        this.messages = messages;
        this.badges = new Badges(messages);
        this.engine = engine;
        this.zone = zone;
        this.model = model;
        this.actions = actions;
    }

    Optional<Node> tick(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group
            when deniedBy(group).isPresent() -> {
                Label none = new Label("", Icons.of(Feather.SLASH));
                Tips.on(
                        none,
                        () -> messages.get(
                                "runs.entry.denied-by", deniedBy(group).get().label()));
                yield Optional.of(none);
            }
            case DenialRow.Group group
            when group.isGrantable() && group.needsName() && !group.ticked() -> {
                Button lock = Buttons.flat(Feather.LOCK, messages.get("runs.tick.name", target(group.first())));
                lock.getStyleClass().add("danger-icon");
                lock.setOnAction(event -> actions.askName(group));
                yield Optional.of(lock);
            }
            case DenialRow.Group group
            when group.isGrantable() -> {
                CheckBox box = new CheckBox();
                box.setSelected(group.ticked());
                box.setAccessibleText(messages.get("runs.tick", target(group.first())));
                box.setOnAction(event -> model.tick(group.key(), box.isSelected()));
                yield Optional.of(box);
            }
            case DenialRow.Group group
            when group.hasEntry() -> {
                Button look = Buttons.flat(Feather.HELP_CIRCLE, messages.get("runs.tick.unknown"));
                look.setOnAction(event -> model.tick(group.key(), true));
                yield Optional.of(look);
            }
            case DenialRow.Group group -> {
                Label none = new Label("", Icons.of(Feather.SLASH));
                Tips.on(none, () -> refusal(group));
                yield Optional.of(none);
            }
            case DenialRow.Single ignored -> Optional.empty();
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    /** A profile of the stack denies the network on purpose: no entry of another would change that. */
    private Optional<PolicySnapshot.NetworkOrigin> deniedBy(DenialRow.Group group) {
        return isNetwork(group) ? model.networkDeniedBy() : Optional.empty();
    }

    /** Why there is nothing to tick. */
    private String refusal(DenialRow.Group group) {
        return group.facts()
                .flatMap(RungFacts::nothing)
                .map(why -> messages.get("runs.rung.nothing", why))
                .or(() -> group.suggestion().flatMap(Suggestion::refused))
                .orElse(messages.get("runs.entry.none"));
    }

    Optional<Node> access(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> Optional.of(accessMark(group.first().access()));
            case DenialRow.Single single ->
                Optional.of(indented(
                        messages.get("runs.access." + single.denial().access().key())));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    Node accessMark(Access access) {
        Label letter = new Label("");
        letter.getStyleClass().addAll("right-slot", style(access));
        switch (access) {
            case READ -> letter.setText("R");
            case WRITE, CREATE, DELETE, RENAME -> letter.setText("W");
            case EXECUTE -> letter.setText("X");
            case CONNECT, BIND -> letter.setGraphic(Icons.of(Feather.GLOBE));
            case SIGNAL -> letter.setGraphic(Icons.of(Feather.ZAP));
            case SERVICE -> letter.setGraphic(Icons.of(Feather.SERVER));
        }
        HBox box = new HBox(6, letter, new Label(messages.get("runs.access." + access.key())));
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static String style(Access access) {
        return switch (access) {
            case READ -> "read";
            case WRITE, CREATE, DELETE, RENAME -> "write";
            case EXECUTE -> "execute";
            case CONNECT, BIND, SIGNAL, SERVICE -> "other";
        };
    }

    private static Node indented(String text) {
        Label label = new Label(text.toLowerCase(Locale.ROOT));
        label.getStyleClass().addAll("muted", "indented");
        return label;
    }

    Optional<Node> target(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> {
                Label path = MiddleEllipsis.of(target(group), "mono");
                HBox box = new HBox(6, path);
                box.setAlignment(Pos.CENTER_LEFT);
                if (group.denials().size() > 1) {
                    box.getChildren().addFirst(Icons.of(group.open() ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT));
                    Label more = new Label(
                            messages.get("runs.records", group.denials().size()));
                    more.getStyleClass().add("secondary");
                    more.setMinWidth(Region.USE_PREF_SIZE);
                    box.getChildren().add(more);
                } else {
                    box.getStyleClass().add("no-chevron");
                }
                yield Optional.of(box);
            }
            case DenialRow.Single single -> {
                Label path = MiddleEllipsis.of(target(single.denial()), "mono", "muted");
                HBox box = new HBox(path);
                box.getStyleClass().add("no-chevron");
                box.setAlignment(Pos.CENTER_LEFT);
                yield Optional.of(box);
            }
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    /** Of several paths the directory that they share. */
    private String target(DenialRow.Group group) {
        String shared = group.first().target();
        if (group.denials().size() == 1 || !shared.startsWith("/")) {
            return target(group.first());
        }
        for (Denial denial : group.denials()) {
            while (!denial.target().startsWith(shared)) {
                int slash = shared.lastIndexOf('/', shared.length() - 2);
                shared = shared.substring(0, Math.max(1, slash + 1));
            }
        }
        return Printable.escape(engine.abbreviate(shared.substring(0, shared.lastIndexOf('/') + 1)));
    }

    /** A path may hold control characters: they are spelled out. A refused socket has no address yet. */
    String target(Denial denial) {
        String target = denial.target();
        return target.isEmpty()
                ? messages.get(denial.access() == Access.SIGNAL ? "runs.target.process" : "runs.target.network")
                : Printable.escape(engine.abbreviate(target));
    }

    Optional<Node> count(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> {
                Label label = new Label(messages.get("runs.number", group.count()));
                label.getStyleClass().add("strong");
                yield Optional.of(label);
            }
            case DenialRow.Single single ->
                Optional.of(muted(messages.get("runs.number", single.denial().count())));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    Optional<Node> firstSeen(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> Optional.of(muted(time(group.firstSeen())));
            case DenialRow.Single single ->
                Optional.of(muted(time(single.denial().first())));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    private String time(Instant at) {
        return TIME.format(at.atZone(zone));
    }

    Optional<Node> process(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group -> {
                Label name = MiddleEllipsis.of(Printable.escape(group.first().process()), "mono");
                yield Optional.of(name);
            }
            case DenialRow.Single single -> {
                Label pid = muted(Integer.toString(single.denial().pid()));
                pid.getStyleClass().add("mono");
                yield Optional.of(pid);
            }
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    Optional<Node> entry(DenialRow row) {
        return row instanceof DenialRow.Group group ? Optional.of(entry(group)) : Optional.empty();
    }

    private Node entry(DenialRow.Group group) {
        Optional<PolicySnapshot.NetworkOrigin> denied = deniedBy(group);
        if (denied.isPresent()) {
            return secondary(messages.get("runs.entry.denied-by", denied.get().label()));
        }
        if (!group.hasEntry()) {
            return secondary(refusal(group));
        }
        Label list = new Label(group.ladder().list());
        list.getStyleClass().addAll("mono", "strong", "list-" + group.ladder().list());
        list.setMinWidth(28);
        String text = Printable.escape(String.join("  ", group.entries()));
        HBox box = new HBox(4, list, MiddleEllipsis.of(text, "mono"));
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static boolean isNetwork(DenialRow.Group group) {
        return group.ladder().list().equals("allow");
    }

    private static Label secondary(String words) {
        Label label = new Label(words);
        label.getStyleClass().add("secondary");
        Tips.on(label, () -> words);
        return label;
    }

    /** For one cell: its ladder is filled anew for each row. */
    Function<DenialRow, Optional<Node>> breadth() {
        LadderBox ladder = new LadderBox(messages);
        Label files = new Label();
        files.getStyleClass().add("secondary");
        HBox box = new HBox(7, ladder, files);
        box.setAlignment(Pos.CENTER_LEFT);
        return row -> breadth(row, ladder, files, box);
    }

    private Optional<Node> breadth(DenialRow row, LadderBox ladder, Label files, HBox box) {
        if (!(row instanceof DenialRow.Group group) || group.ladder().rungs().isEmpty()) {
            return Optional.empty();
        }
        Optional<PolicySnapshot.NetworkOrigin> denied = deniedBy(group);
        if (denied.isPresent()) {
            String profile = denied.get().profile();
            boolean inStack = model.record()
                    .filter(record -> record.summary().profiles().contains(profile))
                    .isPresent();
            if (inStack) {
                Hyperlink without = new Hyperlink(messages.get("runs.network.without", profile));
                without.setMnemonicParsing(false);
                without.setOnAction(event -> actions.withoutProfile(profile));
                return Optional.of(without);
            }
        }
        model.wantFacts(group.key());
        String words = exposure(group);
        ladder.show(group, words, rung -> model.chooseRung(group.key(), rung));
        files.setText(words);
        Tips.on(files, () -> words);
        return Optional.of(box);
    }

    /** How many existing files the chosen rung would expose, in words. */
    String exposure(DenialRow.Group group) {
        BreadthLadder.Kind kind = group.ladder().rungs().get(group.rung()).kind();
        switch (kind) {
            case PORT -> {
                return messages.get("runs.exposes.port");
            }
            case LOOPBACK -> {
                return messages.get("runs.exposes.loopback");
            }
            case INTERNET -> {
                return messages.get("runs.exposes.internet");
            }
            case FILE, FOLDER, VARIABLE, RESOLVER -> {}
        }
        if (group.entries().stream().anyMatch(entry -> entry.endsWith("/proc/"))) {
            return messages.get("runs.exposes.processes");
        }
        return group.facts()
                .map(facts -> facts.nothing().isPresent()
                        ? messages.get("runs.exposes.nothing")
                        : messages.get(facts.complete() ? "runs.exposes" : "runs.exposes.least", facts.files()))
                .orElse("\u2026");
    }

    Optional<Node> risk(DenialRow row) {
        return row instanceof DenialRow.Group group ? Optional.of(riskBadge(group)) : Optional.empty();
    }

    private Node riskBadge(DenialRow.Group group) {
        String why = group.facts().map(RungFacts::why).orElse("");
        Node badge = isNetwork(group) && group.risk() == Risk.NOTICE
                ? Badges.word(messages.get("runs.risk.network"), Feather.GLOBE, "badge-notice")
                : group.risk() == Risk.NOTICE && !group.writesAndRuns()
                        ? Badges.word(messages.get("runs.risk.broad"), Feather.ALERT_TRIANGLE, "badge-notice")
                        : badges.risk(group.risk(), group.writesAndRuns());
        if (!why.isEmpty() && badge instanceof Label label) {
            Tips.on(label, () -> messages.get("runs.risk.why", target(group.first()), why));
        }
        return badge;
    }

    Optional<Node> decision(DenialRow row) {
        return row instanceof DenialRow.Group group ? Optional.of(decisionButton(group)) : Optional.empty();
    }

    private Node decisionButton(DenialRow.Group group) {
        Label words = new Label(
                decisionWords(group.decision()),
                Icons.of(decisionIcon(group.decision()), decisionStyle(group.decision())));
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        HBox content = new HBox(4, words, Icons.of(Feather.CHEVRON_DOWN));
        content.setAlignment(Pos.CENTER_LEFT);
        Button button = new Button("", content);
        button.getStyleClass().add("decision");
        button.setMaxWidth(Double.MAX_VALUE);
        button.setAccessibleText(
                messages.get("runs.decision.name", decisionWords(group.decision()), target(group.first())));
        button.setOnAction(event -> decisionMenu(group).show(button, Side.BOTTOM, 0, 0));
        return button;
    }

    /** Closing the menu decides nothing. */
    ContextMenu decisionMenu(DenialRow.Group group) {
        ContextMenu menu = new ContextMenu();
        boolean grantable = group.isGrantable();
        menu.getItems()
                .addAll(
                        item(
                                "runs.decision.undecided",
                                Feather.HELP_CIRCLE,
                                true,
                                () -> decide(group, Optional.empty())),
                        item("runs.decision.rerun", Feather.ROTATE_CW, grantable, () -> rerunOnly(group)),
                        item("runs.decision.add", Feather.FILE_PLUS, grantable, () -> actions.add(group)),
                        item(
                                "runs.decision.deny",
                                Feather.SLASH,
                                true,
                                () -> decide(group, Optional.of(Decision.Kind.DENY))));
        return menu;
    }

    private void decide(DenialRow.Group group, Optional<Decision.Kind> kind) {
        model.decide(java.util.List.of(group.key()), kind);
    }

    private void rerunOnly(DenialRow.Group group) {
        if (!model.tick(group.key(), true)) {
            actions.askName(group);
        } else if (model.ticked().contains(group.key())) {
            decide(group, Optional.of(Decision.Kind.RERUN));
        }
    }

    private MenuItem item(String key, Feather icon, boolean possible, Runnable action) {
        MenuItem item = new MenuItem(messages.get(key), Icons.of(icon));
        item.setMnemonicParsing(false);
        item.setId(key.replace('.', '-'));
        item.setDisable(!possible);
        item.setOnAction(event -> action.run());
        return item;
    }

    String decisionWords(Optional<Decision> decision) {
        return decision.map(made -> switch (made.kind()) {
                    case RERUN -> messages.get("runs.decision.rerun");
                    case PROFILE -> messages.get("runs.decision.profile", made.profile());
                    case DENY -> messages.get("runs.decision.deny");
                })
                .orElseGet(() -> messages.get("runs.decision.undecided"));
    }

    private static Feather decisionIcon(Optional<Decision> decision) {
        return decision.map(made -> switch (made.kind()) {
                    case RERUN -> Feather.ROTATE_CW;
                    case PROFILE -> Feather.FILE_PLUS;
                    case DENY -> Feather.SLASH;
                })
                .orElse(Feather.HELP_CIRCLE);
    }

    private static String decisionStyle(Optional<Decision> decision) {
        return decision.filter(made -> made.kind() == Decision.Kind.DENY).isPresent() ? "icon-danger" : "icon-default";
    }

    private static Label muted(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("muted");
        return label;
    }

    /** The fold of harmless probes, over the whole row. */
    Node harmless(DenialRow.Harmless fold) {
        Label words = new Label(messages.get("runs.harmless", fold.count()));
        words.getStyleClass().add("muted");
        Label origin = new Label(messages.get("runs.harmless.hint"));
        origin.getStyleClass().add("secondary");
        HBox box = new HBox(10, Icons.of(fold.open() ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT), words, origin);
        box.setAlignment(Pos.CENTER_LEFT);
        box.getStyleClass().add("fold-row");
        return box;
    }

    /** A whole row in words. */
    String words(DenialRow row) {
        return switch (row) {
            case DenialRow.Group group ->
                String.join(
                        ", ",
                        messages.get("runs.access." + group.first().access().key()),
                        target(group.first()),
                        Long.toString(group.count()),
                        group.hasEntry()
                                ? group.ladder().list() + " " + String.join(" ", group.entries())
                                : refusal(group),
                        badges.riskWord(group.risk()),
                        decisionWords(group.decision()));
            case DenialRow.Single single ->
                messages.get("runs.access." + single.denial().access().key()) + ", " + target(single.denial());
            case DenialRow.Harmless fold ->
                messages.get("runs.harmless", fold.count()) + ", " + messages.get("runs.harmless.hint");
        };
    }
}
