package org.bulle.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.bulle.kernel.Typed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What others write and we read: names in reports and records, profiles, the caller's locale, PATH, arguments and environment; all through the real command
 * line. Nothing of it reaches a terminal as a control sequence, changes what is granted, runs outside, or takes longer than a moment. One line a case.
 */
class HostileInputKernelIT {
    private static final String PYTHON = "/usr/bin/python3";

    /** Control characters of both sets, and what turns the direction of text or hides in it; a line of ours ends with a line feed. */
    private static final Pattern UNSEEN = Pattern.compile(
            "[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufffd]");

    /** A title, a cleared screen, a forged line, 8-bit and UTF-8 spellings of the same, turned text. */
    private static final List<String> NAMES = List.of(
            "\\x1b]0;owned\\x07",
            "\\x1b[2J\\x1b[31mred",
            "a\\nbulle: nothing was denied",
            "b\\rbulle: nothing was denied",
            "\\xc2\\x9b31m",
            "\\x9b31m",
            "\\xe2\\x80\\xaegnp.exe",
            "\\xe2\\x80\\xa8line",
            "\\x08\\x08\\x7f",
            "tab\\tbed");

    private Typed bulle;

    @BeforeEach
    void open() throws IOException {
        bulle = new Typed();
    }

    @AfterEach
    void close() throws IOException {
        bulle.close();
    }

    @Test
    void showsNoEscapeSequenceOfWhatARunDid() throws Exception {
        Files.copy(
                Objects.requireNonNull(HostileInputKernelIT.class.getResourceAsStream("names.py")),
                bulle.workspace.resolve("names.py"));
        List<String> script = new ArrayList<>(
                List.of(PYTHON, "-I", "names.py", bulle.outside.toString(), "\u001b]0;owned\u0007", "\u202e"));
        script.addAll(NAMES);
        List<String> free = new ArrayList<>(script);
        free.set(5, "");
        bulle.finish(bulle.start(free));
        Typed.Result run = bulle.run(script.toArray(String[]::new));
        assertThat(run.code()).as(run.toString()).isEqualTo(3);
        // The control: without the sandbox the names came to be, and a program that does not care shows their bytes.
        String raw = bulle.finish(
                        bulle.start(List.of("/usr/bin/ls", "--show-control-chars", "-1", bulle.outside.toString())))
                .out();
        assertThat(UNSEEN.matcher(raw).find()).isTrue();
        harmless("the report of a run that touched names with escape sequences", run.err());
        assertThat(run.err()).contains("\\u001b", "\\u202e");
        assertThat(run.err().lines().filter(line -> line.startsWith("bulle: nothing")))
                .isEmpty();
        Typed.Result shown = bulle.type("--config", bulle.path("config"), "runs", "show");
        harmless("runs show", shown.out() + shown.err());
        assertThat(shown.out()).contains("\\u001b");
        Typed.Result listed = bulle.type("--config", bulle.path("config"), "runs");
        harmless("the list of runs", listed.out() + listed.err());
        Typed.Result json = bulle.type("--config", bulle.path("config"), "runs", "show", "--json");
        assertThat(json.out().chars().allMatch(c -> c == '\n' || c >= ' ' && c < 127))
                .as("ASCII")
                .isTrue();
        assertThat(JsonMapper.shared().readTree(json.out()).toString()).contains("owned");
    }

    @Test
    void showsNoEscapeSequenceOfWhatWasTyped() throws Exception {
        String evil = "\u001b]0;owned\u0007\u009b31m\u202e\r";
        Path workspace = Files.createDirectory(bulle.root.resolve("w\u001b[31m\nbulle: fine"));
        Map<String, List<String>> typed = new LinkedHashMap<>();
        typed.put("a command that is not there", List.of("base", "--", evil));
        typed.put("a profile that is not there", List.of(evil, "--", "true"));
        typed.put("a flag that is not there", List.of("--" + evil, "--", "true"));
        typed.put("paths that are not there", List.of("base", evil, "--rw", "/" + evil, "--", "true"));
        typed.put("a capability that is not there", List.of("base", "--allow", "loopback:" + evil, "--", "true"));
        typed.put(
                "show of all that",
                List.of(
                        "show",
                        "base",
                        workspace.toString(),
                        "--ro",
                        "/" + evil,
                        "--env",
                        "A\u001b[31m=1",
                        "--",
                        "sh",
                        "-c",
                        evil));
        for (Map.Entry<String, List<String>> each : typed.entrySet()) {
            List<String> words = new ArrayList<>(List.of("--config", bulle.path("config")));
            words.addAll(each.getValue());
            Typed.Result result = bulle.type(words.toArray(String[]::new));
            harmless(each.getKey(), result.out() + result.err());
            assertThat(result.out() + result.err()).contains("\\u001b");
        }
    }

