package org.bulle.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javafx.scene.control.TableView;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.bulle.desktop.profiles.EffectiveRow;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.run.KernelProbe;
import org.bulle.engine.run.KernelProbe.Answer;
import org.bulle.engine.run.KernelProbe.Question;
import org.bulle.engine.run.Plan;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/**
 * What is shown is what is enforced. For random profiles the rows of the Effective table are read from the scene graph, and the kernel is asked about each:
 * under the very same policy, and by a command that the command line runs under the same stack, which tries what is shown and what is not. {@code -Dtruth.rounds=N}
 * makes more rounds (2), {@code -Dtruth.seed=N} other ones.
 */
@ExtendWith(ApplicationExtension.class)
class TruthUiTest {
    private static final int ROUNDS = Integer.getInteger("truth.rounds", 2);
    private static final long SEED = Long.getLong("truth.seed", 1);
    private static final String PROBED = ".probed";
    /** Not in any built-in profile of the random stacks. */
    private static final List<String> ELSEWHERE = List.of(
            "/root",
            "/etc/shadow",
            "/etc/sudoers",
            "/etc/ssh",
            "/var/log",
            "/var/lib/dpkg/status",
            "/boot",
            "/srv",
            "/home");

    @TempDir
    Path home;

    private Opened app;

    @Start
    void open(Stage stage) throws Exception {
        app = Opened.on(stage, home.toRealPath());
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(app::close);
    }

