package org.bulle.desktop.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The flags of a recorded run, sorted into the fields of the sheet. A record spells each flag with its value as two words.
 *
 * @param others what the sheet has no field for, in its order
 */
record FlagWords(List<Extra> extras, Map<String, String> limits, boolean detect, boolean scratch, List<String> others) {
    static final FlagWords NONE = new FlagWords(List.of(), Map.of(), false, false, List.of());

    private static final Set<String> WITH_VALUE =
            Set.of("--config", "--var", "--env-file", "--env-all-except", "--denials", "--output");

    FlagWords {
        extras = List.copyOf(extras);
        limits = Map.copyOf(limits);
        others = List.copyOf(others);
    }

    static FlagWords of(List<String> flags) {
        List<Extra> extras = new ArrayList<>();
        Map<String, String> limits = new HashMap<>();
        List<String> others = new ArrayList<>();
        boolean detect = false;
        boolean scratch = false;
        for (int i = 0; i < flags.size(); i++) {
            String flag = flags.get(i);
            Optional<Extra.Kind> kind = Extra.Kind.of(flag);
            boolean last = i + 1 == flags.size();
            if (kind.isPresent() && !last) {
                String value = flags.get(++i);
                extras.add(new Extra(kind.get(), kind.get() == Extra.Kind.ENV ? value : value.replace("\\,", ",")));
            } else if (flag.startsWith("--") && RunDraft.LIMITS.contains(flag.substring(2)) && !last) {
                limits.put(flag.substring(2), flags.get(++i));
            } else if (flag.equals("--detect")) {
                detect = true;
            } else if (flag.equals("--scratch") || flag.equals("--scratch-keep")) {
                scratch = true;
            } else {
                others.add(flag);
                if (WITH_VALUE.contains(flag) && !last) {
                    others.add(flags.get(++i));
                }
            }
        }
        return new FlagWords(extras, limits, detect, scratch, others);
    }
}
