package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seatbelt.SeatbeltText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every built-in profile as rules for Seatbelt on one fixed Mac. When a profile or the text changes on purpose: {@code -Dgolden.write=true} writes the
 * files anew, and the difference is read before it is kept.
 */
class SeatbeltGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/seatbelt");
    private static final FakeMac MAC = new FakeMac();

    static List<String> profiles() {
        return Catalog.load(Path.of("/nonexistent/bulle")).names().stream()
                .sorted()
                .toList();
    }

    private static ToolRunner.Output answer(ToolRunner.Question question) throws IOException {
        if (question.file().equals("/usr/bin/xcode-select")) {
            return new ToolRunner.Output(0, "/Applications/Xcode.app/Contents/Developer\n", "", Optional.empty());
        }
        throw new IOException("it has no answer in this test");
    }

    static Policy resolve(String profile) throws Exception {
        return resolve(profile, MAC, Overrides.NONE);
    }

    private static Policy resolve(String profile, FakeMac mac, Overrides overrides) throws Exception {
        Catalog catalog = Catalog.load(Path.of("/nonexistent/bulle"));
        return new PolicyResolver(FakeMac.machine(), SeatbeltGoldenTest::answer, request -> new MachineFiles(mac))
                .resolve(new ResolveRequest(
                        Merger.merge(catalog, List.of(profile), overrides, Platform.MACOS),
                        true,
                        Optional.of(FakeMac.WORKSPACE),
                        true,
                        List.of(),
                        catalog.configuration(),
                        true,
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of()))
                .policy();
    }

    private static void compare(String name, String text) throws IOException {
        Path file = GOLDEN.resolve(name + ".sb");
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void writesTheRulesOfABuiltInProfile(String profile) throws Exception {
        compare(profile, SeatbeltText.of(resolve(profile), MAC, List.of("/dev/ttys003"), "bulle-golden"));
    }

    @Test
    void writesHostileNames() throws Exception {
        List<String> names = List.of(
                "/Users/ann/a\"b",
                "/Users/ann/a\\",
                "/Users/ann/a\\\"))(allow default)((\"",
                "/Users/ann/(allow default)",
                "/Users/ann/; comment",
                "/Users/ann/#\"^.*$\"",
                "/Users/ann/'quoted'",
                "/Users/ann/\\x22) (allow default)",
                "/Users/ann/\\n(allow default)",
                "/Users/ann/  blanks  ",
                "/Users/ann/é 漢字 😀 \u202etxt",
                "/Users/ann/" + "long-name-".repeat(24));
        Policy policy = new Policy(
                List.of("hostile"),
                FakeMac.WORKSPACE,
                Optional.empty(),
                java.time.Duration.ZERO,
                names.stream().map(name -> new Grant(name, AccessList.RW)).toList(),
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        compare("hostile-names", SeatbeltText.of(policy, MAC, List.of(), ""));
    }

    @Test
    void leavesNewlinesToNobody() {
        Policy policy;
        try {
            policy = resolve("floor");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        Policy hostile = new Policy(
                policy.profiles(),
                policy.workspace(),
                policy.command(),
                policy.timeout(),
                List.of(new Grant("/Users/ann/a\n(allow default)", AccessList.RO)),
                policy.environment(),
                policy.network(),
                policy.ports(),
                policy.networkOrigins(),
                policy.machLookup(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> SeatbeltText.of(hostile, MAC, List.of(), ""))
                .isInstanceOf(SandboxException.class);
    }

    @Test
    void givesAnAgentItsStateAndNoCredentials() throws Exception {
        Policy claude = resolve("claude");
        assertThat(claude.grants()).contains(new Grant(FakeMac.HOME + "/.claude.json", AccessList.RW));
        assertThat(claude.grants().stream().map(Grant::path))
                .contains("/opt/homebrew/Cellar/claude/2.0.0", "/opt/homebrew/bin/claude")
                .noneMatch(path -> path.startsWith(FakeMac.HOME + "/Library/Keychains"))
                .noneMatch(path -> path.startsWith(FakeMac.HOME + "/.ssh"));
        assertThat(claude.machLookup())
                .doesNotContain("com.apple.SecurityServer")
                .contains("com.apple.trustd.agent");
        assertThat(resolve("keychain").machLookup()).contains("com.apple.SecurityServer");
    }

    @Test
    void knowsAPlaceUnderItsOwnSpellingOnly() throws Exception {
        MachineFiles files = new MachineFiles(MAC);
        assertThat(PathWalk.follow(files, "/USERS/Ann/Project/Node_Modules").path())
                .isEqualTo("/Users/ann/project/node_modules");
        assertThat(PathWalk.follow(files, "/TMP/x").path()).isEqualTo("/private/tmp/x");
        assertThat(PathWalk.follow(files, "/Users/ann/Project/New").path()).isEqualTo("/Users/ann/project/New");
        assertThat(new ProtectedPlaces(files, FakeMac.machine()).at(PathWalk.follow(files, "/users/ANN")))
                .contains(ProtectedPlaces.Place.HOME);
    }

    @Test
    void grantsTheXcodeThatIsSelected() throws Exception {
        assertThat(resolve("macos-devtools").grants().stream()
                        .filter(grant -> grant.access() == AccessList.ROX)
                        .map(Grant::path))
                .contains("/Applications/Xcode.app", "/Applications/Xcode.app/Contents/Developer");
    }

    /** What the floor with {@code homebrew:prefix} may execute below Homebrew's prefixes. */
    private static List<String> homebrew(FakeMac mac) throws Exception {
        Overrides asking = new Overrides(
                Map.of(AccessList.ROX, List.of("?homebrew:prefix")), List.of(), List.of(), List.of(), false);
        return resolve("floor", mac, asking).grants().stream()
                .filter(grant -> grant.access() == AccessList.ROX)
                .map(Grant::path)
                .filter(path -> path.startsWith("/opt/") || path.startsWith("/usr/local"))
                .sorted()
                .toList();
    }

    @Test
    void findsHomebrewByItsFilesAndLeavesSettingsAndDataOut() throws Exception {
        assertThat(homebrew(FakeMac.with("/opt/homebrew/var/mysql/ibdata1", "/opt/homebrew/etc/my.cnf")))
                .containsExactly(
                        "/opt/homebrew/Cellar",
                        "/opt/homebrew/bin",
                        "/opt/homebrew/lib",
                        "/opt/homebrew/opt",
                        "/opt/homebrew/sbin",
                        "/opt/homebrew/share");
    }

    @Test
    void findsHomebrewOnAnIntelMacWithoutTheBinOfTheWholeSystem() throws Exception {
        assertThat(homebrew(FakeMac.onIntel(
                        "/usr/local/Cellar/git/2.51.0/bin/git", "/usr/local/bin/brew", "/usr/local/opt/git")))
                .containsExactly("/usr/local/Cellar", "/usr/local/opt");
    }

    @Test
    void findsNoHomebrewWhereOnlyItsDirectoriesAre() throws Exception {
        assertThat(homebrew(FakeMac.onIntel("/usr/local/lib/libmine.dylib", "/usr/local/bin/mine")))
                .isEmpty();
    }
}
