package org.bulle.engine.denial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.OsPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves behind that something outside will run or obey. */
class PlantedFilesTest {
    @TempDir
    private Path temp;

    private Path workspace;
    private Path home;
    private final List<Grant> grants = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        Path root = temp.toRealPath();
        workspace = Files.createDirectories(root.resolve("w"));
        home = Files.createDirectories(root.resolve("home"));
        grants.add(new Grant(OsPath.text(workspace), AccessList.RW));
    }

    private PlantedFiles before() {
        Policy policy = new Policy(
                List.of(),
                OsPath.text(workspace),
                Optional.empty(),
                Duration.ZERO,
                grants,
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return PlantedFiles.before(policy, OsPath.text(home));
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static List<String> words(PlantedFiles planted) {
        return planted.changes().stream()
                .map(change -> change.change().key() + " " + change.path())
                .toList();
    }

    @Test
    void looksIntoRepositoriesThatGitKeepsInsideItsOwn() throws IOException {
        write(workspace.resolve(".git/modules/libs/build/HEAD"), "ref");
        write(workspace.resolve(".git/modules/libs/build/modules/deep/HEAD"), "ref");
        write(workspace.resolve(".git/worktrees/other/HEAD"), "ref");
        PlantedFiles planted = before();

        write(workspace.resolve(".git/modules/libs/build/hooks/post-checkout"), "evil");
        write(workspace.resolve(".git/modules/libs/build/modules/deep/config"), "evil");
        write(workspace.resolve(".git/worktrees/other/config.worktree"), "evil");
        write(workspace.resolve(".cargo/config.toml"), "[build] rustc-wrapper = 'evil'");

        assertThat(words(planted))
                .containsExactly(
                        "created .cargo/config.toml",
                        "created .git/modules/libs/build/hooks/post-checkout",
                        "created .git/modules/libs/build/modules/deep/config",
                        "created .git/worktrees/other/config.worktree");
    }

    @Test
    void tellsWhatWasCreatedAndModified() throws IOException {
        write(workspace.resolve(".git/config"), "[core]");
        write(workspace.resolve(".git/hooks/post-merge"), "old");
        write(workspace.resolve("mvnw"), "same");
        PlantedFiles planted = before();

        write(workspace.resolve(".git/config"), "[core] fsmonitor = evil");
        write(workspace.resolve(".git/hooks/pre-commit"), "evil");
        write(workspace.resolve(".envrc"), "evil");
        write(workspace.resolve(".vscode/tasks.json"), "{}");
        write(workspace.resolve("src/Main.java"), "");

        assertThat(words(planted))
                .containsExactly(
                        "created .envrc",
                        "modified .git/config",
                        "created .git/hooks/pre-commit",
                        "created .vscode/tasks.json");
        assertThat(planted.changes()).allMatch(change -> !change.why().isEmpty());
    }

    @Test
    void saysNothingOfTheSameContentWrittenAgain() throws IOException {
        write(workspace.resolve("gradlew"), "same");
        PlantedFiles planted = before();

        write(workspace.resolve("gradlew"), "same");

        assertThat(planted.changes()).isEmpty();
    }

    @Test
    void saysNothingOfGitsExamples() throws IOException {
        PlantedFiles planted = before();

        write(workspace.resolve(".git/hooks/pre-commit.sample"), "x");

        assertThat(planted.changes()).isEmpty();
    }

    @Test
    void seesALinkInThePlaceOfAFile() throws IOException {
        PlantedFiles planted = before();

        Files.createSymbolicLink(workspace.resolve(".envrc"), Path.of("elsewhere"));

        assertThat(words(planted)).containsExactly("created .envrc");
    }

    @Test
    void findsNestedRepositoriesAfterwards() throws IOException {
        write(workspace.resolve("lib/old/.git/config"), "[core]");
        PlantedFiles planted = before();

        write(workspace.resolve("lib/new/.git/hooks/post-checkout"), "evil");

        assertThat(words(planted)).contains("created lib/new/.git/hooks/post-checkout");
    }

    @Test
    void looksIntoHomeOnlyWhereItMayBeWritten() throws IOException {
        grants.add(new Grant(OsPath.text(home.resolve(".config")), AccessList.RW));
        PlantedFiles planted = before();

        write(home.resolve(".config/autostart/x.desktop"), "evil");
        write(home.resolve(".bashrc"), "by somebody else");

        assertThat(words(planted)).containsExactly("created " + home.resolve(".config/autostart/x.desktop"));
    }

    @Test
    void looksAtNothingInAWorkspaceThatMayOnlyBeRead() throws IOException {
        grants.set(0, new Grant(OsPath.text(workspace), AccessList.RO));
        PlantedFiles planted = before();

        write(workspace.resolve(".envrc"), "by somebody else");

        assertThat(planted.changes()).isEmpty();
    }
}
