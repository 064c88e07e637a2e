package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.check.EffectiveDifference.PathChange;
import org.bulle.engine.check.EffectiveDifference.VariableChange;
import org.bulle.engine.check.EffectiveDifference.VariableFate;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.BuiltIns;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.Planner;
import org.bulle.engine.run.RunRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangePreviewTest {
    @TempDir
    Path home;

    private Catalog before;

    @BeforeEach
    void furnish() throws IOException {
        home = home.toRealPath();
        Files.createDirectories(home.resolve("work"));
        Files.createDirectories(home.resolve("cache"));
        Path profiles = Files.createDirectories(home.resolve("config/profiles"));
        Files.writeString(profiles.resolve("app.toml"), "# mine\nro = [\"$HOME/cache/\"]\nenv = [\"A=1\"]\n");
        before = Catalog.load(
                home.resolve("config"),
                BuiltIns.of(Map.of(
                        "floor", "",
                        "app", "ro = [\"?/etc/hosts\"]\n",
                        "review", "title = \"R\"\ninherits = \"app\"\n",
                        "nightly", "inherits = \"review\"\nallow = [\"network\"]\nrw = [\"$HOME/cache/\"]\n",
                        "other", "")));
    }

    private ChangePreview preview(String name, String text, String... stack) throws IOException {
        return ChangePreview.of(before, name, Optional.of(text), List.of(stack), Platform.LINUX, this::plan);
    }

    private Plan plan(Catalog catalog, List<String> stack) throws ProblemException {
        Machine machine = new Machine(
                CallerEnvironment.of(Map.of("HOME", home.toString(), "PATH", "/usr/bin:/bin")),
                1000,
                home.toString(),
                home.toString(),
                "/tmp",
                Platform.LINUX,
                "t");
        RunRequest request = new RunRequest(
                stack,
                Optional.of(home.resolve("work").toString()),
                List.of(),
                Overrides.NONE,
                true,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                false,
                false,
                true);
        return new Planner(ToolRunner.refusing("no tools here")).plan(request, catalog, machine);
    }

    @Test
    void tellsTextEffectAndDependentsOfAChange() throws IOException {
        ChangePreview preview = preview(
                "app", "# mine\nrw = [\"$HOME/cache/\"]\nenv = [\"A=2\", \"B=1\"]\nallow = [\"network\"]\n", "app");
        assertThat(preview.text().added()).isEqualTo(3);
        assertThat(preview.text().removed()).isEqualTo(2);
        EffectiveDifference effect = preview.effective().orElseThrow();
        assertThat(effect.paths())
                .containsExactly(
                        new PathChange(home + "/cache", Optional.of(AccessList.RO), Optional.of(AccessList.RW)));
        assertThat(effect.paths().getFirst().widens()).isTrue();
        assertThat(effect.variables())
                .containsExactly(
                        new VariableChange("A", VariableFate.CHANGED), new VariableChange("B", VariableFate.ADDED));
        assertThat(effect.network()).contains(new EffectiveDifference.NetworkChange(Network.NONE, Network.FULL));
        assertThat(preview.dependents())
                .extracting(ChangePreview.Dependent::name)
                .containsExactly("nightly", "review");
        ChangePreview.Dependent review = preview.dependents().getLast();
        assertThat(review.parent()).isEqualTo("app");
        assertThat(review.line()).isEqualTo(2);
        assertThat(review.gains())
                .contains(new Gain.PathGain("$HOME/cache/", Optional.of(AccessList.RO), AccessList.RW));
        ChangePreview.Dependent nightly = preview.dependents().getFirst();
        assertThat(nightly.parent()).isEqualTo("review");
        assertThat(nightly.network()).isEqualTo(Network.FULL);
        assertThat(nightly.gains())
                .as("it had the write right before")
                .noneMatch(gain -> gain instanceof Gain.PathGain);
    }

    @Test
    void whatIsTakenAwayIsALossOfDependents() throws IOException {
        ChangePreview preview =
                ChangePreview.of(before, "app", Optional.empty(), List.of("review"), Platform.LINUX, this::plan);
        assertThat(preview.text().removed()).isEqualTo(3);
        assertThat(preview.effective().orElseThrow().paths())
                .containsExactly(new PathChange(home + "/cache", Optional.of(AccessList.RO), Optional.empty()));
        assertThat(preview.dependents().getLast().losses())
                .contains(new Gain.PathGain("$HOME/cache/", Optional.empty(), AccessList.RO));
    }

    @Test
    void aCommentChangesNothingForAnybody() throws IOException {
        ChangePreview preview = preview("app", "# ours\nro = [\"$HOME/cache/\"]\nenv = [\"A=1\"]\n", "app", "other");
        assertThat(preview.effective().orElseThrow().isEmpty()).isTrue();
        assertThat(preview.dependents()).isEmpty();
        assertThat(preview.isUsable()).isTrue();
    }

    @Test
    void aNewProfileIsComparedWithTheStackWithoutIt() throws IOException {
        ChangePreview preview = preview("mine", "ro = [\"$HOME/cache/\"]\n", "other", "mine");
        assertThat(preview.base()).isEmpty();
        assertThat(preview.comparedWithFloor()).isFalse();
        assertThat(preview.effective().orElseThrow().paths())
                .containsExactly(new PathChange(home + "/cache", Optional.empty(), Optional.of(AccessList.RO)));
    }

    @Test
    void aTextThatCannotRunSaysWhy() throws IOException {
        ChangePreview preview = preview("app", "rr = [\"x\"]\n", "app");
        assertThat(preview.effective()).isEmpty();
        assertThat(preview.problems()).isNotEmpty();
        assertThat(preview.unusable()).isNotEmpty();
        assertThat(preview.isUsable()).isFalse();
    }
}
