package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bulle.engine.profile.BuiltIns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every built-in profile runs its tool for real, through the whole line; a tool that this machine has not is said. */
class BuiltInProfileKernelIT {
    private static final String SOCKET = "import socket; socket.socket(socket.AF_INET, socket.SOCK_STREAM)";

    /** Makes what a row's command works on. */
    private interface Setup {
        void in(Product product) throws IOException;
    }

    /**
     * @param profile the profile that the row is about
     * @param stack what is selected; empty for none
     * @param tool must be on PATH
     * @param exitCode of the run
     * @param expected of the output
     */
    private record Row(
            String profile,
            String stack,
            String tool,
            Setup setup,
            List<String> command,
            int exitCode,
            Predicate<String> expected) {
        @Override
        public String toString() {
            return profile + ": "
                    + String.join(" ", command).lines().findFirst().orElse("");
        }
    }

    private static Row row(
            String profile, String stack, String tool, Setup setup, Predicate<String> expected, String... command) {
        return new Row(profile, stack, tool, setup, List.of(command), 0, expected);
    }

    private static final Setup NOTHING = product -> {};

    static Stream<Row> rows() {
        return Stream.of(basics(), languages(), documents(), agents(), outside())
                .flatMap(List::stream);
    }

    private static List<Row> basics() {
        return List.of(
                row(
                        "floor",
                        "floor,coreutils",
                        "sh",
                        NOTHING,
                        "fine\n"::equals,
                        "sh",
                        "-c",
                        "echo lost >/dev/null && head -c 1 /dev/zero >/dev/null && echo fine"),
                row("default", "", "printf", NOTHING, "hi\n"::equals, "printf", "hi\\n"),
                row("default", "default", "printf", NOTHING, "hi\n"::equals, "printf", "hi\\n"),
                row(
                        "tool",
                        "tool",
                        "awk",
                        NOTHING,
                        "42\n"::equals,
                        "sh",
                        "-c",
                        "echo x >\"$(mktemp)\" && awk 'BEGIN { print 6 * 7 }'"),
                row("tool", "tool", "curl", NOTHING, out -> out.startsWith("curl"), "curl", "--version"),
                row("tool", "tool", "vim", NOTHING, out -> out.contains("VIM"), "vim", "--version"),
                row(
                        "tool",
                        "tool",
                        "gcc",
                        p -> p.file(p.workspace().resolve("a.c"), "int main(void) { return 0; }\n"),
                        String::isEmpty,
                        "gcc",
                        "a.c"),
                row(
                        "tool",
                        "tool",
                        "tar",
                        p -> p.file(p.workspace().resolve("a"), ""),
                        "a\n"::equals,
                        "sh",
                        "-c",
                        "tar czf a.tgz a && tar tzf a.tgz"),
                row("terminal", "tool,terminal", "tput", NOTHING, "80\n"::equals, "tput", "-T", "xterm", "cols"),
                row(
                        "terminal",
                        "tool,terminal",
                        "python3",
                        NOTHING,
                        out -> out.startsWith("/dev/"),
                        python("import os; m, s = os.openpty(); print(os.ttyname(s))")),
                row(
                        "terminal",
                        "tool,terminal",
                        "tmux",
                        NOTHING,
                        String::isEmpty,
                        "tmux",
                        "-L",
                        "t",
                        "new-session",
                        "-d",
                        "true"),
                row("network", "tool,network", "python3", NOTHING, String::isEmpty, python(SOCKET)),
                new Row(
                        "offline",
                        "tool,network,offline",
                        "python3",
                        NOTHING,
                        List.of(python(SOCKET)),
                        1,
                        String::isEmpty),
                row(
                        "git",
                        "git",
                        "git",
                        NOTHING,
                        out -> out.endsWith(" first\n"),
                        "sh",
                        "-c",
                        "git init -q && echo 1 >f && git add f && git -c user.name=a -c user.email=a@b commit -qm first && git log --oneline | cat"),
                row(
                        "coreutils",
                        "coreutils",
                        "sh",
                        NOTHING,
                        "2 b\n"::equals,
                        "sh",
                        "-c",
                        "printf 'b\\nb\\na\\n' | sort | uniq -c | tail -n 1 | sed 's/^ *//'"),
                row(
                        "user-bin",
                        "coreutils,user-bin",
                        "sh",
                        BuiltInProfileKernelIT::userProgram,
                        "hello\n"::equals,
                        "sh",
                        "-c",
                        "hello"),
                row("proc", "coreutils,proc", "cat", NOTHING, "cat\n"::equals, "cat", "/proc/self/comm"));
    }

