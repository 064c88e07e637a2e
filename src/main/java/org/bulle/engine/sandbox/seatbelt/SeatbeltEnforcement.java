package org.bulle.engine.sandbox.seatbelt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnforcementStatus.Degree;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.sandbox.EnforcementPhrase;

/** Says of each thing that a policy asks for whether Seatbelt enforces it, and why not. */
record SeatbeltEnforcement(Policy policy, PathFacts facts) {
    List<EnforcementStatus> statuses() {
        List<EnforcementStatus> all = new ArrayList<>();
        all.add(none(
                EnforcementPhrase.THIS_BACKEND.with(),
                EnforcementPhrase.PROVEN.with(),
                EnforcementPhrase.NEVER_RUN.with()));
        all.add(full(EnforcementPhrase.FILES.with(), EnforcementPhrase.ONLY_GRANTED.with()));
        all.add(partial(
                EnforcementPhrase.ROOT_NAMES.with(),
                EnforcementPhrase.NOT_LISTED.with(),
                EnforcementPhrase.LOADER_LISTS.with()));
        singleFiles(all);
        all.add(full(EnforcementPhrase.FILE_ATTRIBUTES.with(), EnforcementPhrase.UNCHANGED_OUTSIDE.with()));
        all.add(network());
        all.add(full(EnforcementPhrase.UNIX_SOCKETS.with(), EnforcementPhrase.WRITABLE_SOCKETS.with()));
        all.add(partial(
                EnforcementPhrase.TERMINAL_INJECTION.with(),
                EnforcementPhrase.NOTHING_TYPED.with(),
                EnforcementPhrase.SOMETIMES_TYPED.with()));
        all.add(full(EnforcementPhrase.SIGNALS.with(), EnforcementPhrase.OWN_PROCESSES.with()));
        all.add(full(EnforcementPhrase.PROCESS_INFORMATION.with(), EnforcementPhrase.OF_OWN_PROCESSES.with()));
        all.add(full(EnforcementPhrase.MACH_SERVICES.with(), services()));
        if (!policy.timeout().equals(Duration.ZERO)) {
            all.add(partial(
                    EnforcementPhrase.TIMEOUT.with(),
                    EnforcementPhrase.ENDED_IN_TIME.with(),
                    EnforcementPhrase.GROUP_ONLY.with()));
        }
        all.add(partial(
                EnforcementPhrase.LEFTOVERS.with(),
                EnforcementPhrase.LEFT_IS_ENDED.with(),
                EnforcementPhrase.GROUP_ONLY.with()));
        policy.limits().stream().map(SeatbeltEnforcement::limit).forEach(all::add);
        return all;
    }

    private Statement services() {
        int count = policy.machLookup().size();
        return count == 0
                ? EnforcementPhrase.NO_SERVICE.with()
                : count == 1
                        ? EnforcementPhrase.ONE_SERVICE.with()
                        : EnforcementPhrase.SERVICES.with(Integer.toString(count));
    }

    private void singleFiles(List<EnforcementStatus> all) {
        List<String> through = SeatbeltText.savedThroughOthers(policy, facts);
        if (!through.isEmpty()) {
            all.add(partial(
                    EnforcementPhrase.SINGLE_FILES.with(),
                    EnforcementPhrase.ONLY_THE_FILE.with(),
                    EnforcementPhrase.NAMES_BESIDE.with(list(through))));
        }
        List<String> inPlace = SeatbeltText.savedInPlaceOnly(policy, facts);
        if (!inPlace.isEmpty()) {
            all.add(partial(
                    EnforcementPhrase.SAVING.with(),
                    EnforcementPhrase.SAVED_BY_ANY.with(),
                    EnforcementPhrase.IN_PLACE_ONLY.with(list(inPlace))));
        }
    }

    private static String list(List<String> paths) {
        return String.join(", ", paths.stream().map(Printable::escape).toList());
    }

    private EnforcementStatus network() {
        Statement asked = switch (policy.network()) {
            case FULL -> EnforcementPhrase.WHOLE_NETWORK.with();
            case NONE -> EnforcementPhrase.NO_NETWORK.with();
            case LOOPBACK ->
                policy.ports().isAny()
                        ? EnforcementPhrase.LOOPBACK.with()
                        : EnforcementPhrase.LOOPBACK_PORTS.with(policy.ports().text());
        };
        return SeatbeltText.networkGap(policy.network(), policy.ports())
                .map(gap -> partial(EnforcementPhrase.NETWORK.with(), asked, gap))
                .orElseGet(() -> full(EnforcementPhrase.NETWORK.with(), asked));
    }

    private static EnforcementStatus limit(Limit limit) {
        Statement what = EnforcementPhrase.LIMIT.with(limit.name());
        Statement value = new Statement.Verbatim(limit.value());
        return limit.enforced() ? full(what, value) : none(what, value, limit.reason());
    }

    private static EnforcementStatus full(Statement what, Statement asked) {
        return new EnforcementStatus(what, asked, Degree.FULL, Statement.NONE);
    }

    private static EnforcementStatus partial(Statement what, Statement asked, Statement reason) {
        return new EnforcementStatus(what, asked, Degree.PARTIAL, reason);
    }

    private static EnforcementStatus none(Statement what, Statement asked, Statement reason) {
        return new EnforcementStatus(what, asked, Degree.NONE, reason);
    }
}
