package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Network;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every built-in profile keeps to, read off their text. */
class HouseRulesTest {
    private static final List<String> AGENTS = List.of("claude", "codex", "opencode", "pi", "gemini");
    private static final List<String> TOOLCHAINS = List.of(
            "tool", "node", "go", "rust", "r", "uv", "latex", "pandoc", "quarto", "java", "maven", "gradle", "python");
    private static final List<String> INSTALLERS = List.of(
            "node-install",
            "go-install",
            "rust-install",
            "r-install",
            "uv-install",
            "maven-install",
            "gradle-install",
            "python-install");
    private static final List<String> OTHERS = List.of(
            "floor",
            "default",
            "terminal",
            "network",
            "offline",
            "git",
            "coreutils",
            "user-bin",
            "proc",
            "gui",
            "keychain",
            "macos-certs",
            "macos-dns",
            "macos-devtools",
            "ssh-agent",
            "docker");
    /** The private temp directory. */
    private static final String TEMP = "$TMP/bulle/tmp";

    private static final Set<String> OFF_SWITCHES = Set.of("UV_NO_CACHE=1");
    private static final Pattern SECRET = Pattern.compile(".*(KEY|TOKEN|SECRET|PASSWORD).*");
    private static final Pattern CREDENTIALS = Pattern.compile(
            ".*(credentials|\\.netrc|id_rsa|id_ed25519|\\.aws|\\.gnupg(?!/S\\.)|/etc/shadow|/etc/ssl/private|/\\.ssh$).*");

    static List<String> all() {
        return Stream.of(AGENTS, TOOLCHAINS, INSTALLERS, OTHERS)
                .flatMap(List::stream)
                .toList();
    }

    static List<String> toolchains() {
        return TOOLCHAINS;
    }

    static List<String> installers() {
        return INSTALLERS;
    }

    static List<String> agents() {
        return AGENTS;
    }

