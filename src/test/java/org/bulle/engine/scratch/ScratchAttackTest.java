package org.bulle.engine.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a sandboxed command can leave in a scratch's {@code .git}: none of it runs, and none of it hides anything. */
class ScratchAttackTest {
    @TempDir
    Path temp;

    private Bench bench;
    private Path marker;
    private String payload;

    @BeforeEach
    void makeRepository() throws Exception {
        bench = new Bench(temp);
        marker = bench.temp.resolve("marker");
        Path script = Bench.write(
                bench.temp.resolve("payload"),
                "#!/bin/sh\necho \"$0 $*\" >>'" + marker + "'\ncat 2>/dev/null\nexit 0\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        payload = script.toString();
    }

    /** One thing that is done from outside. */
    private interface Look {
        void at() throws Exception;
    }

    /** One thing that is planted. */
    private interface Plant {
        void in(ScratchAttackTest test, Scratch scratch) throws Exception;
    }

    private record Attack(String name, Plant plant) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Attack config(String name, String... lines) {
        return new Attack(name, (test, scratch) -> test.append(scratch, "config", String.join("\n", lines) + "\n"));
    }

    static Stream<Attack> attacks() {
        return Stream.of(
                new Attack("every hook", (test, scratch) -> {
                    for (String hook : List.of(
                            "post-index-change",
                            "post-checkout",
                            "pre-commit",
                            "post-merge",
                            "pre-merge-commit",
                            "reference-transaction",
                            "fsmonitor-watchman",
                            "post-rewrite",
                            "pre-push",
                            "update",
                            "post-update",
                            "proc-receive",
                            "push-to-checkout",
                            "pre-auto-gc",
                            "post-commit",
                            "prepare-commit-msg")) {
                        test.program(scratch, "hooks/" + hook);
                    }
                }),
                config("hooks path", "[core]", "hooksPath = PAYLOADDIR"),
                config("fsmonitor", "[core]", "fsmonitor = PAYLOAD"),
                config("pager", "[core]", "pager = PAYLOAD", "[pager]", "diff = PAYLOAD", "status = PAYLOAD"),
                config("external diff", "[diff]", "external = PAYLOAD"),
                config(
                        "editor, ssh, askpass, proxy",
                        "[core]",
                        "editor = PAYLOAD",
                        "sshCommand = PAYLOAD",
                        "askPass = PAYLOAD",
                        "gitProxy = PAYLOAD"),
                config("alternate references", "[core]", "alternateRefsCommand = PAYLOAD"),
                config("pack objects hook", "[uploadpack]", "packObjectsHook = PAYLOAD"),
                config(
                        "aliases of built-in verbs",
                        "[alias]",
                        "diff = !PAYLOAD",
                        "status = !PAYLOAD",
                        "rev-list = !PAYLOAD"),
                config(
                        "credentials and signatures",
                        "[credential]",
                        "helper = !PAYLOAD",
                        "[gpg]",
                        "program = PAYLOAD",
                        "[log]",
                        "showSignature = true",
                        "[commit]",
                        "gpgSign = true"),
                config(
                        "external transport",
                        "[protocol]",
                        "allow = always",
                        "[remote \"origin\"]",
                        "url = ext::PAYLOAD",
                        "uploadpack = PAYLOAD"),
                config("another work tree", "[core]", "worktree = /"),
                new Attack("filter in info/attributes", (test, scratch) -> {
                    test.append(
                            scratch,
                            "config",
                            "[filter \"x\"]\nclean = PAYLOAD\nsmudge = PAYLOAD\nprocess = PAYLOAD\nrequired = true\n");
                    test.append(scratch, "info/attributes", "* filter=x\n");
                }),
                new Attack("drivers in .gitattributes", (test, scratch) -> {
                    test.append(
                            scratch,
                            "config",
                            "[diff \"x\"]\ntextconv = PAYLOAD\ncommand = PAYLOAD\n[merge \"x\"]\ndriver = PAYLOAD\n[filter \"x\"]\nclean = PAYLOAD\n");
                    Bench.write(scratch.directory().resolve(".gitattributes"), "* diff=x merge=x filter=x\n");
                }),
                new Attack("attributes file", (test, scratch) -> {
                    Path attributes = Bench.write(test.bench.temp.resolve("attributes"), "* filter=x diff=x\n");
                    test.append(
                            scratch,
                            "config",
                            "[core]\nattributesFile = " + attributes
                                    + "\n[filter \"x\"]\nclean = PAYLOAD\n[diff \"x\"]\ntextconv = PAYLOAD\n");
                }),
                new Attack("included file", (test, scratch) -> {
                    Path included = Bench.write(
                            test.bench.temp.resolve("included"),
                            test.filled("[core]\nfsmonitor = PAYLOAD\npager = PAYLOAD\n[diff]\nexternal = PAYLOAD\n"));
                    test.append(
                            scratch,
                            "config",
                            "[include]\npath = " + included + "\n[includeIf \"gitdir:/\"]\npath = " + included + "\n");
                }),
                new Attack("work tree configuration", (test, scratch) -> {
                    test.append(scratch, "config", "[extensions]\nworktreeConfig = true\n");
                    test.append(scratch, "config.worktree", "[core]\nfsmonitor = PAYLOAD\n");
                }),
                new Attack("common directory", (test, scratch) -> {
                    Path other = test.bench.temp.resolve("other.git");
                    test.bench.git(
                            test.bench.temp,
                            "clone",
                            "-q",
                            "--bare",
                            test.bench.repository.toString(),
                            other.toString());
                    Files.writeString(
                            other.resolve("config"),
                            test.filled("[core]\nfsmonitor = PAYLOAD\n"),
                            java.nio.file.StandardOpenOption.APPEND);
                    Bench.write(scratch.directory().resolve(".git/commondir"), other + "\n");
                }),
                new Attack("nested repository", (test, scratch) -> {
                    Path nested = Files.createDirectories(scratch.directory().resolve("nested"));
                    test.bench.git(nested, "init", "-q");
                    Bench.write(nested.resolve("f"), "x");
                    test.bench.git(nested, "add", "-A");
                    test.bench.git(nested, "commit", "-qm", "nested");
                    Files.writeString(
                            nested.resolve(".git/config"),
                            test.filled("[core]\nfsmonitor = PAYLOAD\n"),
                            java.nio.file.StandardOpenOption.APPEND);
                }),
                new Attack("submodule", (test, scratch) -> {
                    Path module = Files.createDirectories(scratch.directory().resolve("module"));
                    test.bench.git(module, "init", "-q");
                    Bench.write(module.resolve("f"), "x");
                    test.bench.git(module, "add", "-A");
                    test.bench.git(module, "commit", "-qm", "module");
                    Bench.write(
                            scratch.directory().resolve(".gitmodules"),
                            "[submodule \"module\"]\npath = module\nurl = ./module\nignore = none\nupdate = !"
                                    + test.payload + "\n");
                    test.bench.git(
                            scratch.directory(), "-c", "advice.addEmbeddedRepo=false", "add", "module", ".gitmodules");
                    Files.writeString(
                            module.resolve(".git/config"),
                            test.filled("[core]\nfsmonitor = PAYLOAD\n"),
                            java.nio.file.StandardOpenOption.APPEND);
                    test.append(
                            scratch,
                            "config",
                            "[submodule]\nrecurse = true\n[submodule \"module\"]\nactive = true\nupdate = !PAYLOAD\n[status]\nsubmoduleSummary = true\n");
                }));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void runsNothingThatWasLeft(Attack attack) throws Exception {
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "new", "x\n");
        Bench.write(scratch.directory().resolve("a.txt"), "changed\n");
        attack.plant().in(this, scratch);
        Files.deleteIfExists(marker);

        ScratchChanges changes = bench.store.changes(scratch);
        for (Look look : List.<Look>of(
                () -> bench.store.diff(scratch, true, new ByteArrayOutputStream()), () -> bench.store.pull(scratch))) {
            try {
                look.at();
            } catch (ScratchException refused) {
                assertThat(refused).hasMessageContaining("not");
            }
        }
        assertThat(changes.isUnchanged()).isFalse();
        if (changes.doubts().isEmpty()) {
            assertThat(changes.files())
                    .extracting(ScratchChanges.FileChange::path)
                    .contains("a.txt", "new");
        }
        assertThat(marker).doesNotExist();

        List<String> advice = bench.store.prepareShell(scratch);
        assertThat(marker).doesNotExist();
        for (List<String> verb : List.of(
                List.of("diff"),
                List.of("log", "-p"),
                List.of("stash", "list"),
                List.of("branch"),
                List.of("remote", "-v"))) {
            bench.tryGit(scratch.directory(), verb.toArray(String[]::new));
        }
        if (advice.size() == 1) {
            bench.tryGit(scratch.directory(), "status");
            bench.tryGit(scratch.directory(), "add", "-A");
            bench.tryGit(scratch.directory(), "commit", "-qm", "by the user");
            assertThat(marker).doesNotExist();
        } else {
            assertThat(advice).anyMatch(line -> line.contains("repositories of their own"));
        }
    }

    @Test
    void theAttacksWouldHaveWorkedOnAPlainGit() throws Exception {
        Scratch scratch = bench.create();
        append(scratch, "config", "[core]\nfsmonitor = PAYLOAD\n");
        bench.tryGit(scratch.directory(), "status");
        assertThat(marker).exists();
        Files.delete(marker);
        Scratch other = bench.create();
        append(other, "config", "[filter \"x\"]\nclean = PAYLOAD\n");
        append(other, "info/attributes", "* filter=x\n");
        Bench.write(other.directory().resolve("a.txt"), "changed\n");
        bench.tryGit(other.directory(), "diff");
        assertThat(marker).exists();
    }

    @Test
    void aPullRunsNoHookThatTheCommitsBrought() throws Exception {
        bench.write("hooks/post-merge", "#!/bin/sh\n").toFile().setExecutable(true);
        bench.git(bench.repository, "add", "-A");
        bench.git(bench.repository, "commit", "-qm", "hooks");
        bench.git(bench.repository, "config", "core.hooksPath", "hooks");
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "hooks/post-merge", Files.readString(Path.of(payload)));
        bench.store.pull(scratch);
        assertThat(Bench.read(bench.repository.resolve("hooks/post-merge"))).contains("marker");
        assertThat(marker).doesNotExist();
    }

