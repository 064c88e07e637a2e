package org.bulle.engine.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.EnforcementPhrase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {
    private static final Instant START = Instant.parse("2026-11-30T09:15:12.123456Z");
    private static final String BYTES = "/home/u/\udcff caf\u00e9 \"q\"";

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void readsBackWhatItWrote() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        RunRecord record = run.record(
                START.plusMillis(5321),
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.of("{\"ro\":[\"/a\"]}"),
                report(List.of(denial(BYTES), network())));

        assertThat(run.finish(record)).isEmpty();

        RunRecord read = history.read(run.id()).orElseThrow();
        assertThat(read.summary()).isEqualTo(record.summary());
        assertThat(read.denials()).isEqualTo(record.denials());
        assertThat(read.policy().orElseThrow()).contains("\"/a\"");
        assertThat(history.list()).containsExactly(record.summary());
    }

    @Test
    void writesTheJsonOfTheSpecification() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        run.finish(run.record(
                START.plusMillis(5321),
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                report(List.of(denial(BYTES)))));

        String json = Files.readString(history.file(run.id(), RunHistory.RECORD));

        assertThat(json)
                .contains(
                        "\"schema\" : 1",
                        "\"state\" : \"finished\"",
                        "\"exit_code\" : 1",
                        "\"signal\" : null",
                        "\"duration_ms\" : 5321",
                        "\"backend\" : \"linux-landlock\"",
                        "\"denial_source\"",
                        "\"kind\" : \"observe\"",
                        "\"enforced_by\" : \"landlock\"",
                        "\"decision\" : null",
                        "\"list\" : \"ro\"",
                        "\"refused\" : null",
                        "\"host\" : null",
                        "\\uDCFF",
                        "\"planted\"",
                        "\"change\" : \"created\"");
        assertThat(json.chars().allMatch(c -> c < 128)).isTrue();
    }

    @Test
    void keepsRecordsFromEverybodyElse() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        finish(run);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history.folder())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(history.file(run.id(), RunHistory.RECORD))))
                .isEqualTo("rw-------");
    }

    @Test
    void closesAFolderThatWasOpen() throws IOException {
        Path open = Files.createDirectories(
                folder.resolve("runs"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

        finish(new RunHistory(open).start(summary(START)));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
                .isEqualTo("rwx------");
    }

    @Test
    void listsNewestFirstAndARunThatGoesOn() throws IOException {
        RunHistory history = history();
        finish(history.start(summary(START)));
        finish(history.start(summary(START.plusSeconds(10))));
        history.start(summary(START.plusSeconds(20)));

        assertThat(history.list())
                .extracting(RunSummary::state)
                .containsExactly(RunSummary.State.RUNNING, RunSummary.State.FINISHED, RunSummary.State.FINISHED);
        assertThat(history.list())
                .extracting(RunSummary::started)
                .containsExactly(START.plusSeconds(20), START.plusSeconds(10), START);
    }

    @Test
    void callsARunInterruptedWhenItsSupervisorIsGone() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        supervisedBy(
                history,
                run,
                new ProcessIdentity(
                        ProcessHandle.current().pid(),
                        1,
                        ProcessIdentity.current().boot(),
                        ProcessIdentity.current().namespace()));

        assertThat(history.list()).extracting(RunSummary::state).containsExactly(RunSummary.State.INTERRUPTED);

        assertThat(history.recover()).isEmpty();
        RunRecord record = history.read(run.id()).orElseThrow();
        assertThat(record.summary().state()).isEqualTo(RunSummary.State.INTERRUPTED);
        assertThat(record.summary().exitCode()).isEmpty();
        assertThat(history.file(run.id(), RunHistory.STARTED)).doesNotExist();
    }

    @Test
    void removesTheShimsOfARunWhoseSupervisorIsGoneAndNothingElse() throws IOException {
        Path shims = Files.createDirectories(folder.resolve("shims/0a1b2c3d"));
        Files.createSymbolicLink(shims.resolve("tool"), Path.of("/bin/true"));
        Path other = Files.createDirectories(folder.resolve("shims/other"));
        Files.writeString(other.resolve("file"), "");
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        for (Path directory : List.of(shims, other, elsewhere)) {
            ActiveRun run = history().start(summary(START), Optional.of(directory.toString()));
            supervisedBy(history(), run, new ProcessIdentity(1, 1, "another boot", ""), directory.toString());
        }

        history().recover();

        assertThat(shims).doesNotExist();
        assertThat(other.resolve("file")).exists();
        assertThat(elsewhere).exists();
    }

    @Test
    void clearsUpNotesThatWereNeverFinishedWhenTheyAreOld() throws IOException {
        RunHistory history = history();
        ActiveRun live = history.start(summary(START));
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
        List<Path> gone = List.of(
                history.file("20260101-000000-0001", RunHistory.STARTED),
                history.file("20260101-000000-0002", RunHistory.STARTED),
                history.file("20260101-000000-0003", RunHistory.STARTED + ".partial"),
                history.file("20260101-000000-0004", RunHistory.RECORD + ".partial"));
        Path fresh = Files.writeString(history.file("20260101-000000-0005", RunHistory.STARTED), "");
        for (Path each : gone) {
            Files.writeString(each, each.equals(gone.getFirst()) ? "" : "{\"supervisor\":{\"pid\"");
            Files.setLastModifiedTime(each, old);
        }
        Files.setLastModifiedTime(history.file(live.id(), RunHistory.STARTED), old);

        history.recover();

        assertThat(gone).noneMatch(Files::exists);
        assertThat(fresh).exists();
        assertThat(history.file(live.id(), RunHistory.STARTED)).exists();
    }

    @Test
    void noNoteIsEverSeenWithoutItsContent() throws IOException {
        Path note = folder.resolve("note");
        PrivateFiles.createWhole(note, writer -> {
            writer.write("half");
            writer.flush();
            assertThat(note).doesNotExist();
        });
        assertThat(note).hasContent("half");
        assertThatThrownBy(() -> PrivateFiles.createWhole(note, writer -> writer.write("other")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.toFile().list()).containsExactly("note");
        assertThat(note).hasContent("half");
    }

    @Test
    void leavesARunAloneWhoseSupervisorLives() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));

        history.recover();

        assertThat(history.file(run.id(), RunHistory.STARTED)).exists();
        assertThat(history.file(run.id(), RunHistory.RECORD)).doesNotExist();
    }

    @Test
    void knowsTheNoteOfARunGoingOnWithoutParsingIt() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));

        assertThat(isPlainlyAlive(history, run)).isTrue();

        ProcessIdentity current = ProcessIdentity.current();
        supervisedBy(
                history,
                run,
                new ProcessIdentity(current.pid(), current.started() + 1, current.boot(), current.namespace()));
        assertThat(isPlainlyAlive(history, run)).isFalse();
        supervisedBy(
                history,
                run,
                new ProcessIdentity(current.pid(), current.started(), "another boot", current.namespace()));
        assertThat(isPlainlyAlive(history, run)).isFalse();
        for (String damaged : List.of("", "{", "{\"pid\" : ", "\"pid\" : x", "\"pid\" : " + "9".repeat(40))) {
            Files.writeString(history.file(run.id(), RunHistory.STARTED), damaged);
            assertThat(isPlainlyAlive(history, run)).as(damaged).isFalse();
        }
    }

    private static boolean isPlainlyAlive(RunHistory history, ActiveRun run) throws IOException {
        try (InputStream in = Files.newInputStream(history.file(run.id(), RunHistory.STARTED))) {
            return RecordJson.beginsWithOneAlive(in);
        }
    }

    @Test
    void neverEndsAProcessThatIsNotConfined() throws Exception {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        Process bystander = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(
                    history.file(run.id(), RunHistory.PROCESSES),
                    bystander.pid() + " "
                            + ProcessIdentity.startTime(bystander.pid()).orElseThrow() + "\n");
            supervisedBy(
                    history,
                    run,
                    new ProcessIdentity(
                            1,
                            1,
                            ProcessIdentity.current().boot(),
                            ProcessIdentity.current().namespace()));

            assertThat(history.recover()).isEmpty();

            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly().waitFor();
        }
    }

    @Test
    void findsByUniquePrefixAndLast() throws IOException {
        RunHistory history = history();
        ActiveRun old = history.start(summary(START.minusSeconds(86_400)));
        ActiveRun latest = history.start(summary(START));

        assertThat(history.find("last")).isEqualTo(new RunHistory.Found.One(latest.id()));
        assertThat(history.find(old.id().substring(0, 8))).isEqualTo(new RunHistory.Found.One(old.id()));
        assertThat(history.find("2026")).isEqualTo(new RunHistory.Found.Several(List.of(latest.id(), old.id())));
        assertThat(history.find("1999")).isEqualTo(new RunHistory.Found.None());
        assertThat(history.find("")).isEqualTo(new RunHistory.Found.None());
    }

    @Test
    void prunesByNumberAndAgeButNeverARunThatGoesOn() throws IOException {
        RunHistory history = history();
        ActiveRun goingOn = history.start(summary(START.minus(Duration.ofDays(200))));
        ActiveRun old = history.start(summary(START.minus(Duration.ofDays(91))));
        finish(old);
        ActiveRun third = history.start(summary(START.minusSeconds(30)));
        finish(third);
        ActiveRun second = history.start(summary(START.minusSeconds(20)));
        finish(second);
        ActiveRun first = history.start(summary(START));
        finish(first);

        List<String> deleted = history.prune(Retention.exactly(2, Duration.ofDays(90)), START);

        assertThat(deleted).containsExactlyInAnyOrder(third.id(), old.id());
        assertThat(history.ids()).containsExactly(first.id(), second.id(), goingOn.id());
    }

    /** As one whose clock was years ahead would see them. */
    @Test
    void keepsTheNewestWhateverTheirAge() throws IOException {
        RunHistory history = history();
        for (int i = 0; i < 5; i++) {
            finish(history.start(summary(START.plusSeconds(i))));
        }
        List<String> deleted =
                history.prune(new Retention(1_000, Duration.ofDays(90), 3), START.plus(Duration.ofDays(4_000)));
        assertThat(deleted).hasSize(2);
        assertThat(history.ids()).hasSize(3);
        assertThat(history.prune(new Retention(2, Duration.ofDays(90), 3), START))
                .hasSize(1);
    }

    @Test
    void aClockThatWasSetBackMakesNoNegativeTime() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        run.finish(run.record(
                START.minusSeconds(3_600),
                RunSummary.State.FINISHED,
                OptionalInt.of(0),
                OptionalInt.empty(),
                Optional.empty(),
                report(List.of())));
        assertThat(history.summary(run.id()).orElseThrow().duration()).isZero();
    }

    @Test
    void recordsADecisionAndTakesItBack() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        run.finish(run.record(
                START,
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                report(List.of(denial("/a"), denial("/b")))));
        assertThat(history.summary(run.id()).orElseThrow().undecided()).isEqualTo(2);

        Decision added = new Decision(Decision.Kind.PROFILE, "claude", START);
        history.decide(run.id(), List.of(1), Optional.of(added));

        assertThat(history.read(run.id()).orElseThrow().denials().get(1).decision())
                .contains(added);
        assertThat(history.summary(run.id()).orElseThrow().undecided()).isEqualTo(1);

        history.decide(run.id(), List.of(1), Optional.empty());
        assertThat(history.summary(run.id()).orElseThrow().undecided()).isEqualTo(2);
    }

    @Test
    void whatIsKeptDeniedIsDecidedInLaterRunsOfTheSameProfiles() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        List<Denial> denials = List.of(denial(BYTES), denial("/other"));
        run.finish(run.record(
                START,
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                report(denials)));
        List<String> profiles = run.summary().profiles();
        Decision keep = new Decision(Decision.Kind.DENY, "", START);

        history.decide(run.id(), List.of(0), Optional.of(keep));

        assertThat(history().decidedBefore(profiles, denials, warnings::add))
                .extracting(Denial::decision)
                .containsExactly(Optional.of(keep), Optional.empty());
        assertThat(history.decidedBefore(List.of("other"), denials, warnings::add))
                .isEqualTo(denials);
        assertThat(history.list()).hasSize(1);

        history.decide(run.id(), List.of(0), Optional.empty());
        assertThat(history.decidedBefore(profiles, denials, warnings::add)).isEqualTo(denials);
        assertThat(warnings).isEmpty();
    }

    @Test
    void aDamagedListOfWhatIsKeptDeniedIsSaidAndStopsNoDecision() throws IOException {
        RunHistory history = history();
        List<Denial> denials = List.of(denial("/a"), denial("/b"));
        ActiveRun run = recorded(history, denials);
        List<String> profiles = run.summary().profiles();
        Path list = history.folder().resolve("keep-denying");
        Files.writeString(list, "[[\"x\",");
        assertThat(history.decidedBefore(profiles, denials, warnings::add)).isEqualTo(denials);
        assertThat(warnings).singleElement().asString().contains("keep-denying cannot be read");

        Decision keep = new Decision(Decision.Kind.DENY, "", START);
        history.decide(run.id(), List.of(0), Optional.of(keep));

        assertThat(list.resolveSibling("keep-denying.damaged")).hasContent("[[\"x\",");
        warnings.clear();
        assertThat(history.decidedBefore(profiles, denials, warnings::add))
                .extracting(Denial::decision)
                .containsExactly(Optional.of(keep), Optional.empty());
        assertThat(warnings).singleElement().asString().contains("keep-denying.damaged");
    }

    @Test
    void keepsEveryDecisionOfSeveralThatAreMadeAtOnce() throws Exception {
        List<Denial> denials = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            denials.add(denial("/" + i));
        }
        ActiveRun run = recorded(history(), denials);
        Decision keep = new Decision(Decision.Kind.DENY, "", START);
        try (ExecutorService several = Executors.newFixedThreadPool(4)) {
            List<Future<RunRecord>> made = new ArrayList<>();
            for (int i = 0; i < denials.size(); i++) {
                List<Integer> one = List.of(i);
                made.add(several.submit(() -> history().decide(run.id(), one, Optional.of(keep))));
            }
            for (Future<RunRecord> each : made) {
                each.get();
            }
        }
        assertThat(history().summary(run.id()).orElseThrow().undecided()).isZero();
        assertThat(history().decidedBefore(run.summary().profiles(), denials, warnings::add))
                .allMatch(denial -> denial.decision().isPresent());
    }

    @Test
    void aDecisionThatCannotBeKeptForLaterIsNotRecordedEither() throws IOException {
        RunHistory history = history();
        ActiveRun run = recorded(history, List.of(denial("/a")));
        Files.createDirectories(history.folder().resolve("keep-denying.partial/in the way"));
        Decision keep = new Decision(Decision.Kind.DENY, "", START);
        assertThatThrownBy(() -> history.decide(run.id(), List.of(0), Optional.of(keep)))
                .isInstanceOf(IOException.class);
        assertThat(history.summary(run.id()).orElseThrow().undecided()).isEqualTo(1);
    }

    private ActiveRun recorded(RunHistory history, List<Denial> denials) {
        ActiveRun run = history.start(summary(START));
        run.finish(run.record(
                START,
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                report(denials)));
        return run;
    }

    @Test
    void keptOutputIsPrivateBoundedAndGoesWithItsRecord() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        finish(run);
        assertThat(history.output(run.id())).isEmpty();

        history.keepOutput(run.id(), KeptOutput.of("x".repeat(10) + "y".repeat(KeptOutput.MOST - 2) + "\u001b[0m"));

        KeptOutput kept = history.output(run.id()).orElseThrow();
        assertThat(kept.dropped()).isEqualTo(12);
        assertThat(kept.text()).hasSize(KeptOutput.MOST).startsWith("y").endsWith("\u001b[0m");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(history.file(run.id(), RunHistory.OUTPUT))))
                .isEqualTo("rw-------");
        history.prune(Retention.exactly(0, Duration.ofDays(1)), START);
        assertThat(history.output(run.id())).isEmpty();
    }

    @Test
    void aRunLeavesNothingWhereNothingIsToBeKept() {
        List<Retention> none = List.of(
                Retention.exactly(0, Duration.ofDays(90)),
                Retention.exactly(1_000, Duration.ZERO),
                new Retention(0, Duration.ofDays(90), 0));
        for (Retention each : none) {
            assertThat(leftBy(each)).as("%s", each).isEmpty();
        }
        assertThat(leftBy(Retention.exactly(1, Duration.ofDays(1))))
                .singleElement()
                .asString()
                .endsWith(".json");
        assertThat(new Retention(1, Duration.ZERO, 1).keepsNothing()).isFalse();
    }

    private List<String> leftBy(Retention retention) {
        RunHistory history = history();
        Recording recording =
                new Recording(history, retention, summary(Instant.now()), Optional.empty(), () -> Optional.of("{}"));
        try (recording) {
            ActiveRun run = recording.active();
            assertThat(recording.finish(run.record(
                            Instant.now(),
                            RunSummary.State.FINISHED,
                            OptionalInt.of(0),
                            OptionalInt.empty(),
                            recording.policy(),
                            report(List.of()))))
                    .isEmpty();
        }
        return List.of(
                java.util.Objects.requireNonNull(history.folder().toFile().list()));
    }

    @Test
    void keepsTheLastOfAFileThatIsMuchLongerThanWhatIsKept() throws IOException {
        Path file = Files.writeString(folder.resolve("said"), "x".repeat(4 * KeptOutput.MOST) + "\u00e9nd\n");
        KeptOutput kept = KeptOutput.ofFile(file);
        assertThat(kept.text()).hasSize(KeptOutput.MOST).endsWith("x\u00e9nd\n");
        assertThat(kept.dropped()).isEqualTo(3L * KeptOutput.MOST + 4);
    }

    @Test
    void warnsAndGoesOnWhereNothingCanBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        ActiveRun run = new RunHistory(file.resolve("runs")).start(summary(START));

        assertThat(run.warning())
                .hasValueSatisfying(warning -> assertThat(warning).startsWith("the run is not recorded: "));
        assertThat(run.id()).startsWith("20261130-091512-");
        assertThat(finish(run)).isEmpty();
    }

    @Test
    void warnsWhenTheDiskIsFullAtTheEnd() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        Files.createDirectories(
                history.folder().resolve(run.id() + ".json.partial").resolve("in the way"));

        assertThat(finish(run))
                .hasValueSatisfying(warning -> assertThat(warning).startsWith("the run is not recorded: "));
    }

    @Test
    void leavesOutAFileThatIsNoRecord() throws IOException {
        RunHistory history = history();
        finish(history.start(summary(START)));
        Files.writeString(history.folder().resolve("20270101-000000-ffff.json"), "{\"schema\":1,");
        Files.writeString(history.folder().resolve("20270102-000000-ffff.json"), "[]");

        assertThat(history.list()).hasSize(1);
    }

    @Test
    void theLastRunIsTheNewestThatCanBeRead() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        finish(run);
        Files.writeString(history.folder().resolve("20270101-000000-ffff.json"), "{\"schema\":1,");
        Files.writeString(history.folder().resolve("20270102-000000-ffff.started"), "");

        assertThat(history.find("last")).isEqualTo(new RunHistory.Found.One(run.id()));
        assertThat(history.find("20270101")).isEqualTo(new RunHistory.Found.One("20270101-000000-ffff"));
    }

    @Test
    void waitsForNoPipeAmongTheRecords() throws Exception {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        finish(run);
        for (String name : List.of("20270101-000000-ffff.json", "20270102-000000-ffff.started")) {
            String pipe = history.folder().resolve(name).toString();
            assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        }
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThat(history.list()).extracting(RunSummary::id).containsExactly(run.id());
            assertThat(history.find("last")).isEqualTo(new RunHistory.Found.One(run.id()));
            assertThat(history.recover()).isEmpty();
            assertThatThrownBy(() -> history.read("20270101-000000-ffff")).hasMessageContaining("no regular file");
        });
    }

    @Test
    void masksSecretsBeforeAnythingIsWritten() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(new RunSummary(
                "",
                START,
                Optional.empty(),
                RunSummary.State.RUNNING,
                List.of("default"),
                List.of("/usr/bin/curl", "-u", "me:hunter2", "https://x:hunter2@host/"),
                List.of("--env", "KEY=hunter2"),
                "/w",
                OptionalInt.empty(),
                OptionalInt.empty(),
                Duration.ZERO,
                "linux-landlock",
                List.of(),
                List.of(),
                DenialSource.OFF,
                List.of(),
                0,
                0));

        assertThat(Files.readString(history.file(run.id(), RunHistory.STARTED))).doesNotContain("hunter2");
        assertThat(run.summary().command()).containsExactly("/usr/bin/curl", "-u", "me:***", "https://x:***@host/");
    }

    @Test
    void opensARecordOfFiftyThousandDenialsInUnderTwoSeconds() throws IOException {
        RunHistory history = history();
        ActiveRun run = history.start(summary(START));
        List<Denial> many = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            many.add(denial("/usr/share/some/where/directory" + i % 500 + "/file number " + i));
        }
        run.finish(run.record(
                START,
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                report(many)));

        long begin = processorTime();
        assertThat(history.read(run.id()).orElseThrow().denials()).hasSize(50_000);
        assertThat(Duration.ofNanos(processorTime() - begin)).isLessThan(Duration.ofSeconds(2));
        begin = processorTime();
        assertThat(history.summary(run.id()).orElseThrow().denied()).isEqualTo(50_000);
        assertThat(Duration.ofNanos(processorTime() - begin)).isLessThan(Duration.ofMillis(100));
    }

    /** Not the wall clock: the machine may be busy with something else. */
    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private RunHistory history() {
        return RunHistory.under(folder);
    }

    private static Optional<String> finish(ActiveRun run) {
        return run.finish(run.record(
                START,
                RunSummary.State.FINISHED,
                OptionalInt.of(0),
                OptionalInt.empty(),
                Optional.empty(),
                report(List.of())));
    }

    @Test
    void stopsASupervisorThatWillNotEndAndRecordsTheRun() throws Exception {
        ActiveRun run = history().start(summary(START));
        Process deaf = sleeper("trap '' TERM; echo deaf; while :; do sleep 0.1; done");
        try {
            supervisedBy(history(), run, identity(deaf.pid(), 0));
            assertThat(history().summary(run.id()).orElseThrow().state()).isEqualTo(RunSummary.State.RUNNING);
            assertThat(history().stop(run.id())).isTrue();
            assertThat(deaf.waitFor(5, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
            assertThat(history().read(run.id()).orElseThrow().summary().state())
                    .isEqualTo(RunSummary.State.INTERRUPTED);
            assertThat(history().stop(run.id()))
                    .as("there is nothing more to stop")
                    .isFalse();
        } finally {
            deaf.destroyForcibly();
        }
    }

    @Test
    void stopsNoOtherProcessThatHasTheNumberOfTheSupervisor() throws Exception {
        ActiveRun run = history().start(summary(START));
        Process bystander = sleeper("echo here; exec sleep 60");
        try {
            supervisedBy(history(), run, identity(bystander.pid(), 1));
            assertThat(history().stop(run.id())).isFalse();
            supervisedBy(
                    history(),
                    run,
                    new ProcessIdentity(
                            bystander.pid(),
                            ProcessIdentity.startTime(bystander.pid()).orElseThrow(),
                            "another boot",
                            ProcessIdentity.current().namespace()));
            assertThat(history().stop(run.id())).isFalse();
            supervisedBy(
                    history(),
                    run,
                    new ProcessIdentity(
                            bystander.pid(),
                            ProcessIdentity.startTime(bystander.pid()).orElseThrow(),
                            ProcessIdentity.current().boot(),
                            "pid:[1]"));
            assertThatThrownBy(() -> history().stop(run.id())).hasMessageContaining("cannot be reached from here");
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly();
        }
    }

    private static ProcessIdentity identity(long pid, long later) {
        return new ProcessIdentity(
                pid,
                ProcessIdentity.startTime(pid).orElseThrow() + later,
                ProcessIdentity.current().boot(),
                ProcessIdentity.current().namespace());
    }

    /** Says a word when it is so far. */
    private static Process sleeper(String script) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", script).start();
        process.inputReader().readLine();
        return process;
    }

    private static void supervisedBy(RunHistory history, ActiveRun run, ProcessIdentity supervisor) throws IOException {
        supervisedBy(history, run, supervisor, null);
    }

    private static void supervisedBy(
            RunHistory history, ActiveRun run, ProcessIdentity supervisor, @Nullable String shims) throws IOException {
        PrivateFiles.replace(
                history.file(run.id(), RunHistory.STARTED),
                out -> RecordJson.writeStarted(out, run.summary(), supervisor, Optional.ofNullable(shims)));
    }

    private static RunSummary summary(Instant started) {
        return new RunSummary(
                "",
                started,
                Optional.empty(),
                RunSummary.State.RUNNING,
                List.of("claude", "offline"),
                List.of("/usr/bin/claude", BYTES),
                List.of("--ro", "/etc"),
                "/home/u/w",
                OptionalInt.empty(),
                OptionalInt.empty(),
                Duration.ZERO,
                "linux-landlock",
                List.of(new EnforcementStatus(
                        EnforcementPhrase.FILES.with(),
                        new Statement.Verbatim("grants"),
                        EnforcementStatus.Degree.PARTIAL,
                        new Statement.Verbatim("no truncate"))),
                List.of(new Limit("memory", "2G", "cgroup v2 memory.max", true, Statement.NONE)),
                DenialSource.OFF,
                List.of(),
                0,
                0);
    }

    private static DenialReport report(List<Denial> denials) {
        return new DenialReport(
                DenialSource.complete(DenialSource.Kind.OBSERVE),
                denials,
                List.of(new Planted(".git/hooks/pre-commit", Planted.Change.CREATED, "git runs it")));
    }

    private static Denial denial(String path) {
        return new Denial(
                Access.READ,
                Optional.of(path),
                Optional.empty(),
                OptionalInt.empty(),
                3,
                START,
                START.plusSeconds(1),
                "git",
                4242,
                false,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.of(new Suggestion(
                        "ro",
                        "?$HOME/.gitconfig",
                        "--ro ~/.gitconfig",
                        List.of("?$HOME/.gitconfig"),
                        Optional.empty())),
                Optional.empty());
    }

    private static Denial network() {
        return new Denial(
                Access.CONNECT,
                Optional.empty(),
                Optional.of("::1"),
                OptionalInt.of(443),
                1,
                START,
                START,
                "curl",
                7,
                false,
                Risk.NOTICE,
                Enforcer.BROKER,
                Optional.of(Suggestion.refused(new Statement.Verbatim("no"))),
                Optional.of(new Decision(Decision.Kind.DENY, "", START)));
    }
}
