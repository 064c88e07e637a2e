package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkEntryTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
    }

    @Test
    void grantsTheLinkAndItsTarget() {
        World.file(world.outside.resolve("f"));
        World.link(world.outside.resolve("alias"), "f");
        assertThat(world.ro(world.outside + "/alias").granted()).containsExactly("ro T/s/alias", "ro T/s/f");
        assertThat(world.outcome(world.outside + "/alias")).isEqualTo("granted");
    }

    @Test
    void grantsEveryLinkOfAChain() {
        World.file(world.outside.resolve("d/f"));
        World.link(world.outside.resolve("two"), world.outside.resolve("d/f"));
        World.link(world.outside.resolve("one"), "two");
        assertThat(world.ro(world.outside + "/one").granted())
                .containsExactly("ro T/s/d/f", "ro T/s/one", "ro T/s/two");
    }

    @Test
    void grantsOnlyTheRealPathBehindALinkedDirectory() {
        World.file(world.outside.resolve("real/f"));
        World.link(world.outside.resolve("dir"), "real");
        assertThat(world.ro(world.outside + "/dir/f").granted()).containsExactly("ro T/s/real/f");
    }

    @Test
    void followsDotDotAcrossALinkAsTheKernelDoes() {
        World.directory(world.outside.resolve("a/b"));
        World.file(world.outside.resolve("a/f"), "reached");
        World.file(world.outside.resolve("f"), "not reached");
        World.link(world.outside.resolve("link"), "a/b");
        assertThat(world.ro(world.outside + "/link/../f").granted()).containsExactly("ro T/s/a/f");
    }

    @Test
    void skipsADanglingLinkThatIsOnlyRead() {
        World.link(world.outside.resolve("alias"), "none");
        assertThat(world.ro(world.outside + "/alias").granted()).isEmpty();
        assertThat(world.outcome(world.outside + "/alias"))
                .isEqualTo("skipped: does not exist (the link leads to T/s/none)");
    }

    @Test
    void namesTheLinkThatDanglesWhenItIsNeeded() {
        World.link(world.outside.resolve("alias"), "none");
        assertThat(world.rw(world.outside + "/alias").onlyProblem().message())
                .startsWith(world.outside + "/alias does not exist (the link leads to ");
    }

    @Test
    void endsOnLinksInACircle() {
        World.link(world.outside.resolve("a"), "b");
        World.link(world.outside.resolve("b"), "a");
        assertThat(world.ro(world.outside + "/a").granted()).isEmpty();
        assertThat(world.rw("+" + world.outside + "/b/c/").problems()).hasSize(1);
    }

    @Test
    void refusesALinkToTheRoot() {
        World.link(world.outside.resolve("all"), "/");
        Problem problem = world.ro(world.outside + "/all").onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message()).contains("leads by a link to the root of the file system");
    }

    @Test
    void refusesALinkToTheHomeAndToWhatLiesAbove() {
        World.link(world.outside.resolve("h"), world.home);
        World.link(world.outside.resolve("above"), world.root);
        assertThat(world.ro(world.outside + "/h")
                        .ro("?" + world.outside + "/above")
                        .problems())
                .extracting(Problem::message)
                .anySatisfy(message -> assertThat(message).contains("leads by a link to the home directory"))
                .anySatisfy(message ->
                        assertThat(message).contains("leads by a link to a directory above the home directory"));
    }

    @Test
    void refusesALinkToTheHomeOfThePasswordDatabaseToo() {
        Path other = World.directory(world.root.resolve("other"));
        world.passwdHome = other.toString();
        World.link(world.outside.resolve("h"), other);
        assertThat(world.ro(world.outside + "/h").onlyProblem().message()).contains("the home directory");
    }

    @Test
    void refusesAPathThatClimbsToTheHomeThroughALink() {
        World.directory(world.home.resolve("d"));
        World.link(world.outside.resolve("link"), world.home.resolve("d"));
        assertThat(world.ro(world.outside + "/link/..").onlyProblem().message()).contains("the home directory");
    }

    @Test
    void knowsTheHomeByItsIdentityThroughALinkedHomeVariable() {
        Path alias = World.link(world.root.resolve("alias"), world.home);
        world.environment.put("HOME", alias.toString());
        assertThat(world.ro("$HOME/../home").onlyProblem().message()).contains("the home directory");
    }

    @Test
    void doesNotFollowALinkThatTheCommandCouldHaveMadeOutOfTheWorkspace() throws Exception {
        World.file(world.home.resolve(".ssh/id"));
        Files.createSymbolicLink(world.workspace.resolve("target"), world.home.resolve(".ssh"));
        world.rwx("?+$WORKSPACE/target/").ro("$WORKSPACE/target/id");
        assertThat(world.granted()).isEmpty();
        assertThat(world.outcome("$WORKSPACE/target/"))
                .startsWith("skipped: the command could have made the link T/w/target itself");
        assertThat(world.outcome("$WORKSPACE/target/id")).startsWith("skipped: the command could have made the link");
    }

    @Test
    void failsWhenAPlantedLinkStandsForANeededPath() {
        World.directory(world.home.resolve(".ssh"));
        World.link(world.workspace.resolve("target"), world.home.resolve(".ssh"));
        assertThat(world.rwx("$WORKSPACE/target").onlyProblem().message())
                .contains("is not granted", world.home + "/.ssh");
    }

    @Test
    void createsNothingThroughAPlantedLink() {
        World.link(world.workspace.resolve("target"), world.home.resolve("new"));
        assertThat(world.rwx("?+$WORKSPACE/target/").policy().create()).isEmpty();
    }

    @Test
    void doesNotFollowAPlantedLinkInAnyWritableTree() {
        World.file(world.home.resolve("secret"));
        World.link(world.outside.resolve("d/link"), world.home.resolve("secret"));
        assertThat(world.rw(world.outside + "/d").ro(world.outside + "/d/link").granted())
                .containsExactly("rw T/s/d");
    }

    @Test
    void followsALinkThatStaysInTheWritableTree() {
        World.file(world.workspace.resolve("f"));
        World.link(world.workspace.resolve("alias"), "f");
        assertThat(world.rw("$WORKSPACE/alias").granted()).containsExactly("rw T/w/alias", "rw T/w/f");
    }

    @Test
    void followsALinkToWhatIsGrantedAnyway() {
        World.file(world.outside.resolve("f"));
        World.link(world.workspace.resolve("alias"), world.outside.resolve("f"));
        assertThat(world.ro("$WORKSPACE/alias").ro(world.outside.toString()).granted())
                .contains("ro T/s/f", "ro T/w/alias");
    }

    @Test
    void followsALinkOutOfAnUnwritableWorkspace() {
        world.grantWorkspace = false;
        World.file(world.outside.resolve("f"));
        World.link(world.workspace.resolve("alias"), world.outside.resolve("f"));
        assertThat(world.ro("$WORKSPACE/alias").granted()).containsExactly("ro T/s/f", "ro T/w/alias");
    }
}
