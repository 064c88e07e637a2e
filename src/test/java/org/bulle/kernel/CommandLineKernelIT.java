package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.run.Terminal;
import org.bulle.engine.run.TerminalProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line as a process: what it runs, what it exits with, what it prints. */
class CommandLineKernelIT {
    private Typed bulle;

    @BeforeEach
    void open() throws IOException {
        bulle = new Typed();
    }

    @AfterEach
    void close() throws IOException {
        bulle.close();
    }

    @ParameterizedTest
    @CsvSource({
        "0,true",
        "7,exit 7",
        "255,exit 255",
        "143,kill -TERM $$",
        "137,kill -KILL $$",
        "126,./plain",
        "127,nosuchcommand",
        "1,cat ../outside/f"
    })
    void exitsAsTheCommandDoes(int code, String script) throws Exception {
        Files.writeString(bulle.workspace.resolve("plain"), "x");
        assertThat(bulle.run("sh", "-c", script).code()).isEqualTo(code);
    }

    @Test
    void saysNothingOfItsOwnWhenAllIsWell() throws Exception {
        Typed.Result result = bulle.run("printf", "hi\\n");
        assertThat(result.out()).isEqualTo("hi\n");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void keepsAsManyRecordsAsTheConfigurationSays() throws Exception {
        Files.writeString(bulle.root.resolve("config/config.toml"), "[runs]\nkeep = 2\n");
        for (String each : List.of("1", "2", "3")) {
            assertThat(bulle.run("sh", "-c", "exit " + each).code()).hasToString(each);
        }
        assertThat(records())
                .as("under a configuration that is not the user's own")
                .isEqualTo(3);
        Path own = Files.createDirectories(bulle.root.resolve("home/.config")).resolve("bulle");
        Files.createSymbolicLink(own, bulle.root.resolve("config"));
        assertThat(bulle.run("true").code()).isZero();
        assertThat(records()).as("under the user's own, by another name").isEqualTo(2);
    }

    private long records() throws IOException {
        try (var files = Files.list(bulle.root.resolve("home/.local/state/bulle/runs"))) {
            return files.filter(file -> file.toString().endsWith(".json")).count();
        }
    }

    @Test
    void grantsTheWorkspaceAndNothingBesideIt() throws Exception {
        assertThat(bulle.run("sh", "-c", "echo x >new && cat new").out()).isEqualTo("x\n");
        assertThat(bulle.run("cat", bulle.outside + "/f").out()).isEmpty();
        assertThat(bulle.run(List.of("--ro", bulle.outside.toString()), "cat", bulle.outside + "/f")
                        .out())
                .isEqualTo("secret");
        assertThat(bulle.run(List.of("--no-workspace"), "cat", "new").code()).isEqualTo(1);
    }

    @Test
    void executesWithTheNameAsTyped() throws Exception {
        Path link = Files.createSymbolicLink(bulle.root.resolve("outside/named"), Path.of("/bin/sh"));
        assertThat(bulle.run(link.toString(), "-c", "echo $0").out()).isEqualTo(link + "\n");
        assertThat(bulle.run("sh", "-c", "cat /proc/$$/cmdline | tr '\\0' ' '").out())
                .startsWith("sh -c ");
    }

    @Test
    void handsArgumentsOnByteForByte() throws Exception {
        assertThat(bulle.run("printf", "[%s]", "", "a b", "é", "--json", "--", "-h")
                        .out())
                .isEqualTo("[][a b][é][--json][--][-h]");
        List<String> shell = List.of("/bin/sh", "-c", "b=$(printf '\\377'); exec \"$@\" \"$b\"", "sh");
        List<String> line = new ArrayList<>(shell);
        line.addAll(Typed.line(
                "--config",
                bulle.path("config"),
                "base",
                bulle.workspace.toString(),
                "--",
                "sh",
                "-c",
                "printf %s \"$1\" | od -An -tx1",
                "sh"));
        assertThat(bulle.finish(bulle.start(line)).out().strip()).isEqualTo("ff");
    }

    /** Quoted for the shell that types them: a line end, a letter that turns the writing direction, a byte that is no text. */
    @ParameterizedTest
    @ValueSource(strings = {"$'new\\nline'", "$'\\xe2\\x80\\xae'", "$'\\xff'"})
    void suggestsAFlagThatHelpsWhateverTheNameIs(String name) throws Exception {
        String run = bulle.executable() + " --config " + bulle.path("config") + " base " + bulle.workspace;
        String cat = " -- cat " + bulle.outside + "/" + name;
        Typed.Result refused = shell("echo here >" + bulle.outside + "/" + name + "; " + run + cat);
        assertThat(refused.code()).isEqualTo(1);
        List<String> report = refused.err().lines().toList();
        String flag = report.get(report.indexOf("to allow it once, add to the command line:") + 1);
        assertThat(shell(run + flag + cat).out()).as(refused.err()).isEqualTo("here\n");
        if (!name.contains("xff")) {
            bulle.profile("more", report.getLast());
            assertThat(shell(run.replace(" base ", " base,more ") + cat).out())
                    .as(refused.err())
                    .isEqualTo("here\n");
        }
    }

    private Typed.Result shell(String script) throws Exception {
        return bulle.finish(bulle.start(List.of("/bin/bash", "-c", script)));
    }

    @Test
    void namesTheFileOfTheConfigurationThatWasNamed() throws Exception {
        assertThat(bulle.run("cat", bulle.outside + "/f").err())
                .contains("add to " + bulle.path("config/profiles/base.toml") + ":");
        assertThat(bulle.type("runs", "show").out())
                .contains("add to " + bulle.path("config/profiles/base.toml") + ":");
    }

    @Test
    void repeatsARunWithThePathsThatItsFlagsMeant() throws Exception {
        Files.writeString(bulle.workspace.resolve("variables"), "A=set");
        List<String> words = List.of(
                "--config",
                "../config",
                "base",
                "--ro",
                "../outside/f",
                "--env-file",
                "variables",
                "--",
                "sh",
                "-c",
                "cat " + bulle.outside + "/f; echo $A");
        assertThat(bulle.type(words.toArray(String[]::new)).out()).isEqualTo("secretset\n");
        String elsewhere = "cd / && exec " + bulle.executable() + " runs rerun";
        assertThat(shell(elsewhere)).isEqualTo(new Typed.Result(0, "secretset\n", ""));
    }

    @Test
    void inheritsNoVariableThatIsNotNamed() throws Exception {
        bulle.with("TOKEN", "hunter2").with("LD_PRELOAD", "");
        assertThat(bulle.run("env").out()).doesNotContain("TOKEN").doesNotContain("LD_PRELOAD");
        assertThat(bulle.run(List.of("--env", "TOKEN"), "env").out()).contains("TOKEN=hunter2\n");
        assertThat(bulle.run(List.of("--env", "TOK*", "--env", "A=b=c"), "env").out())
                .contains("TOKEN=hunter2\n", "A=b=c\n");
    }

    @Test
    void givesTheCallersLanguageBackThatTheStartScriptPutAside() throws Exception {
        bulle.with("BULLE_CALLER_LC_ALL", "POSIX").with("BULLE_CALLER_JAVA_TOOL_OPTIONS", "-Dx=y");
        Typed.Result result = bulle.run(List.of("--env", "JAVA_TOOL_OPTIONS"), "env");
        assertThat(result.out())
                .contains("LC_ALL=POSIX\n", "JAVA_TOOL_OPTIONS=-Dx=y\n")
                .doesNotContain("BULLE_CALLER");
    }

    @Test
    void endsARunThatTakesTooLong() throws Exception {
        Typed.Result result = bulle.run(List.of("--timeout", "1s"), "sleep", "60");
        assertThat(result.code()).isEqualTo(124);
        assertThat(result.err()).contains("--timeout");
    }

    @Test
    void refusesALimitThatCannotBeKeptWhenThatIsAskedFor() throws Exception {
        Typed.Result kept = bulle.run(List.of("--nofile", "64", "--strict-limits"), "sh", "-c", "ulimit -n");
        assertThat(kept.out()).as(kept.err()).isEqualTo("64\n");
        assertThat(kept.err()).isEmpty();
        // A share that small exists on no kernel.
        Typed.Result lost = bulle.run(List.of("--cpu", "0.01%"), "echo", "ran");
        assertThat(lost.out()).isEqualTo("ran\n");
        assertThat(lost.err()).contains("limit cpu 0.01% is not enforced, because");
        Typed.Result refused = bulle.run(List.of("--cpu", "0.01%", "--strict-limits"), "touch", "ran");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(bulle.workspace.resolve("ran")).doesNotExist();
    }

    @Test
    void reachesAChosenPortAndNamesTheOneThatWasRefused() throws Exception {
        bulle.profile("ports", "inherits = \"base\"\nallow = [\"loopback:5432\"]\n");
        String script = """
                import socket
                for port in (5432, 5433):
                    try:
                        socket.create_connection(("127.0.0.1", port))
                    except OSError as e:
                        print(type(e).__name__)
                raise SystemExit(1)
                """;
        String[] words = {
            "--config",
            bulle.path("config"),
            "ports",
            bulle.workspace.toString(),
            "--",
            "/usr/bin/python3",
            "-Ic",
            script
        };
        // The second time from the kept plan.
        for (int time = 0; time < 2; time++) {
            Typed.Result result = bulle.type(words);
            assertThat(result.out()).as(result.err()).isEqualTo("ConnectionRefusedError\nPermissionError\n");
            assertThat(result.err())
                    .contains("connect 127.0.0.1:5433", "--allow loopback:5433", "allow = [\"loopback:5433\"]")
                    .doesNotContain("127.0.0.1:5432");
        }
    }

    @Test
    void makesWhatAProfileMarksAndRemovesTheShims() throws Exception {
        bulle.profile(
                "makes", "inherits = \"base\"\nrw = [\"+$HOME/made/\", \"+$HOME/file\"]\nrox = [\"which:env\"]\n");
        Typed.Result result = bulle.type(
                "--config",
                bulle.path("config"),
                "makes",
                bulle.workspace.toString(),
                "--",
                "sh",
                "-c",
                "echo x >$HOME/made/f && echo y >$HOME/file && echo $PATH");
        assertThat(result.err()).isEmpty();
        assertThat(Files.getPosixFilePermissions(bulle.root.resolve("home/made")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(Files.readString(bulle.root.resolve("home/file"))).isEqualTo("y\n");
        String shims = result.out().strip().split(":")[0];
        assertThat(shims).contains("bulle");
        assertThat(Path.of(shims)).doesNotExist();
    }

    @Test
    void runsTheDefaultApplicationOfAProfile() throws Exception {
        bulle.profile("app", "inherits = \"base\"\ndefault_app = \"printf '%s ' 'a b' c\"\n");
        assertThat(bulle.type("--config", bulle.path("config"), "app").out()).isEqualTo("a b c ");
    }

    @Test
    void runsACommandUnderTheDefaultProfileWhenNoneIsNamed() throws Exception {
        Typed.Result result = bulle.type("--", "printf", "hi\\n");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEqualTo("hi\n");
    }

    /** A shell goes on with its script when what it waited for ended of Ctrl-C in any way but by the signal. */
    @ParameterizedTest
    @ValueSource(strings = {"run", "rerun", "scratch"})
    void ctrlCEndsTheScriptThatRunsUsToo(String way) throws Exception {
        List<String> command = List.of("--", "sh", "-c", "[ -e again ] || exit 7; echo started; exec sleep 60");
        List<String> words = new ArrayList<>(List.of("--config", bulle.path("config"), "base"));
        if (way.equals("rerun")) {
            words.addAll(command);
            assertThat(bulle.type(words.toArray(String[]::new)).code()).isEqualTo(7);
            words = List.of("runs", "rerun");
        } else {
            words.addAll(way.equals("scratch") ? List.of("--scratch", "--scratch-keep") : List.of());
            words.addAll(command);
        }
        Files.createFile(bulle.workspace.resolve("again"));
        repository();
        List<String> run = Typed.line(words.toArray(String[]::new));
        run.add(1, "-Xrs");
        String quoted =
                String.join(" ", run.stream().map(word -> "'" + word + "'").toList());
        Path script = Files.writeString(bulle.root.resolve("script"), quoted + "\necho went on\n");
        try (Terminal terminal = Terminal.open(80, 24)) {
            TerminalProcess shell = TerminalProcess.start(
                    terminal, List.of("/bin/bash", script.toString()), bulle.environment(), bulle.workspace.toString());
            StringBuilder shown = new StringBuilder();
            byte[] buffer = new byte[4096];
            for (int got = terminal.read(buffer); got >= 0; got = terminal.read(buffer)) {
                shown.append(new String(buffer, 0, got, StandardCharsets.UTF_8));
                if (shown.indexOf("started") >= 0 && shown.indexOf("^C") < 0) {
                    terminal.write(new byte[] {3});
                }
            }
            shell.waitFor();
            assertThat(shown).asString().contains("started").doesNotContain("went on");
        }
    }

    /** The workspace, with everything in it committed. */
    private void repository() throws Exception {
        List<String> git = List.of(
                "/bin/sh",
                "-ec",
                "cd \"$0\"; git init -q; git add -A; " + "git -c user.name=a -c user.email=a@b commit -qm x",
                bulle.workspace.toString());
        assertThat(bulle.finish(bulle.start(git)).code()).isZero();
    }

    @Test
    void theShellRunsAScriptWithoutAnInterpreterAsElsewhere() throws Exception {
        Path script = Files.writeString(bulle.workspace.resolve("plain"), "echo \"$0 $1\"; ulimit -n\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(bulle.type(
                        "--config",
                        bulle.path("config"),
                        "--nofile",
                        "77",
                        "base",
                        "--rwx",
                        ".",
                        "--",
                        "./plain",
                        "a b"))
                .isEqualTo(new Typed.Result(0, script + " a b\n77\n", ""));
        bulle.profile("exec", "add_exec = true\nadd_libs = true\n");
        assertThat(bulle.type("--config", bulle.path("config"), "exec", "--", "./plain", "x")
                        .out())
                .startsWith(script + " x\n");
    }

    @Test
    void saysWhyNothingRunsAScriptWithoutAnInterpreter() throws Exception {
        Path script = Files.writeString(bulle.workspace.resolve("plain"), "echo hi\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        bulle.profile("bare", "deny = [\"network\"]\n");
        Typed.Result shell = bulle.type("--config", bulle.path("config"), "bare", "--rwx", ".", "--", "./plain");
        assertThat(shell.code()).isEqualTo(126);
        assertThat(shell.err())
                .contains(
                        "no interpreter in its first line, and the shell that such scripts are for, /bin/sh, is not allowed");
        Files.writeString(script, "#!/bin/sh\r\necho hi\r\n");
        Typed.Result windows = bulle.type("--config", bulle.path("config"), "base", "--rwx", ".", "--", "./plain");
        assertThat(windows.code()).isEqualTo(127);
        assertThat(windows.err()).contains("the line ends in a carriage return (CRLF), which is part of the name");
        Files.write(script, new byte[] {0x7f, 'E', 'L', 'F', 0, 0, 0, 0});
        Typed.Result damaged = bulle.type("--config", bulle.path("config"), "base", "--rwx", ".", "--", "./plain");
        assertThat(damaged.code()).isEqualTo(126);
        assertThat(damaged.err()).contains("not a program of this machine, and no script");
    }

    /** The three steps of somebody who follows the report. */
    @Test
    void suggestsTheRepositoryOfALinkedWorkTree() throws Exception {
        Path main = bulle.outside.resolve("main");
        Path linked = bulle.outside.resolve("linked");
        List<String> git = List.of(
                "/bin/sh",
                "-ec",
                "git init -q \"$0\"; cd \"$0\"; echo 1 >f; git add f; "
                        + "git -c user.name=a -c user.email=a@b commit -qm x; git worktree add -q ../linked",
                main.toString());
        assertThat(bulle.finish(bulle.start(git)).code()).isZero();
        String ours = main + "/.git/";
        String commit = "git -c user.name=a -c user.email=a@b commit -qam 2";
        List<String> words = new ArrayList<>(
                List.of("--config", bulle.path("config"), "base", linked.toString(), "--ro", "/etc/gitconfig"));
        assertThat(inWorkTree(words, "git status").err()).contains("  --ro " + ours + "\n", "ro = [\"?" + ours + "\"]");
        words.addAll(List.of("--ro", ours));
        assertThat(inWorkTree(words, "git status").code()).isZero();
        for (String part : List.of("worktrees/linked/", "objects/", "refs/", "logs/")) {
            Typed.Result refused = inWorkTree(words, "echo 2 >f; " + commit);
            assertThat(refused.code()).as(part).isNotZero();
            assertThat(refused.err()).contains("--rw " + ours + part).doesNotContain("--rw " + ours + "\n");
            words.addAll(List.of("--rw", ours + part));
        }
        assertThat(inWorkTree(words, "echo 2 >f; " + commit)).isEqualTo(new Typed.Result(0, "", ""));
    }

    private Typed.Result inWorkTree(List<String> words, String script) throws Exception {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--", "sh", "-c", script));
        return bulle.type(all.toArray(String[]::new));
    }

    @Test
    void handsATerminationOnAndExitsWithItsCode() throws Exception {
        Process process = bulle.start(Typed.line(
                "--config",
                bulle.path("config"),
                "base",
                bulle.workspace.toString(),
                "--",
                "sh",
                "-c",
                "echo $$ >pid; exec sleep 60"));
        Path pid = bulle.workspace.resolve("pid");
        for (int i = 0; i < 600 && !(Files.exists(pid) && Files.size(pid) > 0); i++) {
            Thread.sleep(50);
        }
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
        Optional<ProcessHandle> command =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        assertThat(command.filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void saysThatItsOutputCannotBeWritten() throws Exception {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh"));
        line.addAll(Typed.line("show", "--config", bulle.path("config"), "base"));
        Typed.Result result = bulle.finish(bulle.start(line));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).isEqualTo("bulle: cannot write to standard output: No space left on device\n");
    }

    @Test
    void saysNothingWhenTheReaderOfItsOutputHasGone() throws Exception {
        List<String> line = new ArrayList<>(List.of("/bin/bash", "-c", "\"$@\" | true", "bash"));
        line.addAll(Typed.line("show", "--config", bulle.path("config"), "base"));
        assertThat(bulle.finish(bulle.start(line)).err()).isEmpty();
    }

    @Test
    void neverPrintsAStackTrace() throws Exception {
        for (String[] words : new String[][] {
            {"nosuch"}, {"--config", "/nonexistent", "--", "true"}, {"base", "/"}, {"help", "x"}, {"--", ""}
        }) {
            Typed.Result result = bulle.type(words);
            assertThat(result.code()).isNotZero();
            assertThat(result.err())
                    .startsWith("bulle: ")
                    .doesNotContain("\tat ")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void loadsNeitherPicocliNorJavaFxNorTomlForAPlainRun() throws Exception {
        List<String> line = Typed.line("--", "true");
        line.add(1, "-Xlog:class+load:file=" + bulle.root.resolve("tmp/classes"));
        assertThat(bulle.finish(bulle.start(line)).code()).isZero();
        String loaded = Files.readString(bulle.root.resolve("tmp/classes"));
        assertThat(loaded)
                .contains("org.bulle.cli.RunGrammar")
                .doesNotContain("picocli.")
                .doesNotContain("javafx.")
                .doesNotContain("org.antlr");
    }
}