    private static String[] python(String program) {
        return new String[] {"/usr/bin/python3", "-c", program};
    }

    private static List<Row> languages() {
        return List.of(
                row(
                        "node",
                        "node",
                        "node",
                        NOTHING,
                        out -> out.startsWith("42 true"),
                        "node",
                        "-e",
                        "require('fs').mkdtempSync('x'); console.log(6 * 7, require('os').cpus().length > 0, require('child_process').execSync('node -p 1') + '')"),
                row("node", "tool,node", "npm", NOTHING, out -> out.matches("\\d+\\..*\n"), "npm", "--version"),
                row(
                        "node-install",
                        "tool,node-install",
                        "npm",
                        BuiltInProfileKernelIT::npmPackage,
                        out -> out.endsWith("from dep\n"),
                        "sh",
                        "-c",
                        "npm pack --silent ./dep >/dev/null && npm install --offline --no-audit --no-fund ./dep-1.0.0.tgz && node_modules/.bin/dep"),
                row(
                        "go",
                        "go,offline",
                        "go",
                        BuiltInProfileKernelIT::goModule,
                        out -> out.startsWith("ok"),
                        "go",
                        "test",
                        "./..."),
                row(
                        "go-install",
                        "go-install,offline",
                        "go",
                        BuiltInProfileKernelIT::goModule,
                        String::isEmpty,
                        "sh",
                        "-c",
                        "go install ./cmd && test -x ~/go/bin/cmd"),
                row(
                        "rust",
                        "rust,offline",
                        "cargo",
                        BuiltInProfileKernelIT::crate,
                        out -> out.contains("1 passed"),
                        "cargo",
                        "test",
                        "--offline",
                        "-q"),
                row(
                        "rust-install",
                        "rust-install,offline",
                        "cargo",
                        BuiltInProfileKernelIT::crate,
                        String::isEmpty,
                        "cargo",
                        "fetch",
                        "--offline",
                        "-q"),
                row(
                        "r",
                        "r,offline",
                        "Rscript",
                        NOTHING,
                        "42 TRUE"::equals,
                        "Rscript",
                        "-e",
                        "library(stats); cat(6 * 7, file.create(tempfile()))"),
                row(
                        "r-install",
                        "r-install,offline",
                        "R",
                        BuiltInProfileKernelIT::rPackage,
                        out -> out.endsWith("42"),
                        "sh",
                        "-c",
                        "R CMD INSTALL pkg >/dev/null 2>&1 && Rscript -e 'cat(pkg::answer())'"),
                row("uv", "uv,offline", "uv", NOTHING, out -> out.startsWith("uv "), "uv", "--version"),
                row(
                        "uv-install",
                        "uv-install,offline",
                        "uv",
                        NOTHING,
                        out -> out.startsWith("/"),
                        "uv",
                        "cache",
                        "dir"),
                row(
                        "java",
                        "java,offline",
                        "java",
                        BuiltInProfileKernelIT::javaSource,
                        "true true\n"::equals,
                        "java",
                        "P.java"),
                row(
                        "java",
                        "java,offline",
                        "javac",
                        BuiltInProfileKernelIT::javaSource,
                        "true true\n"::equals,
                        "sh",
                        "-c",
                        "javac P.java && java -cp . P"),
                row("maven", "maven,offline", "mvn", NOTHING, out -> out.contains("Apache Maven"), "mvn", "-v"),
                row(
                        "maven-install",
                        "maven-install",
                        "mvn",
                        BuiltInProfileKernelIT::mavenHome,
                        "kept\n"::equals,
                        "sh",
                        "-c",
                        "mvn -v >/dev/null && echo x >~/.m2/repository/x && ! (echo x >~/.m2/settings.xml) 2>/dev/null && echo kept"),
                row(
                        "gradle",
                        "gradle,network",
                        "gradle",
                        NOTHING,
                        out -> out.contains("Gradle "),
                        "gradle",
                        "--version"),
                row(
                        "gradle-install",
                        "gradle-install",
                        "gradle",
                        BuiltInProfileKernelIT::gradleHome,
                        "kept\n"::equals,
                        "sh",
                        "-c",
                        "gradle --version >/dev/null && echo x >~/.gradle/caches/x && ! (echo x >~/.gradle/gradle.properties) 2>/dev/null"
                                + " && ! (echo x >~/.gradle/init.d/x) 2>/dev/null && ! (echo x >~/.gradle/init.gradle) 2>/dev/null && echo kept"),
                row(
                        "python",
                        "python,offline",
                        "python3",
                        NOTHING,
                        "42\n"::equals,
                        python("import tempfile, subprocess, sys; tempfile.mkstemp();"
                                + " subprocess.run([sys.executable, '-c', 'print(6 * 7)'], check=True)")),
                row(
                        "python-install",
                        "python-install,offline",
                        "python3",
                        p -> Files.createDirectories(p.workspace().resolve(".venv")),
                        "fine\n"::equals,
                        "sh",
                        "-c",
                        "/usr/bin/python3 -m venv --without-pip .venv && .venv/bin/python -c 'print(\"fine\")' && ! (echo x >~/.pip.conf) 2>/dev/null"));
    }

