package org.bulle.desktop.editor;

import java.util.List;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.bulle.desktop.shared.Buttons;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Failure;
import org.bulle.desktop.shared.Icons;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.profile.Completions;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.TextEdit;
import org.bulle.engine.profile.TextEntry;
import org.fxmisc.richtext.CodeArea;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/** One file being edited: tools, text, own entries, problems. */
final class DocumentView extends BorderPane {
    private static final Duration QUIET = Duration.millis(300);
    private static final Duration RESTING = Duration.millis(450);
    private final DesktopContext context;
    private final Messages messages;
    private final Turns turns = new Turns();
    private final Tasks tasks;
    private final DocumentModel model;
    private final CodePane code;
    private final FindBar find;
    private final ProblemsPane problems;
    private final OwnEntriesPane entries;
    private final PauseTransition quiet = new PauseTransition(QUIET);
    private final PauseTransition resting = new PauseTransition(RESTING);
    private boolean pointed;
    private boolean following;
    private final HBox tools = new HBox(8);
    private final HBox layers = new HBox();
    private final Button unfold;
    private @Nullable CompletionList completion;
    private @Nullable HoverCard card;
    private Tasks.Running hovering = Tasks.Running.NONE;
    private Question pending = Question.NONE;
    private @Nullable Answered answered;

    /** What was found for a place of a text of so many characters. */
    private record Answered(Completions.Answer answer, int length, int caret) {
        /** The same word after more of it was typed at its end; empty when anything else has changed. */
        Optional<TextEdit> replaced(int lengthNow, int caretNow, String by) {
            int typed = caretNow - caret;
            return lengthNow - length == typed && caretNow >= answer.start()
                    ? Optional.of(new TextEdit(answer.start(), answer.end() + typed, by))
                    : Optional.empty();
        }
    }

    /** Which question about the text is the latest. */
    private record Question(long number) {
        static final Question NONE = new Question(0);

        Question next() {
            return new Question(number + 1);
        }
    }

    DocumentView(DesktopContext context, DocumentModel.Source source) {
        this.context = context;
        messages = context.messages();
        tasks = context.tasks().through(turns::add);
        code = new CodePane(tasks, turns, messages.get("editor.text.name", source.file()));
        model = new DocumentModel(
                context.engine(), tasks, context.catalog().get().catalog(), source, code);
        find = new FindBar(code, messages, model.isEditable());
        problems = new ProblemsPane(messages, this::goTo, model::fix, model.isEditable());
        unfold = Buttons.icon(Feather.SIDEBAR, messages.get("editor.entries.unfold"));
        entries = new OwnEntriesPane(model, messages, this::goTo, () -> fold(true));
        code.open(source.text(), model.isEditable());
        code.onEdited(this::edited);
        quiet.setOnFinished(event -> {
            model.check();
            model.look();
            model.keepDraft();
        });
        setTop(new VBox(toolbar(), find));
        setCenter(code);
        setRight(entries);
        setBottom(new VBox(foreignLine(), failureLine(), problems));
        model.problemsProperty().subscribe(() -> {
            problems.show(model.problemsProperty().get());
            code.show(model.problemsProperty().get());
        });
        model.changedProperty()
                .addListener((property, old, now) -> code.gutter().showChanged(now));
        CodeArea area = code.area();
        addEventFilter(KeyEvent.ANY, event -> turns.key());
        addEventFilter(KeyEvent.KEY_PRESSED, this::shortcuts);
        area.addEventFilter(KeyEvent.KEY_PRESSED, this::keys);
        area.currentParagraphProperty().addListener((property, old, now) -> followLine());
        area.caretPositionProperty().addListener((property, old, now) -> refreshCompletion());
        area.plainTextChanges().subscribe(change -> {
            closeCard();
            typed(change.getInserted());
        });
        area.addEventHandler(MouseEvent.MOUSE_MOVED, this::point);
        area.addEventHandler(MouseEvent.MOUSE_EXITED, event -> leave());
        area.addEventHandler(javafx.scene.input.ScrollEvent.SCROLL, event -> {
            closeCard();
            closeCompletion();
        });
        area.focusedProperty().addListener((property, old, now) -> {
            if (!now) {
                closeCompletion();
                closeCard();
            }
        });
        fold(context.preferences().get("text.entries").filter("folded"::equals).isPresent());
        model.check();
        model.findDraft();
    }

    DocumentModel model() {
        return model;
    }

