package org.bulle.engine.sandbox.seatbelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bulle.engine.sandbox.seatbelt.Policies.grants;
import static org.bulle.engine.sandbox.seatbelt.Policies.ro;
import static org.bulle.engine.sandbox.seatbelt.Policies.rox;
import static org.bulle.engine.sandbox.seatbelt.Policies.rw;
import static org.bulle.engine.sandbox.seatbelt.Policies.rwx;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seatbelt.SbplReader.Object;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the text allows and denies, by an evaluator of its own; the kernel of a Mac has not been asked. */
class SeatbeltTextTest {
    private static final String SECRET = "/Users/ann/.ssh/id_ed25519";
    private final Facts facts = new Facts();

    private SbplReader rules(Policy policy, String... terminals) {
        try {
            return SbplReader.of(SeatbeltText.of(policy, facts, List.of(terminals), "bulle-0123"));
        } catch (SandboxException e) {
            throw new AssertionError(e);
        }
    }

    private static Policy network(Network network) {
        return Policies.of(List.of(rw("/Users/ann/w")), network, List.of(), List.of());
    }

    @Test
    void deniesEverythingThatIsNotGranted() {
        SbplReader rules = rules(grants());
        for (String operation : List.of(
                "file-read-data",
                "file-read-metadata",
                "file-write-data",
                "file-write-create",
                "file-map-executable",
                "process-exec",
                "file-ioctl",
                "file-test-existence",
                "network-outbound")) {
            assertThat(rules.allows(operation, SECRET)).as(operation).isFalse();
        }
        assertThat(rules.allows("mach-lookup", new Object.Service("com.apple.securityd.xpc")))
                .isFalse();
        assertThat(rules.allows("signal", new Object.Process(false))).isFalse();
        assertThat(rules.allows("process-info-pidinfo", new Object.Process(false)))
                .isFalse();
        assertThat(rules.allows("iokit-open", new Object.Nothing())).isFalse();
        assertThat(rules.allows("pseudo-tty", new Object.Nothing())).isFalse();
        assertThat(rules.allows("system-socket", new Object.Family("AF_SYSTEM")))
                .isFalse();
    }

    @Test
    void letsACommandBeAProcess() {
        SbplReader rules = rules(grants());
        assertThat(rules.allows("process-fork", new Object.Nothing())).isTrue();
        assertThat(rules.allows("sysctl-read", new Object.Nothing())).isTrue();
        assertThat(rules.allows("signal", new Object.Process(true))).isTrue();
        assertThat(rules.allows("process-info-pidinfo", new Object.Process(true)))
                .isTrue();
        assertThat(rules.allows("file-write-data", "/dev/null")).isTrue();
        assertThat(rules.allows("file-ioctl", "/dev/null")).isTrue();
        assertThat(rules.allows("file-read-data", "/dev/urandom")).isTrue();
        assertThat(rules.allows("file-write-data", "/dev/urandom")).isFalse();
        assertThat(rules.allows("file-write-unlink", "/dev/null")).isFalse();
    }

