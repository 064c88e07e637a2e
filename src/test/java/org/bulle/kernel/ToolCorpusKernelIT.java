package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.history.RecordedRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real tools that lack one grant: the report names exactly that grant, and with it the tool works. A tool that this machine has not is skipped.
 * {@code -Dtools=vim} runs those rows alone.
 */
class ToolCorpusKernelIT {

    /**
     * @param program absolute, or to be found on the system's PATH
     * @param stack the profiles
     * @param variables {@code NAME=VALUE}, where {@code ~} is home
     * @param setup shell script in the home directory; {@code $W} is the workspace
     * @param missing the grant that was taken away, as {@code list entry}: what has to be suggested
     * @param output what the tool prints, or {@code file:NAME} for a file that it makes in the workspace
     * @param others how many more suggestions there may be, for what the tool tries and does without
     */
    private record Row(
            String program,
            String stack,
            List<String> variables,
            String setup,
            String missing,
            String output,
            int others,
            List<String> command) {
        @Override
        public String toString() {
            return program + ": " + missing;
        }
    }

    /** A tool with the system's programs and libraries. */
    private static Row row(String missing, String setup, String output, String... command) {
        return new Row(command[0], "tool,offline", List.of(), setup, missing, output, 0, List.of(command));
    }

    private Row under(String stack, Row row, String... variables) {
        return new Row(
                row.program(),
                stack,
                Arrays.asList(variables),
                row.setup(),
                row.missing(),
                row.output(),
                row.others(),
                row.command());
    }

    private static Row with(int others, Row row) {
        return new Row(
                row.program(),
                row.stack(),
                row.variables(),
                row.setup(),
                row.missing(),
                row.output(),
                others,
                row.command());
    }

    static Stream<Row> rows() {
        ToolCorpusKernelIT table = new ToolCorpusKernelIT();
        return Stream.of(table.texts(), table.archives(), table.languages(), table.builds(), table.others())
                .flatMap(List::stream)
                .filter(row -> row.toString().contains(System.getProperty("tools", "")));
    }

    private List<Row> texts() {
        return List.of(
                row(
                        "ro ?$HOME/lib.sh",
                        "echo 'hello() { echo hello; }' >lib.sh",
                        "hello",
                        "bash",
                        "-c",
                        ". ~/lib.sh; hello"),
                row("ro ?$HOME/p.sed", "echo s/a/hello/ >p.sed; echo a >$W/a", "hello", "sed", "-f", "~/p.sed", "a"),
                row("ro ?$HOME/p.awk", "echo 'BEGIN { print \"hello\" }' >p.awk", "hello", "awk", "-f", "~/p.awk"),
                row("ro ?$HOME/tree/", "mkdir tree; echo >tree/hello", "hello", "find", "~/tree", "-name", "hello"),
                row("ro ?$HOME/it", "echo hello >it", "hello", "grep", "hello", "~/it"),
                row("ro ?$HOME/it", "echo hello >it", "hello", "sort", "~/it"),
                row("ro ?$HOME/two", "echo a >two; echo a >$W/one", "identical", "diff", "-s", "one", "~/two"),
                row("ro ?$HOME/x.json", "echo '{\"a\": \"hello\"}' >x.json", "hello", "jq", "-r", ".a", "~/x.json"),
                row(
                        "rw ?$HOME/out/",
                        "mkdir out; echo a >$W/a; printf '%s\\n' '--- a' '+++ a' '@@ -1 +1 @@' -a +b >$W/p",
                        "",
                        "patch",
                        "-s",
                        "-o",
                        "~/out/b",
                        "a",
                        "p"),
                row(
                        "ro ?$HOME/note",
                        "echo hello >note",
                        "file:out",
                        "vim",
                        "-esNn",
                        "-u",
                        "NONE",
                        "-i",
                        "NONE",
                        "+r ~/note",
                        "+w! out",
                        "+qa!"),
                row("ro ?$HOME/doc.md", "echo '*hello*' >doc.md", "<em>hello</em>", "pandoc", "~/doc.md"),
                row("ro ?$HOME/lib.bc", "echo 42 >lib.bc", "42", "bc", "-q", "~/lib.bc"));
    }

    private List<Row> archives() {
        return List.of(
                row("ro ?$HOME/a.tar", "echo >hello; tar cf a.tar hello", "hello", "tar", "-tf", "~/a.tar"),
                row("rw ?$HOME/out/", "mkdir out; echo >$W/hello", "", "tar", "-cf", "~/out/a.tar", "hello"),
                row("rw ?$HOME/out/", "mkdir out; echo >$W/hello", "adding: hello", "zip", "~/out/a.zip", "hello"),
                row(
                        "rw ?+$HOME/dest/",
                        "echo >$W/hello; cd $W; zip -q a.zip hello; rm hello",
                        "extracting",
                        "unzip",
                        "a.zip",
                        "-d",
                        "~/dest"),
                row("ro ?$HOME/it.bz2", "echo hello >it; bzip2 it", "hello", "bzip2", "-dc", "~/it.bz2"),
                row("rw ?$HOME/out/", "mkdir out; echo >$W/a", "a", "rsync", "-i", "a", "~/out/"));
    }

