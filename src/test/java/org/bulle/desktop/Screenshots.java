package org.bulle.desktop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.WindowEvent;
import org.bulle.desktop.profiles.EffectiveRow;
import org.bulle.engine.scratch.ScratchStore;
import org.fxmisc.richtext.CodeArea;

/** Writes a picture of every view in both themes. The arguments are the folder and, to see only some, the beginning of their names. */
final class Screenshots {
    private final Pictures pictures;
    private static final String LONG = "a-profile-with-a-name-that-is-much-longer-than-the-list-is-wide";
    private final Opened app;

    private Screenshots(Pictures pictures) {
        this.pictures = pictures;
        app = pictures.app();
    }

    public static void main(String[] args) throws Exception {
        Pictures.take(
                args,
                furnish(Files.createTempDirectory("bulle-screenshots")),
                pictures -> new Screenshots(pictures).takeAll());
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
        Opened.await("profiles", () -> find("#profile-claude") != null);
        both("welcome");
        if (pictures.wants("profiles") || pictures.wants("inheritance") || pictures.wants("duplicate")) {
            profiles();
        }
        Pictures.ui(() -> {
            app.window.context().selection().stack().setAll("claude", "offline");
            app.window.context().navigator().open("profiles", "claude");
        });
        Opened.await("entries", () -> effective().getItems().size() > 5);
        if (pictures.wants("editor")) {
            takeEditor();
        }
        if (pictures.wants("install")) {
            takeInstall();
        }
        fire("#search");
        both("palette");
        escape();
        if (pictures.wants("runs")) {
            runs();
        }
        if (pictures.wants("explore")) {
            explore();
        }
        if (pictures.wants("scratches") || pictures.wants("run-sheet")) {
            scratches();
        }
        if (pictures.wants("run-sheet")) {
            runSheet();
        }
        if (pictures.wants("system")) {
            system();
        }
        if (pictures.wants("run-") || pictures.wants("quit")) {
            terminal();
        }
    }

    private void profiles() throws Exception {
        Pictures.ui(() -> {
            app.window.context().selection().stack().setAll("claude", "offline");
            app.window.context().navigator().open("profiles", "claude");
        });
        Opened.await("entries", () -> effective().getItems().size() > 5);
        Pictures.ui(() -> effective().getSelectionModel().select(firstInteresting()));
        Thread.sleep(2500);
        both("profiles");
        // Where npm answers.
        if (find("#inspector-all") != null) {
            fire("#inspector-all");
            Thread.sleep(1000);
            both("profiles-exposed");
            escape();
        }
        Pictures.ui(() -> effective().getSelectionModel().clearSelection());
        both("profiles-wide");
        fire("#effective-columns");
        both("profiles-columns");
        pictures.closeMenus();
        fire("#profile-more");
        both("profiles-menu");
        pictures.closeMenus();
        Pictures.ui(() -> app.window.context().navigator().open("profiles", "node"));
        Thread.sleep(2500);
        both("profiles-aside");
        longNames();
        Pictures.ui(() -> app.window.context().navigator().open("profiles", LONG));
        Thread.sleep(2500);
        both("profiles-long");
        Path broken =
                Files.writeString(app.home.resolve(".config/bulle/profiles/broken.toml"), "rwo = [\"?$HOME/x\"]\n");
        reload();
        Pictures.ui(() -> {
            app.window.context().selection().stack().setAll("broken");
            app.window.context().navigator().open("profiles", "broken");
        });
        Opened.await("the refusal", () -> find("#effective-failure").isVisible());
        both("profiles-failure");
        Files.delete(broken);
        Files.delete(app.home.resolve(".config/bulle/profiles/" + LONG + ".toml"));
        reload();
        Pictures.ui(() -> {
            app.window.context().selection().stack().setAll("claude", "offline");
            app.window.context().navigator().open("profiles", "claude");
        });
        tab("inheritance");
        Pictures.ui(() -> app.window.context().navigator().open("profiles", "node"));
        both("inheritance");
        tab("effective");
        Pictures.ui(() -> app.window.context().navigator().open("profiles", "claude"));
        fire("#profile-duplicate");
        both("duplicate");
        escape();
    }

    /** A profile whose name, entries and places are as long as they can be. */
    private void longNames() throws Exception {
        String deep = "a-very-long-folder-name-that-goes-on/".repeat(6);
        Files.createDirectories(app.home.resolve(deep));
        Files.writeString(
                app.home.resolve(".config/bulle/profiles/" + LONG + ".toml"),
                "title = \"" + "Long ".repeat(30) + "\"\ndescription = \"" + "It says a lot about itself. ".repeat(12)
                        + "\"\ninherits = [\"review\"]\nrw = [\"$HOME/" + deep + "\", \"?$HOME/" + deep
                        + "missing\"]\nenv = [\"" + "A_LONG_VARIABLE_".repeat(5) + "*\"]\n");
        reload();
    }

    private void reload() {
        CompletableFuture<Boolean> read = new CompletableFuture<>();
        Pictures.ui(() -> app.window.context().catalog().reload(() -> read.complete(true)));
        read.join();
    }

