package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.bulle.engine.history.PolicySchema;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.scratch.ScratchStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ShowTest {
    private Desk desk;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
        desk.profile("creates", "rw = [\"+$HOME/new/\", \"+$HOME/file\"]\nro = [\"/nonexistent/a\", \"?$HOME/b\"]\n");
    }

    private JsonNode json(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("show", "--json"));
        all.addAll(List.of(words));
        Desk.Result result = desk.typeHere(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode json = JsonMapper.shared().readTree(result.out());
        assertThat(PolicySchema.violations(json)).isEmpty();
        return json;
    }

    private static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::stringValue).toList();
    }

    static Stream<List<String>> runs() {
        return Stream.of(
                List.of("base"),
                List.of("creates"),
                List.of("tool"),
                List.of("git", "--allow", "network"),
                List.of("claude"),
                List.of("java,maven,offline", "--", "java", "-version"),
                List.of("base", "--platform", "macos"),
                List.of("claude", "--platform", "macos"),
                List.of("base", "--timeout", "2h30m", "--nofile", "64", "--memory", "1G"),
                List.of("base", "--", "nosuchcommand"),
                List.of("base", "--no-workspace", "--", "sh", "-c", "true"),
                List.of("base", "--allow", "loopback", "--env", "A=b", "--env-all-except", "X"),
                List.of());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void printsJsonThatFollowsTheSchema(List<String> run) throws Exception {
        json(run.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void printsTextAndCreatesNothing(List<String> run) throws IOException {
        SortedMap<String, String> before = desk.files();
        List<String> all = new ArrayList<>(List.of("show"));
        all.addAll(run);
        Desk.Result result = desk.typeHere(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("Workspace", "Enforcement", "What became of each entry");
        assertThat(desk.files()).isEqualTo(before);
    }

    @Test
    void takesTheWordPolicyBeforeTheRun() {
        assertThat(desk.typeHere("show", "policy", "base").out())
                .isEqualTo(desk.typeHere("show", "base").out())
                .isNotEmpty();
    }

    @Test
    void leavesJsonAfterTheDashesToTheCommand() throws Exception {
        Desk.Result result = desk.typeHere("show", "base", "--", "sh", "--json");
        assertThat(result.out()).startsWith("Backend").contains("sh --json");
        assertThat(strings(json("base", "--", "sh", "--json").get("command")).getLast())
                .isEqualTo("--json");
    }

    @Test
    void saysWhatBecameOfEachEntry() throws Exception {
        JsonNode entries = json("base,creates").get("entries");
        assertThat(entries.valueStream()
                        .filter(entry -> entry.get("text").stringValue().equals("/nonexistent/a")))
                .singleElement()
                .satisfies(
                        entry -> assertThat(entry.get("outcome").stringValue()).startsWith("skipped: "));
        assertThat(entries.valueStream()
                        .filter(entry -> entry.get("text").stringValue().equals("$HOME/new/")))
                .singleElement()
                .satisfies(
                        entry -> assertThat(entry.get("outcome").stringValue()).isEqualTo("would create"));
        Desk.Result text = desk.typeHere("show", "base,creates");
        assertThat(text.out()).contains("A run would create", "~/new/", "creates:1");
    }

    @Test
    void showsNamesOfVariablesAndNeverValues() throws Exception {
        desk.set("TOKEN", "hunter2");
        for (String[] words : new String[][] {
            {"show", "base", "--env", "TOKEN", "--env", "OTHER=hunter2"},
            {"show", "--json", "base", "--env", "TOKEN", "--env", "OTHER=hunter2"},
            {"show", "base", "--env-all-except", "X"}
        }) {
            Desk.Result result = desk.typeHere(words);
            assertThat(result.out()).contains("TOKEN").doesNotContain("hunter2");
            assertThat(result.err()).doesNotContain("hunter2");
        }
        assertThat(strings(json("base", "--env", "TOKEN").get("env_keys")))
                .contains("TOKEN")
                .isSorted();
    }

    @Test
    void namesTheOriginThatDecidedAboutTheNetwork() throws Exception {
        JsonNode origin = json("base,network,offline").get("network_origin");
        assertThat(origin.get("profile").stringValue()).isEqualTo("offline");
        assertThat(desk.typeHere("show", "base,network,offline").out()).contains("deny in offline:");
        assertThat(json("base", "--allow", "network").get("network").stringValue())
                .isEqualTo("full");
    }

    @Test
    void carriesBytesThatAreNoTextThrough() throws Exception {
        String name = desk.workspace + "/a\udcff";
        Files.createDirectory(OsPath.of(name));
        Desk.Result result = desk.typeHere("show", "--json", "base", "--ro", name);
        assertThat(result.out()).contains("a\\uDCFF");
        assertThat(strings(JsonMapper.shared().readTree(result.out()).get("ro")))
                .contains(name);
    }

    @Test
    void resolvesAFlagsPathAgainstTheCurrentDirectoryAndAProfilesAgainstTheWorkspace() throws Exception {
        Files.createDirectory(desk.workspace.resolve("sub"));
        Files.createDirectory(desk.workspace.resolve("sub/x"));
        Files.createDirectory(desk.workspace.resolve("y"));
        desk.profile("rel", "ro = [\"x\"]\n");
        JsonNode json = json("rel", "sub", "--ro", "y", "--no-workspace");
        assertThat(strings(json.get("ro"))).contains(desk.workspace + "/sub/x", desk.workspace + "/y");
    }

    @Test
    void showsAnotherSystemsPolicyAndSaysThatNothingWasAsked() throws Exception {
        JsonNode json = json("base", "--platform", "macos");
        assertThat(json.get("backend").stringValue()).isEqualTo("macos-seatbelt");
        JsonNode first = json.get("enforcement").get(0);
        assertThat(first.get("enforced").stringValue()).isEqualTo("none");
        assertThat(first.get("reason").stringValue()).startsWith("this system is linux");
    }

    @Test
    void showsAProfileAsAMacWouldSeeIt() throws Exception {
        JsonNode json = json("claude", "--platform", "macos", "--sbpl");
        assertThat(strings(json.get("rox")))
                .contains("/System/Library", "/opt/homebrew/bin")
                .doesNotContain("/lib");
        assertThat(strings(json.get("mach_lookup"))).contains("com.apple.trustd.agent");
        assertThat(json.get("entries")
                        .valueStream()
                        .filter(entry -> entry.get("text").stringValue().equals("/System/Library"))
                        .map(entry -> entry.get("outcome").stringValue()))
                .containsExactly("unresolved: not looked up: this system is linux");
        assertThat(json.get("entries")
                        .valueStream()
                        .filter(entry -> entry.get("text").stringValue().equals("which:git"))
                        .map(entry -> entry.get("outcome").stringValue()))
                .containsExactly("skipped: not looked up: this system is linux");
        assertThat(strings(json.get("warnings"))).anyMatch(warning -> warning.contains("as far as it can be seen"));
        assertThat(json.get("sbpl").stringValue())
                .startsWith("(version 1)")
                .contains("(subpath \"/System/Library\")", "(literal \"/dev/tty\")", "com.apple.trustd.agent");
    }

    @Test
    void printsTheRulesForSeatbeltOnRequest() throws IOException {
        Desk.Result result = desk.typeHere("show", "base", "--platform", "macos", "--sbpl");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("(version 1)\n").contains("(deny default)");
        Desk.Result here = desk.typeHere("show", "base", "--sbpl");
        assertThat(here.code()).isEqualTo(2);
        assertThat(here.err()).contains("--platform macos");
    }

    @Test
    void listsProfilesWithKindAndSource() throws IOException {
        desk.profile("git", "title = \"Mine\"\n");
        Desk.Result result = desk.typeHere("show", "profiles");
        assertThat(result.out().lines().findFirst().orElseThrow()).matches("NAME +KIND +SOURCE +DESCRIPTION");
        assertThat(result.out())
                .containsPattern("(?m)^git +app +user override ")
                .containsPattern("(?m)^base +support +user-only");
        assertThat(desk.typeHere("profiles").out()).isEqualTo(result.out());
        assertThat(desk.typeHere("profiles", "list").out()).isEqualTo(result.out());
        JsonNode json = JsonMapper.shared()
                .readTree(desk.typeHere("show", "profiles", "--json").out());
        assertThat(json.valueStream().map(each -> each.get("name").stringValue()))
                .contains("git", "base")
                .isSorted();
    }

    @Test
    void printsAProfileAsWrittenWithItsFileAndItsChain() throws IOException {
        desk.profile("mine", "# a note\ninherits = [\"base\"]\n");
        Desk.Result result = desk.typeHere("show", "profiles", "mine");
        assertThat(result.out())
                .contains("# a note\ninherits = [\"base\"]\n", "profiles/mine.toml", "floor -> base -> mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ro = \"x\"\n", "inherits = \"nosuch\"\n", "title = \"a\n"})
    void printsAlsoAProfileThatIsBroken(String toml) throws IOException {
        desk.profile("broken", toml);
        Desk.Result result = desk.typeHere("show", "profiles", "broken");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains(toml.strip());
        assertThat(result.err()).contains("broken.toml:1:");
    }

    @Test
    void showsWhatWasReadFromTheConfiguration() throws IOException {
        Files.writeString(desk.config.resolve("config.toml"), "deny = [\"network\"]\n[vars]\nPROJECTS = \"/srv\"\n");
        Desk.Result result = desk.typeHere("show", "config");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains(desk.config.toString(), "loaded", "PROJECTS", "never allowed: network");
        Files.writeString(desk.config.resolve("config.toml"), "nosuch = 1\n");
        assertThat(desk.typeHere("show", "config").err()).contains("config.toml:1:1");
        assertThat(desk.typeHere("show", "config", "--json").out()).contains("\"broken\"");
    }

    @Test
    void listsResolversWithWhatTheyReport() {
        JsonNode json = JsonMapper.shared()
                .readTree(desk.typeHere("resolvers", "--json").out());
        assertThat(json.valueStream().map(each -> each.get("entry").stringValue()))
                .contains("java:home", "npm:cache", "go:root");
        assertThat(json.valueStream())
                .allMatch(each -> !each.get("outcome").stringValue().isEmpty());
        assertThat(desk.typeHere("show", "resolvers").out()).contains("npm:cache", "which:NAME");
    }

    @Test
    void printsTheVersion() {
        assertThat(desk.type("version").out()).startsWith("bulle ");
        assertThat(desk.type("--version").out()).isEqualTo(desk.type("version").out());
        assertThat(JsonMapper.shared()
                        .readTree(desk.type("version", "--json").out())
                        .get("backend")
                        .stringValue())
                .isEqualTo("linux-landlock");
    }

    private void git(String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("git", "-c", "user.name=U", "-c", "user.email=u@example.org"));
        line.addAll(List.of(words));
        ProcessBuilder git = new ProcessBuilder(line).directory(desk.workspace.toFile());
        git.environment().put("HOME", desk.home.toString());
        assertThat(git.redirectErrorStream(true).start().waitFor()).isZero();
    }

    /** The same as of a clone that was made, but for its name; and nothing was made. */
    @Test
    void showsThePolicyInAScratchThatARunWouldMake() throws Exception {
        Path in = Files.createDirectories(desk.workspace.resolve("sub/node_modules"));
        Files.createDirectory(desk.workspace.resolve("sub/bin"));
        Files.writeString(desk.workspace.resolve(".gitignore"), "node_modules\n*.log\n");
        Files.writeString(in.resolve("ignored"), "x");
        Path script = Files.writeString(desk.workspace.resolve("sub/bin/tool"), "#!/bin/sh\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.writeString(desk.workspace.resolve("sub/pom.xml"), "<project/>");
        git("init", "-q");
        git("add", ".");
        git("commit", "-qm", "all");
        Files.writeString(desk.workspace.resolve("sub/untracked"), "x");
        Files.writeString(desk.workspace.resolve("sub/a.log"), "x");
        Files.createSymbolicLink(desk.workspace.resolve("sub/link"), desk.home);
        desk.profile("project", """
                inherits = "base"
                rwx = ["?$WORKSPACE/node_modules", "?$WORKSPACE/bin", "?+$WORKSPACE/target/"]
                ro = ["?$WORKSPACE/*.log", "?$WORKSPACE/u*", "?$WORKSPACE/.git", "?./link/x"]
                """);
        String[] run = {"project", desk.workspace + "/sub", "--detect", "--", "bin/tool"};
        List<String> words = new ArrayList<>(List.of("--scratch"));
        words.addAll(List.of(run));
        JsonNode shown = json(words.toArray(String[]::new));
        Path scratches = desk.home.resolve(".local/state/bulle/scratch");
        assertThat(scratches).doesNotExist();
        assertThat(shown.get("workspace_path").stringValue()).isEqualTo(scratches + "/workspace-00000000/sub");
        assertThat(strings(shown.get("rwx"))).contains(scratches + "/workspace-00000000/sub/bin");
        assertThat(shown.toString()).doesNotContain(desk.workspace.toString());
        Desk.Result text = desk.typeHere("show", "project", "--scratch", "--", "true");
        assertThat(text.err()).contains("nothing was cloned");

        ScratchStore.Created made = new ScratchStore(
                        scratches, java.util.Map.of("HOME", desk.home.toString(), "PATH", "/usr/bin:/bin"))
                .create(desk.workspace.resolve("sub"), List.of());
        run[1] = made.scratch().workspace().toString();
        JsonNode real = JsonMapper.shared()
                .readTree(json(run).toString().replace(made.scratch().name(), "workspace-00000000"));
        for (String what :
                List.of("workspace_path", "ro", "rox", "rw", "rwx", "env", "entries", "command", "network")) {
            assertThat(shown.get(what)).as(what).isEqualTo(real.get(what));
        }
    }

    /** Repositories inside, deleted files and Git's own files: none of them is in a clone as it is in the work tree. */
    @Test
    void showsNothingInAScratchThatARunWouldNotHave() throws Exception {
        for (String file : List.of("n/deleted", "n2/kept", "f", "d/tracked")) {
            Files.createDirectories(desk.workspace.resolve(file).getParent());
            Files.writeString(desk.workspace.resolve(file), "x");
        }
        git("init", "-q");
        git("add", ".");
        git("commit", "-qm", "all");
        git("init", "-q", "subrepo");
        Files.writeString(desk.workspace.resolve("subrepo/f"), "x");
        Files.delete(desk.workspace.resolve("n/deleted"));
        Files.delete(desk.workspace.resolve("d/tracked"));
        Files.delete(desk.workspace.resolve("f"));
        Files.createDirectory(desk.workspace.resolve("f"));
        Files.createDirectories(desk.workspace.resolve(".git/hooks"));
        desk.profile("project", """
                inherits = "base"
                rwx = ["?$WORKSPACE/subrepo", "?$WORKSPACE/n", "?$WORKSPACE/f"]
                ro = ["$WORKSPACE/n*", "$WORKSPACE/d*", "?$WORKSPACE/.git/HEAD"]
                rox = ["?$WORKSPACE/.git/hooks/", "?$WORKSPACE/.git/h*", "?$WORKSPACE/subrepo/f"]
                """);
        Desk.Result text = desk.typeHere("show", "project", "--scratch", "--", "true");
        assertThat(text.err()).contains("subrepo/ is a repository of its own and not in the scratch");
        JsonNode shown = json("--scratch", "project", "--", "true");
        assertThat(shown.get("rox").toString()).doesNotContain("/.git");
        assertThat(outcomes(shown))
                .containsEntry("$WORKSPACE/.git/hooks/", "skipped: not known until the clone is made")
                .containsEntry("$WORKSPACE/.git/h*", "skipped: not known until the clone is made")
                .containsEntry("$WORKSPACE/subrepo", "skipped: does not exist");

        ScratchStore.Created made = new ScratchStore(
                        desk.home.resolve(".local/state/bulle/scratch"),
                        java.util.Map.of("HOME", desk.home.toString(), "PATH", "/usr/bin:/bin"))
                .create(desk.workspace, List.of());
        assertThat(made.warnings()).containsExactly("subrepo/ is a repository of its own and not in the scratch");
        JsonNode real = JsonMapper.shared()
                .readTree(json("project", made.scratch().workspace().toString(), "--", "true")
                        .toString()
                        .replace(made.scratch().name(), "workspace-00000000"));
        for (String list : List.of("ro", "rox", "rw", "rwx")) {
            assertThat(shown.get(list)).as(list).isEqualTo(real.get(list));
        }
    }

    private static SortedMap<String, String> outcomes(JsonNode shown) {
        SortedMap<String, String> outcomes = new java.util.TreeMap<>();
        shown.get("entries")
                .forEach(entry -> outcomes.put(
                        entry.get("text").stringValue(), entry.get("outcome").stringValue()));
        return outcomes;
    }

    @Test
    void explainsARelativePathInTheScratch() throws Exception {
        Files.createDirectory(desk.workspace.resolve("sub"));
        Files.writeString(desk.workspace.resolve("sub/f"), "x");
        git("init", "-q");
        git("add", ".");
        git("commit", "-qm", "all");
        Files.createDirectory(desk.workspace.resolve("ignored"));
        Path clone = desk.home.resolve(".local/state/bulle/scratch/workspace-00000000");
        assertThat(why("./sub/f")).contains("Path     " + clone + "/sub/f\n").contains("rw on");
        assertThat(why("ignored")).contains("Path     " + clone + "/ignored  (does not exist)");
        assertThat(why(".git/hooks")).contains("(not known until the clone is made)");
        assertThat(why(desk.workspace + "/sub/f"))
                .contains("Path     " + desk.workspace + "/sub/f\n")
                .contains("Granted  nothing");
    }

    private String why(String path) {
        return desk.typeHere("show", "base", "--scratch", "--why", path, "--", "true")
                .out();
    }

    @Test
    void saysWhyNoScratchCouldBeMade() {
        Desk.Result result = desk.typeHere("show", "base", "--scratch", "--", "true");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err()).contains("not in a Git repository");
    }
}
