package org.bulle.engine.sandbox.seatbelt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnforcementStatus.Degree;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Printable;

/** Says of each thing that a policy asks for whether Seatbelt enforces it, and why not. */
record SeatbeltEnforcement(Policy policy, PathFacts facts) {
    /** In show, records and the app, as long as it is true. */
    static final String NEVER_RUN =
            "its text is generated and unit-tested; it has not yet run on a Mac (packaging/macos-check)";

    private static final String GROUP_ONLY =
            "macOS tells nobody of a process that left its parent: only the process group is ended, and in a pipeline or script not even that; a child that made itself a daemon can survive";

    List<EnforcementStatus> statuses() {
        List<EnforcementStatus> all = new ArrayList<>();
        all.add(none("this backend", "proven by running it", NEVER_RUN));
        all.add(full("files", "only the granted paths"));
        all.add(partial(
                "names in /",
                "not even listed",
                "the system's loader has to list the root directory itself, not what is in it"));
        singleFiles(all);
        all.add(full("file attributes", "unchanged outside the grants"));
        all.add(network());
        all.add(full("unix sockets", "connections only to sockets that writing is granted on"));
        all.add(partial(
                "terminal injection",
                "nothing is typed into the terminal",
                "it is refused only where this macOS can tell one request to a device from another"));
        all.add(full("signals", "only to processes of the command itself"));
        all.add(full("process information", "only of processes of the command itself"));
        all.add(full("Mach services", services()));
        if (!policy.timeout().equals(Duration.ZERO)) {
            all.add(partial("timeout", "everything is ended when the time is over", GROUP_ONLY));
        }
        all.add(partial("leftovers", "what the command leaves running is ended", GROUP_ONLY));
        policy.limits().stream().map(SeatbeltEnforcement::limit).forEach(all::add);
        return all;
    }

    private String services() {
        int count = policy.machLookup().size();
        return count == 0 ? "none" : count == 1 ? "the one named" : "the " + count + " named";
    }

    private void singleFiles(List<EnforcementStatus> all) {
        List<String> through = SeatbeltText.savedThroughOthers(policy, facts);
        if (!through.isEmpty()) {
            all.add(partial(
                    "single files",
                    "only the file may be written",
                    "names beside it that programs save through (.tmp, .lock, .bak, .swp, ~ and their like) may be written too: "
                            + list(through)));
        }
        List<String> inPlace = SeatbeltText.savedInPlaceOnly(policy, facts);
        if (!inPlace.isEmpty()) {
            all.add(partial(
                    "saving",
                    "a file that may be written can be saved by any program",
                    "the path has characters that a pattern cannot have, so it can only be saved in place: "
                            + list(inPlace)));
        }
    }

    private static String list(List<String> paths) {
        return String.join(", ", paths.stream().map(Printable::escape).toList());
    }

    private EnforcementStatus network() {
        String asked = policy.network() == Network.LOOPBACK
                ? "loopback: TCP within this machine"
                        + (policy.ports().isAny()
                                ? ""
                                : ", ports " + policy.ports().text())
                : policy.network().key();
        return SeatbeltText.networkGap(policy.network(), policy.ports())
                .map(gap -> partial("network", asked, gap))
                .orElseGet(() -> full("network", asked));
    }

    private static EnforcementStatus limit(Limit limit) {
        String what = limit.name() + " limit";
        return limit.enforced() ? full(what, limit.value()) : none(what, limit.value(), limit.reason());
    }

    private static EnforcementStatus full(String what, String asked) {
        return new EnforcementStatus(what, asked, Degree.FULL, "");
    }

    private static EnforcementStatus partial(String what, String asked, String reason) {
        return new EnforcementStatus(what, asked, Degree.PARTIAL, reason);
    }

    private static EnforcementStatus none(String what, String asked, String reason) {
        return new EnforcementStatus(what, asked, Degree.NONE, reason);
    }
}
