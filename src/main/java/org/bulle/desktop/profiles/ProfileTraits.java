package org.bulle.desktop.profiles;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.check.Dangers;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;

/** What the list shows of a profile at a glance: what it says about the network, and the worst thing that it puts at stake. */
public record ProfileTraits(Says network, Risk risk) {
    public static final ProfileTraits UNKNOWN = new ProfileTraits(Says.NOTHING, Risk.NONE);

    /** What a profile says about the network. */
    public enum Says {
        ALLOWED,
        LOOPBACK,
        DENIED,
        NOTHING
    }

    /** Of every profile by name; a broken one is unknown. */
    static Map<String, ProfileTraits> of(Catalog catalog, Platform platform, Dangers dangers) {
        Map<String, ProfileTraits> traits = new HashMap<>();
        for (String name : catalog.names()) {
            try {
                traits.put(name, of(Merger.merge(catalog, List.of(name), Overrides.NONE, platform), dangers));
            } catch (ProblemException broken) {
                traits.put(name, UNKNOWN);
            }
        }
        return traits;
    }

    private static ProfileTraits of(MergedProfile merged, Dangers dangers) {
        Says says = merged.networkOrigins().isEmpty() ? Says.NOTHING : said(merged.network());
        Stream<Optional<Dangers.Danger>> paths =
                merged.paths().stream().map(path -> dangers.of(path.text(), path.access()));
        Stream<Optional<Dangers.Danger>> variables = merged.env().stream()
                .map(value -> Dangers.ofVariable(value.name(), value.value().isPresent()));
        Risk worst = Stream.concat(paths, variables)
                .flatMap(Optional::stream)
                .map(Dangers.Danger::risk)
                .max(Comparator.naturalOrder())
                .orElse(Risk.NONE);
        return new ProfileTraits(says, worst);
    }

    private static Says said(Network network) {
        return switch (network) {
            case NONE -> Says.DENIED;
            case LOOPBACK -> Says.LOOPBACK;
            case FULL -> Says.ALLOWED;
        };
    }
}