    CodePane code() {
        return code;
    }

    /** The buttons that choose another layer. */
    HBox layers() {
        return layers;
    }

    private Node toolbar() {
        Button undo = Buttons.icon(Feather.CORNER_UP_LEFT, messages.get("editor.tool.undo"));
        undo.setId("editor-undo");
        undo.setOnAction(event -> code.area().undo());
        Button redo = Buttons.icon(Feather.CORNER_UP_RIGHT, messages.get("editor.tool.redo"));
        redo.setId("editor-redo");
        redo.setOnAction(event -> code.area().redo());
        undo.disableProperty().bind(code.area().undoAvailableProperty().map(available -> !available));
        redo.disableProperty().bind(code.area().redoAvailableProperty().map(available -> !available));
        Button search = Buttons.icon(Feather.SEARCH, messages.get("editor.tool.find"));
        search.setId("editor-find");
        search.setOnAction(event -> find.open());
        Label file = new Label(context.engine().abbreviate(model.source().file()));
        file.getStyleClass().addAll("mono", "muted");
        file.setTooltip(new Tooltip(model.source().file()));
        file.setMinWidth(0);
        Label state = new Label();
        state.setId("editor-state");
        state.setMinWidth(Region.USE_PREF_SIZE);
        model.modifiedProperty().addListener((property, old, now) -> stateOf(state));
        model.baseProperty().addListener((property, old, now) -> stateOf(state));
        stateOf(state);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        layers.getStyleClass().add("segments");
        layers.setMinWidth(Region.USE_PREF_SIZE);
        tools.getStyleClass().add("toolbar-box");
        if (model.isEditable()) {
            tools.getChildren().addAll(undo, redo);
        }
        unfold.setId("entries-unfold");
        unfold.setOnAction(event -> fold(false));
        tools.getChildren().addAll(search, file, state, space, layers);
        if (model.isEditable()) {
            Button versions = new Button(messages.get("editor.tool.versions"), Icons.of(Feather.CLOCK));
            versions.setId("editor-versions");
            versions.setMinWidth(Region.USE_PREF_SIZE);
            versions.setOnAction(event -> new VersionsMenu(context, model).show(versions));
            Button save = new Button(messages.get("editor.tool.save"), Icons.of(Feather.SAVE));
            save.setId("editor-save");
            save.getStyleClass().add("accent");
            save.setMinWidth(Region.USE_PREF_SIZE);
            save.disableProperty().bind(model.modifiedProperty().not());
            save.setTooltip(new Tooltip("Ctrl+S"));
            save.setOnAction(event -> save());
            tools.getChildren().addAll(versions, save);
        }
        tools.getChildren().add(unfold);
        return tools;
    }

    /** Nothing is written before the difference was seen. */
    void save() {
        if (model.foreignProperty().get().isPresent()) {
            resolve();
        } else if (model.modifiedProperty().get()
                && model.isEditable()
                && !context.overlay().isOpen()) {
            String text = model.text();
            new SaveDialog(context, model)
                    .open(
                            messages.get(
                                    "editor.save.title",
                                    context.engine().abbreviate(model.source().file())),
                            messages.get("editor.save.verb"),
                            text,
                            () -> model.save(text, () -> context.catalog().reload(() -> {})));
        }
    }

    private void stateOf(Label state) {
        boolean modified = model.modifiedProperty().get();
        boolean fresh = model.isEditable() && model.baseProperty().get().isEmpty();
        state.setText(
                model.isEditable()
                        ? modified
                                ? messages.get("editor.state.modified")
                                : fresh ? messages.get("editor.state.new") : ""
                        : messages.get("editor.state.read-only"));
        state.setGraphic(modified ? Icons.of(Feather.EDIT_2, "icon-accent") : null);
    }

    /** Says that another program has changed the file, and leads to the three texts. */
    private Node foreignLine() {
        Label words = new Label(messages.get("editor.foreign.words"));
        words.setWrapText(true);
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Button compare = new Button(messages.get("editor.foreign.compare"));
        compare.setId("foreign-compare");
        compare.setMinWidth(Region.USE_PREF_SIZE);
        compare.setOnAction(event -> resolve());
        HBox line = new HBox(Icons.of(Feather.ALERT_TRIANGLE), words, compare);
        line.setId("foreign-line");
        line.getStyleClass().addAll("note", "warning", "note-line");
        Runnable follow = () -> {
            line.setVisible(model.foreignProperty().get().isPresent());
            line.setManaged(line.isVisible());
        };
        model.foreignProperty().addListener((property, old, now) -> follow.run());
        follow.run();
        return line;
    }

