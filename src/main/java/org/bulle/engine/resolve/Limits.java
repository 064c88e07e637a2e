package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Quantity;

/** Which of several values counts for each limit on a run. */
final class Limits {
    private Limits() {}

    /** A limit that counts, as written. */
    record Asked(String name, String value) {}

    /** {@code [defaults.limits]}, then this system's, then the flags; a zero takes one back. */
    static List<Asked> choose(
            Configuration.Defaults defaults,
            String file,
            Platform platform,
            Map<String, String> flags,
            ProblemLog problems) {
        Map<String, String> chosen = new LinkedHashMap<>();
        configured(defaults.limits(), file, "", chosen, problems);
        configured(
                defaults.platformLimits().getOrDefault(platform, Map.of()),
                file,
                platform.key() + ".",
                chosen,
                problems);
        flags.forEach((name, value) -> choose(name, value, ProblemLog.At.flag("--" + name), chosen, problems));
        List<Asked> out = new ArrayList<>();
        for (String name : Quantity.LIMITS) {
            String value = chosen.get(name);
            if (value != null && !isNone(value)) {
                out.add(new Asked(name, value));
            }
        }
        return out;
    }

    private static void configured(
            Map<String, Located<String>> limits,
            String file,
            String system,
            Map<String, String> chosen,
            ProblemLog problems) {
        limits.forEach((name, value) -> {
            ProblemLog.At at =
                    new ProblemLog.At(file, value.line(), value.column(), "defaults." + system + "limits." + name);
            choose(name, value.value(), at, chosen, problems);
        });
    }

    private static void choose(
            String name, String value, ProblemLog.At at, Map<String, String> chosen, ProblemLog problems) {
        Optional<String> why = Quantity.refusal(name, value);
        if (why.isPresent()) {
            problems.text(at, why.get());
        } else {
            chosen.put(name, value);
        }
    }

    /** Nothing at all, in whatever unit. */
    private static boolean isNone(String value) {
        return value.matches("[0.]+[A-Za-z%]*");
    }
}
