package org.bulle.desktop.runs;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
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
import org.bulle.desktop.shared.Styles;
import org.bulle.desktop.shared.Tips;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.bulle.engine.history.PolicySnapshot;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Printable;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** What the cells of the denials table show. */
final class DenialCells {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final List<String> LIST_STYLES = List.of("list-ro", "list-rox", "list-rw", "list-rwx", "list-allow");
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

    /** For one cell: what is ticked, or why it cannot be. */
    Function<DenialRow, Optional<Node>> tick() {
        return new Tick()::fill;
    }

    private final class Tick {
        private @Nullable CheckBox box;
        private @Nullable Button lock;
        private @Nullable Button look;
        private @Nullable Label none;

        Optional<Node> fill(DenialRow row) {
            return switch (row) {
                case DenialRow.Group group -> Optional.of(mark(group));
                case DenialRow.Single ignored -> Optional.empty();
                case DenialRow.Harmless ignored -> Optional.empty();
            };
        }

        private Node mark(DenialRow.Group group) {
            if (deniedBy(group).isPresent()) {
                return none(() -> messages.get(
                        "runs.entry.denied-by", deniedBy(group).get().label()));
            }
            if (group.isGrantable() && group.needsName() && !group.ticked()) {
                Button made = lock == null ? flat(Feather.LOCK, "danger-icon") : lock;
                lock = made;
                return acting(
                        made, messages.get("runs.tick.name", target(group.first())), () -> actions.askName(group));
            }
            if (group.isGrantable()) {
                return box(group);
            }
            if (group.hasEntry()) {
                Button made = look == null ? flat(Feather.HELP_CIRCLE) : look;
                look = made;
                return acting(made, messages.get("runs.tick.unknown"), () -> model.tick(group.key(), true));
            }
            return none(() -> refusal(group));
        }

        private Node box(DenialRow.Group group) {
            CheckBox made = box == null ? new CheckBox() : box;
            box = made;
            made.setSelected(group.ticked());
            made.setAccessibleText(messages.get("runs.tick", target(group.first())));
            made.setOnAction(event -> model.tick(group.key(), made.isSelected()));
            return made;
        }

        private Node none(Supplier<String> why) {
            Label made = none == null ? new Label("", Icons.of(Feather.SLASH)) : none;
            none = made;
            Tips.on(made, why);
            return made;
        }

        private static Button flat(Feather icon, String... styles) {
            Button made = Buttons.flat(icon, "");
            made.getStyleClass().addAll(styles);
            return made;
        }

        private static Button acting(Button button, String name, Runnable action) {
            Buttons.named(button, name);
            button.setOnAction(event -> action.run());
            return button;
        }
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
                .or(() -> group.suggestion().flatMap(Suggestion::refused).map(messages::say))
                .orElse(messages.get("runs.entry.none"));
    }

