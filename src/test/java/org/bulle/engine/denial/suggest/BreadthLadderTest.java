package org.bulle.engine.denial.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.denial.suggest.BreadthLadder.Kind;
import org.bulle.engine.denial.suggest.BreadthLadder.Missing;
import org.bulle.engine.policy.Statement;
import org.junit.jupiter.api.Test;

class BreadthLadderTest {
    private static Denial denial(Access access, String path, String list, String... ladder) {
        return new Denial(
                access,
                Optional.of(path),
                Optional.empty(),
                OptionalInt.empty(),
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                "cat",
                7,
                false,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.of(new Suggestion(list, ladder[0], "", List.of(ladder), Optional.empty())),
                Optional.empty());
    }

    private static String shown(BreadthLadder ladder) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < ladder.rungs().size(); i++) {
            BreadthLadder.Rung rung = ladder.rungs().get(i);
            out.append(i == ladder.preferred() ? "*" : "")
                    .append(rung.isAvailable() ? String.join("+", rung.entries()) : rung.missing())
                    .append(' ');
        }
        return out.toString().strip();
    }

    @Test
    void aFileBelowAVariableHasItsPathAndItsSpelling() {
        BreadthLadder ladder = BreadthLadder.of(
                List.of(denial(Access.READ, "/home/u/.config/git/ignore", "ro", "?$CONFIG/git/ignore")));
        assertThat(shown(ladder)).isEqualTo("?/home/u/.config/git/ignore TOO_BROAD *?$CONFIG/git/ignore NO_RESOLVER");
        assertThat(ladder.step(ladder.preferred(), -1)).isZero();
        assertThat(ladder.step(0, -1)).isZero();
        assertThat(ladder.step(ladder.preferred(), 1)).isEqualTo(2);
    }

    @Test
    void siblingsOfferTheirFolder() {
        BreadthLadder ladder = BreadthLadder.of(
                List.of(denial(Access.READ, "/home/u/x/y/a", "ro", "?$HOME/x/y/a", "?$HOME/x/y/", "?npm:cache")));
        assertThat(shown(ladder)).isEqualTo("?/home/u/x/y/a ?$HOME/x/y/ *?$HOME/x/y/a ?npm:cache");
    }

    @Test
    void whatIsMadeNeedsTheFolder() {
        BreadthLadder ladder = BreadthLadder.of(List.of(
                denial(Access.CREATE, "/home/u/.cache/x/new", "rw", "?$CACHE/x/"),
                denial(Access.WRITE, "/home/u/.cache/x/old", "rw", "?$CACHE/x/")));
        assertThat(shown(ladder)).isEqualTo("NEEDS_FOLDER ?/home/u/.cache/x/ *?$CACHE/x/ NO_RESOLVER");
    }

    @Test
    void filesOfOneFolderCanBeNamedOneByOne() {
        BreadthLadder ladder = BreadthLadder.of(List.of(
                denial(Access.READ, "/home/u/d/a$", "ro", "?$HOME/d/"),
                denial(Access.READ, "/home/u/d/b", "ro", "?$HOME/d/")));
        assertThat(ladder.rungs().getFirst().entries()).containsExactly("?/home/u/d/a\\$", "?/home/u/d/b");
    }

    @Test
    void aFolderThatWasDeniedItselfIsNoFile() {
        assertThat(shown(BreadthLadder.of(List.of(denial(Access.READ, "/home/u/d", "ro", "?$HOME/d/")))))
                .isEqualTo("NO_FILE ?/home/u/d/ *?$HOME/d/ NO_RESOLVER");
        assertThat(shown(BreadthLadder.of(List.of(denial(Access.READ, "/proc/7/status", "ro", "?/proc/")))))
                .isEqualTo("NO_FILE *?/proc/ NO_VARIABLE NO_RESOLVER");
    }

    @Test
    void aProgramOnThePathIsFoundByItsName() {
        assertThat(shown(BreadthLadder.of(List.of(denial(Access.EXECUTE, "/usr/bin/git", "rox", "?which:git")))))
                .isEqualTo("?/usr/bin/git TOO_BROAD NO_VARIABLE *?which:git");
    }

    @Test
    void theNetworkHasTwoRungs() {
        BreadthLadder ladder = BreadthLadder.of(List.of(denial(Access.CONNECT, "", "allow", "loopback", "network")));
        assertThat(shown(ladder)).isEqualTo("*loopback network");
        BreadthLadder far = BreadthLadder.of(List.of(denial(Access.CONNECT, "", "allow", "network")));
        assertThat(far.rungs().getFirst().missing()).isEqualTo(Missing.NOT_ENOUGH);
        assertThat(far.rungs().getLast().kind()).isEqualTo(Kind.INTERNET);
        assertThat(far.preferred()).isEqualTo(1);
    }

    @Test
    void aKnownPortIsTheNarrowestRung() {
        BreadthLadder ladder =
                BreadthLadder.of(List.of(denial(Access.CONNECT, "", "allow", "loopback:80", "loopback", "network")));
        assertThat(shown(ladder)).isEqualTo("*loopback:80 loopback network");
        assertThat(ladder.rungs().getFirst().kind()).isEqualTo(Kind.PORT);
    }

    @Test
    void whatIsRefusedHasNoLadder() {
        Denial refused =
                denial(Access.READ, "/x", "ro", "?/x").with(Suggestion.refused(new Statement.Verbatim("never")));
        assertThat(BreadthLadder.of(List.of(refused)).rungs()).isEmpty();
    }
}
