package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.profile.InstallPlan.Status;
import org.bulle.engine.profile.ProfileStore.Saved;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileInstallerTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

    @TempDir
    private Path temp;

    private Path root;
    private Path source;
    private ProfileInstaller installer;

    @BeforeEach
    void setUp() throws IOException {
        root = temp.resolve("config");
        source = Files.createDirectory(temp.resolve("source"));
        Files.createDirectories(temp.resolve("hub/acme"));
        installer = new ProfileInstaller(
                ProfileStore.at(root),
                new SourceReader(
                        System.getenv(),
                        "file://" + temp.resolve("hub") + "/",
                        "file",
                        Files.createDirectory(temp.resolve("tmp"))),
                CLOCK);
    }

    private Catalog catalog() {
        return Catalog.load(
                root,
                BuiltIns.of(Map.of(
                        "floor",
                        "",
                        "default",
                        "",
                        "node",
                        "rox = [\"which:node\"]",
                        "claude",
                        "inherits = \"node\"")));
    }

    private void write(String name, String text) throws IOException {
        Path file = source.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private InstallPlan plan(String text) throws IOException, ProblemException {
        return installer.plan(InstallSource.parse(text, temp), catalog());
    }

    private static Map<String, Status> statuses(InstallPlan plan) {
        return plan.items().stream()
                .collect(java.util.stream.Collectors.toMap(InstallPlan.Item::name, InstallPlan.Item::status));
    }

    private String git(Path directory, String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                "git",
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@example.org",
                "-c",
                "init.defaultBranch=main",
                "-c",
                "protocol.file.allow=always"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(String.join(" ", arguments) + "\n" + output)
                .isZero();
        return output.trim();
    }

    private void commitAll() throws Exception {
        git(source, "init", "-q");
        git(source, "add", "-A");
        git(source, "commit", "-q", "-m", "x");
    }

    /** Puts what was committed where {@code github:acme/repo} is looked for. */
    private void publish() throws Exception {
        git(
                temp,
                "clone",
                "-q",
                "--bare",
                source.toString(),
                temp.resolve("hub/acme/repo.git").toString());
    }

    @Test
    void installsOneFileUnderItsName() throws Exception {
        write("agent.toml", "title = 'Agent'\nrw = [\"+~/.agent/\"]\n");
        InstallPlan plan = plan("source/agent.toml");
        assertThat(statuses(plan)).containsExactly(Map.entry("agent", Status.NEW));
        assertThat(plan.refusals(false)).isEmpty();
        assertThat(Files.exists(root)).as("nothing is written before").isFalse();
        assertThat(installer.install(plan)).isEqualTo(new Saved.Done());
        assertThat(root.resolve("profiles/agent.toml")).hasContent("title = 'Agent'\nrw = [\"+~/.agent/\"]\n");
        assertThat(installer.installed().byName().get("agent").source()).isEqualTo(source + "/agent.toml");
        assertThat(installer.installed().byName().get("agent").installed()).isEqualTo("2026-01-02T03:04:05Z");
    }

    @Test
    void tellsNewReplacedShadowingAndBrokenApart() throws Exception {
        Files.createDirectories(root.resolve("profiles"));
        Files.writeString(root.resolve("profiles/review.toml"), "title = 'old'");
        Files.writeString(root.resolve("profiles/same.toml"), "title = 'same'");
        Files.writeString(root.resolve("config.toml"), "[profiles.conf]\nro = []\n");
        write("acme.toml", "title = 'a'");
        write("review.toml", "title = 'new'");
        write("same.toml", "title = 'same'");
        write("node.toml", "rwx = [\"~/.npm-global\"]");
        write("conf.toml", "title = 'c'");
        write("broken.toml", "rwo = []");
        write("readme.md", "no profile");
        write("sub/deeper.toml", "title = 'not looked at'");
        InstallPlan plan = plan("source");
        assertThat(statuses(plan))
                .isEqualTo(Map.of(
                        "acme",
                        Status.NEW,
                        "review",
                        Status.REPLACES,
                        "same",
                        Status.UNCHANGED,
                        "node",
                        Status.SHADOWS_BUILT_IN,
                        "conf",
                        Status.MERGES_OVER_CONFIGURATION,
                        "broken",
                        Status.BROKEN));
        assertThat(plan.refusals(false)).hasSize(4);
        assertThat(plan.refusals(true))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("rwo");
        assertThatThrownBy(() -> installer.install(plan)).isInstanceOf(ProblemException.class);
        assertThat(catalog().contains("acme")).as("all or nothing").isFalse();

        InstallPlan chosen = plan.without(Set.of("broken", "node"));
        assertThat(installer.install(chosen)).isEqualTo(new Saved.Done());
        assertThat(root.resolve("profiles/review.toml")).hasContent("title = 'new'");
        assertThat(catalog().hasUserFile("node")).isFalse();
        assertThat(ProfileStore.at(root).versions(new ProfileStore.Document.ProfileFile("review")))
                .hasSize(1);
    }

    @Test
    void aFileThatNeedsAnotherOneWorksOnlyWithIt() throws Exception {
        write("base.toml", "title = 'b'");
        write("child.toml", "inherits = ['base', 'claude']");
        write("orphan.toml", "inherits = 'bsae'");
        write("loop.toml", "inherits = 'pool'");
        write("pool.toml", "inherits = 'loop'");
        InstallPlan plan = plan("source");
        assertThat(statuses(plan))
                .isEqualTo(Map.of(
                        "base",
                        Status.NEW,
                        "child",
                        Status.NEW,
                        "orphan",
                        Status.BROKEN,
                        "loop",
                        Status.BROKEN,
                        "pool",
                        Status.BROKEN));
        assertThat(plan.refusals(true))
                .extracting(Problem::format)
                .anyMatch(line -> line.contains("orphan.toml:1:12: unknown parent \"bsae\"; did you mean \"base\"?"));
        assertThat(statuses(plan.without(Set.of("base")))).containsEntry("child", Status.BROKEN);
    }

    @Test
    void aFileThatWouldCloseACircleIsRefused() throws Exception {
        write("node.toml", "inherits = 'claude'");
        assertThat(statuses(plan("source"))).containsEntry("node", Status.BROKEN);
    }

    @Test
    void canBeRenamedInTheReview() throws Exception {
        write("node.toml", "title = 'n'");
        InstallPlan plan = plan("source").renamed("node", "acme-node");
        assertThat(statuses(plan)).containsExactly(Map.entry("acme-node", Status.NEW));
        installer.install(plan);
        assertThat(root.resolve("profiles/acme-node.toml")).exists();
        assertThatThrownBy(() -> plan.renamed("acme-node", "show")).isInstanceOf(ProblemException.class);
    }

    @Test
    void refusesHostileFilesWithAReason() throws Exception {
        Path secret = Files.writeString(temp.resolve("secret.toml"), "title = 'secret'");
        Files.createSymbolicLink(source.resolve("out.toml"), secret);
        Files.createSymbolicLink(source.resolve("passwd.toml"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(source.resolve("dangling.toml"), Path.of("nowhere"));
        write("good.toml", "title = 'good'");
        Files.createSymbolicLink(source.resolve("inside.toml"), Path.of("good.toml"));
        write("show.toml", "title = 'x'");
        write("-rf.toml", "title = 'x'");
        write(".toml", "title = 'x'");
        Files.write(source.resolve("bytes.toml"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Files.write(source.resolve("huge.toml"), new byte[TomlReader.LARGEST + 1]);
        assertThat(new ProcessBuilder("mkfifo", source.resolve("pipe.toml").toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.writeString(OsPath.of(source + "/caf\udce9.toml"), "title = 'x'");
        InstallPlan plan = plan("source");
        assertThat(plan.items().stream().filter(item -> item.status() == Status.NEW))
                .extracting(InstallPlan.Item::name)
                .containsExactlyInAnyOrder("good", "inside");
        assertThat(plan.items()).hasSize(12);
        assertThat(plan.refusals(true))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(problem -> assertThat(problem.format()).doesNotContain("secret'"));
    }

    @Test
    void refusesSourcesThatAreNone() throws Exception {
        write("sub/readme.md", "x");
        assertThatThrownBy(() -> plan("nowhere"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> plan("source/sub"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no .toml files");
        assertThatThrownBy(() -> plan("source/sub/readme.md"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no .toml file");
        assertThatThrownBy(() -> plan("https://example.org/x.git")).isInstanceOf(ProblemException.class);
        for (int i = 0; i <= SourceReader.MOST_FILES; i++) {
            write("p" + i + ".toml", "");
        }
        assertThatThrownBy(() -> plan("source")).isInstanceOf(IOException.class).hasMessageContaining("more than 500");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "github:acme",
                "github:/repo",
                "github:acme/..",
                "github:acme/.git",
                "github:-x/repo",
                "github:acme/repo/../x",
                "github:acme/repo//x",
                "github:acme/re po",
                "github:acme/repo/a\nb",
                "github:"
            })
    void refusesNamesThatAreNoRepository(String text) {
        assertThatThrownBy(() -> InstallSource.parse(text, temp)).isInstanceOf(ProblemException.class);
    }

    @Test
    void readsGitHubSources() throws ProblemException {
        assertThat(InstallSource.parse("github:acme/repo", temp))
                .isEqualTo(new InstallSource.GitHub("acme", "repo", ""));
        assertThat(InstallSource.parse("github:acme/repo.git/a/b/", temp))
                .isEqualTo(new InstallSource.GitHub("acme", "repo", "a/b"));
        assertThat(InstallSource.parse("github:acme/repo/a/b", temp).text()).isEqualTo("github:acme/repo/a/b");
    }

    @Test
    void takesTheProfilesFolderOfALocalRepositoryAndRecordsTheCommit() throws Exception {
        write("profiles/agent.toml", "title = 'a'");
        write("other.toml", "title = 'o'");
        commitAll();
        InstallPlan plan = plan("source");
        assertThat(statuses(plan)).containsOnlyKeys("agent");
        assertThat(plan.commit()).contains(git(source, "rev-parse", "HEAD"));
        installer.install(plan);
        assertThat(installer.installed().byName().get("agent").commit()).isEqualTo(plan.commit());
    }

    @Test
    void takesTheRootOfARepositoryWithoutAProfilesFolder() throws Exception {
        write("agent.toml", "title = 'a'");
        write("profiles/readme.md", "none here");
        commitAll();
        publish();
        assertThat(statuses(plan("source"))).containsOnlyKeys("agent");
        assertThat(statuses(plan("github:acme/repo"))).containsOnlyKeys("agent");
        assertThat(statuses(plan("hub/acme/repo.git"))).as("a bare repository").containsOnlyKeys("agent");
    }

    @Test
    void fetchesARepositoryWithTheGitCommand() throws Exception {
        write("profiles/agent.toml", "title = 'a'");
        write("custom/other.toml", "title = 'o'\n");
        write("custom/deep/more.toml", "title = 'm'\n");
        write("empty/none.txt", "");
        commitAll();
        publish();
        assertThat(statuses(plan("github:acme/repo"))).containsOnlyKeys("agent");
        InstallPlan custom = plan("github:acme/repo/custom");
        assertThat(custom.items()).singleElement().satisfies(item -> {
            assertThat(item.name()).isEqualTo("other");
            assertThat(item.text()).isEqualTo("title = 'o'\n");
            assertThat(item.file()).isEqualTo("github:acme/repo/custom/other.toml");
        });
        assertThat(custom.commit()).contains(git(source, "rev-parse", "HEAD"));
        assertThat(statuses(plan("github:acme/repo/custom/deep/more.toml"))).containsOnlyKeys("more");
        assertThatThrownBy(() -> plan("github:acme/repo/empty"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no .toml files");
        assertThatThrownBy(() -> plan("github:acme/repo/missing")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> plan("github:acme/nowhere")).isInstanceOf(IOException.class);
        assertThat(temp.resolve("tmp")).as("nothing is left behind").isEmptyDirectory();
    }

    @Test
    void aHostileRepositoryRunsNothingAndLeadsNowhere() throws Exception {
        Path witness = temp.resolve("witness");
        write("profiles/good.toml", "title = 'good'");
        write(".gitattributes", "*.toml filter=evil\n");
        write(".gitmodules", "[submodule \"m\"]\n\tpath = m\n\turl = ext::touch " + witness + "\n");
        Files.createSymbolicLink(source.resolve("profiles/link.toml"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(source.resolve("outside"), temp);
        Files.write(source.resolve("profiles/huge.toml"), new byte[TomlReader.LARGEST + 2]);
        commitAll();
        git(source, "config", "filter.evil.smudge", "touch " + witness);
        git(source, "config", "filter.evil.clean", "touch " + witness);
        git(source, "config", "core.fsmonitor", "touch " + witness);
        git(source, "config", "core.sshCommand", "touch " + witness);
        git(source, "config", "alias.rev-parse", "!touch " + witness);
        for (String hook :
                List.of("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman")) {
            Path file =
                    Files.writeString(source.resolve(".git/hooks").resolve(hook), "#!/bin/sh\ntouch " + witness + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        for (String text : List.of("source", "github:acme/repo")) {
            if (text.startsWith("github:")) {
                git(source, "config", "--unset", "core.fsmonitor");
                publish();
                Files.deleteIfExists(witness);
            }
            InstallPlan plan = plan(text);
            assertThat(plan.items().stream().filter(item -> !item.isBroken()))
                    .as(text)
                    .extracting(InstallPlan.Item::name)
                    .containsExactly("good");
            assertThat(statuses(plan))
                    .as(text)
                    .containsEntry("link", Status.BROKEN)
                    .containsEntry("huge", Status.BROKEN);
            assertThat(plan.refusals(true))
                    .allSatisfy(problem -> assertThat(problem.format()).doesNotContain("root:"));
            assertThat(witness).doesNotExist();
        }
        assertThatThrownBy(() -> plan("github:acme/repo/outside")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> plan("github:acme/repo/outside/secret.toml")).isInstanceOf(IOException.class);
        assertThat(witness).doesNotExist();
    }

    @Test
    void showsWhatHasChangedAtTheSourceSince() throws Exception {
        write("a.toml", "title = 'a'");
        write("b.toml", "title = 'b'");
        write("c.toml", "title = 'c'");
        installer.install(plan("source"));
        write("a.toml", "title = 'a2'");
        Files.delete(source.resolve("b.toml"));
        write("new.toml", "title = 'new'");
        Files.writeString(root.resolve("profiles/c.toml"), "title = 'mine'");
        ProfileInstaller.Update update = installer.updates(catalog(), Set.of()).get(source.toString());
        assertThat(update).isInstanceOfSatisfying(ProfileInstaller.Update.Now.class, now -> {
            assertThat(statuses(now.plan())).isEqualTo(Map.of("a", Status.REPLACES, "c", Status.REPLACES));
            assertThat(now.plan().items().stream().filter(InstallPlan.Item::changedHere))
                    .extracting(InstallPlan.Item::name)
                    .containsExactly("c");
            assertThat(now.gone()).containsExactly("b");
        });
        Files.move(source, temp.resolve("moved"));
        assertThat(installer.updates(catalog(), Set.of("a")).get(source.toString()))
                .isInstanceOf(ProfileInstaller.Update.Failed.class);
    }

    @Test
    void aFileChangedDuringTheReviewIsNotOverwritten() throws Exception {
        Files.createDirectories(root.resolve("profiles"));
        Files.writeString(root.resolve("profiles/a.toml"), "title = 'old'");
        write("a.toml", "title = 'new'");
        write("b.toml", "title = 'b'");
        InstallPlan plan = plan("source");
        Files.writeString(root.resolve("profiles/a.toml"), "title = 'theirs'");
        assertThat(installer.install(plan)).isInstanceOf(Saved.Changed.class);
        assertThat(catalog().contains("b")).isFalse();
    }

    @Test
    void theRecordReadsBack() {
        InstalledProfiles.Origin origin =
                new InstalledProfiles.Origin("github:a/b", "x \"y\".toml", java.util.Optional.of("abc"), "2026", "00");
        InstalledProfiles profiles =
                InstalledProfiles.NONE.with("node.v22", origin).with("a", origin);
        assertThat(InstalledProfiles.parse(profiles.toToml())).isEqualTo(profiles);
        assertThat(InstalledProfiles.parse("not [ toml").byName()).isEmpty();
    }
}