    private void explore() throws Exception {
        Pictures.ui(() -> app.window.context().navigator().open("explore"));
        both("explore-empty");
        Pictures.ui(() -> app.window
                .context()
                .navigator()
                .open("explore", app.home.resolve(".npm").toString()));
        Opened.await("answer", this::isAnswered);
        both("explore-who");
        fire("#explore-compare");
        Pictures.ui(() -> ((TextField) find("#explore-right")).setText("node"));
        fire("#explore-compare-go");
        Opened.await("answer", this::isAnswered);
        both("explore-compare");
        Pictures.ui(
                () -> app.window.context().navigator().open("explore", "why:" + app.home.resolve(".ssh/id_ed25519")));
        Opened.await("the kernel", () -> find("#explore-why-verdict") != null);
        both("explore-why");
        Pictures.ui(() -> app.window.context().navigator().open("explore", "why:" + app.home.resolve(".npm/_cacache")));
        Thread.sleep(4000);
        both("explore-why-reached");
    }

    private boolean isAnswered() {
        return !((Label) find("#explore-answer")).getText().isEmpty();
    }

    private void scratches() throws Exception {
        Pictures.ui(() -> app.window.context().navigator().open("scratches"));
        both("scratches-none");
        project();
        fire("#scratches-refresh");
        TableView<?> scratches = (TableView<?>) find("#scratches-table");
        Opened.await("a scratch", () -> !scratches.getItems().isEmpty());
        Pictures.ui(() -> scratches.getSelectionModel().select(0));
        ListView<?> files = (ListView<?>) find("#scratches-files");
        Opened.await("its files", () -> !files.getItems().isEmpty());
        Pictures.ui(() -> files.getSelectionModel().select(0));
        both("scratches");
        fire("#scratches-wipe");
        both("scratches-wipe");
        escape();
    }

    private void runSheet() throws Exception {
        Pictures.ui(() -> app.window.context().navigator().open("profiles", "claude"));
        fire("#run");
        Opened.await("the project", () -> find("#run-project-test") != null);
        both("run-sheet");
        fire("#run-project-test");
        fire("#run-extras-add");
        fire("#run-extras-add");
        Pictures.ui(() -> ((TextField) find("#run-limit-memory")).setText("4G"));
        Pictures.ui(() -> ((TextField) find("#run-limit-timeout")).setText("30m"));
        Thread.sleep(4000);
        both("run-sheet-full");
        escape();
    }

    private void system() throws Exception {
        Pictures.ui(() -> app.window.context().navigator().open("system", "sandbox"));
        Opened.await("facts", () -> !((ButtonBase) find("#system-again")).isDisabled());
        both("system");
        for (String section :
                new String[] {"resolvers", "limits", "configuration", "settings", "variables", "paths", "appearance"}) {
            Pictures.ui(() -> app.window.context().navigator().open("system", section));
            Thread.sleep(section.equals("settings") ? 3000 : 0);
            both("system-" + section);
        }
    }

    private void takeEditor() throws Exception {
        tab("toml");
        Opened.await("text", () -> find("#editor-text") != null);
        Pictures.ui(() -> {
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
        Pictures.ui(() -> {
            text().requestFocus();
            text().moveTo(text().getText().indexOf("\"n\"]") + 2);
            text().fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.SPACE, false, true, false, false));
        });
        Opened.await("completion", () -> find("#completion-list") != null);
        both("editor-completion");
        Pictures.ui(() -> {
            text().moveTo(text().getText().indexOf("npm:cache"));
            text().fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.Q, false, true, false, false));
        });
        Thread.sleep(6000);
        both("editor-hover");
        fire("#editor-find");
        Pictures.ui(() -> ((TextField) find("#find-query")).setText("claude"));
        both("editor-find");
        fire("#editor-save");
        Opened.await("review", () -> !find("#save-confirm").isDisabled());
        both("editor-save");
        escape();
        fire("#editor-versions");
        Thread.sleep(800);
        both("editor-versions");
        pictures.closeMenus();
        Pictures.ui(() -> new org.bulle.desktop.editor.NewProfileDialog(
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
        Pictures.ui(() -> text().appendText("# more\n"));
        Opened.await("warning", () -> find("#foreign-line").isVisible());
        fire("#foreign-compare");
        Opened.await("texts", () -> find("#conflict-confirm") != null);
        both("editor-conflict");
        escape();
        Pictures.ui(() -> {
            text().replaceText("# What I add to the built-in profile.\nrwx = [\"?$DATA/claude/\"]\n");
            app.window.context().navigator().open("profiles", "claude");
        });
        tab("effective");
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
        Pictures.ui(() -> app.window.context().installReview().open(java.util.List.of(source)));
        Opened.await("review", () -> find("#install-read") != null);
        fire("#install-read");
        Opened.await(
                "node", () -> ((Label) find("#install-file-name")).getText().equals("node.toml"));
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
        Pictures.ui(() -> app.window.context().navigator().open("runs"));
        Opened.await("the runs", () -> table("#runs-table").getItems().size() > 1);
        Pictures.ui(() -> table("#runs-table").getSelectionModel().selectFirst());
        Opened.await("the denials", () -> !table("#denials-table").getItems().isEmpty());
        both("runs");
    }

    /** A run that goes on, in its terminal, with what it was denied so far. */
    private void terminal() throws Exception {
        Pictures.ui(() -> {
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
        fire("#run-start");
        Opened.await(
                "the question",
                () -> String.valueOf(find("#run-output").queryAccessibleAttribute(AccessibleAttribute.TEXT))
                        .contains("go on?"));
        Thread.sleep(1500);
        both("run-terminal");
        Pictures.ui(() -> app.stage.fireEvent(new WindowEvent(app.stage, WindowEvent.WINDOW_CLOSE_REQUEST)));
        both("quit");
        escape();
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
        return pictures.find(query);
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
        pictures.fire(query);
    }

    private void escape() {
        pictures.escape();
    }

    private void both(String view) throws Exception {
        pictures.both(view);
    }
}
