package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code which:} and {@code pkg:}, and the shims that they bring. */
class ProgramEntryTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
        world.environment.put("PATH", "relative:" + world.outside + "/bin::/usr/bin");
    }

    @Test
    void grantsTheFileAndEachLinkOfItsChain() {
        World.script(world.outside.resolve("pkg/real"), "#!/bin/sh\n");
        World.link(world.outside.resolve("pkg/middle"), "real");
        World.link(world.outside.resolve("bin/tool"), "../pkg/middle");
        world.rox("which:tool");
        assertThat(world.granted()).contains("rox T/s/bin/tool", "rox T/s/pkg/middle", "rox T/s/pkg/real");
        assertThat(world.granted()).noneMatch(grant -> grant.equals("rox T/s/bin") || grant.equals("rox T/s/pkg"));
        assertThat(world.outcome("which:tool")).isEqualTo("expanded");
    }

    @Test
    void linksEachHitUnderItsNameToThePathAsFound() {
        World.script(world.outside.resolve("pkg/real"), "#!/bin/sh\n");
        World.link(world.outside.resolve("bin/tool"), "../pkg/real");
        assertThat(world.rox("which:tool").policy().shims())
                .containsExactly(new Policy.Shim("tool", world.outside + "/bin/tool"));
    }

    @Test
    void makesNoLinkForAProgramOfAVirtualEnvironmentThatIsGrantedAnyway() {
        World.script(world.outside.resolve("venv/bin/python3"), "#!/bin/sh\n");
        World.file(world.outside.resolve("venv/pyvenv.cfg"), "home = /usr/bin\n");
        world.environment.put("PATH", world.outside + "/venv/bin:/usr/bin");
        assertThat(world.rox("which:python3").policy().shims())
                .as("alone it is found by its link only")
                .hasSize(1);
        assertThat(world.rox(world.outside + "/venv").policy().shims()).isEmpty();
        assertThat(world.env("PATH").variable("PATH").orElseThrow()).startsWith(world.outside + "/venv/bin");
    }

    @Test
    void putsTheShimDirectoryFirstOnThePathAndGrantsIt() throws Exception {
        World.script(world.outside.resolve("bin/tool"), "#!/bin/sh\n");
        world.env("PATH").rox("which:tool").rox("/usr/bin");
        Resolution resolution = world.resolve();
        String shims = resolution.directories().shims().orElseThrow();
        assertThat(shims)
                .isEqualTo(world.root + "/tmp/bulle-" + Integer.toUnsignedString(World.uid()) + "/shims/0123abcd");
        assertThat(world.granted()).contains("rox " + shims.replace(world.root.toString(), "T"));
        assertThat(world.variable("PATH")).contains(shims + ":/usr/bin");
        assertThat(Path.of(shims)).doesNotExist();
    }

    @Test
    void hasNoShimDirectoryWithoutShims() throws Exception {
        assertThat(world.resolve().directories().shims()).isEmpty();
    }

    @Test
    void keepsTheShimsOutOfWhatTheCommandMayWrite() throws Exception {
        World.script(world.outside.resolve("bin/tool"), "#!/bin/sh\n");
        world.environment.put(
                "XDG_RUNTIME_DIR", World.directory(world.root.resolve("run")).toString());
        world.rox("which:tool").rw(world.root + "/tmp");
        assertThat(world.resolve().directories().shims()).contains(world.root + "/run/bulle/shims/0123abcd");
    }

    @Test
    void refusesToRunWhenThereIsNoSuchPlaceForShims() {
        World.script(world.outside.resolve("bin/tool"), "#!/bin/sh\n");
        assertThat(world.rox("which:tool").rw("/").problems())
                .extracting(Problem::message)
                .anyMatch(message -> message.contains("no place for the links"));
    }

    @Test
    void skipsFilesThatCannotBeExecuted() {
        World.file(world.outside.resolve("bin/tool"));
        World.directory(world.outside.resolve("more/tool"));
        World.script(world.outside.resolve("last/tool"), "#!/bin/sh\n");
        world.environment.put("PATH", world.outside + "/bin:" + world.outside + "/more:" + world.outside + "/last");
        assertThat(world.rox("which:tool").granted())
                .contains("rox T/s/last/tool")
                .doesNotContain("rox T/s/bin/tool", "rox T/s/more/tool");
    }

    @Test
    void failsWhenThereIsNoSuchProgramUnlessItIsOptional() {
        assertThat(world.rox("which:nosuchtool").onlyProblem().message())
                .contains("there is no \"nosuchtool\" on PATH", "?which:nosuchtool");
        world = new World(World.directory(world.root.resolve("again")));
        assertThat(world.rox("?which:nosuchtool").outcome("which:nosuchtool"))
                .isEqualTo("skipped: there is no \"nosuchtool\" on PATH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"which:", "which:a/b", "which:/bin/ls", "which:..", "pkg:.", "pkg:"})
    void wantsABareName(String entry) {
        assertThat(world.rox("?" + entry).onlyProblem().message()).contains("needs the bare name of a program");
    }

    @Test
    void isOnlyForListsThatExecute() {
        Problem problem = world.ro("?which:ls").onlyProblem();
        assertThat(problem.message()).contains("stands in ro; which: is for rox and rwx only");
        assertThat(problem.key()).isEqualTo("ro");
    }

    @Test
    void grantsThePackageTwoLevelsAboveTheRealFile() {
        World.script(world.outside.resolve("lib/tool/bin/cli"), "#!/bin/sh\n");
        World.link(world.outside.resolve("bin/tool"), "../lib/tool/bin/cli");
        assertThat(world.rox("pkg:tool").granted())
                .contains("rox T/s/bin/tool", "rox T/s/lib/tool", "rox T/s/lib/tool/bin/cli");
    }

    @Test
    void refusesThePackageThatWouldBeASystemDirectory() {
        Problem problem = world.rox("pkg:env").onlyProblem();
        assertThat(problem.message()).contains("would grant /usr, a directory of the whole system; use which:env");
        assertThat(problem.fix()).isEqualTo("which:env");
    }

    @Test
    void grantsTheFileAloneWithANoteWhenThePackageIsOptional() throws Exception {
        world.rox("?pkg:env");
        assertThat(world.granted()).contains("rox /usr/bin/env").doesNotContain("rox /usr");
        assertThat(world.resolve().warnings())
                .extracting(Problem::message)
                .anyMatch(message -> message.contains("grants the file alone"));
    }

    @Test
    void refusesThePackageThatWouldBeTheHomeOrWhereEveryApplicationKeepsItsFiles() {
        World.script(world.home.resolve("bin/a"), "#!/bin/sh\n");
        World.script(world.home.resolve(".local/bin/b"), "#!/bin/sh\n");
        world.environment.put("PATH", world.home + "/bin:" + world.home + "/.local/bin");
        assertThat(world.rox("pkg:a").rox("pkg:b").problems()).hasSize(2);
    }

    @Test
    void looksInTheLibrarysDefaultPlacesWithoutAPath() {
        world.environment.remove("PATH");
        assertThat(world.rox("which:env").granted()).contains("rox /usr/bin/env");
    }
}
