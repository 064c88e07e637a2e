package org.bulle.desktop.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bulle.desktop.run.RunSheetModel.Check;
import org.bulle.desktop.run.RunSheetModel.Field;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Messages;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sheet without its window, on the real planner. */
class RunSheetModelTest {
    @TempDir
    static Path home;

    private Selection header;
    private RunSheetModel model;

    @BeforeEach
    void open() throws Exception {
        Path workspace = Files.createDirectories(home.resolve("src/orders-api"));
        Map<String, String> environment = new HashMap<>(
                Map.of("HOME", home.toString(), "PATH", "/usr/bin:/bin", "USER", "somebody", "LANG", "C.UTF-8"));
        Engine engine =
                new Engine(home.resolve(".config/bulle"), environment, Platform.current(), List.of("/no/bulle"));
        Tasks tasks = Tasks.immediate();
        CatalogModel catalog = new CatalogModel(engine, tasks);
        catalog.reload(() -> {});
        header = new Selection(workspace);
        header.stack().setAll("tool", "offline");
        model = new RunSheetModel(engine, tasks, new Messages(Locale.ENGLISH), catalog, header, Duration.ZERO);
        model.open("true", FlagWords.NONE);
    }

    private RunOutlook outlook() {
        assertThat(model.checkProperty().get()).isInstanceOf(Check.Ready.class);
        return ((Check.Ready) model.checkProperty().get()).outlook();
    }

    private Map<Field, String> reasons() {
        assertThat(model.checkProperty().get()).isInstanceOf(Check.Blocked.class);
        return ((Check.Blocked) model.checkProperty().get()).reasons();
    }

    @Test
    void countsWhatTheRunMayTouch() {
        RunOutlook seen = outlook();
        assertThat(seen.read()).isGreaterThan(seen.write()).isGreaterThan(10);
        assertThat(seen.network()).isEqualTo(Network.NONE);
        assertThat(seen.networkFrom()).startsWith("offline:");
        assertThat(seen.variables()).isPositive();
    }

    @Test
    void aGrantOfThisRunIsCountedAndJudged() throws Exception {
        int before = outlook().read();
        Files.createDirectories(home.resolve(".ssh"));
        model.addExtra(Extra.Kind.RO);
        assertThat(outlook().read()).as("an empty line grants nothing").isEqualTo(before);
        model.extras().getFirst().value.set("~/.ssh");
        assertThat(outlook().read()).isEqualTo(before + 1);
        assertThat(outlook().risks().getFirst().risk()).isEqualTo(Risk.CREDENTIAL);
        assertThat(outlook().risks().getFirst().what()).contains("~/.ssh");
        assertThat(model.draftProperty().get().orElseThrow().arguments()).contains("--ro", "~/.ssh");
    }

    @Test
    void whatIsRelativeIsInTheWorkspace() throws Exception {
        Files.createDirectories(home.resolve("src/orders-api/out"));
        model.addExtra(Extra.Kind.RWX);
        model.extras().getFirst().value.set("?out/");
        assertThat(model.draftProperty().get().orElseThrow().arguments()).contains("?$WORKSPACE/out/");
        assertThat(outlook().writable())
                .contains(home.resolve("src/orders-api/out").toString());
    }

    @Test
    void anOpenQuoteIsSaidAtTheCommandAndNothingCanBeRun() {
        model.commandProperty().set("sh -c 'ls");
        assertThat(reasons()).containsOnlyKeys(Field.COMMAND);
        assertThat(model.draftProperty().get()).isEmpty();
        model.commandProperty().set("sh -c 'ls'");
        assertThat(outlook()).isNotNull();
    }

    @Test
    void aCommandThatIsNotThereIsSaid() {
        model.commandProperty().set("no-such-command-here --x");
        assertThat(reasons()).containsEntry(Field.COMMAND, "no-such-command-here: command not found");
    }

    @Test
    void withoutACommandTheProfilesMustStartOne() {
        model.commandProperty().set("");
        assertThat(reasons()).containsOnlyKeys(Field.COMMAND);
    }

    @Test
    void aWorkspaceThatIsNoFolderIsSaid() {
        model.workspaceProperty().set("~/src/nowhere");
        assertThat(reasons()).containsOnlyKeys(Field.WORKSPACE);
        model.workspaceProperty().set("relative");
        assertThat(reasons()).containsOnlyKeys(Field.WORKSPACE);
    }

    @Test
    void anUnknownProfileIsSaidAtTheProfiles() {
        model.selection().stack().add("no-such-profile");
        assertThat(reasons()).containsOnlyKeys(Field.PROFILES);
        assertThat(header.stack()).as("the header's stack").containsExactly("tool", "offline");
    }

    @Test
    void limitsAreCheckedAsTheyAreTyped() {
        model.limits().get("timeout").set("soon");
        assertThat(reasons()).containsOnlyKeys(Field.LIMITS);
        model.limits().get("timeout").set("2h 30m");
        model.limits().get("memory").set("lots");
        assertThat(reasons().get(Field.LIMITS)).contains("lots");
        model.limits().get("memory").set("4G");
        assertThat(model.draftProperty().get().orElseThrow().arguments())
                .containsSequence("--timeout", "2h30m", "--memory", "4G");
    }

    @Test
    void aGrantThatTheEngineRefusesIsSaidAtTheGrants() {
        model.addExtra(Extra.Kind.ALLOW);
        model.extras().getFirst().value.set("everything");
        assertThat(reasons()).containsOnlyKeys(Field.EXTRAS);
    }

    @Test
    void findsTheProjectOfTheWorkspace() throws Exception {
        Path project = Files.createDirectories(home.resolve("src/shop"));
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        model.workspaceProperty().set("~/src/shop");
        assertThat(model.detectionProperty()
                        .get()
                        .orElseThrow()
                        .projects()
                        .getFirst()
                        .test())
                .hasValueSatisfying(line -> assertThat(line).contains("test"));
    }

    @Test
    void aScratchIsJudgedByWhatWouldBeInTheClone() throws Exception {
        Path repository = Files.createDirectories(home.resolve("src/cloned"));
        git(repository, "init", "-q");
        Files.writeString(repository.resolve(".gitignore"), "secret.env\n");
        Files.writeString(repository.resolve("secret.env"), "k=v\n");
        git(repository, "add", ".gitignore");
        git(repository, "-c", "user.name=U", "-c", "user.email=u@example.org", "commit", "-qm", "one");
        model.workspaceProperty().set(repository.toString());
        model.commandProperty().set("cat secret.env");
        model.addExtra(Extra.Kind.RW);
        model.extras().getFirst().value.set("?secret.env");
        String ignored = repository.resolve("secret.env").toString();
        assertThat(outlook().writable()).contains(repository.toString(), ignored);
        assertThat(model.scratchableProperty().get()).isTrue();

        model.scratchProperty().set(true);
        assertThat(outlook().writable())
                .as("what Git ignores is not in the clone, and the real files are out of reach")
                .noneMatch(path -> path.startsWith(repository.toString()))
                .anyMatch(path -> path.contains("/cloned-00000000"));

        model.extras().getFirst().value.set(ignored);
        assertThat(outlook().warnings())
                .anyMatch(line -> line.contains(ignored) && line.contains("although it runs in a scratch"));
    }

    private static void git(Path directory, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(directory.toFile()).inheritIO();
        builder.environment().put("HOME", home.toString());
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        assertThat(builder.start().waitFor()).isZero();
    }
}
