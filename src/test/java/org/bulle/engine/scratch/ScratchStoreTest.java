package org.bulle.engine.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.scratch.ScratchChanges.FileChange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchStoreTest {
    @TempDir
    Path temp;

    private Bench bench;

    @BeforeEach
    void makeRepository() throws Exception {
        bench = new Bench(temp);
    }

    @Test
    void clonesTheSameBranchWithCopiedObjects() throws Exception {
        Scratch scratch = bench.create();
        assertThat(scratch.name()).matches("my_project-[0-9a-f]{8}");
        assertThat(scratch.branch()).contains("main");
        assertThat(bench.git(scratch.directory(), "log", "--format=%s").strip()).isEqualTo("first");
        try (var objects = Files.walk(scratch.directory().resolve(".git/objects"))) {
            assertThat(objects.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat((int) Files.getAttribute(file, "unix:nlink"))
                            .isEqualTo(1));
        }
        assertThat(scratch.directory().resolve(".git/objects/info/alternates")).doesNotExist();
        assertThat(scratch.directory().resolve(".git/hooks")).doesNotExist();
    }

    @Test
    void clonesADetachedHeadDetached() throws Exception {
        bench.git(bench.repository, "checkout", "-q", "--detach");
        Scratch scratch = bench.create();
        assertThat(scratch.branch()).isEmpty();
        assertThat(bench.git(scratch.directory(), "rev-parse", "HEAD").strip()).isEqualTo(scratch.base());
    }

    @Test
    void startsFromWhatTheUserSees() throws Exception {
        bench.write("a.txt", "changed\n");
        Files.delete(bench.repository.resolve("dir/b.txt"));
        Files.write(bench.repository.resolve("binary"), new byte[] {0, 1, 2, (byte) 255});
        bench.write("staged", "s\n");
        bench.git(bench.repository, "add", "staged");
        bench.write("ignored.log", "no\n");
        Files.createSymbolicLink(bench.repository.resolve("link"), Path.of("/nonexistent"));
        bench.write("run.sh", "#!/bin/sh\n").toFile().setExecutable(true);
        ScratchStore.Created created = bench.store.create(bench.repository, List.of());
        Path clone = created.scratch().directory();
        assertThat(Bench.read(clone.resolve("a.txt"))).isEqualTo("changed\n");
        assertThat(clone.resolve("dir/b.txt")).doesNotExist();
        assertThat(Files.readAllBytes(clone.resolve("binary"))).containsExactly(0, 1, 2, 255);
        assertThat(clone.resolve("staged")).exists();
        assertThat(clone.resolve("ignored.log")).doesNotExist();
        assertThat(Files.readSymbolicLink(clone.resolve("link"))).isEqualTo(Path.of("/nonexistent"));
        assertThat(clone.resolve("run.sh")).isExecutable();
        assertThat(created.modified()).isEqualTo(3);
        assertThat(created.untracked()).isEqualTo(3);
        assertThat(bench.store.changes(created.scratch()).isUnchanged()).isTrue();
    }

    @Test
    void leavesTheOriginAsItIs() throws Exception {
        bench.write("a.txt", "changed\n");
        String before =
                bench.git(bench.repository, "status", "--porcelain") + bench.git(bench.repository, "for-each-ref");
        bench.create();
        assertThat(bench.git(bench.repository, "status", "--porcelain") + bench.git(bench.repository, "for-each-ref"))
                .isEqualTo(before);
    }

    @Test
    void makesTheSubdirectoryOfTheWorkspaceTheWorkspace() throws Exception {
        Scratch scratch =
                bench.store.create(bench.repository.resolve("dir"), List.of()).scratch();
        assertThat(scratch.workspace()).isEqualTo(scratch.directory().resolve("dir"));
        assertThat(scratch.toOrigin(scratch.workspace() + "/b.txt")).isEqualTo(bench.repository + "/dir/b.txt");
        assertThat(scratch.toOrigin("/etc/passwd")).isEqualTo("/etc/passwd");
    }

    @Test
    void keepsWhoCommits() throws Exception {
        bench.git(bench.repository, "config", "user.name", "Local Name");
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "new", "x");
        assertThat(bench.git(scratch.directory(), "log", "-1", "--format=%an").strip())
                .isEqualTo("Local Name");
    }

    @Test
    void refusesWhatIsNoRepositoryOrHasNoCommit() throws Exception {
        Path plain = Files.createDirectory(bench.temp.resolve("plain"));
        assertThatThrownBy(() -> bench.store.create(plain, List.of()))
                .isInstanceOf(ScratchException.class)
                .hasMessageContaining("not in a Git repository");
        bench.git(plain, "init", "-q");
        assertThatThrownBy(() -> bench.store.create(plain, List.of()))
                .isInstanceOf(ScratchException.class)
                .hasMessageContaining("no commit yet");
        assertThat(bench.store.list()).isEmpty();
    }

    @Test
    void refusesAScratchOfAScratch() throws Exception {
        Scratch scratch = bench.create();
        assertThatThrownBy(() -> bench.store.create(scratch.directory(), List.of()))
                .isInstanceOf(ScratchException.class)
                .hasMessageContaining("scratch");
    }

    @Test
    void leavesNothingWhenItFails() throws Exception {
        bench.write("unreadable", "x");
        Path evil = bench.repository.resolve(".git/refs/heads/main");
        Files.writeString(evil, "0123456789012345678901234567890123456789\n");
        assertThatThrownBy(bench::create).isInstanceOf(ScratchException.class);
        assertThat(bench.store.root().toFile().list()).isNullOrEmpty();
    }

    @Test
    void saysWhatIsNotInIt() throws Exception {
        Path inner = Files.createDirectory(bench.repository.resolve("inner"));
        bench.git(inner, "init", "-q");
        bench.write("inner/f", "x");
        bench.write(".gitmodules", "");
        assertThat(bench.store.create(bench.repository, List.of()).warnings())
                .anyMatch(warning -> warning.startsWith("inner/"))
                .anyMatch(warning -> warning.contains("submodules"));
    }

    @Test
    void leavesASubmoduleOutHoweverDirtyItIs() throws Exception {
        Path other = Files.createDirectory(bench.temp.resolve("other"));
        bench.git(other, "init", "-q");
        Bench.write(other.resolve("f"), "x");
        bench.git(other, "add", "-A");
        bench.git(other, "commit", "-qm", "other");
        bench.git(
                bench.repository,
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                other.toString(),
                "module");
        bench.git(bench.repository, "commit", "-qm", "module");
        bench.write("module/f", "dirty");
        bench.write("module/untracked", "y");
        ScratchStore.Created created = bench.store.create(bench.repository, List.of());
        assertThat(created.warnings()).contains("submodules are not in the scratch");
        assertThat(created.modified()).isZero();
        assertThat(created.scratch().directory().resolve("module/f")).doesNotExist();
        assertThat(bench.store.changes(created.scratch()).isUnchanged()).isTrue();
        assertThat(Bench.read(bench.repository.resolve("module/f"))).isEqualTo("dirty");
        bench.commitIn(created.scratch(), "new", "x\n");
        bench.store.pull(created.scratch());
        assertThat(bench.repository.resolve("new")).exists();
        assertThat(Bench.read(bench.repository.resolve("module/f"))).isEqualTo("dirty");
    }

    @Test
    void copiesWhatHasNoTextForAName() throws Exception {
        Path strange = org.bulle.engine.profile.OsPath.of(bench.repository + "/n\udcff");
        Files.writeString(strange, "bytes");
        Scratch scratch = bench.create();
        assertThat(org.bulle.engine.profile.OsPath.of(scratch.directory() + "/n\udcff"))
                .hasContent("bytes");
        assertThat(bench.store.changes(scratch).isUnchanged()).isTrue();
    }

    @Test
    void removesWhatAKilledCloneLeft() throws Exception {
        bench.create();
        Path left = Files.createDirectories(bench.store.root().resolve(".partial-x-12345678/clone"));
        Files.createFile(left.resolveSibling("lock"));
        bench.create();
        assertThat(left.getParent()).doesNotExist();
        assertThat(bench.store.list()).hasSize(2);
    }

    @Test
    void seesFilesThatWereChangedAddedAndDeleted() throws Exception {
        Scratch scratch = bench.create();
        assertThat(bench.store.changes(scratch).isUnchanged()).isTrue();
        Bench.write(scratch.directory().resolve("a.txt"), "other\n");
        Bench.write(scratch.directory().resolve("new"), "x\n");
        Files.delete(scratch.directory().resolve("dir/b.txt"));
        Bench.write(scratch.directory().resolve("ignored.log"), "x\n");
        ScratchChanges changes = bench.store.changes(scratch);
        assertThat(changes.files())
                .containsExactlyInAnyOrder(
                        new FileChange('M', "a.txt"), new FileChange('A', "new"), new FileChange('D', "dir/b.txt"));
        assertThat(changes.commits()).isZero();
        assertThat(changes.dirty()).isTrue();
        assertThat(changes.isUnchanged()).isFalse();
    }

    @Test
    void seesCommitsBranchesAndStashes() throws Exception {
        Scratch committed = bench.create();
        bench.commitIn(committed, "new", "x\n");
        assertThat(bench.store.changes(committed).commits()).isEqualTo(1);
        assertThat(bench.store.changes(committed).dirty()).isFalse();
        assertThat(bench.store.changes(committed).files()).containsExactly(new FileChange('A', "new"));
        Scratch branched = bench.create();
        bench.git(branched.directory(), "branch", "other");
        assertThat(bench.store.changes(branched).isUnchanged()).isFalse();
        Scratch stashed = bench.create();
        Bench.write(stashed.directory().resolve("a.txt"), "hidden\n");
        bench.git(stashed.directory(), "stash", "-q");
        assertThat(bench.store.changes(stashed).files()).isEmpty();
        assertThat(bench.store.changes(stashed).isUnchanged()).isFalse();
    }

    @Test
    void printsAPatchOfEverything() throws Exception {
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "committed", "x\n");
        Bench.write(scratch.directory().resolve("a.txt"), "other\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        bench.store.diff(scratch, false, out);
        assertThat(out.toString())
                .contains("+++ b/committed")
                .contains("-one")
                .contains("+other")
                .doesNotContain("\u001b");
    }

    @Test
    void pullsCommitsIntoTheOrigin() throws Exception {
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "new", "x\n");
        bench.store.pull(scratch);
        assertThat(bench.repository.resolve("new")).exists();
        assertThat(scratch.directory()).isDirectory();
    }

    @Test
    void mergesInsteadOfRebasing() throws Exception {
        bench.git(bench.repository, "config", "pull.rebase", "true");
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "new", "x\n");
        bench.write("mine", "y\n");
        bench.git(bench.repository, "add", "-A");
        bench.git(bench.repository, "commit", "-qm", "mine");
        bench.store.pull(scratch);
        assertThat(bench.git(bench.repository, "rev-list", "--merges", "--count", "HEAD")
                        .strip())
                .isEqualTo("1");
    }

    @Test
    void pullsNothingThatIsNotCommitted() throws Exception {
        Scratch scratch = bench.create();
        assertThatThrownBy(() -> bench.store.pull(scratch)).hasMessageContaining("no commits");
        bench.commitIn(scratch, "new", "x\n");
        Bench.write(scratch.directory().resolve("a.txt"), "dirty\n");
        assertThatThrownBy(() -> bench.store.pull(scratch))
                .isInstanceOf(ScratchException.class)
                .hasMessageContaining("not committed");
        assertThat(bench.repository.resolve("new")).doesNotExist();
    }

    @Test
    void leavesAConflictAsGitLeavesIt() throws Exception {
        Scratch scratch = bench.create();
        bench.commitIn(scratch, "a.txt", "theirs\n");
        bench.write("a.txt", "ours\n");
        bench.git(bench.repository, "commit", "-qam", "ours");
        assertThatThrownBy(() -> bench.store.pull(scratch)).isInstanceOf(ScratchException.class);
        assertThat(Bench.read(bench.repository.resolve("a.txt"))).contains("<<<<<<<");
        assertThat(bench.repository.resolve(".git/MERGE_HEAD")).exists();
        assertThat(scratch.directory()).isDirectory();
    }

    @Test
    void listsAndFindsByUniquePrefix() throws Exception {
        assertThat(bench.store.list()).isEmpty();
        assertThatThrownBy(() -> bench.store.find(Optional.empty(), bench.repository))
                .hasMessageContaining("no scratch");
        Scratch first = bench.create();
        assertThat(bench.store.list()).containsExactly(first);
        assertThat(bench.store.find(Optional.empty(), bench.temp)).isEqualTo(first);
        assertThat(bench.store.find(Optional.of(first.name().substring(0, 13)), bench.temp))
                .isEqualTo(first);
        Scratch second = bench.create();
        assertThat(bench.store.list()).containsExactlyInAnyOrder(first, second);
        assertThatThrownBy(() -> bench.store.find(Optional.of("my"), bench.temp))
                .hasMessageContaining("more than one");
        assertThatThrownBy(() -> bench.store.find(Optional.of("nonsense"), bench.temp))
                .hasMessageContaining("no scratch nonsense");
        assertThat(bench.store.find(Optional.empty(), second.directory())).isEqualTo(second);
    }

    @Test
    void wipesAlsoWhatLostItsRights() throws Exception {
        Scratch scratch = bench.create();
        Path outside = Bench.write(bench.temp.resolve("outside/file"), "kept");
        Files.createSymbolicLink(scratch.directory().resolve("out"), outside.getParent());
        Path locked = Files.createDirectories(scratch.directory().resolve("locked/deep"));
        Bench.write(locked.resolve("f"), "x");
        Files.setPosixFilePermissions(locked.getParent(), java.util.Set.of());
        bench.store.wipe(scratch);
        assertThat(scratch.directory()).doesNotExist();
        assertThat(bench.store.root()).isEmptyDirectory();
        assertThat(outside).exists();
    }

    @Test
    void survivesADamagedRecordOfAnother() throws Exception {
        Scratch good = bench.create();
        Scratch bad = bench.create();
        Files.writeString(bad.own().resolve("scratch.json"), "{");
        assertThat(bench.store.list()).containsExactly(good);
        assertThat(bad.directory()).isDirectory();
    }

    @Test
    void givesTheShellTheOriginsRemotesAndSaysHowToPush() throws Exception {
        bench.git(bench.repository, "remote", "add", "origin", "https://example.org/x.git");
        Scratch scratch = bench.create();
        List<String> advice = bench.store.prepareShell(scratch);
        assertThat(bench.git(scratch.directory(), "remote", "get-url", "origin").strip())
                .isEqualTo("https://example.org/x.git");
        assertThat(bench.git(scratch.directory(), "remote", "get-url", "bulle-origin")
                        .strip())
                .isEqualTo(bench.repository.toString());
        assertThat(advice).containsExactly("to push: git push origin HEAD:refs/heads/" + scratch.name());
    }

    @Test
    void costsLittleMoreThanTheClone() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            bench.write("many/" + i % 50 + "/f" + i, "line " + i + "\n".repeat(40));
        }
        bench.git(bench.repository, "add", "-A");
        bench.git(bench.repository, "commit", "-qm", "many");
        long clone = Long.MAX_VALUE;
        long scratch = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long start = System.nanoTime();
            bench.git(bench.temp, "clone", "-q", "--local", "--no-hardlinks", bench.repository.toString(), "plain" + i);
            clone = Math.min(clone, System.nanoTime() - start);
            start = System.nanoTime();
            bench.create();
            scratch = Math.min(scratch, System.nanoTime() - start);
        }
        System.getLogger("scratch")
                .log(System.Logger.Level.DEBUG, "clone {0} ms, scratch {1} ms", clone / 1_000_000, scratch / 1_000_000);
        assertThat(scratch).isLessThan(clone * 2 + 1_000_000_000L);
    }

    @Test
    void namesAreSafeForAnyDirectory() throws Exception {
        Path strange = bench.temp.resolve("-o: \"x\"\n");
        Files.move(bench.repository, strange, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        Scratch scratch = new ScratchStore(bench.temp.resolve("st:ate"), bench.environment())
                .create(strange, List.of())
                .scratch();
        assertThat(scratch.name()).matches("[A-Za-z0-9_][A-Za-z0-9._-]*-[0-9a-f]{8}");
        ScratchStore store = new ScratchStore(bench.temp.resolve("st:ate"), bench.environment());
        assertThat(store.changes(scratch).isUnchanged()).isTrue();
        bench.commitIn(scratch, "new", "x\n");
        store.pull(scratch);
        assertThat(Files.exists(strange.resolve("new"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        assertThat(Map.copyOf(bench.environment())).isNotEmpty();
    }
}