    private static void userProgram(Product product) throws IOException {
        Path program = product.program(product.home().resolve(".local/bin/hello"), "#!/bin/sh\necho hello\n");
        product.with("PATH", program.getParent() + ":" + System.getenv("PATH"));
    }

    private static void npmPackage(Product product) throws IOException {
        product.file(product.workspace().resolve("package.json"), "{\"name\": \"x\", \"version\": \"1.0.0\"}");
        product.file(
                product.workspace().resolve("dep/package.json"),
                "{\"name\": \"dep\", \"version\": \"1.0.0\", \"bin\": \"dep.js\"}");
        product.program(product.workspace().resolve("dep/dep.js"), "#!/usr/bin/env node\nconsole.log('from dep')\n");
    }

    private static void goModule(Product product) throws IOException {
        product.file(product.workspace().resolve("go.mod"), "module x\n\ngo 1.19\n");
        product.file(product.workspace().resolve("cmd/main.go"), "package main\n\nfunc main() {}\n");
        product.file(
                product.workspace().resolve("cmd/main_test.go"),
                "package main\n\nimport \"testing\"\n\nfunc TestMain1(t *testing.T) { main() }\n");
    }

    /** rustup's proxies find their toolchains below the home of the user who installed them. */
    private static void crate(Product product) throws IOException {
        product.file(
                product.workspace().resolve("Cargo.toml"),
                "[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
        product.file(
                product.workspace().resolve("src/lib.rs"),
                "#[test]\nfn works() { std::fs::write(std::env::temp_dir().join(\"f\"), b\"x\").unwrap(); }\n");
        Path rustup = Product.find("cargo")
                .orElseThrow()
                .resolveSibling("../../.rustup")
                .normalize();
        if (Files.isDirectory(rustup)) {
            product.with("RUSTUP_HOME", rustup.toString());
        }
    }

    private static void rPackage(Product product) throws IOException {
        product.file(
                product.workspace().resolve("pkg/DESCRIPTION"),
                "Package: pkg\nVersion: 1.0\nTitle: T\nDescription: D.\nLicense: MIT\nAuthor: A\nMaintainer: A <a@b.example>\n");
        product.file(product.workspace().resolve("pkg/NAMESPACE"), "export(answer)\n");
        product.file(product.workspace().resolve("pkg/R/a.R"), "answer <- function() 42\n");
    }

    private static void javaSource(Product product) throws IOException {
        product.file(
                product.workspace().resolve("P.java"),
                "public class P { public static void main(String[] a) throws Exception { System.out.println((java.security.Security.getProviders().length > 0)"
                        + " + \" \" + java.nio.file.Files.exists(java.nio.file.Files.createTempFile(\"a\", \"b\"))); } }\n");
    }

    private static void mavenHome(Product product) throws IOException {
        product.file(product.home().resolve(".m2/settings.xml"), "<settings/>");
    }

    private static void gradleHome(Product product) throws IOException {
        product.file(product.home().resolve(".gradle/gradle.properties"), "");
        product.file(product.home().resolve(".gradle/init.d/own.gradle"), "");
    }

    private static List<Row> documents() {
        return List.of(
                row(
                        "latex",
                        "latex,offline",
                        "pdflatex",
                        p -> p.file(
                                p.workspace().resolve("a.tex"),
                                "\\documentclass{article}\\begin{document}hi\\end{document}"),
                        out -> out.contains("pdfTeX"),
                        "sh",
                        "-c",
                        "pdflatex -interaction=batchmode a.tex && test -s a.pdf"),
                row(
                        "pandoc",
                        "pandoc,offline",
                        "pandoc",
                        p -> p.file(p.workspace().resolve("a.md"), "# hi\n"),
                        out -> out.contains("<h1"),
                        "pandoc",
                        "a.md"),
                row(
                        "quarto",
                        "quarto,offline",
                        "quarto",
                        NOTHING,
                        out -> out.matches("\\d+\\..*\n"),
                        "quarto",
                        "--version"));
    }

    private static List<Row> agents() {
        return Stream.of("claude", "codex", "opencode", "pi", "gemini")
                .map(agent -> row(
                        agent,
                        agent,
                        agent,
                        NOTHING,
                        out -> out.matches("(?s).*\\d+\\.\\d+\\.\\d+.*"),
                        agent,
                        "--version"))
                .toList();
    }

    private static List<Row> outside() {
        return List.of(
                row("gui", "tool,gui", "fc-list", NOTHING, out -> true, "fc-list"),
                row(
                        "docker",
                        "tool,docker",
                        "docker",
                        NOTHING,
                        out -> out.startsWith("Docker"),
                        "docker",
                        "--version"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void runsItsTool(Row row) throws Exception {
        assumeTrue(
                Product.find(row.tool()).isPresent(),
                "no " + row.tool() + " on this machine, so the profile " + row.profile() + " was not run");
        try (Product product = Product.create()) {
            row.setup().in(product);
            Product.Result result = product.run(row.stack(), List.of(), row.command());
            assertThat(result.exitCode()).as(result.toString()).isEqualTo(row.exitCode());
            assertThat(result.output()).as(result.toString()).matches(row.expected());
        }
    }

    @Test
    void theSshAgentCanBeAskedAndItsKeysCannotBeRead() throws Exception {
        assumeTrue(
                Product.find("ssh-agent").isPresent() && Product.find("ssh-add").isPresent(),
                "no ssh-agent on this machine, so ssh-agent was not run");
        try (Product product = Product.create()) {
            Path socket = product.home().resolve(".ssh/agent/s");
            Files.createDirectories(socket.getParent());
            product.file(product.home().resolve(".ssh/id_test"), "private");
            Process agent = product.start(List.of("ssh-agent", "-D", "-a", socket.toString()), product.home());
            for (int i = 0; i < 100 && !Files.exists(socket); i++) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            assertThat(agent.isAlive()).isTrue();
            product.with("SSH_AUTH_SOCK", socket.toString());
            Product.Result asked = product.run("tool,ssh-agent", "ssh-add", "-l");
            assertThat(asked.output()).as(asked.toString()).contains("The agent has no identities");
            assertThat(product.run("tool,ssh-agent", "cat", product.home() + "/.ssh/id_test")
                            .exitCode())
                    .isNotZero();
        }
    }

    @Test
    void procShowsNoEnvironmentOfAProcessOutside() throws Exception {
        try (Product product = Product.create()) {
            Process outside = product.with("SECRET", "hunter2").start(List.of("sleep", "60"), product.home());
            String read =
                    "cat /proc/" + outside.pid() + "/cmdline | tr '\\0' ' '; cat /proc/" + outside.pid() + "/environ";
            assertThat(product.unconfined(product.home(), "sh", "-c", read).output())
                    .contains("hunter2");
            Product.Result result = product.run("coreutils,proc", "sh", "-c", read);
            assertThat(result.output())
                    .as(result.toString())
                    .contains("sleep 60")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void everyProfileHasARow() {
        List<String> ofTheirOwn = List.of("ssh-agent");
        List<String> covered = Stream.of(rows().map(Row::profile), macosNames().stream(), ofTheirOwn.stream())
                .flatMap(names -> names)
                .distinct()
                .toList();
        assertThat(covered)
                .containsExactlyInAnyOrderElementsOf(BuiltIns.packed().names());
    }

    @ParameterizedTest
    @MethodSource("macosNames")
    void runsOnMacos(String name) throws Exception {
        assumeTrue(
                System.getProperty("os.name").startsWith("Mac"),
                "this is not macOS, so the profile " + name + " was not run");
        try (Product product = Product.create()) {
            assertThat(product.run("tool," + name, "true").exitCode()).isZero();
        }
    }

    static List<String> macosNames() {
        return List.of("keychain", "macos-certs", "macos-dns", "macos-devtools");
    }
}