    /** For one cell: a mark for each kind of access that it showed. */
    Function<DenialRow, Optional<Node>> access() {
        Map<Access, Node> marks = new EnumMap<>(Access.class);
        Map<Access, Node> words = new EnumMap<>(Access.class);
        return row -> switch (row) {
            case DenialRow.Group group ->
                Optional.of(marks.computeIfAbsent(group.first().access(), this::accessMark));
            case DenialRow.Single single ->
                Optional.of(words.computeIfAbsent(
                        single.denial().access(), access -> indented(messages.get("runs.access." + access.key()))));
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

    /** For one cell. */
    Function<DenialRow, Optional<Node>> target() {
        FontIcon chevron = Icons.of(Feather.CHEVRON_RIGHT);
        Label path = MiddleEllipsis.of("", "mono");
        Label more = new Label();
        more.getStyleClass().add("secondary");
        more.setMinWidth(Region.USE_PREF_SIZE);
        HBox group = new HBox(6, chevron, path, more);
        group.setAlignment(Pos.CENTER_LEFT);
        Label single = MiddleEllipsis.of("", "mono", "muted");
        HBox singleBox = new HBox(single);
        singleBox.getStyleClass().add("no-chevron");
        singleBox.setAlignment(Pos.CENTER_LEFT);
        return row -> switch (row) {
            case DenialRow.Group shown -> {
                MiddleEllipsis.set(path, target(shown));
                boolean several = shown.denials().size() > 1;
                // It keeps its room, so that all paths begin at the same place.
                Styles.seen(chevron, several);
                chevron.setIconCode(shown.open() ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
                Styles.shown(more, several);
                more.setText(
                        several ? messages.get("runs.records", shown.denials().size()) : "");
                yield Optional.of(group);
            }
            case DenialRow.Single shown -> {
                MiddleEllipsis.set(single, target(shown.denial()));
                yield Optional.of(singleBox);
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

    /** For one cell. */
    Function<DenialRow, Optional<Node>> count() {
        Label whole = new Label();
        whole.getStyleClass().add("strong");
        Label part = muted();
        return row -> switch (row) {
            case DenialRow.Group group -> filled(whole, messages.get("runs.number", group.count()));
            case DenialRow.Single single ->
                filled(part, messages.get("runs.number", single.denial().count()));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    private static Optional<Node> filled(Label label, String words) {
        label.setText(words);
        return Optional.of(label);
    }

    /** For one cell. */
    Function<DenialRow, Optional<Node>> firstSeen() {
        Label time = muted();
        return row -> switch (row) {
            case DenialRow.Group group -> filled(time, time(group.firstSeen()));
            case DenialRow.Single single -> filled(time, time(single.denial().first()));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    private String time(Instant at) {
        return TIME.format(at.atZone(zone));
    }

    /** For one cell. */
    Function<DenialRow, Optional<Node>> process() {
        Label name = MiddleEllipsis.of("", "mono");
        Label pid = muted();
        pid.getStyleClass().add("mono");
        return row -> switch (row) {
            case DenialRow.Group group -> {
                MiddleEllipsis.set(name, Printable.escape(group.first().process()));
                yield Optional.of(name);
            }
            case DenialRow.Single single ->
                filled(pid, Integer.toString(single.denial().pid()));
            case DenialRow.Harmless ignored -> Optional.empty();
        };
    }

    /** For one cell. */
    Function<DenialRow, Optional<Node>> entry() {
        Label why = new Label();
        why.getStyleClass().add("secondary");
        Label list = new Label();
        list.getStyleClass().addAll("mono", "strong");
        list.setMinWidth(28);
        Label text = MiddleEllipsis.of("", "mono");
        HBox box = new HBox(4, list, text);
        box.setAlignment(Pos.CENTER_LEFT);
        return row -> {
            if (!(row instanceof DenialRow.Group group)) {
                return Optional.empty();
            }
            Optional<PolicySnapshot.NetworkOrigin> denied = deniedBy(group);
            if (denied.isPresent() || !group.hasEntry()) {
                String words = denied.map(origin -> messages.get("runs.entry.denied-by", origin.label()))
                        .orElseGet(() -> refusal(group));
                Tips.on(why, () -> words);
                return filled(why, words);
            }
            list.setText(group.ladder().list());
            Styles.only(list, LIST_STYLES, "list-" + group.ladder().list());
            MiddleEllipsis.set(text, Printable.escape(String.join("  ", group.entries())));
            return Optional.of(box);
        };
    }

    private static boolean isNetwork(DenialRow.Group group) {
        return group.ladder().list().equals("allow");
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

    /** For one cell: a badge for each risk that it showed. */
    Function<DenialRow, Optional<Node>> risk() {
        Map<Stake, Node> made = new HashMap<>();
        return row -> {
            if (!(row instanceof DenialRow.Group group)) {
                return Optional.empty();
            }
            Node badge = made.computeIfAbsent(
                    new Stake(group.risk(), isNetwork(group), group.writesAndRuns()), this::riskBadge);
            Statement why = group.facts().map(RungFacts::why).orElse(Statement.NONE);
            if (badge instanceof Label label) {
                Tips.on(
                        label,
                        () -> why.isEmpty()
                                ? label.getText()
                                : messages.get("runs.risk.why", target(group.first()), why));
            }
            return Optional.of(badge);
        };
    }

    /** What a badge says. */
    private record Stake(Risk risk, boolean network, boolean writesAndRuns) {}

    private Node riskBadge(Stake stake) {
        if (stake.risk() == Risk.NOTICE && stake.network()) {
            return Badges.word(messages.get("runs.risk.network"), Feather.GLOBE, "badge-notice");
        }
        return stake.risk() == Risk.NOTICE && !stake.writesAndRuns()
                ? Badges.word(messages.get("runs.risk.broad"), Feather.ALERT_TRIANGLE, "badge-notice")
                : badges.risk(stake.risk(), stake.writesAndRuns());
    }

    /** For one cell: its button is made once. */
    Function<DenialRow, Optional<Node>> decision() {
        Map<Feather, FontIcon> icons = new EnumMap<>(Feather.class);
        Label words = new Label();
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        HBox content = new HBox(4, words, Icons.of(Feather.CHEVRON_DOWN));
        content.setAlignment(Pos.CENTER_LEFT);
        Button button = new Button("", content);
        button.getStyleClass().add("decision");
        button.setMaxWidth(Double.MAX_VALUE);
        return row -> {
            if (!(row instanceof DenialRow.Group group)) {
                return Optional.empty();
            }
            words.setText(decisionWords(group.decision()));
            Styles.graphic(
                    words,
                    icons.computeIfAbsent(
                            decisionIcon(group.decision()), icon -> Icons.of(icon, decisionStyle(group.decision()))));
            button.setAccessibleText(messages.get("runs.decision.name", words.getText(), target(group.first())));
            button.setOnAction(event -> decisionMenu(group).show(button, Side.BOTTOM, 0, 0));
            return Optional.of(button);
        };
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
        model.decide(List.of(group.key()), kind);
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

    private static Label muted() {
        Label label = new Label();
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
