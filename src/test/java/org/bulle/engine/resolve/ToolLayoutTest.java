package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resolvers that read a tool's files and run nothing; so the tools may be anybody's. */
class ToolLayoutTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
        world.environment.put("PATH", world.outside + "/bin");
    }

    @Test
    void findsJavaAndWhereItsConfigurationReallyLies() {
        Path home = world.outside.resolve("jvm/java-99");
        World.script(home.resolve("bin/java"), "\u007fELF");
        World.file(home.resolve("lib/modules"));
        World.file(world.outside.resolve("etc/java/net.properties"));
        World.file(world.outside.resolve("etc/java/security/java.security"));
        World.file(world.outside.resolve("certs/cacerts"));
        World.link(home.resolve("conf/net.properties"), world.outside.resolve("etc/java/net.properties"));
        World.link(
                home.resolve("conf/security/java.security"), world.outside.resolve("etc/java/security/java.security"));
        World.link(home.resolve("lib/security/cacerts"), world.outside.resolve("certs/cacerts"));
        World.link(world.outside.resolve("alternatives/java"), home.resolve("bin/java"));
        World.link(world.outside.resolve("bin/java"), "../alternatives/java");
        assertThat(world.rox("java:home").entry("java:home").paths())
                .containsExactly(world.outside + "/certs", world.outside + "/etc/java", home.toString());
    }

    @Test
    void doesNotTakeAScriptForAJavaHome() {
        World.script(world.outside.resolve("bin/java"), "#!/bin/sh\n");
        assertThat(world.rox("?java:home").outcome("java:home"))
                .contains("is a script, not the program of a Java home");
    }

    @Test
    void findsMavenWithItsLinkedParts() {
        Path home = world.outside.resolve("share/maven");
        World.script(home.resolve("bin/mvn"), "#!/bin/sh\n");
        World.link(world.outside.resolve("bin/mvn"), home.resolve("bin/mvn"));
        World.directory(world.outside.resolve("etc/maven"));
        World.link(home.resolve("conf"), world.outside.resolve("etc/maven"));
        World.file(world.outside.resolve("java/guava.jar"));
        World.link(home.resolve("lib/guava.jar"), "../../java/guava.jar".replace("../../", world.outside + "/"));
        assertThat(world.rox("maven:home").entry("maven:home").paths())
                .containsExactly(world.outside + "/etc/maven", world.outside + "/java", home.toString());
    }

    @Test
    void takesOnlyTheFileWhereItsDirectoryIsTheUsers() {
        Path home = world.outside.resolve("gradle");
        World.script(home.resolve("bin/gradle"), "#!/bin/sh\n");
        World.link(world.outside.resolve("bin/gradle"), home.resolve("bin/gradle"));
        World.file(world.home.resolve("dotfiles/my.jar"));
        World.link(home.resolve("lib/my.jar"), world.home.resolve("dotfiles/my.jar"));
        assertThat(world.rox("gradle:home").entry("gradle:home").paths())
                .containsExactly(world.home + "/dotfiles/my.jar", home.toString());
    }

    @Test
    void takesMavensDefaultRepositoryWithoutSettings() {
        World.directory(world.home.resolve(".m2/repository"));
        assertThat(world.ro("maven:repository").granted()).containsExactly("ro T/home/.m2/repository");
    }

    @Test
    void readsTheRepositoryFromTheSettings() {
        World.directory(world.outside.resolve("repo"));
        World.file(
                world.home.resolve(".m2/settings.xml"),
                "<settings><!-- <localRepository>/wrong</localRepository> -->\n <localRepository>\n  " + world.outside
                        + "/repo\n </localRepository></settings>");
        assertThat(world.ro("maven:repository").granted()).containsExactly("ro T/s/repo");
    }

    @Test
    void readsTheRepositoryBelowTheUsersHome() {
        World.directory(world.home.resolve("a&b"));
        World.file(
                world.home.resolve(".m2/settings.xml"),
                "<settings><localRepository>${user.home}/a&amp;b</localRepository></settings>");
        assertThat(world.ro("maven:repository").granted()).containsExactly("ro T/home/a&b");
    }

    @Test
    void ignoresARepositoryThatItCannotUnderstandOrThatIsTheHome() {
        World.directory(world.home.resolve(".m2/repository"));
        for (String value : new String[] {"${env.REPO}/x", "relative", "${user.home}", "/", "${user.home}/.."}) {
            World.file(
                    world.home.resolve(".m2/settings.xml"),
                    "<settings><localRepository>" + value + "</localRepository></settings>");
            World again = world;
            assertThat(again.ro("maven:repository").granted()).as(value).containsExactly("ro T/home/.m2/repository");
        }
    }

    @Test
    void grantsTheVersionsThatPyenvChoosesAndNoOther() {
        for (String version : new String[] {"3.11.4", "3.11.9", "3.12.1", "2.7.18"}) {
            World.directory(world.home.resolve(".pyenv/versions/" + version + "/bin"));
        }
        World.file(world.home.resolve(".pyenv/version"), "3.12.1\nsystem\n../../..\n");
        assertThat(world.ro("pyenv:version").granted()).containsExactly("ro T/home/.pyenv/versions/3.12.1");
        World.file(world.workspace.resolve(".python-version"), "3.11\n");
        assertThat(world.granted())
                .containsExactly("ro T/home/.pyenv/versions/3.11.4", "ro T/home/.pyenv/versions/3.11.9");
        world.environment.put("PYENV_VERSION", "2.7.18:nosuch");
        assertThat(world.granted()).containsExactly("ro T/home/.pyenv/versions/2.7.18");
    }

    @Test
    void grantsWithAnEnvironmentOfPyenvTheVersionThatItWasMadeFrom() {
        World.directory(world.home.resolve(".pyenv/versions/3.12.1/bin"));
        World.file(
                world.home.resolve(".pyenv/versions/work/pyvenv.cfg"),
                "home = " + world.home + "/.pyenv/versions/3.12.1/bin\n");
        world.environment.put("PYENV_VERSION", "work");
        assertThat(world.ro("pyenv:version").granted())
                .containsExactly("ro T/home/.pyenv/versions/3.12.1", "ro T/home/.pyenv/versions/work");
    }

    @Test
    void takesSafeHomesFromTheEnvironmentAndElseTheirDefaults() {
        World.directory(world.outside.resolve("gradle"));
        World.directory(world.home.resolve(".cargo"));
        World.directory(world.home.resolve(".rustup"));
        world.environment.put("GRADLE_USER_HOME", world.outside + "/gradle");
        world.environment.put("CARGO_HOME", world.home.toString());
        world.rw("gradle:user-home").ro("cargo:home").ro("rustup:home");
        assertThat(world.granted()).containsExactly("ro T/home/.cargo", "ro T/home/.rustup", "rw T/s/gradle");
    }
}
