package org.bulle.desktop.system;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.bulle.desktop.shared.Clip;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shell.Action;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Binds the System view. */
public final class SystemController {
    /** The sections, in their order. */
    enum Section {
        SANDBOX(Feather.SHIELD),
        RESOLVERS(Feather.TOOL),
        LIMITS(Feather.SLIDERS),
        CONFIGURATION(Feather.FILE_TEXT),
        SETTINGS(Feather.EDIT_2),
        VARIABLES(Feather.HASH),
        PATHS(Feather.FOLDER),
        APPEARANCE(Feather.SUN);

        private final Feather icon;

        Section(Feather icon) {
            this.icon = icon;
        }
    }

    private final DesktopContext context;
    private final Messages messages;
    private final Consumer<String> note;
    private final SystemViewModel model;
    private final SystemPages pages;
    private final Map<Section, String> counts = new EnumMap<>(Section.class);
    private boolean asked;
    private boolean inFront;
    private boolean outOfDate;
    private @Nullable Node front;
    private @Nullable Section shownSection;

    @FXML
    private ListView<Section> sections;

    @FXML
    private Label product;

    @FXML
    private Label title;

    @FXML
    private Label subtitle;

    @FXML
    private Button again;

    @FXML
    private Button report;

    @FXML
    private ScrollPane scroll;

    @FXML
    private VBox page;

    public SystemController(DesktopContext context, Consumer<String> note) {
        this.context = context;
        this.note = note;
        messages = context.messages();
        model = new SystemViewModel(context.engine(), context.tasks(), context.catalog(), context.selection());
        pages = new SystemPages(context, model);
    }

    @FXML
    private void initialize() {
        sections.getItems().setAll(Section.values());
        sections.setCellFactory(view -> new SectionCell());
        sections.getSelectionModel().selectedItemProperty().addListener((property, old, now) -> show(now));
        product.setText(messages.get(
                "system.product", version(), Runtime.version().feature(), System.getProperty("javafx.version", "")));
        again.setOnAction(event -> model.check());
        again.disableProperty().bind(model.askingProperty().or(model.askingResolversProperty()));
        report.setOnAction(event -> Clip.put(model.report()));
        model.factsProperty().addListener((property, old, now) -> refresh());
        model.failureProperty().addListener((property, old, now) -> refresh());
        model.askingResolversProperty().addListener((property, old, now) -> refresh());
        context.catalog().snapshotProperty().addListener((property, old, now) -> follow());
        sections.getSelectionModel().selectFirst();
    }

    private static String version() {
        try (InputStream file = SystemController.class.getResourceAsStream("/org/bulle/cli/version.properties")) {
            Properties properties = new Properties();
            if (file != null) {
                properties.load(file);
            }
            return properties.getProperty("version", "");
        } catch (IOException unreadable) {
            return "";
        }
    }

    void shown() {
        inFront = true;
        if (!asked) {
            asked = true;
            model.check();
        } else if (outOfDate) {
            follow();
        }
        remark();
    }

    /** Called when another page takes its place. */
    void hidden() {
        inFront = false;
    }

    /** The configuration is another. Nothing is asked for a page that nobody looks at. */
    private void follow() {
        outOfDate = !inFront;
        if (inFront) {
            if (asked) {
                model.checkFacts();
            }
            refresh();
        }
    }

    void open(String section) {
        for (Section each : Section.values()) {
            if (each.name().equalsIgnoreCase(section)) {
                sections.getSelectionModel().select(each);
            }
        }
    }

    private void remark() {
        if (!inFront) {
            return;
        }
        note.accept(
                model.askingProperty().get()
                        ? messages.get("system.asking")
                        : model.checked()
                                .map(when -> messages.get(
                                        "system.checked",
                                        java.time.LocalTime.ofInstant(when, java.time.ZoneId.systemDefault())
                                                .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                                                .toString()))
                                .orElse(""));
    }

