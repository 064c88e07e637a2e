package org.bulle.desktop.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.collections.ListChangeListener;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.denial.suggest.BreadthLadder;
import org.bulle.engine.history.ActiveRun;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.policy.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DenialsViewModelTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path folder;

    private final List<List<String>> looked = new ArrayList<>();

    private static Denial denial(Access access, String path, Risk risk, String list, String... ladder) {
        return new Denial(
                access,
                Optional.of(path),
                Optional.empty(),
                OptionalInt.empty(),
                2,
                NOW,
                NOW,
                "java",
                7,
                false,
                risk,
                Enforcer.LANDLOCK,
                Optional.of(
                        ladder.length == 0
                                ? Suggestion.refused(new Statement.Verbatim("it leads out"))
                                : new Suggestion(list, ladder[0], "", List.of(ladder), Optional.empty())),
                Optional.empty());
    }

    private static final List<Denial> DENIALS = List.of(
            denial(Access.CREATE, "/home/u/.m2/repository/a", Risk.NONE, "rw", "?$HOME/.m2/repository/"),
            denial(Access.READ, "/home/u/.ssh/id_rsa", Risk.CREDENTIAL, "ro", "?$HOME/.ssh/id_rsa"),
            denial(Access.WRITE, "/home/u/.m2/repository/b", Risk.NONE, "rw", "?$HOME/.m2/repository/"),
            denial(Access.EXECUTE, "/home/u/w/mvnw", Risk.NOTICE, "rwx", "?$WORKSPACE/mvnw"),
            denial(Access.READ, "/home/u/x/a", Risk.NONE, "ro", "?$HOME/x/a", "?$HOME/x/"),
            denial(Access.CONNECT, "", Risk.NOTICE, "allow", "network"),
            denial(Access.CONNECT, "/run/docker.sock", Risk.ESCAPE, ""));

    private RunHistory history() {
        return new RunHistory(folder.resolve("runs"));
    }

    private RunRecord record(List<Denial> denials) throws IOException {
        ActiveRun run = history()
                .start(new RunSummary(
                        "",
                        NOW,
                        Optional.empty(),
                        RunSummary.State.RUNNING,
                        List.of("claude"),
                        List.of("/usr/bin/mvn"),
                        List.of(),
                        "/home/u/w",
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
        run.finish(run.record(
                NOW,
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                new DenialReport(DenialSource.complete(DenialSource.Kind.OBSERVE), denials, List.of())));
        return history().read(run.id()).orElseThrow();
    }

    /** Folders hold ten files, and the folder x something secret. */
    private RungFacts look(String workspace, String list, List<String> entries) {
        looked.add(entries);
        boolean folder = entries.getFirst().endsWith("/");
        Risk risk = entries.getFirst().endsWith("/x/") ? Risk.CREDENTIAL : Risk.NONE;
        return new RungFacts(folder ? 10 : 1, true, risk, new Statement.Verbatim("holds a key"), Optional.empty());
    }

    private DenialsViewModel model(List<Denial> denials) throws IOException {
        DenialsViewModel model =
                new DenialsViewModel(history(), this::look, Tasks.immediate(), Clock.fixed(NOW, ZoneOffset.UTC));
        model.show(Optional.of(record(denials)));
        return model;
    }

    private static DenialRow.Group group(DenialsViewModel model, String part) {
        return model.rows().stream()
                .filter(row -> row instanceof DenialRow.Group group
                        && group.first().target().contains(part))
                .map(DenialRow.Group.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void groupsByTheEntryThatWouldAllowAndPutsWhatIsSafeFirst() throws IOException {
        DenialsViewModel model = model(DENIALS);
        assertThat(model.rows()).hasSize(6);
        DenialRow.Group first = (DenialRow.Group) model.rows().getFirst();
        assertThat(first.indices()).containsExactly(0, 2);
        assertThat(first.count()).isEqualTo(4);
        assertThat(((DenialRow.Group) model.rows().getLast()).first().target()).isEqualTo("/run/docker.sock");

        model.toggleOpen(first.key());
        assertThat(model.rows()).hasSize(8);
        model.groupedProperty().set(false);
        assertThat(model.rows()).hasSize(7);
        model.filterProperty().set("repository/b");
        assertThat(model.rows()).hasSize(1);
    }

    @Test
    void allTicksNeitherCredentialsNorWhatRunsNorTheNetworkNorWhatIsRefused() throws IOException {
        DenialsViewModel model = model(DENIALS);
        model.tickAll(true);
        assertThat(model.picks())
                .extracting(Pick::entries)
                .containsExactly(List.of("?$HOME/.m2/repository/"), List.of("?$HOME/x/a"));
        assertThat(model.tick(group(model, "docker").key(), true)).isTrue();
        assertThat(model.tickedCountProperty().get()).isEqualTo(2);
        model.tickAll(false);
        assertThat(model.picks()).isEmpty();
    }

    @Test
    void aLineThatIsAnotherNowIsDrawnAndTheListAsSuchStaysAsItIs() throws IOException {
        DenialsViewModel model = model(DENIALS);
        List<Object> changes = new ArrayList<>();
        List<Integer> drawn = new ArrayList<>();
        model.rows().addListener((ListChangeListener<DenialRow>) changes::add);
        model.onRedrawn(drawn::add);
        String key = ((DenialRow.Group) model.rows().getFirst()).key();
        assertThat(model.tick(key, true)).isTrue();
        assertThat(((DenialRow.Group) model.rows().getFirst()).ticked()).isTrue();
        assertThat(drawn).containsOnly(0).isNotEmpty();
        assertThat(changes).isEmpty();
    }

    @Test
    void whatIsDangerousIsTickedWhenItsNameIsTyped() throws IOException {
        DenialsViewModel model = model(DENIALS);
        String key = group(model, "id_rsa").key();
        assertThat(model.tick(key, true)).isFalse();
        assertThat(model.picks()).isEmpty();
        assertThat(model.tickByName(key, "id_dsa")).isFalse();
        assertThat(model.tickByName(key, " id_rsa ")).isTrue();
        assertThat(model.picks()).hasSize(1);
        model.tick(key, false);
        assertThat(model.tick(key, true)).as("it was typed before").isTrue();
    }

    @Test
    void movesAlongTheLadderOverWhatCannotBeChosen() throws IOException {
        DenialsViewModel model = model(DENIALS);
        String key = group(model, "/x/a").key();
        assertThat(group(model, "/x/a").entries()).containsExactly("?$HOME/x/a");
        model.wantFacts(key);
        assertThat(group(model, "/x/a").facts().orElseThrow().files()).isEqualTo(1);
        model.step(key, 1);
        assertThat(group(model, "/x/a").rung()).as("no resolver").isEqualTo(2);
        model.step(key, -1);
        model.step(key, -1);
        model.step(key, -1);
        assertThat(group(model, "/x/a").entries()).containsExactly("?/home/u/x/a");
        assertThat(model.picks()).isEmpty();
        String made = group(model, ".m2").key();
        model.step(made, -1);
        assertThat(group(model, ".m2").entries())
                .as("the folder by its path")
                .containsExactly("?/home/u/.m2/repository/");
        model.step(made, -1);
        assertThat(group(model, ".m2").rung())
                .as("creating needs the folder")
                .isEqualTo(BreadthLadder.Kind.FOLDER.ordinal());
    }

    @Test
    void aRungThatReachesSomethingDangerousLosesItsTick() throws IOException {
        DenialsViewModel model = model(DENIALS);
        String key = group(model, "/x/a").key();
        model.tick(key, true);
        model.wantFacts(key);
        assertThat(model.exposed()).isEqualTo(1);
        model.step(key, -1);
        assertThat(group(model, "/x/a").entries()).containsExactly("?$HOME/x/");
        assertThat(group(model, "/x/a").risk()).isEqualTo(Risk.CREDENTIAL);
        assertThat(model.picks()).isEmpty();
        assertThat(model.tick(key, true)).isFalse();
    }

    @Test
    void decisionsAreStoredAndSurviveAndCanBeTakenBack() throws IOException {
        DenialsViewModel model = model(DENIALS);
        String id = model.record().orElseThrow().summary().id();
        String key = group(model, ".m2").key();
        model.tick(key, true);
        model.decide(List.of(key), Optional.of(Decision.Kind.DENY));
        assertThat(model.picks()).as("what stays denied is not granted").isEmpty();
        RunRecord stored = history().read(id).orElseThrow();
        assertThat(stored.denials().get(0).decision()).contains(new Decision(Decision.Kind.DENY, "", NOW));
        assertThat(stored.denials().get(2).decision()).isPresent();
        assertThat(stored.summary().undecided()).isEqualTo(5);

        DenialsViewModel another = new DenialsViewModel(history(), this::look, Tasks.immediate(), Clock.systemUTC());
        another.show(history().read(id));
        assertThat(group(another, ".m2").decision()).isPresent();
        another.tickAll(true);
        assertThat(another.picks()).extracting(Pick::entries).containsExactly(List.of("?$HOME/x/a"));
        another.decide(List.of(key), Optional.empty());
        assertThat(history().summary(id).orElseThrow().undecided()).isEqualTo(7);
    }

    @Test
    void lookingAndTickingAndLeavingDecideNothing() throws IOException {
        DenialsViewModel model = model(DENIALS);
        String id = model.record().orElseThrow().summary().id();
        model.tickAll(true);
        model.step(group(model, "/x/a").key(), -1);
        model.show(Optional.empty());
        assertThat(model.tickedCountProperty().get()).isZero();
        assertThat(history().summary(id).orElseThrow().undecided()).isEqualTo(7);
    }

    @Test
    void whatCannotBeStoredIsSaidAndShownAsItWas() throws IOException {
        DenialsViewModel model = model(DENIALS);
        String key = group(model, ".m2").key();
        history().prune(org.bulle.engine.history.Retention.exactly(0, Duration.ofDays(1)), NOW);
        model.decide(List.of(key), Optional.of(Decision.Kind.DENY));
        assertThat(model.failureProperty().get()).isPresent();
        assertThat(group(model, ".m2").decision()).isEmpty();
    }

    @Test
    void fiftyThousandDenialsAreGroupedAndFilteredInTheBlinkOfAnEye() throws IOException {
        List<Denial> many = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            many.add(denial(Access.READ, "/home/u/many/" + i, Risk.NONE, "ro", "?$HOME/many/" + i));
        }
        DenialRows rows = DenialRows.of(many, true);
        assertThat(rows.groups()).hasSize(50_000);
        assertThat(DenialRows.of(many, false).groups()).hasSize(50_000);
    }

    @Test
    void aServiceOfMacosIsTickedAloneAndNotLookedUpAsAPath() throws IOException {
        DenialsViewModel model =
                model(List.of(denial(Access.SERVICE, "com.apple.x", Risk.NOTICE, "mach_lookup", "com.apple.x")));
        String key = group(model, "com.apple.x").key();
        model.wantFacts(key);
        assertThat(looked).isEmpty();
        model.tickAll(true);
        assertThat(model.picks()).isEmpty();
        assertThat(model.needsProfile()).isFalse();
        assertThat(model.tick(key, true)).isTrue();
        assertThat(model.picks()).extracting(Pick::entries).containsExactly(List.of("com.apple.x"));
        assertThat(model.needsProfile()).isTrue();
    }

    @Test
    void whatCouldNotBeLookedUpIsNeitherTickedNorGranted() throws IOException {
        DenialsViewModel model = new DenialsViewModel(
                history(),
                (workspace, list, entries) -> {
                    looked.add(entries);
                    throw new IOException("no answer");
                },
                Tasks.immediate(),
                Clock.systemUTC());
        model.show(Optional.of(record(DENIALS)));
        String key = group(model, "/x/a").key();
        model.tickAll(true);
        model.wantFacts(key);
        assertThat(model.lookFailureProperty().get()).isPresent();
        assertThat(model.ticked()).doesNotContain(key);

        model.step(key, -1);
        assertThat(group(model, "/x/a").entries()).containsExactly("?$HOME/x/");
        model.tick(key, true);
        model.tickAll(true);
        assertThat(model.ticked()).doesNotContain(key);
        assertThat(model.pick(key)).isEmpty();
        int asked = looked.size();
        model.wantFacts(key);
        assertThat(looked).as("drawing it asks no more").hasSize(asked);
    }

    @Test
    void aRungIsOnlyTickedWhenItIsKnownWhatItReaches() throws IOException {
        List<Runnable> background = new ArrayList<>();
        boolean[] slow = {false};
        Tasks tasks = new Tasks(
                work -> {
                    if (slow[0]) {
                        background.add(work);
                    } else {
                        work.run();
                    }
                },
                Runnable::run);
        DenialsViewModel model = new DenialsViewModel(history(), this::look, tasks, Clock.systemUTC());
        model.show(Optional.of(record(DENIALS)));
        String key = group(model, "/x/a").key();
        String safe = group(model, ".m2").key();
        model.tick(key, true);
        model.tick(safe, true);
        slow[0] = true;
        model.step(key, -1);
        model.step(safe, -1);
        assertThat(model.picks()).as("not known yet").isEmpty();
        slow[0] = false;
        List.copyOf(background).forEach(Runnable::run);
        assertThat(model.picks()).extracting(Pick::entries).containsExactly(List.of("?/home/u/.m2/repository/"));
    }

    @Test
    void whatWasAddedAndUndoneIsWrittenToItsOwnRunThoughAnotherIsShown() throws IOException {
        DenialsViewModel model = model(DENIALS);
        String id = model.record().orElseThrow().summary().id();
        model.decide(List.of(group(model, "/x/a").key()), Optional.of(Decision.Kind.DENY));
        RunRecord before = model.record().orElseThrow();
        RunRecord other = record(DENIALS);
        model.show(Optional.of(other));

        model.added(id, List.of(0, 2, 4), "tool");
        Decision profile = new Decision(Decision.Kind.PROFILE, "tool", NOW);
        assertThat(history().read(id).orElseThrow().denials())
                .filteredOn(denial -> denial.decision().equals(Optional.of(profile)))
                .hasSize(3);
        model.restore(before, List.of(0, 2, 4));
        assertThat(history().read(id)).contains(before);
        assertThat(history().read(other.summary().id())).contains(other);
        assertThat(model.record()).contains(other);
    }
}
