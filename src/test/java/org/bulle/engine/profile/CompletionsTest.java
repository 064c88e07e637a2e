package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.bulle.engine.profile.Completions.Proposal;
import org.junit.jupiter.api.Test;

class CompletionsTest {
    private static final Completions.Words WORDS = new Completions.Words(
            Map.of("network", "n", "node", "", "claude", ""),
            Map.of("HOME", "/home/u", "CACHE", "/home/u/.cache"),
            Map.of("npm:cache", "npm's cache", "go:path", ""),
            Set.of("NODE_ENV", "PATH"));

    /** The cursor is at the bar. */
    private static List<String> at(String text) {
        return answer(text).proposals().stream().map(Proposal::label).toList();
    }

    private static Completions.Answer answer(String text) {
        int bar = text.indexOf('|');
        return Completions.at(text.substring(0, bar) + text.substring(bar + 1), bar, false, WORDS);
    }

    /** The text after the first proposal was taken. */
    private static String taken(String text) {
        Completions.Answer answer = answer(text);
        String plain = text.replace("|", "");
        return plain.substring(0, answer.start())
                + answer.proposals().getFirst().insert()
                + plain.substring(answer.end());
    }

    @Test
    void offersProfilesInInheritsAndReplacesTheWholeWord() {
        assertThat(at("inherits = [\"n|\"]")).containsExactly("network", "node");
        assertThat(taken("inherits = [\"n|ode\"]\n")).isEqualTo("inherits = [\"network\"]\n");
        assertThat(taken("inherits = [|]")).isEqualTo("inherits = [\"claude\"]");
        assertThat(at("inherits = [\n  \"x\",\n  \"cl|\n")).containsExactly("claude");
    }

    @Test
    void offersVariablesAndResolversInPathLists() {
        assertThat(at("rw = [\"?$|\"]")).containsExactly("$CACHE", "$HOME");
        assertThat(taken("rw = [\"${H|/x\"]")).isEqualTo("rw = [\"${HOME}/x\"]");
        assertThat(at("rw = [\"?n|\"]")).containsExactly("npm:cache");
        assertThat(at("rox = [\"wh|\"]")).containsExactly("which:");
        assertThat(at("ro = [\"wh|\"]")).isEmpty();
        assertThat(taken("rw = [\"?npm:|\"]")).isEqualTo("rw = [\"?npm:cache\"]");
    }

    @Test
    void offersKeysThatAreNotThereYet() {
        assertThat(at("ro = []\nr|\n")).contains("rox", "rw", "rwx").doesNotContain("ro");
        assertThat(at("[linux]\nr|\nro = []\n")).contains("rw").doesNotContain("ro", "title");
        assertThat(taken("add_e|")).isEqualTo("add_exec = true");
        assertThat(taken("inh| = []")).isEqualTo("inherits = []");
        assertThat(at("[l|")).contains("linux");
    }

    @Test
    void offersVariablesOfTheEnvironmentAndCapabilities() {
        assertThat(at("env = [\"N|\"]")).containsExactly("NODE_ENV");
        assertThat(at("allow = [\"|\"]")).containsExactly("loopback", "loopback:", "network");
        assertThat(at("add_libs = |")).containsExactly("false", "true");
    }

    @Test
    void offersNothingInCommentsAndTitles() {
        assertThat(at("# r|")).isEmpty();
        assertThat(at("title = \"n|\"")).isEmpty();
    }

    @Test
    void anyTextAtAnyPlaceIsAnswered() {
        Random random = new Random(3);
        TomlGarbage garbage = new TomlGarbage(3);
        for (int i = 0; i < 400; i++) {
            String text = garbage.next();
            int offset = random.nextInt(text.length() + 1);
            Completions.Answer answer = Completions.at(text, offset, random.nextBoolean(), WORDS);
            assertThat(answer.start()).isBetween(0, offset);
            assertThat(answer.end()).isBetween(offset, text.length());
        }
    }

    @Test
    void offersWhatConfigTomlAloneHolds() {
        assertThat(configured("[ru|")).containsExactly("runs");
        assertThat(configured("[runs]\n|")).containsExactly("keep", "days", "keep_output");
        assertThat(configured("[defaults]\nst|")).containsExactly("strict_limits");
        assertThat(Completions.at("[runs]\nda", 9, true, WORDS)
                        .proposals()
                        .getFirst()
                        .insert())
                .isEqualTo("days = ");
    }

    private static List<String> configured(String text) {
        int bar = text.indexOf('|');
        return Completions.at(text.replace("|", ""), bar, true, WORDS).proposals().stream()
                .map(Proposal::label)
                .toList();
    }
}
