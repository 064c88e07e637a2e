package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.bulle.engine.profile.ProfileStore.Change;
import org.bulle.engine.profile.ProfileStore.Document;
import org.bulle.engine.profile.ProfileStore.Saved;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileStoreTest {
    private static final Document NODE = new Document.ProfileFile("node");
    private static final Document GIT = new Document.ProfileFile("git");

    @TempDir
    private Path temp;

    /** Stands for the end of the process: nothing after it runs, no clean-up either. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    private static ProfileStore killedAt(Path root, int step, int[] steps) {
        return ProfileStore.at(
                root,
                name -> {
                    if (steps[0]++ == step) {
                        throw new Killed();
                    }
                },
                Clock.systemUTC());
    }

    @Test
    void savesANewFileForItsOwnerAlone() throws IOException {
        Path root = temp.resolve("a/b");
        ProfileStore store = ProfileStore.at(root);
        assertThat(store.save(NODE, Optional.empty(), "title = 'x'\n")).isEqualTo(new Saved.Done());
        Path file = root.resolve("profiles/node.toml");
        assertThat(file).hasContent("title = 'x'\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                .isEqualTo("rwx------");
    }

    @Test
    void keepsVersionsAndRestoresThem() throws IOException {
        ProfileStore store = ProfileStore.at(temp);
        store.save(NODE, Optional.empty(), "one");
        store.save(NODE, Optional.of("one"), "two");
        store.save(NODE, Optional.of("two"), "three");
        List<ProfileStore.Version> versions = store.versions(NODE);
        assertThat(versions).hasSize(2);
        assertThat(store.text(versions.get(0))).isEqualTo("two");
        assertThat(store.text(versions.get(1))).isEqualTo("one");
        store.save(NODE, Optional.of("three"), store.text(versions.get(1)));
        assertThat(store.read(NODE)).contains("one");
        assertThat(store.versions(NODE)).hasSize(3);
        assertThat(Catalog.load(temp).problems())
                .extracting(Problem::file)
                .allMatch(file -> file.endsWith("profiles/node.toml"));
    }

    @Test
    void aRemovedFileStaysAsAVersion() throws IOException {
        ProfileStore store = ProfileStore.at(temp);
        store.save(NODE, Optional.empty(), "one");
        assertThat(store.remove(NODE, Optional.of("one"))).isEqualTo(new Saved.Done());
        assertThat(store.read(NODE)).isEmpty();
        assertThat(store.text(store.versions(NODE).getFirst())).isEqualTo("one");
    }

    @Test
    void neverOverwritesAnExternalChange() throws IOException {
        ProfileStore store = ProfileStore.at(temp);
        store.save(NODE, Optional.empty(), "mine");
        Files.writeString(store.file(NODE), "theirs");
        assertThat(store.save(NODE, Optional.of("mine"), "mine two"))
                .isEqualTo(new Saved.Changed(NODE, Optional.of("theirs")));
        assertThat(store.save(NODE, Optional.empty(), "new")).isEqualTo(new Saved.Changed(NODE, Optional.of("theirs")));
        Files.delete(store.file(NODE));
        assertThat(store.save(NODE, Optional.of("mine"), "mine two"))
                .isEqualTo(new Saved.Changed(NODE, Optional.empty()));
        assertThat(store.read(NODE)).isEmpty();
    }

    @Test
    void oneChangedFileStopsAllOfThem() throws IOException {
        ProfileStore store = ProfileStore.at(temp);
        store.save(GIT, Optional.empty(), "theirs");
        List<Change> changes = List.of(
                new Change(NODE, Optional.empty(), Optional.of("n")),
                new Change(GIT, Optional.empty(), Optional.of("g")));
        assertThat(store.saveAll(changes)).isInstanceOf(Saved.Changed.class);
        assertThat(store.read(NODE)).isEmpty();
    }

    @Test
    void keepsTheModeOfTheFileAndWritesThroughLinks() throws IOException {
        ProfileStore store = ProfileStore.at(temp);
        store.save(NODE, Optional.empty(), "one");
        Path elsewhere = Files.createDirectory(temp.resolve("dotfiles")).resolve("n");
        Files.move(store.file(NODE), elsewhere);
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rw-r--r--"));
        Files.createSymbolicLink(store.file(NODE), elsewhere);
        store.save(NODE, Optional.of("one"), "two");
        assertThat(store.file(NODE)).isSymbolicLink().hasContent("two");
        assertThat(elsewhere).hasContent("two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(elsewhere)))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void keepsTheNewestHundredVersions() throws IOException {
        ProfileStore store = ProfileStore.at(temp);
        store.save(NODE, Optional.empty(), "0");
        for (int i = 1; i <= ProfileStore.VERSIONS + 5; i++) {
            store.save(NODE, Optional.of("" + (i - 1)), "" + i);
        }
        assertThat(store.versions(NODE)).hasSize(ProfileStore.VERSIONS);
        assertThat(store.text(store.versions(NODE).getFirst())).isEqualTo("" + (ProfileStore.VERSIONS + 4));
    }

    @Test
    void aSaveKilledAtAnyPointLeavesTheOldOrTheNewFile() throws IOException {
        String old = "title = 'old'\n".repeat(1000);
        String fresh = "title = 'new'\n".repeat(1000);
        int step = 0;
        boolean killed = true;
        while (killed) {
            Path root = temp.resolve("s" + step);
            ProfileStore.at(root).save(NODE, Optional.empty(), old);
            int[] steps = new int[1];
            try {
                killedAt(root, step, steps).save(NODE, Optional.of(old), fresh);
                killed = false;
            } catch (Killed end) {
                assertThat(ProfileStore.at(root).read(NODE).orElseThrow())
                        .as("step " + step)
                        .isIn(old, fresh);
            }
            String now = ProfileStore.at(root).read(NODE).orElseThrow();
            assertThat(ProfileStore.at(root).save(NODE, Optional.of(now), "after"))
                    .isEqualTo(new Saved.Done());
            assertNoLeftovers(root);
            step++;
        }
        assertThat(step).as("points at which it was killed").isGreaterThan(5);
    }

    @Test
    void severalFilesKilledAtAnyPointAreAllOldOrAllNewAfterRecovery() throws IOException {
        int step = 0;
        boolean killed = true;
        while (killed) {
            Path root = temp.resolve("m" + step);
            ProfileStore.at(root).save(NODE, Optional.empty(), "old node");
            List<Change> changes = List.of(
                    new Change(NODE, Optional.of("old node"), Optional.of("new node")),
                    new Change(GIT, Optional.empty(), Optional.of("new git")),
                    new Change(new Document.InstalledFile(), Optional.empty(), Optional.of("record")));
            try {
                killedAt(root, step, new int[1]).saveAll(changes);
                killed = false;
            } catch (Killed end) {
                boolean interrupted = Files.exists(root.resolve(".pending"));
                assertThat(Catalog.load(root, BuiltIns.of(Map.of())).unusedProblems(List.of("node")).stream()
                                .anyMatch(problem -> problem.message().contains("interrupted")))
                        .isEqualTo(interrupted);
                ProfileStore.at(root).recover();
            }
            ProfileStore store = ProfileStore.at(root);
            List<Optional<String>> now =
                    List.of(store.read(NODE), store.read(GIT), store.read(new Document.InstalledFile()));
            assertThat(now)
                    .as("step " + step)
                    .isIn(
                            List.of(Optional.of("old node"), Optional.empty(), Optional.empty()),
                            List.of(Optional.of("new node"), Optional.of("new git"), Optional.of("record")));
            store.save(NODE, store.read(NODE), "after");
            assertNoLeftovers(root);
            step++;
        }
        assertThat(step).isGreaterThan(10);
    }

    /** Some other editor may write between a crash and the next start. */
    @Test
    void whatSomebodyWroteBeforeTheRecoveryStaysAsAVersion() throws IOException {
        int rescued = 0;
        boolean killed = true;
        for (int step = 0; killed; step++) {
            Path root = temp.resolve("r" + step);
            ProfileStore.at(root).save(NODE, Optional.empty(), "old node");
            try {
                killedAt(root, step, new int[1])
                        .saveAll(List.of(
                                new Change(NODE, Optional.of("old node"), Optional.of("new node")),
                                new Change(GIT, Optional.empty(), Optional.of("new git"))));
                killed = false;
            } catch (Killed end) {
                Files.writeString(ProfileStore.at(root).file(NODE), "foreign node");
                Files.createDirectories(ProfileStore.at(root).file(GIT).getParent());
                Files.writeString(ProfileStore.at(root).file(GIT), "foreign git");
                ProfileStore.at(root).recover();
                for (Document document : List.of(NODE, GIT)) {
                    ProfileStore store = ProfileStore.at(root);
                    List<String> kept = new java.util.ArrayList<>();
                    for (ProfileStore.Version version : store.versions(document)) {
                        kept.add(store.text(version));
                    }
                    String foreign = document == NODE ? "foreign node" : "foreign git";
                    boolean there = store.read(document).equals(Optional.of(foreign));
                    rescued += there ? 0 : 1;
                    assertThat(there || kept.contains(foreign))
                            .as("step " + step)
                            .isTrue();
                }
            }
        }
        assertThat(rescued).as("times that recovery replaced a foreign text").isPositive();
    }

    @Test
    void aFailedWriteUndoesTheOthers() throws IOException {
        ProfileStore store = ProfileStore.at(temp);
        store.save(NODE, Optional.empty(), "old");
        Files.createDirectories(temp.resolve("profiles/git.toml/not-empty"));
        List<Change> changes = List.of(
                new Change(NODE, Optional.of("old"), Optional.of("new")),
                new Change(GIT, Optional.empty(), Optional.of("g")));
        assertThatThrownBy(() -> store.saveAll(changes)).isInstanceOf(IOException.class);
        assertThat(store.read(NODE)).contains("old");

        AtomicFiles files = new AtomicFiles(temp, step -> {}, target -> temp.resolve("rescued"));
        Map<Path, Optional<byte[]>> contents = new java.util.LinkedHashMap<>();
        contents.put(store.file(NODE), Optional.of("new".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        contents.put(temp.resolve("profiles/git.toml"), Optional.empty());
        assertThatThrownBy(() -> files.locked(() -> {
                    files.replace(contents);
                    return true;
                }))
                .isInstanceOf(IOException.class);
        assertThat(store.read(NODE)).contains("old");
        assertNoLeftovers(temp);
    }

    @Test
    void savesFromManyThreadsTakeTurns() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<CompletableFuture<Saved>> saves = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return ProfileStore.at(temp).save(NODE, Optional.empty(), "text " + i);
                                } catch (IOException e) {
                                    throw new java.io.UncheckedIOException(e);
                                }
                            },
                            threads))
                    .toList();
            assertThat(saves.stream().map(CompletableFuture::join).filter(saved -> saved instanceof Saved.Done))
                    .hasSize(1);
        }
    }

    @Test
    void refusesNamesThatLeadElsewhere() {
        assertThatThrownBy(() -> new Document.ProfileFile("../x")).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertNoLeftovers(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                assertThat(name).as(file.toString()).doesNotEndWith(".new");
                assertThat(name).isNotEqualTo(".pending");
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