    private void refresh() {
        counts.clear();
        model.factsProperty().get().ifPresent(facts -> {
            counts.put(Section.SANDBOX, number(SystemViewModel.unmet(facts).size()));
            counts.put(Section.LIMITS, number(SystemViewModel.unmetLimits(facts)));
            counts.put(Section.VARIABLES, Integer.toString(facts.variables().size()));
        });
        counts.put(
                Section.RESOLVERS,
                model.resolvers().isEmpty()
                        ? ""
                        : Integer.toString(model.resolvers().size()));
        counts.put(Section.CONFIGURATION, number(model.problems().size()));
        sections.refresh();
        show(sections.getSelectionModel().getSelectedItem());
        remark();
    }

    private static String number(long count) {
        return count == 0 ? "" : Long.toString(count);
    }

    private void show(@Nullable Section section) {
        if (section == null) {
            return;
        }
        String key = section.name().toLowerCase(Locale.ROOT);
        title.setText(messages.get("system.section." + key + ".title"));
        subtitle.setText(subtitle(section));
        boolean editor = section == Section.SETTINGS;
        place(editor ? pages.settings() : scroll);
        double before = section == shownSection ? scroll.getVvalue() : 0;
        shownSection = section;
        page.getChildren().setAll(editor ? List.of() : pages.of(section));
        scroll.setVvalue(before);
    }

    /** The editor scrolls by itself and takes the whole place. */
    private void place(Node content) {
        Node shown = front == null ? scroll : front;
        if (shown != content && shown.getParent() instanceof BorderPane pane) {
            pane.setCenter(content);
            front = content;
        }
    }

    private String subtitle(Section section) {
        return switch (section) {
            case SANDBOX ->
                model.failureProperty()
                        .get()
                        .map(failure -> failure.message())
                        .orElseGet(() -> model.factsProperty()
                                .get()
                                .map(facts -> messages.get(
                                        "system.section.sandbox.subtitle",
                                        SystemViewModel.unmet(facts).size()))
                                .orElse(messages.get("system.asking")));
            case RESOLVERS, LIMITS, CONFIGURATION, SETTINGS, VARIABLES, PATHS, APPEARANCE ->
                messages.get("system.section." + section.name().toLowerCase(Locale.ROOT) + ".subtitle");
        };
    }

    List<Action> actions() {
        List<Action> offered = new ArrayList<>();
        for (Section section : Section.values()) {
            String name = messages.get("system.section." + section.name().toLowerCase(Locale.ROOT) + ".name");
            offered.add(new Action(
                    messages.get("system.palette.open", name),
                    "",
                    section.icon,
                    () -> context.navigator().open("system", section.name())));
        }
        offered.addAll(pages.appearanceActions());
        return offered;
    }

    private final class SectionCell extends ListCell<Section> {
        @Override
        protected void updateItem(@Nullable Section section, boolean empty) {
            super.updateItem(section, empty);
            setText(null);
            if (empty || section == null) {
                setGraphic(null);
                return;
            }
            String word = messages.get("system.section." + section.name().toLowerCase(Locale.ROOT) + ".name");
            setId("section-" + section.name().toLowerCase(Locale.ROOT));
            Label name = new Label(word, Icons.of(section.icon));
            name.setGraphicTextGap(8);
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            HBox box = new HBox(6, name, space);
            box.setAlignment(Pos.CENTER_LEFT);
            String count = counts.getOrDefault(section, "");
            if (!count.isEmpty()) {
                box.getChildren().add(count(section, count));
            }
            setGraphic(box);
            setAccessibleText(word + " " + count);
        }

        private Node count(Section section, String count) {
            Label label = new Label(count);
            label.getStyleClass().add("secondary");
            boolean warns = section == Section.SANDBOX || section == Section.LIMITS || section == Section.CONFIGURATION;
            if (warns) {
                FontIcon icon = Icons.of(Feather.ALERT_TRIANGLE, "icon-warning");
                label.setGraphic(icon);
            }
            return label;
        }
    }
}