    @Test
    void everyRowIsEnforcedAndNothingElseIsGranted(FxRobot robot) throws Exception {
        Files.createDirectories(app.home.resolve(".ssh"));
        Files.writeString(app.home.resolve(".ssh/id_ed25519"), "a key");
        Files.writeString(app.home.resolve(".bash_history"), "what I typed");
        for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
            round(robot, seed);
        }
    }

    private void round(FxRobot robot, long seed) throws Exception {
        RandomProfiles.Made made = RandomProfiles.in(app.home, seed);
        String what = "seed " + seed + ", stack " + made.stack();
        show(robot, made);
        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        VBox failure = robot.lookup("#effective-failure").query();
        Opened.await(what, () -> failure.isVisible() || !table.getItems().isEmpty());
        if (failure.isVisible()) {
            assertThat(run(made, "true").code())
                    .as(what + ": shown as unable to run")
                    .isIn(2, 4);
            return;
        }
        List<ShownRows.Row> rows = ShownRows.of(robot, table, OsPath.text(app.home));
        Shown shown = new Shown(rows);
        Plan plan = app.window
                .context()
                .engine()
                .plan(app.window.context().catalog().get().catalog(), made.stack(), app.workspace);
        assertThat(plan.policy().grants())
                .as(what + ": every grant has a row")
                .allSatisfy(grant -> assertThat(shown.names(grant, plan)).isTrue());
        makeWhatARunWouldCreate(plan);
        askTheKernel(what, plan, shown);
        askACommand(what, made, shown);
    }

    private void show(FxRobot robot, RandomProfiles.Made made) {
        TableView<EffectiveRow> table = robot.lookup("#effective-table").query();
        boolean[] read = new boolean[1];
        robot.interact(() -> app.window.context().catalog().reload(() -> {
            app.window.context().selection().stack().setAll(made.stack());
            app.window.context().navigator().open("profiles", made.own());
            table.getItems().clear();
            read[0] = true;
        }));
        Opened.await("the profiles", () -> read[0]);
    }

    private static void makeWhatARunWouldCreate(Plan plan) throws IOException {
        for (var creation : plan.policy().create()) {
            Path path = OsPath.of(creation.path());
            if (creation.directory()) {
                Files.createDirectories(path);
            } else if (!Files.exists(path)) {
                Files.createDirectories(path.getParent());
                Files.createFile(path);
            }
        }
    }

    /** What is on the screen, as rights on paths. */
    private record Shown(List<ShownRows.Row> rows) {
        private List<ShownRows.Row> granting() {
            return rows.stream().filter(row -> row.isFile() && !row.isSkipped()).toList();
        }

        Set<String> paths() {
            return granting().stream()
                    .flatMap(row -> row.names().stream())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** On a path, of every row that covers it. */
        String rights(String path) {
            StringBuilder letters = new StringBuilder();
            for (char letter : new char[] {'R', 'W', 'X'}) {
                if (granting().stream()
                        .anyMatch(row -> row.has(letter)
                                && row.names().stream()
                                        .anyMatch(name -> path.equals(name)
                                                || name.equals("/")
                                                || path.startsWith(name + "/")))) {
                    letters.append(letter);
                }
            }
            return letters.toString();
        }

        /** The folder of shims has another name in every run. */
        boolean names(Grant grant, Plan plan) {
            return plan.directories().shims().filter(grant.path()::equals).isPresent()
                    || paths().contains(grant.path())
                    || granting().stream().anyMatch(row -> row.names().size() == 20);
        }

        Set<String> variables() {
            return rows.stream()
                    .filter(row -> (row.right().equals("Pass") || row.right().equals("Set")) && !row.isSkipped())
                    .flatMap(row -> row.names().stream())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        String network() {
            return rows.stream()
                    .filter(row -> row.names().equals(List.of("network")))
                    .map(ShownRows.Row::right)
                    .findFirst()
                    .orElse("");
        }
    }

    private void askTheKernel(String what, Plan plan, Shown shown) throws Exception {
        KernelProbe probe =
                new KernelProbe((LandlockPolicy) app.window.context().engine().compile(plan));
        for (String path : shown.paths()) {
            String rights = shown.rights(path);
            Map<Question, Answer> answers = probe.ask(path);
            agree(what, path, answers, Question.READ, rights.contains("R"));
            agree(what, path, answers, Question.WRITE, rights.contains("W"));
            agree(what, path, answers, Question.EXECUTE, rights.contains("X"));
        }
        for (String path : notShown(shown, List.of())) {
            probe.ask(path)
                    .forEach((question, answer) -> assertThat(answer)
                            .as(what + ": " + question + " of " + path + ", which is not shown")
                            .isNotInstanceOf(Answer.Allowed.class));
        }
    }

    private static void agree(
            String what, String path, Map<Question, Answer> answers, Question question, boolean shown) {
        Optional.ofNullable(answers.get(question))
                .filter(answer -> !(answer instanceof Answer.NotAsked))
                .ifPresent(answer -> assertThat(answer instanceof Answer.Allowed)
                        .as(what + ": " + question + " of " + path + " is shown as "
                                + (shown ? "granted" : "not granted") + ", the kernel says " + answer)
                        .isEqualTo(shown));
    }

    private List<String> notShown(Shown shown, List<Path> tree) {
        List<String> paths = new ArrayList<>(ELSEWHERE);
        tree.forEach(path -> paths.add(OsPath.text(path)));
        for (String name : List.of(".ssh", ".ssh/id_ed25519", ".bash_history", ".config/bulle/profiles", "src")) {
            paths.add(OsPath.text(app.home.resolve(name)));
        }
        return paths.stream()
                .filter(path ->
                        Files.exists(OsPath.of(path)) && shown.rights(path).isEmpty())
                .toList();
    }

    /** One that tries everything in home and says what it could do. */
    private void askACommand(String what, RandomProfiles.Made made, Shown shown) throws Exception {
        List<String> paths = new ArrayList<>(shown.paths().stream()
                .filter(path -> path.startsWith(app.home + "/"))
                .toList());
        paths.addAll(notShown(shown, made.files()));
        List<String> possible = new ArrayList<>();
        for (String path : paths) {
            possible.add(possible(path, shown.rights(path)));
        }
        try (ServerSocket listening = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Ended ended = run(made, "bash", "--norc", "-c", script(paths, listening.getLocalPort()));
            assertThat(ended.code()).as(what + ": " + ended.said()).isZero();
            Set<String> said = ended.said().lines().collect(Collectors.toSet());
            for (int i = 0; i < paths.size(); i++) {
                String path = paths.get(i);
                assertThat(done(said, i))
                        .as(what + ": what a command can do with " + path)
                        .isEqualTo(possible.get(i));
                if (Files.isDirectory(OsPath.of(path))) {
                    Files.deleteIfExists(OsPath.of(path).resolve(PROBED));
                }
            }
            assertThat(said.contains("network"))
                    .as(what + ": the network is shown as " + shown.network())
                    .isEqualTo(!shown.network().equals("Deny"));
            Set<String> given = said.stream()
                    .filter(line -> line.startsWith("variable "))
                    .map(line -> line.substring("variable ".length()))
                    .filter(name -> !Set.of("PWD", "OLDPWD", "SHLVL", "_").contains(name)
                            || shown.variables().contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(given).as(what + ": variables").isEqualTo(shown.variables());
        }
    }

    private static String done(Set<String> said, int index) {
        StringBuilder letters = new StringBuilder();
        for (String letter : List.of("R", "W", "X")) {
            if (said.contains(letter + " " + index)) {
                letters.append(letter);
            }
        }
        return letters.toString();
    }

    /** What there is to do: an empty folder has nothing to list, and only programs can be run. */
    private static String possible(String path, String rights) throws IOException {
        Path file = OsPath.of(path);
        StringBuilder letters = new StringBuilder();
        boolean listable = !Files.isDirectory(file) || !isEmpty(file);
        if (rights.contains("R") && listable && Files.isReadable(file)) {
            letters.append('R');
        }
        if (rights.contains("W") && Files.isWritable(file)) {
            letters.append('W');
        }
        if (rights.contains("X") && Files.isRegularFile(file) && Files.isExecutable(file)) {
            letters.append('X');
        }
        return letters.toString();
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** Nothing is changed: files are opened to append nothing; a file that could be made in a folder is taken away afterwards. */
    private static String script(List<String> paths, int port) {
        StringBuilder text = new StringBuilder("shopt -s nullglob dotglob\n");
        for (int i = 0; i < paths.size(); i++) {
            String path = "'" + paths.get(i).replace("'", "'\\''") + "'";
            if (Files.isDirectory(OsPath.of(paths.get(i)))) {
                text.append("set -- ")
                        .append(path)
                        .append("/*; [ $# = 0 ] || echo R ")
                        .append(i)
                        .append('\n');
                text.append("{ : >>")
                        .append(path)
                        .append("/")
                        .append(PROBED)
                        .append("; } 2>/dev/null && echo W ")
                        .append(i)
                        .append('\n');
            } else {
                text.append("{ : <")
                        .append(path)
                        .append("; } 2>/dev/null && echo R ")
                        .append(i)
                        .append('\n');
                text.append("{ : >>")
                        .append(path)
                        .append("; } 2>/dev/null && echo W ")
                        .append(i)
                        .append('\n');
                text.append("[ ! -x ")
                        .append(path)
                        .append(" ] || { ")
                        .append(path)
                        .append("; } 2>/dev/null && [ -x ")
                        .append(path)
                        .append(" ] && echo X ")
                        .append(i)
                        .append('\n');
            }
        }
        text.append("{ exec 3<>/dev/tcp/127.0.0.1/").append(port).append("; } 2>/dev/null && echo network\n");
        text.append("for name in $(compgen -e); do echo variable $name; done\nexit 0\n");
        return text.toString();
    }

    private record Ended(int code, String said) {}

    private Ended run(RandomProfiles.Made made, String... command) throws Exception {
        List<String> words = new ArrayList<>(Opened.commandLine());
        words.addAll(List.of(String.join(",", made.stack()), app.workspace.toString(), "--"));
        words.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("HOME", app.home.toString());
        builder.environment().put("LANG", "en_GB.UTF-8");
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), said);
    }
}
