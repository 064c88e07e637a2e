package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.resolve.EntryReading;
import org.junit.jupiter.api.Test;

class DangersTest {
    private final Dangers dangers = Dangers.of(
            LintCorpusTest.MACHINE,
            EntryReading.of(LintCorpusTest.MACHINE, Catalog.empty().configuration(), "/work/space"),
            "/work/space");

    private Optional<Risk> risk(Gain gain) {
        return dangers.of(gain).map(Dangers.Danger::risk);
    }

    private Optional<Risk> risk(String text, AccessList list) {
        return risk(new Gain.PathGain(text, Optional.empty(), list));
    }

    @Test
    void saysOfEveryGainWhatItPutsAtStake() {
        assertThat(risk("~/.ssh/", AccessList.RO)).contains(Risk.CREDENTIAL);
        assertThat(risk("~/.bashrc", AccessList.RW)).contains(Risk.ESCAPE);
        assertThat(risk("$CACHE/x/", AccessList.RW)).isEmpty();
        assertThat(risk(new Gain.VariableGain("NPM_TOKEN", false))).contains(Risk.CREDENTIAL);
        assertThat(risk(new Gain.NetworkGain(Network.NONE, Network.FULL))).contains(Risk.NOTICE);
        assertThat(risk(new Gain.ServiceGain("com.apple.x"))).contains(Risk.NOTICE);
        assertThat(risk(new Gain.CommandGain(Optional.empty(), "make"))).isEmpty();
    }

    @Test
    void writingAndRunningIsWorthALookButNoWarning() {
        for (String entry : List.of("$CACHE/x/", "which:nothing-of-this-name", "npm:cache")) {
            assertThat(risk(entry, AccessList.RWX)).as(entry).contains(Risk.NOTICE);
            assertThat(dangers.of(entry, AccessList.RWX)).as(entry).isEmpty();
        }
    }
}
