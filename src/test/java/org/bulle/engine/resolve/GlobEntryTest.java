package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobEntryTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
    }

    @Test
    void matchesWithinOneName() {
        for (String name : List.of("v1/bin/x", "v2/bin/x", "v2/lib/y", "other")) {
            World.file(world.outside.resolve(name));
        }
        world.rox(world.outside + "/v*/bin");
        assertThat(world.granted()).containsExactly("rox T/s/v1/bin", "rox T/s/v2/bin");
        assertThat(world.outcome(world.outside + "/v*/bin")).isEqualTo("expanded");
    }

    @Test
    void skipsWhatMatchesNothing() {
        assertThat(world.rw(world.outside + "/*/x").outcome(world.outside + "/*/x"))
                .isEqualTo("skipped: nothing matches");
    }

    @Test
    void leavesHiddenFilesAlone() {
        World.file(world.outside.resolve(".hidden"));
        World.file(world.outside.resolve("seen"));
        assertThat(world.ro(world.outside + "/*").granted()).containsExactly("ro T/s/seen");
    }

    @Test
    void findsHiddenFilesByAWrittenDot() {
        World.file(world.outside.resolve(".hidden"));
        assertThat(world.ro(world.outside + "/.h*").granted()).containsExactly("ro T/s/.hidden");
    }

    @Test
    void refusesTwoStars() {
        Problem problem = world.ro(world.outside + "/**/x").onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message()).contains("has \"**\"");
    }

    @Test
    void keepsAnEscapedStar() {
        World.file(world.outside.resolve("a*b"));
        World.file(world.outside.resolve("axb"));
        assertThat(world.ro(world.outside + "/a\\*b").granted()).containsExactly("ro T/s/a*b");
    }

    @Test
    void takesAStarInAValueLiterally() {
        Path odd = World.directory(world.root.resolve("w*"));
        World.directory(world.root.resolve("wx"));
        World.file(odd.resolve("f"));
        world.givenWorkspace = java.util.Optional.of(odd.toString());
        world.grantWorkspace = false;
        assertThat(world.ro("$WORKSPACE/f").granted()).containsExactly("ro T/w*/f");
    }

    @Test
    void takesQuestionMarksAndBracketsLiterally() {
        World.file(world.outside.resolve("[x]?"));
        World.file(world.outside.resolve("xy"));
        assertThat(world.ro(world.outside + "/[x]?").granted()).containsExactly("ro T/s/[x]?");
    }

    @Test
    void leavesOutMatchesThatLeadNowhere() {
        World.link(world.outside.resolve("dangling"), "none");
        World.file(world.outside.resolve("f"));
        assertThat(world.ro(world.outside + "/*").granted()).containsExactly("ro T/s/f");
    }

    @Test
    void refusesAMatchThatIsTheHome() {
        assertThat(world.ro(world.root + "/*").onlyProblem().message()).contains("expands to the home directory");
    }

    @Test
    void refusesAMatchThatIsALinkToTheHome() {
        World.link(world.outside.resolve("h"), world.home);
        assertThat(world.ro(world.outside + "/*").onlyProblem().message())
                .contains("leads by a link to the home directory");
    }

    @Test
    void sortsByBytes() throws Exception {
        for (String name : List.of("é", "z", "Z", "a-", "a")) {
            Files.createFile(OsPath.of(world.outside + "/" + name));
        }
        Files.createFile(OsPath.of(world.outside + "/" + OsString.decode(new byte[] {(byte) 0xff})));
        assertThat(world.ro(world.outside + "/*").entry(world.outside + "/*").paths())
                .containsExactly(
                        world.outside + "/Z",
                        world.outside + "/a",
                        world.outside + "/a-",
                        world.outside + "/z",
                        world.outside + "/é",
                        world.outside + "/" + OsString.decode(new byte[] {(byte) 0xff}));
    }

    @Test
    void expandsTwentyThousandEntriesInTime() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            Files.createFile(world.outside.resolve("f" + i));
        }
        Files.createFile(world.outside.resolve("other"));
        long start = System.nanoTime();
        List<String> granted = world.ro(world.outside + "/f*").granted();
        assertThat(granted).hasSize(20_000);
        assertThat(granted)
                .containsAll(IntStream.of(0, 9_999, 19_999)
                        .mapToObj(i -> "ro T/s/f" + i)
                        .toList());
        assertThat(granted).doesNotContain("ro T/s/other");
        // Twenty seconds on a machine that does much else; a few hundred milliseconds on an idle one.
        assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "abc,     a*c,    true",
        "ac,      a*c,    true",
        "abd,     a*c,    false",
        "aXbXc,   a*b*c,  true",
        "aXbXbc,  *b*bc,  true",
        "abcabc,  *abc,   true",
        "abcab,   *abc,   false",
        ".x,      *,      false",
        ".x,      .*,     true",
        "x,       .*,     false",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaab, a*a*a*a*a*a*a*a*a*a*c, false",
    })
    void matchesAsAShellDoes(String name, String pattern, boolean matches) {
        BitSet stars = new BitSet();
        IntStream.range(0, pattern.length())
                .filter(i -> pattern.charAt(i) == '*')
                .forEach(stars::set);
        assertThat(GlobExpander.matches(name, pattern, stars)).isEqualTo(matches);
    }
}
