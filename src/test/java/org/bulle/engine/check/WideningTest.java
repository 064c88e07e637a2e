package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.BuiltIns;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.junit.jupiter.api.Test;

class WideningTest {
    private final Catalog before = Catalog.load(
            Path.of("/nonexistent"),
            BuiltIns.of(Map.of(
                    "floor", "env = [\"PATH\"]",
                    "node", "ro = [\"~/.npm/\"]\nenv = [\"NODE_ENV\"]",
                    "claude", "inherits = \"node\"\nallow = [\"network\"]\nrwx = [\"~/.npm-global\"]",
                    "docs", "inherits = \"node\"",
                    "other", "ro = [\"/x\"]")));

    private Widening with(String name, String text) {
        return Widening.between(before, before.with(name, text), List.of(name), Platform.LINUX);
    }

    @Test
    void reachesEveryProfileThatInheritsTheName() {
        Widening widening = with("node", "rw = [\"~/.npm\"]\nrwx = [\"~/.npm-global\"]\nallow = [\"network\"]\n");
        assertThat(widening.byProfile().keySet()).containsExactly("claude", "docs", "node");
        Gain npm = new Gain.PathGain("~/.npm/", Optional.of(AccessList.RO), AccessList.RW);
        Gain global = new Gain.PathGain("~/.npm-global", Optional.empty(), AccessList.RWX);
        Gain network = new Gain.NetworkGain(Network.NONE, Network.FULL);
        assertThat(widening.byProfile().get("claude")).containsExactly(npm);
        assertThat(widening.byProfile().get("docs")).containsExactly(npm, global, network);
        assertThat(widening.byGain())
                .containsEntry(npm, List.of("claude", "docs", "node"))
                .containsEntry(global, List.of("docs", "node"));
        assertThat(widening.opensNetwork()).isTrue();
    }

    @Test
    void morePortsOfThisMachineAreMore() {
        Gain first = new Gain.PortsGain("", "80");
        assertThat(with("docs", "inherits = \"node\"\nallow = [\"loopback:80\"]\n")
                        .byProfile()
                        .get("docs"))
                .containsExactly(first);
        Catalog some = before.with("docs", "inherits = \"node\"\nallow = [\"loopback:80\"]\n");
        Catalog more = before.with("docs", "inherits = \"node\"\nallow = [\"loopback:80-81\"]\n");
        Catalog all = before.with("docs", "inherits = \"node\"\nallow = [\"loopback\"]\n");
        assertThat(Widening.between(some, more, List.of("docs"), Platform.LINUX)
                        .byProfile()
                        .get("docs"))
                .containsExactly(new Gain.PortsGain("80", "80-81"));
        assertThat(Widening.between(some, all, List.of("docs"), Platform.LINUX)
                        .byProfile()
                        .get("docs"))
                .containsExactly(new Gain.PortsGain("80", "1-65535"));
        assertThat(Widening.between(more, some, List.of("docs"), Platform.LINUX).byProfile())
                .isEmpty();
    }

    @Test
    void whatOnlyTakesAwayWidensNothing() {
        assertThat(with("claude", "deny = [\"network\"]\n").byProfile()).isEmpty();
        assertThat(with("node", "ro = [\"~/.npm\"]\n").byProfile()).isEmpty();
    }

    @Test
    void aNewProfileIsComparedWithTheFloor() {
        assertThat(with(
                                "mine",
                                "inherits = \"node\"\nenv = [\"PATH\", \"X=1\"]\ndefault_app = \"m\"\nadd_exec = true\n")
                        .byProfile()
                        .get("mine"))
                .containsExactly(
                        new Gain.PathGain("~/.npm/", Optional.empty(), AccessList.RO),
                        new Gain.VariableGain("NODE_ENV", false),
                        new Gain.VariableGain("X", true),
                        new Gain.CommandGain(Optional.empty(), "m"),
                        new Gain.SwitchGain("add_exec"));
    }

    @Test
    void aChangedFloorWidensEveryProfile() {
        assertThat(with("floor", "ro = [\"/etc/hosts\"]\n").byProfile())
                .containsOnlyKeys("claude", "docs", "floor", "node", "other");
    }
}
