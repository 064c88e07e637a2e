package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariableEntryTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
    }

    @ParameterizedTest
    @CsvSource({
        "$WORKSPACE/x,  T/w/x",
        "${HOME}/x,     T/home/x",
        "~/x,           T/home/x",
        "$TMP/x,        T/tmp/bulle-UID/x",
        "$TMPDIR/x,     T/tmp/bulle-UID/x",
        "$CONFIG/x,     T/home/.config/x",
        "$DATA/x,       T/home/.local/share/x",
        "$CACHE/x,      T/home/.cache/x",
        "$STATE/x,      T/home/.local/state/x",
        "$XDG_CONFIG_HOME/x, T/home/.config/x",
        "$XDG_STATE_HOME/x,  T/home/.local/state/x",
    })
    void expandsBuiltInVariables(String entry, String path) {
        String expected = path.replace("UID", Integer.toUnsignedString(World.uid()));
        assertThat(world.rw("+" + entry).granted()).containsExactly("rw " + expected);
    }

    @ParameterizedTest
    @CsvSource({
        "$CONFIG/x, T/home/Library/Application Support/x",
        "$DATA/x,   T/home/Library/Application Support/x",
        "$CACHE/x,  T/home/Library/Caches/x",
        "$STATE/x,  T/home/Library/Application Support/x",
    })
    void expandsThemForTheOtherSystem(String entry, String path) {
        world.platform = Platform.MACOS;
        assertThat(world.rw("+" + entry).granted()).containsExactly("rw " + path);
    }

    @Test
    void knowsNoXdgNamesOnMacos() {
        world.platform = Platform.MACOS;
        assertThat(world.ro("$XDG_CACHE_HOME/x").onlyProblem().message()).contains("unknown variable $XDG_CACHE_HOME");
    }

    @Test
    void takesXdgDirectoriesFromTheEnvironment() {
        world.environment.put("XDG_CACHE_HOME", world.outside.toString());
        World.file(world.outside.resolve("x"));
        assertThat(world.ro("$CACHE/x").ro("$XDG_CACHE_HOME/x").granted()).containsExactly("ro T/s/x");
    }

    @Test
    void knowsTheRuntimeDirectoryOnlyWhenItIsSet() {
        assertThat(world.ro("$XDG_RUNTIME_DIR/x").outcome("$XDG_RUNTIME_DIR/x"))
                .isEqualTo("skipped: $XDG_RUNTIME_DIR is not set");
        world.environment.put("XDG_RUNTIME_DIR", world.outside.toString());
        World.file(world.outside.resolve("x"));
        assertThat(world.granted()).containsExactly("ro T/s/x");
    }

    @Test
    void takesAToolsVariableFromTheEnvironment() {
        world.environment.put("CARGO_HOME", world.outside.toString());
        World.file(world.outside.resolve("bin/cargo"));
        assertThat(world.rox("$CARGO_HOME/bin").granted()).containsExactly("rox T/s/bin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "relative",
                "",
                "/",
                "//",
                "/.",
                "/usr/..",
                "HOME",
                "HOME/",
                "HOME/../home",
                "ABOVE",
                "/a*b",
                "/a?b",
                "/a[b",
                "/$X",
                "/a\nb"
            })
    void ignoresHostileValues(String value) {
        String real = value.replace("HOME", world.home.toString()).replace("ABOVE", world.root.toString());
        world.environment.put("CARGO_HOME", real);
        world.environment.put("XDG_CACHE_HOME", real);
        assertThat(world.rw("+${CARGO_HOME:-~/.cargo}/").rw("+$CACHE/").granted())
                .containsExactly("rw T/home/.cache", "rw T/home/.cargo");
    }

    @Test
    void ignoresAValueThatReachesTheHomeByALink() {
        World.link(world.outside.resolve("h"), world.home);
        world.environment.put("CARGO_HOME", world.outside + "/h");
        assertThat(world.ro("$CARGO_HOME/x").outcome("$CARGO_HOME/x")).isEqualTo("skipped: $CARGO_HOME is not set");
    }

    @Test
    void failsOnAnUnsetVariableInAWritableEntry() {
        assertThat(world.rw("$CARGO_HOME/x").onlyProblem().message()).contains("needs $CARGO_HOME, which is not set");
        world = new World(World.directory(world.root.resolve("again")));
        assertThat(world.rw("?+$CARGO_HOME/x").granted()).isEmpty();
    }

    @Test
    void suggestsTheNearestKnownVariable() {
        Problem problem = world.ro("?$WORKSPCE/x").onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message()).contains("unknown variable $WORKSPCE; did you mean \"WORKSPACE\"?");
    }

    @ParameterizedTest
    @CsvSource({
        "${CARGO_HOME:-/a}/x,                         /a/x",
        "${UNKNOWN:-/a}/x,                            /a/x",
        "${UNKNOWN:-${CARGO_HOME:-$HOME/c}}/x,        T/home/c/x",
        "${UNKNOWN:-~/c}/x,                           T/home/c/x",
        "${UNKNOWN:-~}/x,                             T/home/x",
        "${HOME:-/a}/x,                               T/home/x",
        "${A:-${B:-${C:-${D:-${E:-${F:-${G:-${H:-/8}}}}}}}}, /8",
    })
    void takesTheFallbackOfWhatIsUnset(String entry, String path) {
        assertThat(world.rw("+" + entry).granted()).containsExactly("rw " + path);
    }

    @Test
    void refusesANinthFallbackInAFallback() {
        String entry = "${A:-${B:-${C:-${D:-${E:-${F:-${G:-${H:-${I:-/9}}}}}}}}}";
        assertThat(world.ro(entry).onlyProblem().message()).contains("more than 8 deep");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${HOME/x", "${HOME:=x}", "${}", "${HOME:-x", "${HOME-x}"})
    void refusesAMalformedVariable(String entry) {
        assertThat(world.ro("?" + entry).onlyProblem().message()).contains("the entry \"" + entry + "\" has");
    }

    @Test
    void expandsAValueOnlyOnce() {
        Path odd = World.directory(world.root.resolve("$HOME"));
        World.file(odd.resolve("f"));
        world.givenWorkspace = java.util.Optional.of(odd.toString());
        world.grantWorkspace = false;
        assertThat(world.ro("$WORKSPACE/f").granted()).containsExactly("ro T/$HOME/f");
    }

    @Test
    void takesTheHomeOfThePasswordDatabaseWhenHomeIsNotAbsolute() {
        world.environment.put("HOME", "relative");
        assertThat(world.rw("+~/x").granted()).containsExactly("rw T/home/x");
    }

    @Test
    void takesVariablesOfTheConfigurationAndOfFlagsThatWin() {
        world.configuredVars.put("PROJECTS", "/nonexistent");
        world.configuredVars.put("OTHER", world.outside.toString());
        world.vars.put("PROJECTS", world.outside.toString());
        assertThat(world.rw("+$PROJECTS/a").rw("+$OTHER/b").granted()).containsExactly("rw T/s/a", "rw T/s/b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HOME", "WORKSPACE", "TMPDIR", "STATE", "XDG_ANYTHING", "lower", "A-B", ""})
    void refusesReservedAndMalformedNames(String name) {
        world.vars.put(name, "/a");
        Problem problem = world.onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.TEXT);
        assertThat(problem.key()).isEqualTo("--var");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative", "/", "HOME", "ABOVE", "/a*b", "/a$b", "~/x"})
    void refusesUnsafeValuesOfOwnVariables(String value) {
        world.vars.put("X", value.replace("HOME", world.home.toString()).replace("ABOVE", world.root.toString()));
        Problem problem = world.onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message()).startsWith("the path variable X cannot be used: its value ");
    }

    @Test
    void pointsAtTheLineOfAnUnsafeConfiguredVariable() {
        world.configuredVars.put("X", "relative");
        assertThat(world.onlyProblem())
                .extracting(Problem::file, Problem::line, Problem::column)
                .isEqualTo(List.of("config.toml", 3, 5));
    }

    @ParameterizedTest
    @CsvSource({
        "'/a\\$HOME',  '/a$HOME'",
        "'\\?x',       '?x'",
        "'\\+x',       '+x'",
        "'\\~',        '~'",
        "'/a\\*',      '/a*'",
        "'/a\\[b]',    '/a[b]'",
        "'/a\\\\b',    '/a\\b'",
        "'/a\\nb',     '/a\\nb'",
        "'/a\\',       '/a\\'",
        "'/a\\,b',     '/a,b'",
        "'/a$',        '/a$'",
        "'/a$/b',      '/a$/b'",
        "'x\\:y',      'x:y'",
        "'./x:y',      'x:y'",
        "'a~b',        'a~b'",
        "'~user/x',    '~user/x'",
    })
    void readsEscapedCharactersAsThemselves(String entry, String path) {
        String expected = path.startsWith("/") ? path : world.workspace + "/" + path;
        assertThat(world.rw("+" + entry).policy().create())
                .extracting(c -> c.path())
                .containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "$x", "?a", "+b", "~c", "a*b", "[x]", "a\\b", "a?b", "a,b", "x:y", "\\$"})
    void writesEscapesThatItReadsBack(String name) throws Exception {
        String path = world.outside + "/" + name;
        EntrySyntax.Expansion expansion = EntrySyntax.path(EntrySyntax.escape(path))
                .expand(new Variables(
                        world.machine(),
                        new SafeValues(
                                world.machine(),
                                new MachineFiles(),
                                new ProtectedPlaces(new MachineFiles(), world.machine())),
                        "/w",
                        "/t"));
        assertThat(expansion.text()).isEqualTo(path);
        assertThat(expansion.hasGlob()).isFalse();
        assertThat(expansion.byVariable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$HOME",
                "~",
                "~/",
                "${HOME}",
                "$HOME/.",
                "$HOME/..",
                "$HOME/../..",
                "${X:-/}",
                "$WORKSPACE/../home",
                "../home",
                "..",
                "../.."
            })
    void refusesWhatBecomesTheRootOrAHomeOnlyByExpansion(String entry) {
        Problem problem = world.ro(entry).onlyProblem();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MACHINE);
        assertThat(problem.message()).contains(" expands to ");
    }

    @Test
    void grantsTheHomeAndTheRootWhenTheyAreWrittenOut() {
        assertThat(world.ro(world.home.toString()).ro("/").granted()).containsExactly("ro /", "ro T/home");
    }
}
