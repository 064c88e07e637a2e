package org.bulle.desktop.system;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.EnforcementPhrase;

/** What would make something enforced that is not. */
final class HowTo {
    /** Reasons whose first part is the version of Landlock that it takes. */
    private static final Set<EnforcementPhrase> LACKING = EnumSet.of(
            EnforcementPhrase.LACKS_TRUNCATE,
            EnforcementPhrase.LACKS_MOVES,
            EnforcementPhrase.LACKS_DEVICES,
            EnforcementPhrase.LACKS_SIGNALS);
    /** Documentation/userspace-api/landlock.rst and the releases that the ABI versions came with. */
    private static final Map<String, String> KERNELS =
            Map.of("2", "5.19", "3", "6.2", "4", "6.7", "5", "6.10", "6", "6.12", "7", "6.15");

    private final Messages messages;

    HowTo(Messages messages) {
        this.messages = messages;
    }

    /** Empty when it is enforced. */
    Optional<String> enable(EnforcementStatus status) {
        if (status.enforced() == EnforcementStatus.Degree.FULL) {
            return Optional.empty();
        }
        if (status.reason() instanceof Statement.Phrased(EnforcementPhrase phrase, List<Statement> parts)
                && LACKING.contains(phrase)) {
            String abi = parts.getFirst().english();
            String kernel = KERNELS.get(abi);
            return Optional.of(
                    kernel == null
                            ? messages.get("system.how.newer", abi)
                            : messages.get("system.how.kernel", abi, kernel));
        }
        if (status.what().equals(EnforcementPhrase.FILE_ATTRIBUTES.with())) {
            return Optional.of(messages.get("system.how.attributes"));
        }
        return Optional.of(messages.get("system.how.supervised"));
    }

    Optional<String> enable(Limit limit) {
        return limit.enforced() ? Optional.empty() : Optional.of(messages.get("system.how.limit", limit.reason()));
    }

    Optional<String> enable(DenialSource source) {
        return switch (source.state()) {
            case COMPLETE -> Optional.empty();
            case PARTIAL, UNAVAILABLE -> Optional.of(messages.get("system.how.denials"));
        };
    }
}