    @Test
    void indexFlagsExcludesAndReplacementsHideNothing() throws Exception {
        Scratch scratch = bench.create();
        bench.git(scratch.directory(), "update-index", "--assume-unchanged", "a.txt");
        bench.git(scratch.directory(), "update-index", "--skip-worktree", "dir/b.txt");
        Bench.write(scratch.directory().resolve(".git/info/exclude"), "*\n");
        Bench.write(scratch.directory().resolve("a.txt"), "hidden\n");
        Bench.write(scratch.directory().resolve("dir/b.txt"), "hidden\n");
        Bench.write(scratch.directory().resolve("new"), "hidden\n");
        assertThat(bench.git(scratch.directory(), "status", "--porcelain")).isEmpty();
        assertThat(bench.store.changes(scratch).files())
                .extracting(ScratchChanges.FileChange::path)
                .contains("a.txt", "dir/b.txt", "new");
    }

    @Test
    void aReplacedCommitIsSeenAsItIs() throws Exception {
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "new", "x\n");
        String head = bench.git(scratch.directory(), "rev-parse", "HEAD").strip();
        bench.git(scratch.directory(), "replace", head, scratch.base());
        assertThat(bench.store.changes(scratch).commits()).isEqualTo(1);
        bench.store.pull(scratch);
        assertThat(bench.repository.resolve("new")).exists();
    }

    @Test
    void borrowedObjectsAreNotTaken() throws Exception {
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "new", "x\n");
        Bench.write(scratch.directory().resolve(".git/objects/info/alternates"), bench.repository + "/.git/objects\n");
        assertThat(bench.store.changes(scratch).isUnchanged()).isFalse();
        assertThatThrownBy(() -> bench.store.pull(scratch))
                .isInstanceOf(ScratchException.class)
                .hasMessageContaining("elsewhere");
    }

    @Test
    void aGitDirectoryThatBecameALinkOrAFileIsNotFollowed() throws Exception {
        Scratch scratch = bench.create();
        Path moved = bench.temp.resolve("moved");
        Files.move(scratch.directory().resolve(".git"), moved);
        Files.createSymbolicLink(scratch.directory().resolve(".git"), moved);
        assertThat(bench.store.changes(scratch).isUnchanged()).isFalse();
        assertThatThrownBy(() -> bench.store.pull(scratch)).isInstanceOf(ScratchException.class);
        assertThatThrownBy(() -> bench.store.prepareShell(scratch)).isInstanceOf(ScratchException.class);
        Files.delete(scratch.directory().resolve(".git"));
        Files.writeString(scratch.directory().resolve(".git"), "gitdir: " + moved + "\n");
        assertThat(bench.store.changes(scratch).isUnchanged()).isFalse();
        assertThatThrownBy(() -> bench.store.prepareShell(scratch)).isInstanceOf(ScratchException.class);
    }

    @Test
    void aRemovedGitDirectoryHidesNoChange() throws Exception {
        Scratch scratch = bench.create();
        Bench.write(scratch.directory().resolve("a.txt"), "changed\n");
        Trees.remove(scratch.directory().resolve(".git"));
        ScratchChanges changes = bench.store.changes(scratch);
        assertThat(changes.isUnchanged()).isFalse();
        assertThat(changes.doubts()).isNotEmpty();
    }

    private void append(Scratch scratch, String name, String text) throws Exception {
        Path file = scratch.directory().resolve(".git").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file, filled(text), java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
    }

    private void program(Scratch scratch, String name) throws Exception {
        Path file = Bench.write(scratch.directory().resolve(".git").resolve(name), Files.readString(Path.of(payload)));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String filled(String text) {
        return text.replace("PAYLOADDIR", Path.of(payload).getParent().toString())
                .replace("PAYLOAD", payload);
    }
}