    @Test
    void listsTheRootAndNothingBelowIt() {
        SbplReader rules = rules(grants());
        assertThat(rules.allows("file-read-data", "/")).isTrue();
        assertThat(rules.allows("file-read-data", "/Users")).isFalse();
        assertThat(rules.allows("file-write-create", "/")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(AccessList.class)
    void givesATreeItsRightsAndNoOthers(AccessList list) {
        SbplReader rules = rules(grants(new Grant("/Users/ann/tree", list)));
        for (String path : List.of("/Users/ann/tree", "/Users/ann/tree/a", "/Users/ann/tree/a/b c/d")) {
            assertThat(rules.allows("file-read-data", path)).isTrue();
            assertThat(rules.allows("file-read-metadata", path)).isTrue();
            assertThat(rules.allows("file-test-existence", path)).isTrue();
            assertThat(rules.allows("file-write-data", path)).isEqualTo(list.writes());
            assertThat(rules.allows("file-write-create", path)).isEqualTo(list.writes());
            assertThat(rules.allows("file-write-unlink", path)).isEqualTo(list.writes());
            assertThat(rules.allows("process-exec", path)).isEqualTo(list.executes());
            assertThat(rules.allows("process-exec-interpreter", path)).isEqualTo(list.executes());
            assertThat(rules.allows("file-map-executable", path)).isEqualTo(list.executes());
            assertThat(rules.allows("network-outbound", path)).isEqualTo(list.writes());
            assertThat(rules.allows("network-bind", path)).isEqualTo(list.writes());
            assertThat(rules.allows("file-ioctl", path)).isFalse();
        }
        for (String path : List.of("/Users/ann/tree2", "/Users/ann/other", "/Users/ann/tre", "/tree", SECRET)) {
            for (String operation :
                    List.of("file-read-data", "file-write-data", "process-exec", "file-map-executable")) {
                assertThat(rules.allows(operation, path))
                        .as(operation + " " + path)
                        .isFalse();
            }
        }
    }

    @Test
    void showsWhatStandsAboveAGrantButNotWhatIsInIt() {
        SbplReader rules = rules(grants(ro("/Users/ann/a/b")));
        for (String above : List.of("/", "/Users", "/Users/ann", "/Users/ann/a")) {
            assertThat(rules.allows("file-read-metadata", above)).isTrue();
            assertThat(rules.allows("file-test-existence", above)).isTrue();
        }
        assertThat(rules.allows("file-read-data", "/Users/ann")).isFalse();
        assertThat(rules.allows("file-read-metadata", "/Users/ann/c")).isFalse();
        assertThat(rules.allows("file-read-xattr", "/Users/ann")).isFalse();
    }

    @Test
    void givesASingleFileNoTree() {
        facts.with("/Users/ann/f", PathFacts.Kind.FILE);
        SbplReader rules = rules(grants(rox("/Users/ann/f")));
        assertThat(rules.allows("process-exec", "/Users/ann/f")).isTrue();
        assertThat(rules.allows("file-read-data", "/Users/ann/f/x")).isFalse();
    }

    @Test
    void letsASingleWritableFileBeSavedThroughAnotherName() {
        facts.with("/Users/ann/.claude.json", PathFacts.Kind.FILE);
        SbplReader rules = rules(grants(rw("/Users/ann/.claude.json")));
        for (String end : List.of(".tmp", ".tmp.4242.99", ".lock", ".bak", ".swp", "~", ".4242", ".sb-1a2b3c-Xyz")) {
            assertThat(rules.allows("file-write-create", "/Users/ann/.claude.json" + end))
                    .as(end)
                    .isTrue();
        }
        assertThat(rules.allows("file-write-create", "/Users/ann/..claude.json.swp"))
                .isTrue();
        for (String other : List.of(
                "/Users/ann/.claude.json5",
                "/Users/ann/.claude.jsonx.tmp",
                "/Users/ann/xclaudexjson.tmp",
                "/Users/ann/.claude.json.tmp/x",
                "/Users/ann/.claude.json.d/x",
                "/Users/ann/sub/.claude.json.tmp",
                "/x/Users/ann/.claude.json.tmp",
                "/Users/ann/.claude.jsonc",
                "/Users/ann/.claudeXjson.tmp")) {
            assertThat(rules.allows("file-write-create", other)).as(other).isFalse();
        }
        assertThat(rules.allows("process-exec", "/Users/ann/.claude.json.tmp")).isFalse();
    }

    @Test
    void doesTheSameForAFileThatTheRunMakes() {
        facts.with("/Users/ann/.new", PathFacts.Kind.MISSING);
        Policy policy = Policies.of(
                List.of(rw("/Users/ann/.new")),
                Network.NONE,
                List.of(),
                List.of(new Policy.Creation("/Users/ann/.new", false, AccessList.RW)));
        SbplReader rules = rules(policy);
        assertThat(rules.allows("file-write-create", "/Users/ann/.new")).isTrue();
        assertThat(rules.allows("file-write-create", "/Users/ann/.new.tmp")).isTrue();
        assertThat(rules.allows("file-write-create", "/Users/ann/.new/x")).isFalse();
    }

    @Test
    void savesAFileWithAStrangeNameOnlyInPlace() {
        String strange = "/Users/ann/a(b)|.*";
        facts.with(strange, PathFacts.Kind.FILE);
        SbplReader rules = rules(grants(rw(strange)));
        assertThat(rules.allows("file-write-data", strange)).isTrue();
        assertThat(rules.allows("file-write-create", strange + ".tmp")).isFalse();
        assertThat(SeatbeltText.savedInPlaceOnly(grants(rw(strange)), facts)).containsExactly(strange);
    }

    @Test
    void writesBothSidesOfPrivate() {
        SbplReader rules = rules(grants(rw("/tmp/x"), ro("/private/etc/hosts"), ro("/var/db/y")));
        assertThat(rules.allows("file-write-create", "/private/tmp/x/new")).isTrue();
        assertThat(rules.allows("file-write-create", "/tmp/x/new")).isTrue();
        assertThat(rules.allows("file-read-data", "/etc/hosts")).isTrue();
        assertThat(rules.allows("file-read-data", "/private/var/db/y")).isTrue();
        assertThat(rules.allows("file-read-metadata", "/tmp")).isTrue();
        assertThat(rules.allows("file-read-metadata", "/private/tmp")).isTrue();
        assertThat(rules.allows("file-read-data", "/private/tmp")).isFalse();
        assertThat(rules.allows("file-read-data", "/private/tmpx")).isFalse();
    }

    @Test
    void writesTheSpellingThatTheVolumeKeeps() {
        facts.spelled("/users/ann/project", "/Users/ann/Project");
        SbplReader rules = rules(grants(rw("/users/ann/project")));
        assertThat(rules.allows("file-write-data", "/Users/ann/Project/f")).isTrue();
        assertThat(rules.allows("file-read-metadata", "/Users/ann")).isTrue();
        assertThat(rules.allows("file-write-data", "/Users/ann/PROJECT/f")).isFalse();
    }

    @Test
    void letsTheTerminalInUseBeControlled() {
        SbplReader rules = rules(grants(), "/dev/ttys003");
        for (String operation : List.of("file-read-data", "file-write-data", "file-ioctl")) {
            assertThat(rules.allows(operation, "/dev/ttys003")).isTrue();
            assertThat(rules.allows(operation, "/dev/ttys004")).isFalse();
        }
        assertThat(rules.allows("pseudo-tty", new Object.Nothing())).isFalse();
    }

    @Test
    void letsGrantedDevicesBeControlledAndMastersMakeTerminals() {
        facts.with("/dev/ptmx", PathFacts.Kind.OTHER).with("/dev/disk0", PathFacts.Kind.OTHER);
        SbplReader rules = rules(grants(rw("/dev/ptmx"), ro("/dev/disk0")));
        assertThat(rules.allows("file-ioctl", "/dev/ptmx")).isTrue();
        assertThat(rules.allows("pseudo-tty", new Object.Nothing())).isTrue();
        assertThat(rules.allows("file-ioctl", "/dev/disk0")).isFalse();
        assertThat(rules.allows("file-read-data", new Object.OwnTerminal("/dev/ttys007")))
                .isTrue();
        assertThat(rules.allows("file-read-data", "/dev/ttys007")).isFalse();
    }

    @Test
    void typesIntoNoTerminal() {
        long typing = 0x80017472L;
        long windowSize = 0x40087468L;
        for (String terminal : List.of("/dev/tty", "/dev/ttys003")) {
            facts.with(terminal, PathFacts.Kind.OTHER);
        }
        SbplReader rules = rules(grants(rw("/dev/tty")), "/dev/ttys003");
        for (String terminal : List.of("/dev/tty", "/dev/ttys003")) {
            assertThat(rules.allows("file-ioctl", new Object.Request(terminal, windowSize)))
                    .isTrue();
            assertThat(rules.allows("file-ioctl", new Object.Request(terminal, typing)))
                    .isFalse();
        }
    }

    @Test
    void keepsTheNetworkOut() {
        SbplReader rules = rules(network(Network.NONE));
        for (String protocol : List.of("tcp", "udp")) {
            assertThat(rules.allows("network-outbound", new Object.Remote(protocol, true)))
                    .isFalse();
            assertThat(rules.allows("network-inbound", new Object.Local(protocol, true)))
                    .isFalse();
            assertThat(rules.allows("network-bind", new Object.Local(protocol, true)))
                    .isFalse();
        }
        assertThat(rules.allows("network-outbound", "/private/var/run/mDNSResponder"))
                .isFalse();
    }

    @Test
    void reachesThisMachineByTcpUnderLoopbackAndListensNowhere() {
        SbplReader rules = rules(network(Network.LOOPBACK));
        assertThat(rules.allows("network-outbound", new Object.Remote("tcp", true)))
                .isTrue();
        assertThat(rules.allows("network-outbound", new Object.Remote("tcp", false)))
                .isFalse();
        assertThat(rules.allows("network-outbound", new Object.Remote("udp", true)))
                .isFalse();
        assertThat(rules.allows("network-inbound", new Object.Local("tcp", true)))
                .isFalse();
        assertThat(rules.allows("network-bind", new Object.Local("tcp", true))).isFalse();
        assertThat(SeatbeltText.networkGap(Network.LOOPBACK, Ports.ANY)).isPresent();
    }

    @Test
    void namesEachChosenPortOfThisMachine() throws SandboxException {
        Ports ports = new Ports(List.of(new Ports.Range(80, 80, List.of()), new Ports.Range(8000, 8001, List.of())));
        String text = SeatbeltText.of(Policies.loopback(ports), facts, List.of(), "");
        assertThat(text)
                .contains("(remote tcp \"localhost:80\")", "(remote tcp \"localhost:8000\")", "localhost:8001\")")
                .doesNotContain("localhost:*", "localhost:8002");
    }

    @Test
    void allowsNoneOfMorePortsThanCanBeNamed() throws SandboxException {
        Ports ports = new Ports(List.of(new Ports.Range(2000, 4000, List.of())));
        assertThat(SeatbeltText.of(Policies.loopback(ports), facts, List.of(), ""))
                .doesNotContain("localhost");
        assertThat(SeatbeltText.networkGap(Network.LOOPBACK, ports)
                        .orElseThrow()
                        .english())
                .contains("no connection is allowed");
    }

    @Test
    void reachesEverythingButSocketsOfOthersWithTheNetwork() {
        SbplReader rules = rules(network(Network.FULL));
        assertThat(rules.allows("network-outbound", new Object.Remote("udp", false)))
                .isTrue();
        assertThat(rules.allows("network-inbound", new Object.Local("tcp", false)))
                .isTrue();
        assertThat(rules.allows("network-outbound", "/private/var/run/mDNSResponder"))
                .isTrue();
        assertThat(rules.allows("network-outbound", "/Users/ann/w/server.sock")).isTrue();
        assertThat(rules.allows("network-outbound", "/private/var/run/docker.sock"))
                .isFalse();
        assertThat(rules.allows("system-socket", new Object.Family("AF_SYSTEM")))
                .isFalse();
    }

    @Test
    void looksUpOnlyTheServicesNamed() {
        SbplReader rules = rules(Policies.of(List.of(), Network.NONE, List.of("com.apple.trustd.agent"), List.of()));
        assertThat(rules.allows("mach-lookup", new Object.Service("com.apple.trustd.agent")))
                .isTrue();
        assertThat(rules.allows("mach-lookup", new Object.Service("com.apple.trustd.agent2")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "x\") (global-name \"y", "com.apple.*", "é", "a\nb", "a/b"})
    void refusesAServiceNameThatIsNone(String name) {
        Policy policy = Policies.of(List.of(), Network.NONE, List.of(name), List.of());
        assertThatThrownBy(() -> SeatbeltText.of(policy, facts, List.of(), ""))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("Mach service");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a\nb", "/a\tb", "/a\u0000b", "/a\u0007", "/a\u007f", "/a\u0085b", "/a\r"})
    void refusesAControlCharacter(String path) {
        assertThatThrownBy(() -> SeatbeltText.of(grants(ro(path)), facts, List.of(), ""))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("control character");
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        assertThatThrownBy(() -> SeatbeltText.of(grants(ro("/a\udcff")), facts, List.of(), ""))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("UTF-8");
    }

    /** Whatever a name is: it gets its own rights, nothing else gets any, and the rules are as many as for a plain name. */
    @Test
    void noNameAddsARule() throws SandboxException {
        Random random = new Random(20261130);
        int names = Integer.getInteger("names", 150);
        int plain = rules(grants(rwx("/Users/ann/plain"))).rules().size();
        for (int i = 0; i < names; i++) {
            String path = "/Users/ann/" + hostile(random);
            PathFacts.Kind kind = random.nextBoolean() ? PathFacts.Kind.FILE : PathFacts.Kind.DIRECTORY;
            facts.with(path, kind);
            SbplReader rules = rules(grants(rwx(path)));
            assertThat(rules.allows("file-write-data", path)).as(path).isTrue();
            assertThat(rules.allows("process-exec", path)).as(path).isTrue();
            assertThat(rules.rules().size()).as(path).isBetween(plain - 1, plain);
            for (String other : List.of(SECRET, "/", "/etc/passwd", path + "x", "/Users/ann/plain2")) {
                assertThat(rules.allows("file-write-data", other)).as(path).isFalse();
                assertThat(rules.allows("process-exec", other)).as(path).isFalse();
            }
            assertThat(rules.allows("network-outbound", new Object.Remote("tcp", false)))
                    .isFalse();
        }
    }

    private static String hostile(Random random) {
        List<String> pieces = List.of(
                "\"",
                "\\",
                "(",
                ")",
                "'",
                ";",
                "#",
                "|",
                ".",
                "*",
                "[",
                "]",
                "^",
                "$",
                " ",
                "\\\"",
                "\\x22",
                "\\n",
                "\"))",
                "(allow default)",
                "\")\n".strip(),
                "é",
                "漢",
                "😀",
                "\u202e",
                "a",
                "Z",
                "0",
                "-",
                "_",
                "~",
                "{",
                "}",
                "`",
                "?");
        StringBuilder name = new StringBuilder();
        int length = 1 + random.nextInt(random.nextInt(20) == 0 ? 400 : 12);
        for (int i = 0; i < length; i++) {
            name.append(pieces.get(random.nextInt(pieces.size())));
        }
        return name.toString();
    }

    /** Any set of nested grants: the text says what the union of rights says. */
    @Test
    void agreesWithTheGrantsOnRandomTrees() throws SandboxException {
        Random random = new Random(99);
        List<String> parts = List.of("a", "b", "c d", "e\"f", "g\\h");
        for (int round = 0; round < Integer.getInteger("rounds", 60); round++) {
            List<Grant> grants = new ArrayList<>();
            Set<String> used = new HashSet<>();
            for (int i = 0; i < 6; i++) {
                String path = randomPath(random, parts);
                if (used.add(path)) {
                    grants.add(new Grant(path, AccessList.values()[random.nextInt(4)]));
                }
            }
            SbplReader rules = rules(Policies.of(grants, Network.NONE, List.of(), List.of()));
            for (int i = 0; i < 40; i++) {
                String path = randomPath(random, parts);
                assertThat(rules.allows("file-read-data", path))
                        .isEqualTo(grants.stream().anyMatch(grant -> PathTree.isWithin(path, grant.path())));
                assertThat(rules.allows("file-write-data", path))
                        .isEqualTo(grants.stream()
                                .anyMatch(grant -> grant.access().writes() && PathTree.isWithin(path, grant.path())));
                assertThat(rules.allows("process-exec", path))
                        .isEqualTo(grants.stream()
                                .anyMatch(grant -> grant.access().executes() && PathTree.isWithin(path, grant.path())));
            }
        }
    }

    private static String randomPath(Random random, List<String> parts) {
        StringBuilder path = new StringBuilder("/top");
        for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
            path.append('/').append(parts.get(random.nextInt(parts.size())));
        }
        return path.toString();
    }

    @Test
    void tagsEveryDenial() throws SandboxException {
        String text = SeatbeltText.of(grants(), facts, List.of(), "bulle-00ff");
        SbplReader.of(text).rules().stream()
                .filter(rule -> !rule.allow()
                        && !rule.operations().contains("nvram*")
                        && !rule.operations().contains("file-ioctl"))
                .forEach(rule -> assertThat(rule.message()).contains("bulle-00ff"));
        assertThatThrownBy(() -> SeatbeltText.of(grants(), facts, List.of(), "a\"b"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void deniesNothingAfterItHasAllowedSomething() {
        List<SbplReader.Rule> rules =
                rules(network(Network.FULL), "/dev/ttys000").rules();
        int firstAllow = 0;
        while (!rules.get(firstAllow).allow()) {
            firstAllow++;
        }
        assertThat(rules.subList(firstAllow, rules.size()))
                .allMatch(rule -> rule.allow() || rule.operations().equals(List.of("file-ioctl")));
        assertThat(rules)
                .noneMatch(rule -> rule.allow()
                        && rule.filters().isEmpty()
                        && rule.operations().stream()
                                .anyMatch(operation -> operation.startsWith("file")
                                        || operation.startsWith("network")
                                        || operation.startsWith("mach")
                                        || operation.equals("default")));
    }
}
