package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tomlj.Toml;

class DenialTextTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final DenialSource SEEN = DenialSource.complete(DenialSource.Kind.OBSERVE);

    private static Denial denial(String path, boolean harmless, Suggestion suggestion) {
        return new Denial(
                Access.READ,
                Optional.of(path),
                Optional.empty(),
                OptionalInt.empty(),
                2,
                NOW,
                NOW,
                "git",
                1,
                harmless,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.of(suggestion),
                Optional.empty());
    }

    private static Suggestion read(String entry, String flag) {
        return new Suggestion("ro", entry, flag, List.of(), Optional.empty());
    }

    private static List<String> lines(DenialSource source, List<Denial> denials, List<Planted> planted) {
        Machine machine = new Machine(
                CallerEnvironment.of(Map.of("HOME", "/home/u")),
                1000,
                "/home/u",
                "/w",
                "/tmp",
                Platform.LINUX,
                "00000000");
        return new DenialText(
                        new ShortPath("/w", "/tmp/bulle-1000", machine), "~/.config/bulle/profiles/x.toml", "last")
                .lines(new DenialReport(source, denials, planted));
    }

    @Test
    void saysNothingWhenNothingWasDenied() {
        assertThat(lines(SEEN, List.of(), List.of())).isEmpty();
        assertThat(lines(SEEN, List.of(denial("/x", true, read("?/x", "--ro /x"))), List.of()))
                .isEmpty();
    }

    @Test
    void saysThatItCouldNotLook() {
        assertThat(lines(DenialSource.OFF, List.of(), List.of()))
                .singleElement()
                .asString()
                .contains("--denials off");
    }

    @Test
    void namesTheFlagAndTheEntryAndTheFileItBelongsIn() {
        List<String> lines = lines(
                SEEN,
                List.of(denial("/home/u/.gitconfig", false, read("?$HOME/.gitconfig", "--ro ~/.gitconfig"))),
                List.of());
        assertThat(lines)
                .containsExactly(
                        "the sandbox refused 1 access:",
                        "  read ~/.gitconfig  by git, 2 times",
                        "to allow it once, add to the command line:",
                        "  --ro ~/.gitconfig",
                        "to allow it always, add to ~/.config/bulle/profiles/x.toml:",
                        "  ro = [\"?$HOME/.gitconfig\"]");
    }

    @Test
    void suggestsNothingThatAnotherSuggestionAllowsAnyway() {
        assertThat(capabilities("loopback:8011", "loopback", "loopback:80"))
                .contains("  --allow loopback", "  allow = [\"loopback\"]");
        assertThat(capabilities("loopback:8011", "loopback", "network"))
                .contains("  --allow network", "  allow = [\"network\"]");
        assertThat(capabilities("loopback:8011", "loopback:80"))
                .contains(
                        "  --allow loopback:8011 --allow loopback:80",
                        "  allow = [\"loopback:8011\", \"loopback:80\"]");
    }

    private static List<String> capabilities(String... entries) {
        return lines(
                SEEN,
                List.of(entries).stream()
                        .map(entry -> denial(
                                "/" + entry,
                                false,
                                new Suggestion("allow", entry, "--allow " + entry, List.of(), Optional.empty())))
                        .toList(),
                List.of());
    }

    @Test
    void givesDenialsOfOneSuggestionOneLine() {
        Suggestion tree = read("?/nix/store/x", "--ro /nix/store/x");
        List<String> lines = lines(
                SEEN, List.of(denial("/nix/store/x/a", false, tree), denial("/nix/store/x/b", false, tree)), List.of());
        assertThat(lines)
                .contains("  read /nix/store/x/a and 1 more  by git, 4 times")
                .hasSize(6);
    }

    @Test
    void printsTenLinesAtMostAndSaysWhereTheRestIs() {
        List<Denial> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            many.add(denial("/x/" + i, false, read("?/x/" + i, "--ro /x/" + i)));
        }
        List<String> lines = lines(SEEN, many, List.of());
        assertThat(lines.stream().filter(line -> line.startsWith("  read"))).hasSize(10);
        assertThat(lines).contains("  and 20 more: bulle runs show last");
    }

    @Test
    void saysWhyAGrantIsNotSuggested() {
        assertThat(lines(
                        SEEN,
                        List.of(denial(
                                "/home/u/.ssh/id",
                                false,
                                Suggestion.refused(new Statement.Verbatim("it is a private key")))),
                        List.of()))
                .containsExactly(
                        "the sandbox refused 1 access:",
                        "  read ~/.ssh/id  by git, 2 times; not suggested: it is a private key");
    }

    @Test
    void listsWhatWasPlanted() {
        assertThat(lines(
                        SEEN,
                        List.of(),
                        List.of(new Planted(".git/hooks/pre-commit", Planted.Change.CREATED, "git runs it"))))
                .contains("  .git/hooks/pre-commit created: git runs it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?/a b", "?/a\\*b", "?/a\"b", "?/it's", "?/it's\\*", "?/a\tb", "?/é"})
    void writesAnEntryAsTomlThatReadsBack(String entry) {
        assertThat(Toml.parse("x = " + DenialText.toml(entry)).getString("x")).isEqualTo(entry);
    }
}
