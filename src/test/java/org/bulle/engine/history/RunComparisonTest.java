package org.bulle.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.history.RunComparison.Fate;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
    private static Denial denial(Access access, String path, long count, boolean harmless) {
        return new Denial(
                access,
                Optional.of(path),
                Optional.empty(),
                OptionalInt.empty(),
                count,
                Instant.EPOCH,
                Instant.EPOCH,
                "cat",
                7,
                harmless,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.empty(),
                Optional.empty());
    }

    private static RunRecord record(DenialSource source, Denial... denials) {
        return new RunRecord(
                new RunSummary(
                        "x",
                        Instant.EPOCH,
                        Optional.empty(),
                        RunSummary.State.FINISHED,
                        List.of(),
                        List.of(),
                        List.of(),
                        "/w",
                        OptionalInt.of(1),
                        OptionalInt.empty(),
                        Duration.ZERO,
                        "",
                        List.of(),
                        List.of(),
                        source,
                        List.of(),
                        0,
                        0),
                Optional.empty(),
                List.of(denials));
    }

    @Test
    void tellsWhatBecameOfEachDenial() {
        DenialSource complete = DenialSource.complete(DenialSource.Kind.OBSERVE);
        RunComparison compared = RunComparison.between(
                record(
                        complete,
                        denial(Access.READ, "/gone", 2, false),
                        denial(Access.READ, "/same", 3, false),
                        denial(Access.READ, "/probe", 1, true)),
                record(complete, denial(Access.READ, "/same", 5, false), denial(Access.WRITE, "/same", 1, false)));
        assertThat(compared.certain()).isTrue();
        assertThat(compared.rows())
                .extracting(RunComparison.Row::fate)
                .containsExactly(Fate.FIXED, Fate.NEW, Fate.SAME);
        assertThat(compared.rows().getLast().before()).isEqualTo(3);
        assertThat(compared.rows().getLast().after()).isEqualTo(5);
        assertThat(compared.count(Fate.FIXED)).isEqualTo(1);
    }

    @Test
    void saysFixedOnlyOfALaterRunThatWasWatchedCompletely() {
        DenialSource complete = DenialSource.complete(DenialSource.Kind.OBSERVE);
        DenialSource partial = DenialSource.partial(DenialSource.Kind.OBSERVE, "some were lost");
        for (DenialSource watched : List.of(DenialSource.OFF, partial)) {
            RunComparison compared = RunComparison.between(
                    record(complete, denial(Access.READ, "/a", 1, false)),
                    record(watched, denial(Access.READ, "/b", 1, false)));
            assertThat(compared.certain()).isFalse();
            assertThat(compared.rows())
                    .extracting(RunComparison.Row::fate)
                    .containsExactly(Fate.UNSEEN_LATER, Fate.NEW);
        }
    }

    @Test
    void saysNewOnlyWhereTheEarlierRunWasWatchedCompletely() {
        RunComparison compared = RunComparison.between(
                record(DenialSource.OFF, denial(Access.READ, "/a", 1, false)),
                record(DenialSource.complete(DenialSource.Kind.OBSERVE), denial(Access.READ, "/b", 1, false)));
        assertThat(compared.certain()).isFalse();
        assertThat(compared.rows())
                .extracting(RunComparison.Row::fate)
                .containsExactly(Fate.FIXED, Fate.UNSEEN_EARLIER);
    }

    @Test
    void aRunThatWasRefusedFixedNothing() {
        DenialSource complete = DenialSource.complete(DenialSource.Kind.OBSERVE);
        RunRecord earlier = record(complete, denial(Access.READ, "/a", 1, false));
        RunRecord later = record(complete);
        RunRecord refused =
                new RunRecord(later.summary().in(RunSummary.State.REFUSED), later.policy(), later.denials());
        assertThat(RunComparison.between(earlier, refused).count(Fate.FIXED)).isZero();
        assertThat(RunComparison.between(earlier, later).count(Fate.FIXED)).isOne();
    }

    @Test
    void readsBackARecordedPolicy() throws IOException {
        PolicySnapshot policy = PolicySnapshot.of("""
                {"ro": ["/etc/ssl"], "rox": [], "rw": ["/w"], "rwx": [], "network": "none",
                 "network_origin": {"profile": "offline", "list": "deny", "line": 4},
                 "env": [{"name": "PATH", "origin": {"profile": "floor", "line": 3}}, {"name": "HOME", "origin": null}],
                 "entries": [{"text": "/etc/ssl/", "list": "ro", "outcome": "granted", "paths": ["/etc/ssl"],
                              "origins": [{"profile": "floor", "line": 9}, {"profile": "--ro", "line": 0}]},
                             {"text": "$HOME/x", "list": "rw", "outcome": "skipped: does not exist", "paths": [], "origins": []}],
                 "enforcement": [{"what": "files", "requested": "2", "enforced": "partial", "reason": "old kernel"}]}
                """);
        assertThat(policy.paths())
                .extracting(row -> row.access().key() + " " + row.path() + " " + row.declared() + " " + row.from())
                .containsExactly("ro /etc/ssl /etc/ssl/ [floor:9, --ro]", "rw /w  []");
        assertThat(policy.networkFrom().orElseThrow().denies()).isTrue();
        assertThat(policy.networkFrom().orElseThrow().label()).isEqualTo("offline:4");
        assertThat(policy.variables())
                .extracting(row -> row.name() + row.from())
                .containsExactly("PATHfloor:3", "HOME");
        assertThat(policy.skipped()).hasSize(1);
        assertThat(policy.enforcement().getFirst().enforced()).isEqualTo("partial");
    }
}
