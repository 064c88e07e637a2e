package org.bulle.cli;

import java.util.ArrayList;
import java.util.List;

/** The flags of a run as its record keeps them, so that the run can be typed again, anywhere. */
final class RecordedFlags {
    private RecordedFlags() {}

    /**
     * Each flag with its value, in the order of the table; a list is one flag for each element.
     *
     * @param cwd what relative paths started from: they are recorded as the paths that they meant
     */
    static List<String> of(RunArguments arguments, String cwd) {
        List<String> flags = new ArrayList<>();
        for (RunFlag flag : RunFlag.values()) {
            if (flag.onlyInspects() || !arguments.has(flag)) {
                continue;
            }
            switch (flag.use()) {
                case SWITCH -> flags.add(flag.flag());
                case LAST ->
                    arguments
                            .last(flag)
                            .ifPresent(value -> flags.addAll(List.of(flag.flag(), placed(flag, value, cwd))));
                case EACH -> arguments.all(flag).forEach(value -> flags.addAll(List.of(flag.flag(), value)));
                case LIST ->
                    arguments
                            .all(flag)
                            .forEach(value ->
                                    flags.addAll(List.of(flag.flag(), CommaList.escape(placed(flag, value, cwd)))));
            }
        }
        return flags;
    }

    private static String placed(RunFlag flag, String value, String cwd) {
        return switch (flag.offer()) {
            case PATHS -> FlagPath.absolute(value, cwd);
            case FILES, DIRECTORIES -> value.startsWith("/") ? value : (cwd.equals("/") ? "" : cwd) + "/" + value;
            case NOTHING, VARIABLES, CAPABILITIES, PLATFORMS, DENIALS -> value;
        };
    }
}