    @Test
    void theSetIsComplete() {
        assertThat(BuiltIns.packed().names()).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void onlyAgentsAndGitHaveADefaultApp() {
        List<String> apps = all().stream()
                .filter(name -> settings(name).stream()
                        .anyMatch(settings -> settings.defaultApp().isPresent()))
                .toList();
        assertThat(apps).containsExactlyInAnyOrder("claude", "codex", "opencode", "pi", "gemini", "git");
    }

    @ParameterizedTest
    @MethodSource("toolchains")
    void aToolchainSaysNothingAboutTheNetwork(String name) throws ProblemException {
        assertThat(merged(name).networkOrigins()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "floor",
                "terminal",
                "git",
                "coreutils",
                "user-bin",
                "proc",
                "gui",
                "keychain",
                "ssh-agent",
                "docker"
            })
    void aSupportProfileSaysNothingAboutTheNetwork(String name) throws ProblemException {
        assertThat(merged(name).networkOrigins()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("installers")
    void anInstallerInheritsItsBaseAndAllowsTheNetwork(String name) throws ProblemException {
        assertThat(profile(name).inherits()).extracting(Located::value).containsExactly(name.replace("-install", ""));
        assertThat(merged(name).network()).isEqualTo(Network.FULL);
    }

    @ParameterizedTest
    @MethodSource("agents")
    void anAgentAllowsTheNetworkAndOfflineTakesItAway(String name) throws ProblemException {
        assertThat(merged(name).network()).isEqualTo(Network.FULL);
        assertThat(merge(List.of(name, "offline")).network()).isEqualTo(Network.NONE);
        assertThat(merge(List.of("offline", name)).network()).isEqualTo(Network.FULL);
    }

    @Test
    void theOrderOfToolchainAndAppDoesNotMatter() throws ProblemException {
        for (String toolchain : TOOLCHAINS) {
            assertThat(merge(List.of(toolchain, "claude")).network())
                    .isEqualTo(merge(List.of("claude", toolchain)).network());
        }
    }

    @Test
    void offlineDeniesLoopbackToo() throws ProblemException {
        Overrides loopback = new Overrides(java.util.Map.of(), List.of(), List.of("loopback"), List.of(), false);
        assertThat(Merger.merge(catalog(), List.of("tool"), loopback, Platform.LINUX)
                        .network())
                .isEqualTo(Network.LOOPBACK);
        assertThat(profile("offline").settings().deny())
                .extracting(Located::value)
                .containsExactly("network", "loopback");
    }

    @ParameterizedTest
    @MethodSource("toolchains")
    void aToolchainWritesOnlyTheTempDirectoryAndNamedFoldersOfTheWorkspace(String name) throws ProblemException {
        for (Platform platform : Platform.values()) {
            assertThat(merge(List.of(name), platform).paths().stream()
                            .filter(path -> path.access().writes()))
                    .extracting(PathValue::text)
                    .allMatch(
                            text -> text.startsWith(TEMP) || text.startsWith("$WORKSPACE/") || text.startsWith("/dev/"),
                            "in our own places");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void noneWritesOrExecutesTheWholeWorkspace(String name) {
        assertThat(entries(name)).noneMatch(entry -> entry.path().matches("\\$WORKSPACE/?"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void onlyWhatIsOnEveryMachineIsNotOptional(String name) {
        assertThat(entries(name).stream().filter(entry -> !entry.optional()))
                .allMatch(entry -> isEverywhere(entry.path()) || entry.create(), "on every machine, or made");
    }

    private static boolean isEverywhere(String path) {
        return Set.of(
                                "/bin",
                                "/usr/bin",
                                "/sbin",
                                "/usr/sbin",
                                "/lib",
                                "/usr/lib",
                                "/usr/libexec",
                                "/usr/share",
                                "/System/Library",
                                "/proc",
                                "/dev/null")
                        .contains(path)
                || path.startsWith(TEMP);
    }

    @ParameterizedTest
    @MethodSource("all")
    void aMissingPlaceIsMadeOnlyForAnAgentsStateAnInstallersCacheOrTheTempDirectory(String name) {
        if (!AGENTS.contains(name) && !INSTALLERS.contains(name)) {
            assertThat(entries(name).stream().filter(Entry::create))
                    .extracting(Entry::path)
                    .allMatch(path -> path.startsWith(TEMP) || path.startsWith("$WORKSPACE/"), "in our own places");
        }
    }

    @ParameterizedTest
    @MethodSource("agents")
    void anAgentMakesItsStateAndSaysWhatToDoWithItsOwnSandbox(String name) throws ProblemException {
        assertThat(entries(name))
                .anyMatch(entry ->
                        entry.create() && entry.list().writes() && entry.path().contains("." + name)
                                || entry.create() && entry.path().endsWith("/" + name + "/"));
        assertThat(merged(name).chain()).contains("tool", "terminal", "git", "node", "coreutils");
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "pi"})
    void anAgentsDescriptionSpeaksOfItsSandbox(String name) {
        assertThat(profile(name).description().orElseThrow().value()).contains("sandbox");
    }

    @ParameterizedTest
    @MethodSource("all")
    void aVariableIsSetOnlyToPointIntoTheTempDirectoryOrToSwitchACacheOff(String name) {
        assertThat(variables(name).filter(variable -> variable.contains("=")))
                .allMatch(
                        variable -> variable.contains(TEMP) || OFF_SWITCHES.contains(variable),
                        "redirects or switches off");
    }

    @ParameterizedTest
    @MethodSource("toolchains")
    void aToolchainPassesNoSecret(String name) {
        assertThat(variables(name))
                .noneMatch(variable -> SECRET.matcher(variable).matches());
    }

    @ParameterizedTest
    @MethodSource("all")
    void noneGrantsCredentialFilesOfTheUser(String name) {
        assertThat(entries(name))
                .extracting(Entry::path)
                .noneMatch(path -> CREDENTIALS.matcher(path).matches());
    }

    @ParameterizedTest
    @MethodSource("all")
    void noneWritesWhatBuildsOutsideObey(String name) throws ProblemException {
        List<String> obeyed = List.of(
                "$HOME/.m2/settings.xml",
                "${GRADLE_USER_HOME:-$HOME/.gradle}/gradle.properties",
                "${GRADLE_USER_HOME:-$HOME/.gradle}/init.d",
                "${GRADLE_USER_HOME:-$HOME/.gradle}/init.gradle",
                "$HOME/.npmrc",
                "$HOME/.gitconfig",
                "${CARGO_HOME:-$HOME/.cargo}/config.toml",
                "$HOME/.bashrc",
                "$HOME/.profile",
                "$HOME/.local/bin",
                "$HOME/.config",
                "$HOME/.ssh");
        List<String> written = merged(name).paths().stream()
                .filter(path -> path.access().writes())
                .map(path -> path.text().replaceAll("/$", ""))
                .toList();
        assertThat(obeyed)
                .noneMatch(path -> written.stream().anyMatch(writable -> (path + "/").startsWith(writable + "/")));
    }

    @Test
    void keychainAndProcAreSelectedAndNotBundledIntoToolchains() throws ProblemException {
        for (String name : all()) {
            assertThat(merged(name).includes("keychain")).as(name).isEqualTo(name.equals("keychain"));
        }
        for (String name : TOOLCHAINS) {
            assertThat(merged(name).includes("proc")).as(name).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keychain", "macos-certs", "macos-dns", "macos-devtools"})
    void whatIsForMacosAddsNothingOnLinux(String name) throws ProblemException {
        assertThat(merge(List.of(name), Platform.LINUX).paths())
                .isEqualTo(merged("floor").paths());
        assertThat(merge(List.of(name), Platform.LINUX).mach()).isEmpty();
        assertThat(merge(List.of(name), Platform.MACOS).mach().size()
                        + merge(List.of(name), Platform.MACOS).paths().size())
                .isGreaterThan(merged("floor").paths().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rust", "node", "maven", "gradle", "python", "uv"})
    void whatRunsWhatItBuildsNamesTheFolders(String name) {
        assertThat(entries(name))
                .anyMatch(
                        entry -> entry.list() == AccessList.RWX && entry.path().startsWith("$WORKSPACE/"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void titleAndDescriptionAreShortAndLinesToo(String name) {
        Profile profile = profile(name);
        assertThat(profile.title().orElseThrow().value()).hasSizeLessThanOrEqualTo(40);
        assertThat(profile.description().orElseThrow().value())
                .hasSizeLessThanOrEqualTo(130)
                .doesNotEndWith(".");
        assertThat(profile.source().lines()).allMatch(line -> line.length() <= 140);
    }

    /** An entry in one file, without its markers. */
    private record Entry(AccessList list, String path, boolean optional, boolean create) {}

    private static List<Entry> entries(String name) {
        List<Entry> entries = new ArrayList<>();
        for (Settings settings : settings(name)) {
            for (AccessList list : AccessList.values()) {
                for (Located<String> text : settings.paths(list)) {
                    MarkedPath marked = MarkedPath.of(text.value());
                    entries.add(new Entry(list, marked.text(), marked.optional(), marked.create()));
                }
            }
        }
        return entries;
    }

    private static Stream<String> variables(String name) {
        return settings(name).stream()
                .flatMap(settings -> settings.env().stream())
                .map(Located::value);
    }

    private static List<Settings> settings(String name) {
        Profile profile = profile(name);
        return List.of(profile.settings(), profile.platform(Platform.LINUX), profile.platform(Platform.MACOS));
    }

    private static Profile profile(String name) {
        String text = BuiltIns.packed().text(name).orElseThrow();
        return ProfileParser.parse(name, Layer.BUILT_IN, BuiltIns.file(name), text)
                .profile()
                .orElseThrow();
    }

    private static MergedProfile merged(String name) throws ProblemException {
        return merge(List.of(name));
    }

    private static MergedProfile merge(List<String> stack) throws ProblemException {
        return merge(stack, Platform.LINUX);
    }

    private static MergedProfile merge(List<String> stack, Platform platform) throws ProblemException {
        return Merger.merge(catalog(), stack, Overrides.NONE, platform);
    }

    private static Catalog catalog() {
        return Catalog.load(Path.of("/nonexistent"));
    }
}