    @Test
    void outlivesProfilesThatAreMadeToHurt() throws Exception {
        Path profiles = bulle.root.resolve("config/profiles");
        Map<String, String> bombs = new LinkedHashMap<>();
        bombs.put("arrays", "ro = " + "[".repeat(200_000));
        bombs.put("tables", "linux = " + "{a=".repeat(100_000));
        bombs.put("dotted", "a.".repeat(100_000) + "a = 1\n");
        bombs.put("quotes", "title = " + "\"".repeat(1_000_001) + "\n");
        bombs.put("number", "ro = " + "9".repeat(1_000_000) + "\n");
        bombs.put("string", "title = \"" + "x".repeat(5_000_000) + "\"\n");
        bombs.put("variables", "ro = [\"" + "${A:-".repeat(5_000) + "}".repeat(5_000) + "\"]\n");
        bombs.put("escape", "title = \"\u001b]0;owned\u0007\"\n");
        bombs.put("escaped", "title = \"\\u001b]0;owned\\u0007\"\ndescription = \"\\u202e\"\n");
        bombs.put("hidden", "ro = [\"/a\u202e\u009b31m/b\"]\n");
        bombs.put("key", "\"\\u001b[31m\" = 1\n");
        bombs.put("nul", "title = \"a\0b\"\n");
        for (int i = 0; i < 40; i++) {
            bombs.put("d" + i, "inherits = [\"d%d\", \"e%d\"]\n".formatted(i + 1, i + 1));
            bombs.put("e" + i, "inherits = [\"d%d\", \"e%d\"]\n".formatted(i + 1, i + 1));
        }
        bombs.put("d40", "");
        bombs.put("e40", "");
        for (Map.Entry<String, String> each : bombs.entrySet()) {
            Files.writeString(profiles.resolve(each.getKey() + ".toml"), each.getValue());
        }
        Files.write(profiles.resolve("latin.toml"), "title = \"\u00ff\u009b\"\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.createSymbolicLink(profiles.resolve("zero.toml"), Path.of("/dev/zero"));
        Files.createSymbolicLink(profiles.resolve("circle.toml"), Path.of("circle.toml"));
        assertThat(new ProcessBuilder(
                                "/usr/bin/mkfifo", profiles.resolve("fifo.toml").toString())
                        .start()
                        .waitFor())
                .isZero();
        long start = System.nanoTime();
        Typed.Result run = bulle.run("echo", "ran");
        assertThat(run.out()).as(run.err()).isEqualTo("ran\n");
        harmless("a run beside broken profiles", run.err());
        Typed.Result check = bulle.type("--config", bulle.path("config"), "profiles", "check");
        assertThat(check.code()).isEqualTo(2);
        harmless("profiles check", check.out() + check.err());
        for (String wrong : List.of(
                "arrays", "tables", "dotted", "quotes", "number", "string", "escape", "escaped", "latin", "zero",
                "circle", "fifo", "nul", "key")) {
            assertThat(check.out() + check.err()).contains("/" + wrong + ".toml");
        }
        Typed.Result diamond = bulle.type("--config", bulle.path("config"), "base,d0", "--", "echo", "ran");
        assertThat(diamond.out()).as(diamond.err()).isEqualTo("ran\n");
        say("profiles that are made to hurt", "named, in %.1f s".formatted((System.nanoTime() - start) / 1e9));
    }

    /** Through the links in /proc the stars would find the whole machine again and again. */
    @Test
    void looksAtNoEndOfNames() throws Exception {
        bulle.profile("stars", "inherits = \"base\"\nro = [\"" + "/*".repeat(2_000) + "\"]\n");
        long start = System.nanoTime();
        Typed.Result result = bulle.type("--config", bulle.path("config"), "stars", "--", "echo", "ran");
        assertThat(result.out()).isEmpty();
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err()).contains("too many names", "stars.toml:2:7");
        say("a pattern without an end", "refused in %.1f s".formatted((System.nanoTime() - start) / 1e9));
    }