    private List<Row> languages() {
        return List.of(
                row(
                        "ro ?$HOME/Greet.pm",
                        "echo 'print qq(hello\\n);' >Greet.pm",
                        "hello",
                        "perl",
                        "-I",
                        "~",
                        "-MGreet",
                        "-e",
                        "1"),
                under(
                        "tool,offline",
                        row(
                                "ro ?$HOME/py/",
                                "mkdir py; echo \"print('hello')\" >py/greet.py",
                                "hello",
                                "/usr/bin/python3",
                                "-B",
                                "-c",
                                "import greet"),
                        "PYTHONPATH=~/py"),
                with(
                        2,
                        row(
                                "ro ?$CONFIG/pip/pip.conf",
                                "mkdir -p .config/pip; printf '[global]\\ntimeout = 42\\n' >.config/pip/pip.conf",
                                "timeout='42'",
                                "/usr/bin/pip3",
                                "config",
                                "list")),
                under(
                        "node,tool,offline",
                        row(
                                "ro ?$HOME/greet.js",
                                "echo 'console.log(\"hello\")' >greet.js",
                                "hello",
                                "node",
                                "~/greet.js")),
                under(
                        "node,tool,offline",
                        row(
                                "ro ?$HOME/.npmrc",
                                "echo init-author-name=hello >.npmrc",
                                "hello",
                                "npm",
                                "config",
                                "get",
                                "init-author-name",
                                // Else it asks the network in the background, and ends before or after.
                                "--no-update-notifier")),
                under("java,offline", row("ro ?$HOME/Hello.java", HELLO, "hello", "java", "~/Hello.java")),
                under(
                        "java,offline",
                        row(
                                "rw ?$HOME/classes/",
                                HELLO + "; mkdir classes; cp Hello.java $W",
                                "",
                                "javac",
                                "-d",
                                "~/classes",
                                "Hello.java")),
                under(
                        "go,offline",
                        row(
                                "ro ?$HOME/greet/go.mod",
                                "mkdir greet; echo 'module greet' >greet/go.mod; cd $W;"
                                        + " printf 'module m\\nrequire greet v0.0.0\\nreplace greet => %s/greet\\n' $HOME >go.mod",
                                "greet v0.0.0",
                                "go",
                                "list",
                                "-m",
                                "all")),
                under(
                        "r,offline",
                        row(
                                "ro ?$HOME/hello.R",
                                "echo 'cat(\"hello\\n\")' >hello.R",
                                "hello",
                                "Rscript",
                                "~/hello.R")));
    }

    private static final String HELLO =
            "echo 'class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }' >Hello.java";

    private List<Row> builds() {
        return List.of(
                row(
                        "ro ?$HOME/x.h",
                        "echo 'int x;' >x.h; echo '#include \"x.h\"' >$W/a.c",
                        "file:a.o",
                        "gcc",
                        "-I",
                        "~",
                        "-c",
                        "a.c"),
                row(
                        "ro ?$HOME/mk/",
                        "mkdir mk; echo 'all: ; @echo hello' >mk/all; echo \"include $HOME/mk/all\" >$W/Makefile",
                        "hello",
                        "make"),
                row(
                        "rwx ?$WORKSPACE/hello",
                        "printf '#!/bin/sh\\necho hello\\n' >$W/hello; chmod +x $W/hello; echo 'all: ; @./hello' >$W/Makefile",
                        "hello",
                        "make"),
                row(
                        "ro ?$HOME/src/CMakeLists.txt",
                        "mkdir src; echo 'message(hello)' >src/CMakeLists.txt",
                        "hello",
                        "cmake",
                        "-P",
                        "~/src/CMakeLists.txt"),
                under(
                        "maven,offline",
                        row(
                                "ro ?$HOME/pom.xml",
                                "echo '<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>"
                                        + "<version>1</version><packaging>pom</packaging></project>' >pom.xml",
                                "BUILD SUCCESS",
                                "mvn",
                                "-B",
                                "-o",
                                "-Dmaven.repo.local=repository",
                                "-f",
                                "~/pom.xml",
                                "validate")));
    }

