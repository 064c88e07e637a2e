package org.bulle.desktop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.bulle.desktop.profiles.EffectiveRow;
import org.bulle.desktop.shared.Appearance;
import org.bulle.engine.scratch.ScratchStore;
import org.fxmisc.richtext.CodeArea;

/** Writes a picture of every view in both themes. The arguments are the folder and, to see only some, the beginning of their names. */
final class Screenshots {
    private final Path folder;
    private final String only;
    private final Opened app;

    private Screenshots(Path folder, String only, Opened app) {
        this.folder = folder;
        this.only = only;
        this.app = app;
    }

    public static void main(String[] args) throws Exception {
        Path home = furnish(Files.createTempDirectory("bulle-screenshots"));
        Files.writeString(
                Files.createDirectories(home.resolve(".local/state/bulle")).resolve("desktop.properties"),
                "language=" + System.getProperty("language", "en") + "\n");
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        Platform.startup(() -> {
            try {
                opened.complete(Opened.on(new Stage(), home));
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        try {
            new Screenshots(Path.of(args[0]), args.length > 1 ? args[1] : "", opened.join()).takeAll();
        } finally {
            ui(() -> opened.join().close());
            Platform.exit();
        }
    }

    /** A home with some of what profiles speak of. */
    static Path furnish(Path home) throws Exception {
        for (String folder :
                new String[] {".claude", ".npm/_cacache", ".ssh", ".config/git", ".local/share/claude/versions"}) {
            Files.createDirectories(home.resolve(folder));
        }
        Files.writeString(home.resolve(".gitconfig"), "[user]\n");
        Files.writeString(home.resolve(".ssh/id_ed25519"), "nobody's key\n");
        Files.writeString(home.resolve("notes.txt"), "buy milk\n");
        Files.writeString(home.resolve(".bashrc"), "PS1='$ '\n");
        Files.writeString(home.resolve(".netrc"), "machine nowhere\n");
        Files.createDirectories(home.resolve(".gnupg"));
        Files.writeString(home.resolve(".claude.json"), "{}\n");
        Files.writeString(home.resolve(".claude/settings.json"), "{}\n");
        Files.writeString(home.resolve(".config/git/ignore"), "*.swp\n");
        for (int i = 0; i < 120; i++) {
            Files.writeString(home.resolve(".npm/_cacache/index-" + i), "x".repeat(i * 40));
        }
        Path profiles = Files.createDirectories(home.resolve(".config/bulle/profiles"));
        Files.writeString(
                profiles.resolve("claude.toml"),
                "# What I add to the built-in profile.\nrw = [\n  \"?npm:cache\",   # shared with my own npm\n]\nrwx = [\"?$DATA/claude/\"]\n");
        Files.writeString(
                profiles.resolve("review.toml"),
                "title = \"Review\"\ndescription = \"Claude on a pull request, without the network\"\ninherits = [\"claude\", \"offline\"]\n");
        Files.writeString(
                profiles.resolve("nightly.toml"),
                "title = \"Nightly\"\ndescription = \"Triage every night\"\ninherits = \"review\"\ndefault_app = \"claude -p triage\"\nro = [\"?$HOME/.ssh/known_hosts\"]\n");
        Path claude = Files.writeString(
                Files.createDirectories(home.resolve(".local/bin")).resolve("claude"), "#!/bin/sh\necho upgrading\n");
        Files.setPosixFilePermissions(claude, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }

    /** A project in the workspace, and a scratch of it with work in it. */
    private void project() throws Exception {
        Path home = app.home;
        Files.writeString(home.resolve(".gitconfig"), "[user]\nname = U\nemail = u@example.org\n");
        Files.writeString(app.workspace.resolve("pom.xml"), "<project/>\n");
        Files.writeString(app.workspace.resolve("README.md"), "# Orders\n\nTakes orders.\n");
        git(home, app.workspace, "init", "-q");
        git(home, app.workspace, "add", "-A");
        git(home, app.workspace, "commit", "-qm", "Take orders");
        Path scratch = new ScratchStore(
                        home.resolve(".local/state/bulle/scratch"),
                        Map.of("HOME", home.toString(), "PATH", System.getenv("PATH")))
                .create(app.workspace, List.of("claude"))
                .scratch()
                .directory();
        Files.writeString(scratch.resolve("README.md"), "# Orders\n\nTakes and ships orders.\n");
        Files.writeString(scratch.resolve("ship.py"), "print('ship')\n");
        git(home, scratch, "add", "-A");
        git(home, scratch, "commit", "-qm", "Ship");
    }

    private static void git(Path home, Path directory, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(directory.toFile()).inheritIO();
        builder.environment().put("HOME", home.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("GIT_"));
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException(line.toString());
        }
    }

    private void takeAll() throws Exception {
        both("welcome");
        ui(() -> {
            app.stage.setWidth(1360);
            app.stage.setHeight(860);
        });
        Opened.await("profiles", () -> find("#profile-claude") != null);
        both("welcome");
        ui(() -> {
            app.window.context().selection().stack().setAll("claude", "offline");
            app.window.context().navigator().open("profiles", "claude");
        });
        Opened.await("entries", () -> effective().getItems().size() > 5);
        ui(() -> effective().getSelectionModel().select(firstInteresting()));
        both("profiles");
        ui(() -> effective().getSelectionModel().clearSelection());
        takeEditor();
        if (only.startsWith("editor") || only.startsWith("install")) {
            return;
        }
        ui(() -> app.window.context().navigator().open("profiles", "claude"));
        tab("inheritance");
        ui(() -> app.window.context().navigator().open("profiles", "node"));
        both("inheritance");
        tab("effective");
        ui(() -> app.window.context().navigator().open("profiles", "claude"));
        fire("#profile-duplicate");
        both("duplicate");
        escape();
        fire("#run");
        both("run-sheet");
        escape();
        fire("#search");
        both("palette");
        escape();
        runs();
        ui(() -> app.window
                .context()
                .navigator()
                .open("explore", app.home.resolve(".npm").toString()));
        Opened.await(
                "answer",
                () -> !((javafx.scene.control.Label) find("#explore-answer"))
                        .getText()
                        .isEmpty());
        both("explore-who");
        fire("#explore-compare");
        ui(() -> ((TextField) find("#explore-right")).setText("claude"));
        fire("#explore-compare-go");
        Opened.await(
                "answer",
                () -> !((javafx.scene.control.Label) find("#explore-answer"))
                        .getText()
                        .isEmpty());
        both("explore-compare");
        ui(() -> app.window.context().navigator().open("explore", "why:" + app.home.resolve(".ssh/id_ed25519")));
        Opened.await("the kernel", () -> find("#explore-why-verdict") != null);
        both("explore-why");
        ui(() -> app.window.context().navigator().open("scratches"));
        both("scratches-none");
        project();
        fire("#scratches-refresh");
        TableView<?> scratches = (TableView<?>) find("#scratches-table");
        Opened.await("a scratch", () -> !scratches.getItems().isEmpty());
        ui(() -> scratches.getSelectionModel().select(0));
        ListView<?> files = (ListView<?>) find("#scratches-files");
        Opened.await("its files", () -> !files.getItems().isEmpty());
        ui(() -> files.getSelectionModel().select(0));
        both("scratches");
        ui(() -> app.window.context().navigator().open("profiles", "claude"));
        fire("#run");
        Opened.await("the project", () -> find("#run-project-test") != null);
        both("run-sheet-project");
        escape();
        ui(() -> app.window.context().navigator().open("system", "sandbox"));
        Opened.await("facts", () -> !((ButtonBase) find("#system-again")).isDisabled());
        both("system");
        for (String section :
                new String[] {"resolvers", "limits", "configuration", "variables", "paths", "appearance"}) {
            ui(() -> app.window.context().navigator().open("system", section));
            both("system-" + section);
        }
        terminal();
    }

    private void takeEditor() throws Exception {
        tab("toml");
        Opened.await("text", () -> find("#editor-text") != null);
        ui(() -> {
            CodeArea area = text();
            area.appendText(
                    "rwo = [\"?$CACHE/claude-tools/\"]\ninherits = [\"network\", \"n\"]\nenv = [\"CLAUDE_*\"]\n");
        });
        Opened.await(
                "problems",
                () -> !((javafx.scene.control.ListView<?>) find("#problems-list"))
                        .getItems()
                        .isEmpty());
        both("editor");
        ui(() -> {
            text().requestFocus();
            text().moveTo(text().getText().indexOf("\"n\"]") + 2);
            text().fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.SPACE, false, true, false, false));
        });
        Opened.await("completion", () -> find("#completion-list") != null);
        both("editor-completion");
        ui(() -> {
            text().moveTo(text().getText().indexOf("npm:cache"));
            text().fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.Q, false, true, false, false));
        });
        Thread.sleep(6000);
        both("editor-hover");
        fire("#editor-find");
        ui(() -> ((TextField) find("#find-query")).setText("claude"));
        both("editor-find");
        fire("#editor-save");
        Opened.await("review", () -> !find("#save-confirm").isDisabled());
        both("editor-save");
        escape();
        fire("#editor-versions");
        Thread.sleep(800);
        both("editor-versions");
        escape();
        ui(() -> new org.bulle.desktop.editor.NewProfileDialog(
                        app.window.context(), name -> java.util.Optional.empty(), (name, text) -> {})
                .open());
        Opened.await("starts", () -> find("#start-toolchain") != null);
        fire("#start-toolchain");
        Thread.sleep(500);
        both("editor-new");
        escape();
        tab("effective");
        fire("#own-add");
        Thread.sleep(6000);
        both("editor-effective");
        tab("toml");
        Path file = app.home.resolve(".config/bulle/profiles/claude.toml");
        Files.writeString(file, "title = \"Changed elsewhere\"\n" + Files.readString(file));
        ui(() -> text().appendText("# more\n"));
        Opened.await("warning", () -> find("#foreign-line").isVisible());
        fire("#foreign-compare");
        Opened.await("texts", () -> find("#conflict-confirm") != null);
        both("editor-conflict");
        escape();
        takeInstall();
        ui(() -> app.window.context().navigator().open("system", "settings"));
        Opened.await("form", () -> find("#configuration-editor #editor-text") != null);
        both("editor-configuration");
        ui(() -> app.window.context().navigator().open("profiles", "claude"));
    }

    private void takeInstall() throws Exception {
        Path source = Files.createDirectories(app.home.resolve("acme-profiles"));
        Files.writeString(source.resolve("acme-agent.toml"), "title = \"Acme agent, app\"\nro = [\"?$HOME/acme\"]\n");
        Files.writeString(
                source.resolve("review.toml"),
                "title = \"Review\"\ninherits = [\"claude\", \"offline\"]\nrw = [\"?$HOME/notes/\"]\n");
        Files.writeString(
                source.resolve("node.toml"),
                "title = \"Node (Acme)\"\ndescription = \"Node with our global tools and private registry\"\n\nrox = [\"which:node\", \"which:npm\", \"?which:npx\"]\n"
                        + "rwx = [\"?+$HOME/.npm-global/\"]\nrw = [\"?npm:cache\"]\nro = [\"?$HOME/.npmrc\"]\nenv = [\"NODE_OPTIONS\", \"NPM_TOKEN\"]\nallow = [\"network\"]\n\n"
                        + "# keep in step with acme/bulle-profiles\n[macos]\n");
        Files.writeString(source.resolve("r-lab.toml"), "title = \"R\"\n\nrwo = [\"x\"]\n");
        ui(() -> app.window.context().installReview().open(java.util.List.of(source)));
        Opened.await("review", () -> find("#install-read") != null);
        fire("#install-read");
        Opened.await(
                "node",
                () -> ((javafx.scene.control.Label) find("#install-file-name"))
                        .getText()
                        .equals("node.toml"));
        both("install");
        fire("#install-back");
    }

    private CodeArea text() {
        return (CodeArea) find("#editor-text");
    }

    /** Real runs, refused by the kernel. */
    private void runs() throws Exception {
        run("coreutils,offline", "sh", "-c", "ls ~/src && cat ~/notes.txt");
        run(
                "claude,offline",
                "sh",
                "-c",
                "cat ~/.ssh/id_ed25519 ~/notes.txt; ls ~/.gnupg; echo x >>~/.bashrc; cat ~/.netrc; true");
        ui(() -> app.window.context().navigator().open("runs"));
        Opened.await("the runs", () -> table("#runs-table").getItems().size() > 1);
        ui(() -> table("#runs-table").getSelectionModel().selectFirst());
        Opened.await("the denials", () -> !table("#denials-table").getItems().isEmpty());
        both("runs");
    }

    /** A run that goes on, in its terminal, with what it was denied so far. */
    private void terminal() throws Exception {
        ui(() -> {
            app.window.context().selection().stack().setAll("tool", "offline");
            app.window
                    .context()
                    .runSheet()
                    .open("sh -c 'printf \"\\033[1mUpgrade junit and run the tests\\033[0m\\n\\n\"; "
                            + "printf \"\\033[32m*\\033[0m Read \\033[34mpom.xml\\033[0m\\n\"; cat ~/notes.txt; sleep 2; "
                            + "for n in 1 2 3 4 5; do cat ~/.netrc ~/.ssh/id_ed25519; done; sleep 3; echo x >>~/.bashrc; "
                            + "printf \"\\n\\033[33m?\\033[0m How shall I go on? \"; read answer'");
        });
        Opened.await("the sheet", () -> !find("#run-start").isDisabled());
        both("run-sheet-ready");
        fire("#run-start");
        Opened.await(
                "the question",
                () -> String.valueOf(find("#run-output").queryAccessibleAttribute(AccessibleAttribute.TEXT))
                        .contains("go on?"));
        Thread.sleep(1500);
        both("run-terminal");
        fire("#run-stop");
        Opened.await("the end", () -> find("#run-stop").isDisabled());
        both("run-ended");
    }

    private void run(String profiles, String... command) throws Exception {
        List<String> words = new ArrayList<>(Opened.commandLine());
        words.addAll(List.of(profiles, app.workspace.toString(), "--"));
        words.addAll(List.of(command));
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", app.home.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        Process process = builder.start();
        process.getOutputStream().close();
        process.waitFor();
    }

    private TableView<?> table(String query) {
        return (TableView<?>) find(query);
    }

    private Node find(String query) {
        return app.stage.getScene().getRoot().lookup(query);
    }

    @SuppressWarnings("unchecked")
    private TableView<EffectiveRow> effective() {
        return (TableView<EffectiveRow>) find("#effective-table");
    }

    private int firstInteresting() {
        for (int i = 0; i < effective().getItems().size(); i++) {
            if (effective().getItems().get(i) instanceof EffectiveRow.Entry entry
                    && entry.name().contains(".npm")) {
                return i;
            }
        }
        return 2;
    }

    private void tab(String name) {
        fire("#tab-" + name);
    }

    private void fire(String query) {
        ui(() -> ((ButtonBase) find(query)).fire());
    }

    private void escape() {
        ui(() -> find("#search")
                .getScene()
                .getRoot()
                .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false)));
    }

    private void both(String view) throws Exception {
        if (!view.startsWith(only)) {
            return;
        }
        for (Appearance.Choice theme : new Appearance.Choice[] {Appearance.Choice.LIGHT, Appearance.Choice.DARK}) {
            ui(() -> app.window.context().appearance().choiceProperty().set(theme));
            Thread.sleep(700);
            String name = view + "-" + theme.name().toLowerCase(Locale.ROOT) + ".png";
            ui(() -> Pictures.save(app.stage.getScene(), folder.resolve(name)));
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void ui(Step step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                step.run();
                done.complete(null);
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        });
        done.join();
    }
}