    private void resolve() {
        model.foreignProperty()
                .get()
                .filter(any -> !context.overlay().isOpen())
                .ifPresent(onDisk -> new ConflictDialog(context, model).open(onDisk));
    }

    private Node failureLine() {
        Label words = new Label();
        words.setId("editor-failure");
        words.setWrapText(true);
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Button close = Buttons.flat(Feather.X, messages.get("shared.dialog.close"));
        close.setOnAction(event -> model.forgetFailure());
        HBox line = new HBox(words, close);
        line.getStyleClass().addAll("note", "danger", "note-line");
        Runnable follow = () -> {
            Optional<Failure> failure = model.failureProperty().get();
            line.setVisible(failure.isPresent());
            line.setManaged(failure.isPresent());
            words.setText(failure.map(Failure::message).orElse(""));
        };
        model.failureProperty().addListener((property, old, now) -> follow.run());
        follow.run();
        return line;
    }

    private void fold(boolean folded) {
        showEntries(!folded);
        context.preferences().put("text.entries", folded ? "folded" : "open");
    }

    /** Whether the table stands beside the text. */
    void showEntries(boolean shown) {
        setRight(shown ? entries : null);
        unfold.setVisible(!shown);
        unfold.setManaged(!shown);
    }

    /** The table may wait for a frame without a key. */
    private void followLine() {
        if (!following) {
            following = true;
            turns.add(() -> {
                following = false;
                entries.follow(code.area().getCurrentParagraph() + 1);
            });
        }
    }

    private void edited() {
        model.edited();
        quiet.playFromStart();
    }

    private void goTo(Problem problem) {
        if (problem.line() > 0) {
            code.goTo(problem.line(), problem.column());
        }
    }

    private void goTo(TextEntry entry) {
        int offset = ProfileEdits.offset(code.get(), entry.line(), entry.column());
        CodeArea area = code.area();
        if (offset >= 0 && offset <= area.getLength()) {
            area.moveTo(offset);
            area.requestFollowCaret();
        }
    }

    /** Wherever the focus is in this view; fields have an undo of their own. */
    private void shortcuts(KeyEvent event) {
        if (!event.isShortcutDown()) {
            return;
        }
        boolean field = event.getTarget() instanceof javafx.scene.control.TextInputControl;
        boolean inText = event.getTarget() == code.area();
        if (event.getCode() == KeyCode.S) {
            save();
            event.consume();
        } else if (event.getCode() == KeyCode.F) {
            find.open();
            event.consume();
        } else if (event.getCode() == KeyCode.Z && !field && !inText) {
            if (event.isShiftDown()) {
                code.area().redo();
            } else {
                code.area().undo();
            }
            event.consume();
        }
    }

    private void keys(KeyEvent event) {
        CompletionList open = completion;
        if (open != null && open.answer().isPresent() && open.handle(event)) {
            event.consume();
            return;
        }
        if (event.isControlDown() && event.getCode() == KeyCode.SPACE) {
            complete();
            event.consume();
        } else if (event.isAltDown() && event.getCode() == KeyCode.ENTER) {
            fixHere();
            event.consume();
        } else if (event.isControlDown() && event.getCode() == KeyCode.Q) {
            hover(code.area().getCaretPosition());
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE && card != null) {
            closeCard();
            event.consume();
        } else if (event.getCode() == KeyCode.F8) {
            nextProblem(event.isShiftDown());
            event.consume();
        }
    }

    /** The fix of the problem at the cursor, else of the first one in its line. */
    private void fixHere() {
        int caret = code.area().getCaretPosition();
        int line = code.area().getCurrentParagraph() + 1;
        java.util.stream.Stream.concat(
                        code.problemsAt(caret).stream(),
                        model.problemsProperty().get().stream().filter(problem -> problem.line() == line))
                .filter(problem -> problem.fix() != null)
                .findFirst()
                .ifPresent(model::fix);
    }

    private void nextProblem(boolean backwards) {
        int line = code.area().getCurrentParagraph() + 1;
        List<Problem> all = model.problemsProperty().get().stream()
                .filter(problem -> problem.line() > 0)
                .toList();
        List<Problem> beyond = (backwards ? all.reversed() : all)
                .stream()
                        .filter(problem -> backwards ? problem.line() < line : problem.line() > line)
                        .toList();
        if (!all.isEmpty()) {
            goTo(beyond.isEmpty() ? (backwards ? all.getLast() : all.getFirst()) : beyond.getFirst());
        }
    }

