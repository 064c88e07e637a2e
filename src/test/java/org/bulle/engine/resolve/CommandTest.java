package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
        world.environment.put("PATH", world.outside + "/bin:/usr/bin");
    }

    private CommandLookup lookup(String... command) {
        world.command.clear();
        world.command.addAll(List.of(command));
        try {
            return world.resolve().command();
        } catch (ProblemException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void findsACommandOnThePathAndKeepsItsNameAsTyped() {
        World.script(world.outside.resolve("real/tool"), "#!/bin/sh\n");
        World.link(world.outside.resolve("bin/tool"), "../real/tool");
        assertThat(lookup("tool", "-x", ""))
                .isEqualTo(
                        new CommandLookup.Found(new Command(world.outside + "/bin/tool", List.of("tool", "-x", ""))));
        assertThat(world.policy().command())
                .contains(new Command(world.outside + "/bin/tool", List.of("tool", "-x", "")));
    }

    @Test
    void resolvesACommandWithASlashFromTheWorkspace() {
        World.script(world.workspace.resolve("s.sh"), "#!/bin/sh\n");
        world.cwd = world.outside.toString();
        assertThat(lookup("./s.sh"))
                .isEqualTo(new CommandLookup.Found(new Command(world.workspace + "/s.sh", List.of("./s.sh"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nosuchcommand", "./nosuch", "/nonexistent/x", "", "a\0b"})
    void saysThatThereIsNoSuchCommand(String name) {
        assertThat(lookup(name)).isEqualTo(new CommandLookup.NotFound(name));
        assertThat(world.policy().command()).isEmpty();
    }

    @Test
    void saysWhyACommandCannotBeExecuted() {
        World.file(world.workspace.resolve("plain"));
        World.directory(world.workspace.resolve("dir"));
        World.file(world.outside.resolve("bin/known"));
        assertThat(lookup("./plain"))
                .isEqualTo(new CommandLookup.NotExecutable(
                        "./plain", world.workspace + "/plain", EntryPhrase.PROGRAM_NOT_EXECUTABLE.with()));
        assertThat(lookup("./dir"))
                .isEqualTo(new CommandLookup.NotExecutable(
                        "./dir", world.workspace + "/dir", EntryPhrase.PROGRAM_IS_DIRECTORY.with()));
        assertThat(lookup("known"))
                .isEqualTo(new CommandLookup.NotExecutable(
                        "known", world.outside + "/bin/known", EntryPhrase.PROGRAM_NOT_EXECUTABLE.with()));
    }

    @Test
    void grantsAnExplicitCommandWithItsLinksWhateverTheProfilesSay() {
        World.script(world.outside.resolve("real/tool"), "\u007fELF\0");
        World.link(world.outside.resolve("bin/tool"), "../real/tool");
        world.addExec = Optional.of(false);
        lookup("tool");
        assertThat(world.granted()).containsExactly("rox T/s/bin/tool", "rox T/s/real/tool");
        assertThat(world.policy().addExec()).isTrue();
        assertThat(world.entry(world.outside + "/bin/tool").origins())
                .extracting(o -> o.profile())
                .containsExactly("command");
    }

    @Test
    void grantsTheShellForACommandThatNamesNoInterpreter() {
        World.script(world.outside.resolve("bin/plain"), "echo\n");
        lookup("plain");
        assertThat(world.granted()).contains("rox T/s/bin/plain").anyMatch(grant -> grant.endsWith("/bin/sh"));
        World.script(world.outside.resolve("bin/odd"), "#!relative\n");
        lookup("odd");
        assertThat(world.granted()).containsExactly("rox T/s/bin/odd");
    }

    @Test
    void grantsADefaultAppOnlyWhenTheProfilesSaySo() {
        World.script(world.outside.resolve("bin/app"), "\u007fELF\0");
        world.defaultApp = Optional.of("app --flag 'two words'");
        assertThat(world.granted()).isEmpty();
        assertThat(world.policy().command().orElseThrow().arguments()).containsExactly("app", "--flag", "two words");
        world.addExec = Optional.of(true);
        assertThat(world.granted()).containsExactly("rox T/s/bin/app");
    }

    @Test
    void prefersTheCommandOverTheDefaultApp() {
        World.script(world.outside.resolve("bin/app"), "\u007fELF\0");
        world.defaultApp = Optional.of("nosuchapp");
        assertThat(lookup("app")).isInstanceOf(CommandLookup.Found.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app 'x", "app \"x", "app \\", "   "})
    void refusesADefaultAppThatIsNoCommand(String text) {
        world.defaultApp = Optional.of(text);
        Problem problem = world.onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.TEXT);
        assertThat(problem.file()).isEqualTo("test.toml");
    }

    @Test
    void hasNoCommandWhenNobodyNamesOne() {
        assertThat(lookup()).isEqualTo(new CommandLookup.None());
    }

    @Test
    void grantsTheInterpretersOfAScript() {
        World.script(world.outside.resolve("inner"), "#!/usr/bin/env -S sh -e\n");
        World.script(world.outside.resolve("bin/tool"), "#! " + world.outside + "/inner -x\n");
        lookup("tool");
        assertThat(world.granted())
                .contains("rox T/s/bin/tool", "rox T/s/inner", "rox /usr/bin/env", "rox /usr/bin/sh");
    }

    @Test
    void linksTheProgramThatEnvWillLookUp() {
        World.script(world.outside.resolve("bin/tool"), "#!/usr/bin/env sh\n");
        lookup("tool");
        assertThat(world.policy().shims()).containsExactly(new Policy.Shim("sh", "/usr/bin/sh"));
    }

    @Test
    void grantsNoInterpreterThatIsNoProgram() {
        World.file(world.home.resolve(".ssh/id"));
        World.script(world.workspace.resolve("s"), "#!" + world.home + "/.ssh/id\n");
        lookup("./s");
        assertThat(world.granted()).containsExactly("rox T/w/s");
    }

    @Test
    void endsOnInterpretersInACircle() {
        World.script(world.outside.resolve("a"), "#!" + world.outside + "/b\n");
        World.script(world.outside.resolve("b"), "#!" + world.outside + "/a\n");
        lookup(world.outside + "/a");
        assertThat(world.granted()).containsExactly("rox T/s/a", "rox T/s/b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#!/bin/sh                     | /bin/sh      | ",
                "#! /bin/sh -e                 | /bin/sh      | ",
                "#!/usr/bin/env python3        | /usr/bin/env | python3",
                "#!/usr/bin/env -S python3 -u  | /usr/bin/env | python3",
                "#!/usr/bin/env -Spython3      | /usr/bin/env | python3",
                "#!/usr/bin/env -i A=b node    | /usr/bin/env | node",
                "#!/usr/bin/env /opt/x         | /usr/bin/env | ",
            })
    void readsTheFirstLineAsTheKernelDoes(String line, String interpreter, String looksUp) {
        assertThat(Shebang.of((line.strip() + "\nrest\n").getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .contains(new Shebang(interpreter, Optional.ofNullable(looksUp)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "#!", "#!\n/bin/sh", "#!relative", "echo", " #!/bin/sh"})
    void knowsWhatIsNoScript(String text) {
        assertThat(Shebang.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a b  c        | a,b,c",
                "'a b' c       | a b,c",
                "\"a b\"c d    | a bc,d",
                "a\\ b         | a b",
                "\"a\\\"b\"    | a\"b",
                "\"a\\nb\"     | a\\nb",
                "'a\\'         | a\\",
                "$HOME ~ *     | $HOME,~,*",
                "'' x          | ,x",
            })
    void splitsAsAShellDoesButExpandsNothing(String text, String words) {
        assertThat(ShellWords.split(text)).contains(List.of(words.split(",", -1)));
    }
}
