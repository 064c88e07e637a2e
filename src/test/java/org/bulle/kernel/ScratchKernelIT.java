package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs in disposable clones, as they are typed. */
class ScratchKernelIT {
    private static final String PROMPT = "[d]iff [p]ull [k]eep [s]hell [w]ipe? ";

    private Typed bulle;
    private Path repository;

    @BeforeEach
    void makeRepository() throws Exception {
        bulle = new Typed();
        repository = bulle.workspace;
        Files.writeString(
                bulle.root.resolve("home/.gitconfig"),
                "[user]\n\tname = U\n\temail = u@example.org\n[init]\n\tdefaultBranch = main\n");
        Files.writeString(repository.resolve("a.txt"), "one\n");
        git("init", "-q");
        git("add", "-A");
        git("commit", "-qm", "first");
        Files.writeString(repository.resolve("a.txt"), "two\n");
        Files.writeString(repository.resolve("b.txt"), "untracked\n");
    }

    @AfterEach
    void close() throws IOException {
        bulle.close();
    }

    private String git(String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("git", "-C", repository.toString()));
        line.addAll(List.of(arguments));
        Typed.Result result = bulle.finish(bulle.start(line));
        assertThat(result.code()).as(result.toString()).isZero();
        return result.out();
    }

    private Typed.Result scratch(List<String> flags, String script) throws Exception {
        List<String> all = new ArrayList<>(List.of("--scratch"));
        all.addAll(flags);
        return bulle.run(all, "sh", "-c", script);
    }

    private Typed.Result verb(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("scratch"));
        all.addAll(List.of(words));
        all.addAll(List.of("--config", bulle.path("config")));
        return bulle.type(all.toArray(String[]::new));
    }

    private Path root() {
        return bulle.root.resolve("home/.local/state/bulle/scratch");
    }

    /** The clones that are there. */
    private List<Path> kept() throws IOException {
        if (!Files.isDirectory(root())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(root())) {
            return all.filter(path -> !path.toString().endsWith(".bulle")).toList();
        }
    }

    private Path only() throws IOException {
        List<Path> kept = kept();
        assertThat(kept).hasSize(1);
        return kept.getFirst();
    }

    @Test
    void worksOnWhatTheUserSeesAndLeavesTheCheckoutAlone() throws Exception {
        String before = git("status", "--porcelain") + git("for-each-ref");
        Typed.Result result = scratch(
                List.of("--env", "R=" + repository),
                "cat a.txt b.txt; echo three >a.txt; echo new >c.txt; cat \"$R/a.txt\"; echo x >\"$R/x\"; exit 3");
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.out()).isEqualTo("two\nuntracked\n");
        Path clone = only();
        assertThat(result.err())
                .contains("bulle: scratch " + clone.getFileName() + " in " + clone + ", from ")
                .contains(" (main), with 1 modified and 1 untracked")
                .contains(clone.getFileName() + ": 1 changed, 1 added\n  M a.txt\n  A c.txt\n")
                .contains("is kept in " + clone + "\n")
                .contains("bulle scratch pull " + clone.getFileName() + " --config " + bulle.path("config"));
        assertThat(git("status", "--porcelain") + git("for-each-ref")).isEqualTo(before);
        assertThat(repository.resolve("a.txt")).hasContent("two");

        assertThat(verb("list").out())
                .contains(clone.getFileName().toString())
                .contains("1 changed, 1 added")
                .contains(repository.toString());
        assertThat(verb("list", "--json").out())
                .contains("\"origin\" : \"" + repository + "\"")
                .contains("\"path\" : \"c.txt\"")
                .contains("\"invocation\" : [\n      \"base\"");
        Typed.Result patch = verb("diff");
        Files.writeString(bulle.root.resolve("patch"), patch.out());
        git("apply", bulle.path("patch"));
        assertThat(repository.resolve("c.txt")).hasContent("new");

        Typed.Result pull = verb("pull", clone.getFileName().toString().substring(0, 12));
        assertThat(pull.code()).isEqualTo(1);
        assertThat(pull.err()).contains("not committed");
        assertThat(verb("diff", "nonsense").code()).isEqualTo(4);
        assertThat(verb("wipe").code()).isEqualTo(2);
        assertThat(clone).isDirectory();
        assertThat(verb("wipe", "--yes").code()).isZero();
        assertThat(root()).isEmptyDirectory();
    }

    @Test
    void isRemovedWhenNothingChangedWhateverTheResult() throws Exception {
        Typed.Result result = bulle.type(
                "scratch", "--config", bulle.path("config"), "base", "--", "sh", "-c", "cat a.txt; kill -TERM $$");
        assertThat(result.code()).isEqualTo(143);
        assertThat(result.out()).isEqualTo("two\n");
        assertThat(result.err()).contains("nothing changed in scratch ").contains("it is removed\n");
        assertThat(root()).isEmptyDirectory();
        assertThat(bulle.type("scratch", "--config", bulle.path("config"), "base", "--", "nosuchcommand")
                        .code())
                .isEqualTo(127);
        assertThat(root()).isEmptyDirectory();
    }

    @Test
    void runsACommandThatIsNamedLikeAVerb() throws Exception {
        Files.writeString(bulle.workspace.resolve("diff"), "#!/bin/sh\necho mine\n");
        bulle.workspace.resolve("diff").toFile().setExecutable(true);
        Typed.Result result = bulle.type(
                "scratch",
                "--config",
                bulle.path("config"),
                "base",
                "--rwx",
                "$WORKSPACE",
                "--env",
                "PATH=/usr/bin:/bin",
                "--",
                "./diff");
        assertThat(result.out()).as(result.err()).isEqualTo("mine\n");
    }

    /** What the command sees under that name: the checkout itself stays closed. */
    @Test
    void aRelativePathOfAFlagIsInTheClone() throws Exception {
        Path tool = Files.writeString(repository.resolve("tool"), "#!/bin/sh\ncp tool copied && cat ../outside.txt\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        Files.writeString(repository.resolveSibling("outside.txt"), "outside\n");
        List<String> run = List.of("--rwx", "./tool", "--ro", "../outside.txt", "--scratch", "--", "./tool");
        List<String> words = new ArrayList<>(List.of("--config", bulle.path("config"), "base"));
        words.addAll(run);
        Typed.Result result = bulle.type(words.toArray(String[]::new));
        assertThat(result.err()).contains("A copied");
        assertThat(repository.resolve("copied")).doesNotExist();
        words.addFirst("show");
        words.add(1, "--json");
        String shown = bulle.type(words.toArray(String[]::new)).out();
        assertThat(shown)
                .contains("\"text\" : \"$WORKSPACE/tool\"", "\"" + repository.resolveSibling("outside.txt") + "\"")
                .doesNotContain("\"" + tool + "\"");
    }

    @Test
    void isKeptWhenTimeIsOverAndWhenTheSupervisorIsKilled() throws Exception {
        assertThat(scratch(List.of("--timeout", "1s"), "echo x >new; exec sleep 60")
                        .code())
                .isEqualTo(124);
        assertThat(only().resolve("new")).exists();
        Process killed = bulle.start(Typed.line(
                "--config",
                bulle.path("config"),
                "base",
                repository.toString(),
                "--scratch",
                "--",
                "sh",
                "-c",
                "echo x >begun; exec sleep 60"));
        Optional<Path> begun = Optional.empty();
        for (int i = 0; i < 1200 && begun.isEmpty(); i++) {
            Thread.sleep(50);
            begun = kept().stream()
                    .filter(clone -> Files.exists(clone.resolve("begun")))
                    .findFirst();
        }
        assertThat(begun).isPresent();
        killed.destroyForcibly().waitFor();
        assertThat(begun.get().resolve("begun")).exists();
        assertThat(verb("list").out().lines()).hasSize(3);
    }

    @Test
    void tellsWhatWasDeniedWithThePathsOfTheOrigin() throws Exception {
        Files.writeString(repository.resolve("tool"), "#!/bin/sh\necho ran\n");
        repository.resolve("tool").toFile().setExecutable(true);
        Typed.Result result = scratch(List.of(), "./tool");
        assertThat(result.code()).isEqualTo(126);
        assertThat(result.err())
                .contains("execute " + repository + "/tool")
                .contains("$WORKSPACE/tool")
                .doesNotContain("--rwx " + root());
        assertThat(bulle.type("runs", "show", "last", "--json").out())
                .contains("\"workspace\" : \"" + repository + "\"")
                .contains("\"path\" : \"" + repository + "/tool\"");
    }

    @Test
    void mayNotWriteWhereScratchesAreKept() throws Exception {
        Files.createDirectories(root());
        Typed.Result result = scratch(List.of("--rw", bulle.path("home/.local/state")), "true");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err()).contains("may not write").contains("home/.local/state");
        assertThat(root()).isEmptyDirectory();
        Typed.Result real = scratch(List.of("--rw", repository.toString()), "true");
        assertThat(real.code()).isZero();
        assertThat(real.err()).contains("although it runs in a scratch");
    }

    /** What the run leaves in its {@code .git} meets every face that looks at it. */
    @Test
    void obeysNothingThatTheRunLeftBehind() throws Exception {
        Path marker = bulle.root.resolve("marker");
        Path payload = bulle.root.resolve("payload");
        Files.writeString(payload, "#!/bin/sh\necho \"$0 $*\" >>'" + marker + "'\ncat\n");
        payload.toFile().setExecutable(true);
        String plant = """
                set -e
                git config user.name x; git config user.email x@example.org
                git add -A; git commit -qm inside
                for hook in post-index-change post-checkout pre-commit post-merge reference-transaction pre-merge-commit post-commit; do
                  mkdir -p .git/hooks; cp "$P" .git/hooks/$hook
                done
                printf '* filter=x diff=x merge=x\\n' >.git/info/attributes 2>/dev/null || { mkdir -p .git/info; printf '* filter=x diff=x merge=x\\n' >.git/info/attributes; }
                cat >>.git/config <<END
                [core]
                fsmonitor = $P
                pager = $P
                editor = $P
                hooksPath = .git/hooks
                attributesFile = $P
                sshCommand = $P
                [diff]
                external = $P
                [diff "x"]
                textconv = $P
                command = $P
                [merge "x"]
                driver = $P
                [filter "x"]
                clean = $P
                smudge = $P
                process = $P
                [uploadpack]
                packObjectsHook = $P
                [core]
                alternateRefsCommand = $P
                [alias]
                status = !$P
                diff = !$P
                END
                """;
        Typed.Result run = scratch(
                List.of(
                        "--env",
                        "P=" + payload,
                        "--env",
                        "GIT_CONFIG_NOSYSTEM=1",
                        "--ro",
                        payload.toString(),
                        "--ro",
                        bulle.path("home/.gitconfig")),
                plant);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(only().resolve(".git/config")).content().contains("fsmonitor = " + payload);
        Files.deleteIfExists(marker);
        git("stash", "-q", "-u");
        assertThat(verb("list").out()).contains("1 commit");
        assertThat(verb("diff", "--json").out()).contains("\"commits\" : 1");
        verb("diff");
        Typed.Result pulled = verb("pull");
        assertThat(pulled.code()).as(pulled.err()).isZero();
        assertThat(repository.resolve("b.txt")).hasContent("untracked");
        Typed.Result shell = bulle.with("SHELL", "/bin/sh").type("scratch", "shell", "--config", bulle.path("config"));
        assertThat(shell.code()).isZero();
        assertThat(shell.err()).contains("to push: git push ");
        assertThat(verb("wipe", "--yes").code()).isZero();
        assertThat(marker).doesNotExist();
    }

    @Test
    void aFullDiskLeavesNothing() throws Exception {
        assumeTrue(Account.isRoot(), "only root can make a small disk");
        Path disk = Files.createDirectory(bulle.root.resolve("disk"));
        Files.writeString(bulle.root.resolve("config/config.toml"), "[scratch]\ndir = '" + disk + "/s'\n");
        Files.write(repository.resolve("big"), new byte[2 << 20]);
        assertThat(bulle.finish(bulle.start(List.of("mount", "-t", "tmpfs", "-o", "size=1m", "x", disk.toString())))
                        .code())
                .isZero();
        try {
            Typed.Result untracked = scratch(List.of(), "true");
            assertThat(untracked.code()).isEqualTo(4);
            assertThat(untracked.err()).containsIgnoringCase("no space left");
            assertThat(disk.resolve("s")).isEmptyDirectory();
            git("add", "big");
            git("commit", "-qm", "big");
            Files.write(repository.resolve("big"), new java.security.SecureRandom().generateSeed(8));
            java.util.Random random = new java.util.Random(7);
            byte[] noise = new byte[2 << 20];
            random.nextBytes(noise);
            Files.write(repository.resolve("big"), noise);
            git("commit", "-qam", "noise");
            Typed.Result cloning = scratch(List.of(), "true");
            assertThat(cloning.code()).isEqualTo(4);
            assertThat(disk.resolve("s")).isEmptyDirectory();
        } finally {
            bulle.finish(bulle.start(List.of("umount", disk.toString())));
        }
    }

    // ---- on a terminal

    private Keys on(String... words) throws IOException {
        TreeMap<String, String> environment = new TreeMap<>(bulle.environment());
        environment.put("TERM", "dumb");
        environment.put("SHELL", "/bin/sh");
        environment.put("PS1", "shell> ");
        return new Keys(Typed.line(words), environment, repository.toString());
    }

    private Keys run(String script) throws IOException {
        return on("scratch", "--config", bulle.path("config"), "base", "--", "sh", "-c", script);
    }

    @Test
    void asksOnATerminalWhatBecomesOfIt() throws Exception {
        try (Keys keys = run("echo three >a.txt; exit 5")) {
            keys.await("M a.txt");
            keys.await(PROMPT);
            keys.type("x\n");
            keys.await("a letter of");
            keys.await(PROMPT);
            keys.type("d\n");
            keys.await("-two");
            keys.await("+three");
            keys.await(PROMPT);
            keys.type("p\n");
            keys.await("not committed");
            keys.await(PROMPT);
            keys.type("s\n");
            keys.await("to push: git push ");
            keys.await("shell> ");
            keys.type("git commit -qam done; pwd; exit\n");
            keys.await(root().toString());
            keys.await(PROMPT);
            keys.type("w\n");
            keys.await("[y/N]");
            keys.type("\n");
            keys.await(PROMPT);
            assertThat(only().resolve("a.txt")).hasContent("three");
            keys.type("w\n");
            keys.await("[y/N]");
            keys.type("y\n");
            keys.await("is removed");
            assertThat(keys.exitCode()).isEqualTo(5);
        }
        assertThat(root()).isEmptyDirectory();
        assertThat(repository.resolve("a.txt")).hasContent("two");
    }

    @Test
    void keepsItAtTheEndOfInputAndOnCtrlC() throws Exception {
        try (Keys keys = run("echo x >new")) {
            keys.await(PROMPT);
            keys.type(Keys.CTRL_D);
            keys.await("is kept in");
            assertThat(keys.exitCode()).isZero();
        }
        assertThat(only().resolve("new")).exists();
        try (Keys keys = run("echo x >other")) {
            keys.await(PROMPT);
            keys.type(Keys.CTRL_C);
            keys.exitCode();
        }
        assertThat(kept()).hasSize(2);
    }

    @Test
    void keepsItWithoutAskingWhenThatWasSaid() throws Exception {
        try (Keys keys =
                on("--scratch-keep", "--config", bulle.path("config"), "base", "--", "sh", "-c", "echo x >new")) {
            keys.await("is kept in");
            assertThat(keys.exitCode()).isZero();
            assertThat(keys.shown()).doesNotContain(PROMPT);
        }
        assertThat(only()).isDirectory();
    }
}