    /** Shows the problems of a place at once, and what stands there as soon as it is known. */
    void hover(int offset) {
        closeCard();
        closeCompletion();
        HoverCard shown = new HoverCard(context);
        card = shown;
        shown.problems(code.problemsAt(offset), model.isEditable());
        if (!shown.isEmpty()) {
            code.add(shown);
            shown.applyCss();
            code.anchor(shown, offset);
        }
        String text = code.get();
        Hover asked = new Hover(
                context.engine(), model, context.selection().workspaceProperty().get());
        hovering = tasks.run(
                () -> asked.at(text, offset),
                found -> found.ifPresent(fact -> tell(shown, offset, () -> shown.fact(fact))),
                failure -> tell(shown, offset, () -> shown.failure(failure.message())));
    }

    /** Puts more on a card if it is still wanted. */
    private void tell(HoverCard shown, int offset, Runnable more) {
        if (card == shown) {
            boolean fresh = shown.isEmpty();
            more.run();
            if (fresh) {
                code.add(shown);
            }
            shown.applyCss();
            code.anchor(shown, offset);
        }
    }

    /** Where the mouse rests, the text is explained. The library's own events for that cost something with each line that is made anew. */
    private void point(MouseEvent event) {
        leave();
        resting.setOnFinished(after -> code.area()
                .hit(event.getX(), event.getY())
                .getCharacterIndex()
                .ifPresent(offset -> {
                    hover(offset);
                    pointed = true;
                }));
        resting.playFromStart();
    }

    private void leave() {
        resting.stop();
        if (pointed) {
            closeCard();
        }
    }

    private void closeCard() {
        pointed = false;
        hovering.cancel();
        code.remove(card);
        card = null;
    }

    /** Asks in the background what can stand here, and shows it if the cursor is still there. */
    void complete() {
        if (!model.isEditable()) {
            return;
        }
        pending = pending.next();
        Question asked = pending;
        int caret = code.area().getCaretPosition();
        String text = code.get();
        tasks.run(
                () -> model.completions(text, caret),
                answer -> {
                    if (asked.equals(pending) && caret == code.area().getCaretPosition()) {
                        answered = new Answered(answer, text.length(), caret);
                        show(answer);
                    }
                },
                model::report);
    }

    private void show(Completions.Answer answer) {
        if (answer.proposals().isEmpty()) {
            closeCompletion();
            return;
        }
        CompletionList open = completion;
        if (open == null) {
            open = new CompletionList(messages, this::insert, this::closeCompletion);
            completion = open;
            code.add(open);
            open.applyCss();
        }
        open.show(answer);
        code.anchor(open, answer.start());
    }

    private void insert(Completions.Proposal proposal) {
        pending = pending.next();
        int caret = code.area().getCaretPosition();
        TextEdit edit = Optional.ofNullable(answered)
                .flatMap(last -> last.replaced(code.length(), caret, proposal.insert()))
                .orElseGet(() -> {
                    Completions.Answer now = model.completions(code.get(), caret);
                    return new TextEdit(now.start(), now.end(), proposal.insert());
                });
        code.apply(edit);
        code.area().moveTo(edit.start() + proposal.insert().length() - proposal.back());
    }

    private void closeCompletion() {
        pending = pending.next();
        if (completion != null) {
            completion.close();
        }
    }

    private Optional<Completions.Answer> proposed() {
        return Optional.ofNullable(completion).flatMap(CompletionList::answer);
    }

    /** While the list is open it follows what is typed; moving elsewhere closes it. */
    private void refreshCompletion() {
        proposed().ifPresent(answer -> {
            int caret = code.area().getCaretPosition();
            boolean left = caret < answer.start()
                    || code.get()
                            .substring(Math.min(answer.start(), caret), caret)
                            .matches("(?s).*[\"'\\n,].*");
            if (left) {
                closeCompletion();
            } else {
                complete();
            }
        });
    }

    /** A letter typed where a word can be completed opens the list by itself. */
    void typed(String inserted) {
        boolean word = inserted.length() == 1
                && (Character.isLetter(inserted.charAt(0)) || inserted.equals("$") || inserted.equals(":"));
        if (word && proposed().isEmpty() && code.area().isFocused()) {
            complete();
        }
    }
}
