package org.bulle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bulle.engine.check.Gain;
import org.bulle.engine.check.Widening;

/** What a change of profiles gives, for people. */
final class GainText {
    private GainText() {}

    /** A line for each gain with the profiles that get it. */
    static List<String> lines(Widening widening) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<Gain, List<String>> each : widening.byGain().entrySet()) {
            lines.add(of(each.getKey()) + "  for " + String.join(", ", each.getValue()));
        }
        return lines;
    }

    static String of(List<Gain> gains) {
        return gains.stream().map(GainText::of).collect(Collectors.joining("; "));
    }

    static String of(Gain gain) {
        return switch (gain) {
            case Gain.PathGain path ->
                path.after().key() + " " + path.text()
                        + path.before().map(was -> " (was " + was.key() + ")").orElse("");
            case Gain.VariableGain variable -> "env " + variable.name() + (variable.sets() ? " (set)" : "");
            case Gain.NetworkGain network ->
                "network " + network.after().key() + " (was " + network.before().key() + ")";
            case Gain.PortsGain ports ->
                "network loopback: " + ports.after()
                        + (ports.before().isEmpty() ? " (was none)" : " (was " + ports.before() + ")");
            case Gain.ServiceGain service -> "mach_lookup " + service.name();
            case Gain.CommandGain command -> "default_app " + command.after();
            case Gain.SwitchGain on -> on.key();
        };
    }
}
