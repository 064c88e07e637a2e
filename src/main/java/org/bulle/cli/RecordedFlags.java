package org.bulle.cli;

import java.util.ArrayList;
import java.util.List;

/** The flags of a run as its record keeps them, so that the run can be typed again. */
final class RecordedFlags {
    private RecordedFlags() {}

    /** Each flag with its value, in the order of the table; a list is one flag for each element. */
    static List<String> of(RunArguments arguments) {
        List<String> flags = new ArrayList<>();
        for (RunFlag flag : RunFlag.values()) {
            if (flag.onlyInspects() || !arguments.has(flag)) {
                continue;
            }
            switch (flag.use()) {
                case SWITCH -> flags.add(flag.flag());
                case LAST -> arguments.last(flag).ifPresent(value -> flags.addAll(List.of(flag.flag(), value)));
                case EACH -> arguments.all(flag).forEach(value -> flags.addAll(List.of(flag.flag(), value)));
                case LIST ->
                    arguments.all(flag).forEach(value -> flags.addAll(List.of(flag.flag(), CommaList.escape(value))));
            }
        }
        return flags;
    }
}
