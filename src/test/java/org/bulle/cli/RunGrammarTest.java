package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunGrammarTest {

    private static RunArguments run(String... words) throws ProblemException {
        return RunGrammar.parse(List.of(words), false);
    }

    private static List<String> wrong(boolean inspecting, String... words) {
        List<String> messages = new ArrayList<>();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> RunGrammar.parse(List.of(words), inspecting))
                .satisfies(thrown -> {
                    assertThat(thrown.problems())
                            .allMatch(problem -> problem.kind() == Problem.Kind.TEXT && problem.isError());
                    thrown.problems().forEach(problem -> messages.add(problem.message()));
                });
        return messages;
    }

    private static String onlyWrong(String... words) {
        List<String> messages = wrong(false, words);
        assertThat(messages).hasSize(1);
        return messages.getFirst();
    }

    /** A value that the flag accepts. */
    private static String sample(RunFlag flag) {
        if (!flag.offer().words().isEmpty()) {
            return flag.offer().words().getFirst();
        }
        return flag == RunFlag.VAR ? "A=b" : "5";
    }

    private static List<String> given(RunFlag flag) {
        return flag.takesValue() ? List.of(flag.flag(), sample(flag)) : List.of(flag.flag());
    }

    @Test
    void readsProfilesThenWorkspaceThenCommand() throws ProblemException {
        RunArguments run = run("tool,git", "/w", "--", "git", "status");
        assertThat(run.profiles()).containsExactly("tool", "git");
        assertThat(run.workspace()).contains("/w");
        assertThat(run.command()).containsExactly("git", "status");
        assertThat(run.values()).isEmpty();
    }

    @Test
    void takesNothingForGranted() throws ProblemException {
        RunArguments run = run();
        assertThat(run.profiles()).isEmpty();
        assertThat(run.workspace()).isEmpty();
        assertThat(run.command()).isEmpty();
    }

    @Test
    void leavesEverythingAfterTheFirstDashesToTheCommand() throws ProblemException {
        RunArguments run = run("--", "x", "--json", "--", "--ro", "--help");
        assertThat(run.profiles()).isEmpty();
        assertThat(run.command()).containsExactly("x", "--json", "--", "--ro", "--help");
        assertThat(run.values()).isEmpty();
        assertThat(run.help()).isFalse();
    }

    static Stream<List<String>> orders() {
        return Stream.of(
                List.of("--ro", "/a", "p", "/w", "--", "c"),
                List.of("p", "--ro", "/a", "/w", "--", "c"),
                List.of("p", "/w", "--ro", "/a", "--", "c"),
                List.of("--ro=/a", "p", "/w", "--", "c"),
                List.of("p", "/w", "--ro=/a", "--", "c"));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void takesFlagsAnywhereBeforeTheDashes(List<String> words) throws ProblemException {
        RunArguments run = RunGrammar.parse(words, false);
        assertThat(run.profiles()).containsExactly("p");
        assertThat(run.workspace()).contains("/w");
        assertThat(run.all(RunFlag.RO)).containsExactly("/a");
        assertThat(run.command()).containsExactly("c");
    }

    @ParameterizedTest
    @EnumSource(RunFlag.class)
    void takesEveryFlagBeforeAndAfterThePositionals(RunFlag flag) throws ProblemException {
        for (boolean first : List.of(true, false)) {
            List<String> words = new ArrayList<>(List.of("p", "/w"));
            words.addAll(first ? 0 : 2, given(flag));
            RunArguments run = RunGrammar.parse(words, true);
            assertThat(run.has(flag)).isTrue();
            assertThat(run.all(flag)).isEqualTo(flag.takesValue() ? List.of(sample(flag)) : List.of());
            assertThat(run.profiles()).containsExactly("p");
        }
    }

    @ParameterizedTest
    @EnumSource(RunFlag.class)
    void takesTheValueOfEveryFlagAfterAnEqualsSignAndNoneForASwitch(RunFlag flag) throws ProblemException {
        if (flag.takesValue()) {
            assertThat(RunGrammar.parse(List.of(flag.flag() + "=" + sample(flag)), true)
                            .last(flag))
                    .contains(sample(flag));
        } else {
            assertThat(wrong(true, flag.flag() + "=yes")).containsExactly(flag.flag() + " takes no value");
        }
    }

    @ParameterizedTest
    @EnumSource(RunFlag.class)
    void refusesEveryFlagWithoutItsValue(RunFlag flag) {
        if (flag.takesValue()) {
            assertThat(wrong(true, "p", flag.flag()))
                    .singleElement()
                    .asString()
                    .startsWith(flag.flag() + " needs a value");
            assertThat(wrong(true, flag.flag(), "--", "c"))
                    .singleElement()
                    .asString()
                    .startsWith(flag.flag() + " needs a value");
            assertThat(wrong(true, flag.flag() + "=")).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(RunFlag.class)
    void leavesTheInspectionFlagsToShow(RunFlag flag) throws ProblemException {
        String[] words = given(flag).toArray(String[]::new);
        if (flag.onlyInspects()) {
            assertThat(onlyWrong(words)).isEqualTo(flag.flag() + " goes with show; after -- it belongs to the command");
        } else {
            assertThat(run(words).has(flag)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(RunFlag.class)
    void repeatsAsTheTableSays(RunFlag flag) throws ProblemException {
        List<String> words = new ArrayList<>(given(flag));
        words.addAll(given(flag));
        RunArguments run = RunGrammar.parse(words, true);
        assertThat(run.last(flag).isPresent()).isEqualTo(flag.takesValue());
        assertThat(run.all(flag)).hasSize(flag.takesValue() ? 2 : 0);
    }

    @Test
    void letsTheLastOfTwoValuesCount() throws ProblemException {
        assertThat(run("--timeout", "1s", "--timeout", "2s").last(RunFlag.TIMEOUT))
                .contains("2s");
    }

    @Test
    void splitsPathsAtCommasButNotVariables() throws ProblemException {
        RunArguments run = run("--rw", "/a,/b", "--rw", "/c", "--env", "A=1,2");
        assertThat(run.all(RunFlag.RW)).containsExactly("/a", "/b", "/c");
        assertThat(run.all(RunFlag.ENV)).containsExactly("A=1,2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/a\\,b|/a,b",
                "/a\\\\,/b|/a\\\\;/b",
                "/a\\*b|/a\\*b",
                "/a\\|/a\\",
                "a\\\\\\,b|a\\\\,b",
                "plain|plain"
            })
    void readsABackslashBeforeACommaAsThatComma(String written, String read) {
        assertThat(CommaList.split(written)).containsExactly(read.split(";"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a,b", "a\\b", ",", "x"})
    void escapesAnElementSoThatItStaysOne(String element) {
        assertThat(CommaList.split(CommaList.escape(element.replace("\\", "\\\\"))))
                .containsExactly(element.replace("\\", "\\\\"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,,b", ",a", "a,", ","})
    void refusesAnEmptyElementOfTheProfileList(String list) {
        assertThat(onlyWrong(list))
                .startsWith("the profile list has an empty element")
                .contains(list);
        assertThat(onlyWrong("--ro", list))
                .startsWith("--ro has an empty element")
                .contains(list);
    }

    @Test
    void refusesAnEmptyProfileList() {
        assertThat(onlyWrong("")).isEqualTo("the profile list is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "--rwxx,--rwx",
        "--evn,--env",
        "--netwrok,''",
        "--timout,--timeout",
        "-ro,--ro",
        "--env-fiel,--env-file",
        "--r,--ro"
    })
    void namesAnUnknownFlagAndTheNearestKnownOne(String typed, String meant) {
        String message = onlyWrong("p", typed);
        assertThat(message).startsWith("\"" + typed + "\" is not a flag");
        if (meant.isEmpty()) {
            assertThat(message).doesNotContain("did you mean");
        } else {
            assertThat(message).endsWith("did you mean \"" + meant + "\"?");
        }
    }

    @Test
    void suggestsOnlyFlagsThatWouldBeTaken() {
        assertThat(onlyWrong("--jsn")).doesNotContain("--json");
        assertThat(wrong(true, "--jsn")).singleElement().asString().contains("--json");
    }

    @Test
    void refusesAThirdPositionalAndShowsWhereACommandGoes() {
        assertThat(onlyWrong("tool", ".", "ls", "a b"))
                .contains("one argument too many")
                .endsWith("bulle tool . -- ls 'a b'");
    }

    @Test
    void reportsEverythingThatIsWrongTogether() {
        assertThat(wrong(false, "a,,b", "--rxo", "--json", "--allow", "netwrok", "--var", "X", "/w", "z"))
                .hasSize(6);
    }

    @Test
    void doesNotTakeAFlagForAValueThatWasForgotten() {
        assertThat(onlyWrong("--ro", "--rw=/a")).contains("--ro=--rw=/a");
    }

    @Test
    void takesAValueThatBeginsWithADash() throws ProblemException {
        assertThat(run("--ro", "-d").all(RunFlag.RO)).containsExactly("-d");
        assertThat(run("--ro=--x").all(RunFlag.RO)).containsExactly("--x");
    }

    @ParameterizedTest
    @CsvSource({"--allow,netwrok,network", "--deny,lopback,loopback"})
    void namesTheKnownWordsOfAFlagThatHasOnlySome(String flag, String typed, String meant) {
        assertThat(onlyWrong(flag, typed))
                .startsWith(flag + ": \"" + typed + "\"")
                .endsWith("did you mean \"" + meant + "\"?");
    }

    @Test
    void takesPortsWhereLoopbackIsAllowedOnly() throws ProblemException {
        assertThat(run("--allow", "loopback:80,loopback:8000-8099").all(RunFlag.ALLOW))
                .containsExactly("loopback:80", "loopback:8000-8099");
        assertThat(onlyWrong("--allow", "loopback:http")).contains("no port or range of ports");
        assertThat(onlyWrong("--deny", "loopback:80")).contains("leave loopback out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X", "=v"})
    void refusesAPathVariableThatIsNoAssignment(String value) {
        assertThat(onlyWrong("--var", value)).contains("NAME=VALUE");
    }

    @Test
    void refusesAVariableWithoutAName() {
        assertThat(onlyWrong("--env", "=v")).contains("needs a name");
    }

    @Test
    void asksForHelpOnlyBeforeTheDashes() throws ProblemException {
        assertThat(run("p", "--help").help()).isTrue();
        assertThat(run("-h").help()).isTrue();
    }

    @Test
    void makesAMessageHarmless() {
        assertThat(onlyWrong("--\u001b[31mx")).doesNotContain("\u001b");
        assertThat(onlyWrong("a", "b", "c\u001b]0;x\u0007"))
                .doesNotContain("\u001b")
                .doesNotContain("\u0007");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show a|0",
                "--config d show|2",
                "--config=d show|1",
                "--json runs|1",
                "--no-cache --ro a b|3",
                "-- show|",
                "--ro|"
            })
    void findsTheFirstPositionalBehindFlags(String line, Integer index) {
        assertThat(RunGrammar.firstPositional(List.of(line.split(" "))).orElse(null))
                .isEqualTo(index);
    }
}
