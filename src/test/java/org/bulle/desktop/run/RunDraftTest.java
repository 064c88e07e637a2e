package org.bulle.desktop.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.resolve.ShellWords;
import org.junit.jupiter.api.Test;

class RunDraftTest {
    private static final RunDraft FULL = new RunDraft(
            List.of("claude", "offline"),
            "/home/u/my src",
            List.of("claude", "-p", "it's --ro"),
            List.of(
                    new Extra(Extra.Kind.RW, "~/.m2/a,b"),
                    new Extra(Extra.Kind.ENV, "A=1,2"),
                    new Extra(Extra.Kind.DENY, "network")),
            Map.of("timeout", "30m", "cpu", "200%"),
            true,
            RunDraft.Scratch.ASK,
            List.of("--var", "X=/x", "--no-workspace", "--env-all-except", "A,B"),
            Optional.of("/etc/other"));

    @Test
    void spellsEveryFieldAsTheCommandLineTakesIt() {
        assertThat(FULL.arguments())
                .containsExactly(
                        "claude,offline",
                        "/home/u/my src",
                        "--config",
                        "/etc/other",
                        "--detect",
                        "--scratch",
                        "--rw",
                        "~/.m2/a\\,b",
                        "--env",
                        "A=1,2",
                        "--deny",
                        "network",
                        "--timeout",
                        "30m",
                        "--cpu",
                        "200%",
                        "--var",
                        "X=/x",
                        "--no-workspace",
                        "--env-all-except",
                        "A,B",
                        "--",
                        "claude",
                        "-p",
                        "it's --ro");
    }

    @Test
    void asksTheEngineForTheSame() {
        var request = FULL.request();
        assertThat(request.profiles()).containsExactly("claude", "offline");
        assertThat(request.overrides().paths().get(AccessList.RW)).containsExactly("~/.m2/a,b");
        assertThat(request.overrides().env()).containsExactly("A=1,2");
        assertThat(request.overrides().deny()).containsExactly("network");
        assertThat(request.vars()).containsExactly(Map.entry("X", "/x"));
        assertThat(request.timeout()).contains("30m");
        assertThat(request.limits()).containsExactly(Map.entry("cpu", "200%"));
        assertThat(request.envAllExcept()).contains(List.of("A", "B"));
        assertThat(request.grantWorkspace()).isFalse();
        assertThat(request.detect()).isTrue();
        assertThat(request.command()).containsExactly("claude", "-p", "it's --ro");
    }

    @Test
    void sortsRecordedFlagsBackIntoTheirFields() {
        List<String> words = FULL.arguments();
        List<String> flags = words.subList(4, words.indexOf("--"));
        FlagWords sorted = FlagWords.of(flags);
        assertThat(sorted.extras()).isEqualTo(FULL.extras());
        assertThat(sorted.limits()).isEqualTo(FULL.limits());
        assertThat(sorted.others()).isEqualTo(FULL.others());
        assertThat(sorted.detect()).isTrue();
        assertThat(sorted.scratch()).isTrue();
    }

    @Test
    void aFlagWithoutItsValueIsNotLost() {
        assertThat(FlagWords.of(List.of("--ro")).others()).containsExactly("--ro");
    }

    @Test
    void aShellReadsTheShownLineBackAsTheSameWords() {
        String line = CommandLineText.oneLine(FULL, "/home/u");
        assertThat(line)
                .startsWith("bulle claude,offline '/home/u/my src' --config /etc/other")
                .doesNotContain("\n");
        List<String> expected = new java.util.ArrayList<>(List.of("bulle"));
        expected.addAll(FULL.arguments());
        assertThat(ShellWords.split(line)).contains(expected);
    }

    @Test
    void shownInSeveralLinesItIsTheSameLine() {
        String shown = CommandLineText.pieces(FULL, "/home/u", 40).stream()
                .map(CommandLineText.Piece::text)
                .collect(Collectors.joining());
        assertThat(shown.lines().count()).isGreaterThan(3);
        assertThat(shown.replace(" \\\n  ", " ")).isEqualTo(CommandLineText.oneLine(FULL, "/home/u"));
    }

    @Test
    void writesHomeAsATildeOnlyWhereAShellPutsItBack() {
        RunDraft draft = new RunDraft(
                List.of(),
                "/home/u/src",
                List.of(),
                List.of(),
                Map.of(),
                false,
                RunDraft.Scratch.NONE,
                List.of(),
                Optional.empty());
        assertThat(CommandLineText.oneLine(draft, "/home/u")).isEqualTo("bulle default ~/src");
    }
}