    private List<Row> others() {
        return List.of(
                under(
                        "git,offline",
                        row(
                                "ro ?$HOME/extra.config",
                                "printf '[user]\\n\\tname = Ada\\n' >extra.config",
                                "Ada",
                                "git",
                                "config",
                                "-f",
                                "~/extra.config",
                                "user.name")),
                row(
                        "ro ?$HOME/.ssh/id_ed25519",
                        "mkdir -m 700 .ssh; ssh-keygen -q -t ed25519 -N '' -f .ssh/id_ed25519; rm .ssh/*.pub",
                        "ssh-ed25519 ",
                        "ssh-keygen",
                        "-y",
                        "-f",
                        "~/.ssh/id_ed25519"),
                row("ro ?$HOME/page", "echo hello >page", "hello", "curl", "-sS", "file://~/page"),
                row(
                        "rw ?$HOME/app.db",
                        "sqlite3 app.db 'create table t(a)'",
                        "42",
                        "sqlite3",
                        "~/app.db",
                        "pragma journal_mode=memory; insert into t values (42); select a from t"),
                under(
                        "tool,terminal,offline",
                        row("rw ?$HOME/sockets/", "mkdir sockets", "", "tmux", "start-server"),
                        "TMUX_TMPDIR=~/sockets"),
                row(
                        "ro ?$HOME/key.pem",
                        "openssl genpkey -algorithm ed25519 -out key.pem",
                        "ED25519",
                        "openssl",
                        "pkey",
                        "-in",
                        "~/key.pem",
                        "-noout",
                        "-text"),
                under(
                        "tool,offline",
                        row(
                                "rox ?which:greet",
                                "mkdir bin; printf '#!/bin/sh\\necho hello\\n' >bin/greet; chmod +x bin/greet",
                                "hello",
                                "env",
                                "~/bin/greet"),
                        "PATH=~/bin:/usr/bin:/bin"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void namesTheGrantThatIsMissingAndWorksWithIt(Row row) throws Exception {
        assumeTrue(isHere(row.program()), "no " + row.program() + " here");
        try (RecordedLab lab = new RecordedLab()) {
            List<String> names = new ArrayList<>();
            for (String variable : row.variables()) {
                int equals = variable.indexOf('=');
                lab.with(variable.substring(0, equals), variable.substring(equals + 1));
                names.add(variable.substring(0, equals));
            }
            lab.setUp(row.setup());
            List<String> command = row.command().stream()
                    .map(word -> word.replace("~", lab.home().toString()))
                    .toList();

            RecordedRun.Outcome without = lab.run(row.stack(), names, command);

            String said = lab.output();
            List<Suggestion> suggestions = suggested(without);
            assertThat(suggestions)
                    .as(said + described(without))
                    .extracting(suggestion -> suggestion.list() + " " + suggestion.entry())
                    .contains(row.missing());
            assertThat(suggestions).as(said + described(without)).hasSizeLessThanOrEqualTo(1 + row.others());
            assertThat(without.report().source()).isEqualTo(DenialSource.complete(DenialSource.Kind.OBSERVE));

            String[] grant = row.missing().split(" ", 2);
            lab.grant(grant[0], grant[1]);
            RecordedRun.Outcome with = lab.run(row.stack(), names, command);

            assertThat(with.result().exitCode())
                    .as(lab.output() + described(with))
                    .isZero();
            if (row.output().startsWith("file:")) {
                assertThat(lab.workspace().resolve(row.output().substring(5))).exists();
            } else {
                assertThat(lab.output()).contains(row.output());
            }
            assertThat(suggested(with)).as(described(with)).hasSizeLessThanOrEqualTo(row.others());
        }
    }

    private static boolean isHere(String program) {
        return program.startsWith("/")
                ? Files.isExecutable(Path.of(program))
                : Stream.of("/usr/bin", "/bin").anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** What the report offers: one of each, harmless probes left out. */
    private static List<Suggestion> suggested(RecordedRun.Outcome outcome) {
        return outcome.record().denials().stream()
                .filter(Denial::undecided)
                .flatMap(denial -> denial.suggestion().stream())
                .filter(suggestion -> suggestion.refused().isEmpty())
                .distinct()
                .toList();
    }

    private static String described(RecordedRun.Outcome outcome) {
        StringBuilder text = new StringBuilder();
        for (Denial denial : outcome.record().denials()) {
            text.append('\n')
                    .append(denial.harmless() ? "harmless " : "")
                    .append(denial.access().key())
                    .append(' ')
                    .append(denial.target())
                    .append(" by ")
                    .append(denial.process())
                    .append(": ")
                    .append(denial.suggestion()
                            .map(suggestion -> suggestion.list() + " " + suggestion.entry() + " "
                                    + suggestion.refused().map(Object::toString).orElse(""))
                            .orElse("nothing"));
        }
        return text.toString();
    }
}
