package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathEntryTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
    }

    @Test
    void grantsAnExistingPath() {
        World.file(world.outside.resolve("f"));
        assertThat(world.ro(world.outside + "/f").granted()).containsExactly("ro T/s/f");
        assertThat(world.outcome(world.outside + "/f")).isEqualTo("granted");
    }

    @Test
    void grantsTheWorkspaceForReadingAndWriting() {
        assertThat(world.policy().grants())
                .extracting(g -> g.access().key() + " " + g.path())
                .containsExactly("rw " + world.workspace);
    }

    @Test
    void grantsNoWorkspaceWhenToldSo() {
        world.grantWorkspace = false;
        assertThat(world.policy().grants()).isEmpty();
        assertThat(world.policy().workspace()).isEqualTo(world.workspace.toString());
    }

    @Test
    void skipsAMissingPathThatIsOnlyRead() {
        assertThat(world.ro("/nonexistent/a").rox("/nonexistent/b").granted()).isEmpty();
        assertThat(world.outcome("/nonexistent/a")).isEqualTo("skipped: does not exist");
        assertThat(world.outcome("/nonexistent/b")).isEqualTo("skipped: does not exist");
    }

    @Test
    void namesAMissingWritablePathAndBothMarkers() {
        Problem problem = world.rw(world.outside + "/none").onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message())
                .contains(
                        world.outside + "/none does not exist",
                        "?" + world.outside + "/none",
                        "+" + world.outside + "/none");
        assertThat(problem.file()).isEqualTo("test.toml");
        assertThat(problem.line()).isEqualTo(1);
        assertThat(problem.key()).isEqualTo("rw");
    }

    @Test
    void reportsEveryMissingWritablePathAtOnce() {
        assertThat(world.rw("/nonexistent/a").rwx("/nonexistent/b").problems()).hasSize(2);
    }

    @Test
    void skipsAMissingWritablePathThatIsOptional() {
        assertThat(world.rw("?/nonexistent/a").granted()).isEmpty();
        assertThat(world.outcome("/nonexistent/a")).isEqualTo("skipped: does not exist");
    }

    @Test
    void needsAMissingWritablePathWhenOneContributorNeedsIt() {
        assertThat(world.rw("?/nonexistent/a")
                        .rw("/nonexistent/a")
                        .onlyProblem()
                        .line())
                .isEqualTo(2);
    }

    @Test
    void skipsAMissingPathWhenOnlyTheReaderNeedsIt() {
        assertThat(world.rw("?/nonexistent/a").ro("/nonexistent/a").granted()).isEmpty();
    }

    @Test
    void recordsWhatARunWouldCreateAndCreatesNothing() {
        world.rw("+" + world.outside + "/a/b/").rwx("+?" + world.outside + "/c");
        assertThat(world.policy().create())
                .containsExactlyInAnyOrder(
                        new Policy.Creation(world.outside + "/a/b", true, AccessList.RW),
                        new Policy.Creation(world.outside + "/c", false, AccessList.RWX));
        assertThat(world.outcome(world.outside + "/a/b/")).isEqualTo("would create");
        assertThat(world.granted()).containsExactly("rw T/s/a/b", "rwx T/s/c");
        assertThat(world.outside).isEmptyDirectory();
    }

    @Test
    void doesNotCreateWhatIsThere() {
        World.directory(world.outside.resolve("a"));
        assertThat(world.rw("+" + world.outside + "/a/").policy().create()).isEmpty();
    }

    @Test
    void doesNotCreateThroughAFile() {
        World.file(world.outside.resolve("f"));
        assertThat(world.rw("+" + world.outside + "/f/x").onlyProblem().message())
                .contains("leads nowhere: " + world.outside + "/f is not a directory");
    }

    @Test
    void saysThatLinksLeadInACircle() throws Exception {
        Files.createSymbolicLink(world.outside.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(world.outside.resolve("b"), Path.of("a"));
        assertThat(world.rw("+" + world.outside + "/a").onlyProblem().message()).contains("in a circle");
    }

    @Test
    void createsNothingWhereTheUserMayNotWrite() throws Exception {
        assumeFalse(World.isRoot(), "root may write everywhere");
        Path closed = World.directory(world.outside.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        assertThat(world.rw("?+" + closed + "/a/b/").policy().create()).isEmpty();
        assertThat(world.outcome(closed + "/a/b/"))
                .isEqualTo("skipped: cannot be created: T/s/closed may not be written");
    }

    @Test
    void needsAWorkspaceThatTheUserMayEnter() throws Exception {
        assumeFalse(World.isRoot(), "root may enter every directory");
        Files.setPosixFilePermissions(world.workspace, PosixFilePermissions.fromString("rw-rw-rw-"));
        Problem problem = world.onlyProblem();
        Files.setPosixFilePermissions(world.workspace, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(problem.message()).contains("you may not search");
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
    }

    @Test
    void resolvesARelativePathOfAProfileAgainstTheWorkspace() {
        World.file(world.workspace.resolve("README"));
        world.cwd = world.outside.toString();
        assertThat(world.ro("README").granted()).containsExactly("ro T/w/README");
    }

    @Test
    void resolvesARelativePathOfAFlagAgainstTheCurrentDirectory() {
        World.file(world.outside.resolve("f"));
        world.cwd = world.outside.toString();
        assertThat(world.flag(AccessList.RO, "f").granted()).containsExactly("ro T/s/f");
    }

    @Test
    void keepsTheSameRelativeTextOfAFlagAndAProfileApart() {
        World.file(world.workspace.resolve("f"));
        World.file(world.outside.resolve("f"));
        world.cwd = world.outside.toString();
        world.ro("f").flag(AccessList.RW, "f");
        assertThat(world.granted()).containsExactly("rw T/s/f", "ro T/w/f");
    }

    @Test
    void cleansDotsAndSlashes() {
        World.file(world.outside.resolve("d/f"));
        assertThat(world.ro(world.outside + "//d/./f/").granted()).containsExactly("ro T/s/d/f");
        assertThat(world.ro(world.outside + "/d/../d/f").granted()).containsExactly("ro T/s/d/f");
    }

    @Test
    void unitesRightsOnOnePath() {
        World.file(world.outside.resolve("f"));
        String f = world.outside + "/f";
        assertThat(world.ro(f).rox("?" + f).rw(f).granted()).containsExactly("rwx T/s/f");
        assertThat(world.entry(f).list()).isEqualTo(AccessList.RWX);
        assertThat(world.entry(f).raisedBy()).isEqualTo(2);
        assertThat(world.entry(f).origins()).extracting(origin -> origin.line()).containsExactly(1, 2, 3);
    }

    @Test
    void unitesRightsOfTwoTextsForOnePath() {
        World.file(world.home.resolve("f"));
        assertThat(world.ro("~/f").rw("$HOME/f").granted()).containsExactly("rw T/home/f");
        assertThat(world.outcome("~/f")).isEqualTo("wider: rw through $HOME/f (test:2)");
        assertThat(world.outcome("$HOME/f")).isEqualTo("granted");
    }

    @Test
    void saysWhatGivesMoreFromAbove() {
        World.file(world.workspace.resolve("f"));
        assertThat(world.ro("$WORKSPACE/f").outcome("$WORKSPACE/f"))
                .isEqualTo("wider: rw through $WORKSPACE (workspace)");
    }

    @Test
    void refusesAnEmptyEntry() {
        assertThat(world.ro("").onlyProblem().message()).isEqualTo("an entry is empty");
    }

    @Test
    void grantsDevicesAndPipes() throws Exception {
        Path pipe = world.outside.resolve("p");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThat(world.rw("/dev/null").rw(pipe.toString()).granted()).containsExactly("rw /dev/null", "rw T/s/p");
    }

    @Test
    void refusesBulleItselfInProc() {
        assertThat(world.ro("/proc/self/status").outcome("/proc/self/status"))
                .isEqualTo("skipped: /proc/self would be bulle itself; grant /proc");
    }
}