    @Test
    void grantsTheSameInEveryLanguage() throws Exception {
        bulle.profile("INTERN", "inherits = \"base\"\nrw = [\"?+$WORKSPACE/\u0130I\u0131i/\"]\nenv = [\"INIT_I\"]\n")
                .with("INIT_I", "x");
        JsonNode plain = null;
        for (List<String> language : List.of(
                List.of("-Duser.language=en"),
                List.of("-Duser.language=tr", "-Duser.country=TR"),
                List.of("-Duser.language=ar", "-Duser.extensions=nu-arab"))) {
            List<String> line = new ArrayList<>(Typed.line(
                    "--config",
                    bulle.path("config"),
                    "show",
                    "INTERN",
                    bulle.workspace.toString(),
                    "--timeout",
                    "90s",
                    "--json",
                    "--no-cache",
                    "--",
                    "true"));
            line.addAll(1, language);
            Typed.Result result = bulle.finish(bulle.start(line));
            JsonNode shown = JsonMapper.shared().readTree(result.out());
            plain = plain == null ? shown : plain;
            assertThat(shown.path("rw")).as(result.err()).isEqualTo(plain.path("rw"));
            assertThat(shown.path("env_keys")).isEqualTo(plain.path("env_keys"));
            assertThat(shown.path("timeout").asString()).isEqualTo("1m30s");
            assertThat(shown.path("network").asString()).isEqualTo("none");
        }
        for (String locale : List.of("tr_TR.UTF-8", "\u001b[31m../../../../tmp", "x".repeat(100_000))) {
            // As the start script hands it over.
            bulle.with("BULLE_CALLER_LC_ALL", locale).with("LANG", locale);
            Typed.Result result = bulle.run("sh", "-c", "printf %s \"$LC_ALL\"");
            assertThat(result.out()).as(result.err()).isEqualTo(locale);
            harmless("a locale", result.err());
        }
        say("languages and locales", "the same grants in all of them");
    }

    @Test
    void runsNothingThatAPathOffers() throws Exception {
        Path marker = bulle.root.resolve("ran");
        Path trap = Files.createDirectory(bulle.workspace.resolve("bin"));
        for (String tool : List.of(
                "npm",
                "go",
                "uv",
                "Rscript",
                "kpsewhich",
                "quarto",
                "git",
                "java",
                "python3",
                "pip",
                "true",
                "ls",
                "journalctl",
                "id")) {
            Path fake = Files.writeString(trap.resolve(tool), "#!/bin/sh\necho " + tool + " >>'" + marker + "'\n");
            assertThat(fake.toFile().setExecutable(true)).isTrue();
            Files.copy(fake, bulle.workspace.resolve(tool), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
        assertThat(bulle.finish(bulle.start(List.of(trap + "/npm"))).code()).isZero();
        assertThat(marker).as("without the sandbox").exists();
        Files.delete(marker);
        for (String path : List.of(trap + ":/usr/bin:/bin", ".:bin::", "/usr/bin:" + "/x:".repeat(30_000))) {
            bulle.with("PATH", path);
            bulle.type(
                    "--config",
                    bulle.path("config"),
                    "show",
                    "node,go,uv,r,latex,quarto,java,python,git",
                    bulle.workspace.toString(),
                    "--",
                    "sh");
            bulle.type(
                    "--config",
                    bulle.path("config"),
                    "node,git,python",
                    bulle.workspace.toString(),
                    "--",
                    "/bin/sh",
                    "-c",
                    ":");
            assertThat(marker).as(path.length() > 99 ? "a long PATH" : path).doesNotExist();
        }
        say("programs in directories of PATH that the command may write", "none was run outside");
    }

    @Test
    void handsOnAsMuchAsTheKernelTakes() throws Exception {
        String most = "x".repeat(131_071 - 2);
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "echo $# ${#1} ${#BIG}", "sh"));
        for (int i = 0; i < 8; i++) {
            words.add(most);
        }
        for (int i = 0; i < 5_000; i++) {
            words.add("");
        }
        bulle.with("BIG", "y".repeat(131_072 - 5));
        for (int i = 0; i < 2_000; i++) {
            bulle.with("MANY_" + i, "z".repeat(100));
        }
        String alone = bulle.finish(bulle.start(words)).out();
        assertThat(alone).isEqualTo("5008 131069 131067\n");
        List<String> ours = new ArrayList<>(
                List.of("--config", bulle.path("config"), "base", "--env", "BIG", "--env", "MANY_*", "--"));
        ours.addAll(words);
        Typed.Result result = bulle.type(ours.toArray(String[]::new));
        assertThat(result.out()).as(result.err()).isEqualTo(alone);
        say("the longest arguments and environment", "handed on");
    }

    private static void harmless(String what, String text) {
        String seen = text.replace('\n', ' ');
        assertThat(UNSEEN.matcher(seen)
                        .results()
                        .map(found -> "%04x".formatted((int) found.group().charAt(0))))
                .as(what + ": " + text)
                .isEmpty();
        assertThat(text).as(what).doesNotContain("\tat ");
        say(what, "shown without control sequences");
    }

    private static void say(String what, String outcome) {
        System.out.println("attack by " + what + ": " + outcome);
    }
}
