package org.bulle.desktop.system;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;

/** What would make something enforced that is not. */
final class HowTo {
    private static final Pattern ABI = Pattern.compile("needs Landlock ABI (\\d+).*");
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
        Matcher abi = ABI.matcher(status.reason());
        if (abi.matches()) {
            String kernel = KERNELS.get(abi.group(1));
            return Optional.of(
                    kernel == null
                            ? messages.get("system.how.newer", abi.group(1))
                            : messages.get("system.how.kernel", abi.group(1), kernel));
        }
        if (status.what().equals("file attributes")) {
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
