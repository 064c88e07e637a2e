package org.bulle.desktop.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.desktop.shared.Selection;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.history.ActiveRun;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.ProfileAddition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsViewModelTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path folder;

    private String ran(int second, String profile, String command) {
        Instant started = NOW.plusSeconds(second);
        ActiveRun run = new RunHistory(folder)
                .start(new RunSummary(
                        "",
                        started,
                        Optional.empty(),
                        RunSummary.State.RUNNING,
                        List.of(profile),
                        List.of(command),
                        List.of(),
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
        run.finish(run.record(
                started.plusSeconds(1),
                RunSummary.State.FINISHED,
                OptionalInt.of(0),
                OptionalInt.empty(),
                Optional.empty(),
                new DenialReport(DenialSource.OFF, List.of(), List.of())));
        return run.id();
    }

    private RunsViewModel model() {
        RunHistory history = new RunHistory(folder);
        Tasks tasks = Tasks.immediate();
        DenialsViewModel denials = new DenialsViewModel(
                history,
                (workspace, list, entries) -> new RungFacts(0, true, Risk.NONE, Statement.NONE, Optional.empty()),
                tasks,
                Clock.systemUTC());
        RunsViewModel model = new RunsViewModel(history, tasks, new Selection(Path.of("/w")), denials);
        model.refresh();
        return model;
    }

    @Test
    void listsNothingWhileNobodyLooksButCountsAndCatchesUp() {
        ran(1, "tool", "mvn");
        RunsViewModel model = model();
        model.inSight(false);
        ran(2, "tool", "mvn");
        model.refresh();
        assertThat(model.runs()).hasSize(1);
        assertThat(model.total()).isEqualTo(2);
        model.inSight(true);
        assertThat(model.runs()).hasSize(2);
    }

    @Test
    void offersToCompareWithTheSameCommandAndProfilesBeforeAnythingElse() {
        String maven = ran(1, "tool", "mvn");
        String node = ran(2, "node", "npm");
        String other = ran(3, "node", "mvn");
        String mavenAgain = ran(4, "tool", "mvn");
        String mavenLater = ran(5, "tool", "mvn");
        RunsViewModel model = model();
        model.choose(mavenAgain);
        assertThat(model.comparable()).extracting(RunSummary::id).containsExactly(maven, mavenLater, other, node);
        model.choose(node);
        assertThat(model.comparable()).extracting(RunSummary::id).containsExactly(other, maven, mavenAgain, mavenLater);
    }

    @Test
    void whatWasPickedToCompareWithHoldsForThatRunOnly() {
        String maven = ran(1, "tool", "mvn");
        String mavenAgain = ran(2, "tool", "mvn");
        String mavenThird = ran(3, "tool", "mvn");
        String node = ran(4, "node", "npm");
        String nodeAgain = ran(5, "node", "npm");
        RunsViewModel model = model();
        model.choose(mavenThird);
        assertThat(model.compared()).map(RunSummary::id).contains(mavenAgain);
        model.pickCompared(maven);
        model.refresh();
        assertThat(model.compared()).map(RunSummary::id).contains(maven);
        model.choose(nodeAgain);
        assertThat(model.compared()).map(RunSummary::id).contains(node);
    }

    @Test
    void offersNoRunOfAnotherCommandUnderOtherProfilesUntilItIsPicked() {
        String maven = ran(1, "tool", "mvn");
        String node = ran(2, "node", "npm");
        RunsViewModel model = model();
        model.choose(node);
        assertThat(model.compared()).isEmpty();
        model.pickCompared(maven);
        assertThat(model.compared()).map(RunSummary::id).contains(maven);
    }

    @Test
    void whatOnlyAProfileCanGrantIsNotGrantedToOneRun() throws Exception {
        String maven = ran(1, "tool", "mvn");
        RunsViewModel model = model();
        model.choose(maven);
        Pick path = new Pick("ro", List.of("~/a,b"), List.of(0));
        Pick service = new Pick("mach_lookup", List.of("com.apple.pasteboard.1"), List.of(1));
        assertThat(model.again(List.of(path)).orElseThrow().flags()).containsExactly("--ro", "~/a\\,b");
        assertThat(model.isRepeatableWith(List.of(path))).isTrue();
        assertThat(model.isRepeatableWith(List.of(path, service))).isFalse();
        assertThat(model.again(List.of(path, service))).isEmpty();
        assertThat(service.flags()).isEmpty();
        assertThat(ProfileAddition.text(Pick.request("mine", List.of(path, service)), Optional.empty(), "/c/mine.toml"))
                .contains("ro = [\"~/a,b\"]", "mach_lookup = [\"com.apple.pasteboard.1\"]")
                .doesNotContain("allow");
    }
}
