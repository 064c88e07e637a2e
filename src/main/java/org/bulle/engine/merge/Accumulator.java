package org.bulle.engine.merge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.merge.MergedProfile.MachValue;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.Settings;

/** Takes layers low to high and keeps, for every value, who contributed. */
final class Accumulator {
    private static final String CONFIG = "config.toml";

    private final Platform platform;
    private final Map<String, PathBuilder> paths = new LinkedHashMap<>();
    private final Map<String, EnvValue> env = new LinkedHashMap<>();
    private final Map<String, Decision> capabilities = new LinkedHashMap<>();
    private final Map<String, Decision> mach = new LinkedHashMap<>();
    private Optional<Sourced<String>> defaultApp = Optional.empty();
    private Optional<Sourced<Boolean>> addExec = Optional.empty();
    private Optional<Sourced<Boolean>> addLibs = Optional.empty();

    Accumulator(Platform platform) {
        this.platform = platform;
    }

    /** Where the values of one layer were written. */
    private record Source(String profile, Layer layer, String file) {
        Origin origin(String list, Located<?> at) {
            return new Origin(profile, layer, list, file, at.line(), at.column());
        }
    }

    /**
     * @param ranges what is allowed of a capability that has ports, each with its origins
     */
    private record Decision(boolean allowed, List<Origin> origins, List<Ports.Range> ranges) {
        static final Decision NONE = new Decision(false, List.of(), List.of());

        /** Ports add up, as paths do; what denies takes all of them away. */
        private List<Ports.Range> and(Ports.Range more, Origin origin) {
            List<Ports.Range> all = new ArrayList<>();
            List<Origin> same = List.of();
            for (Ports.Range range : ranges) {
                if (range.first() == more.first() && range.last() == more.last()) {
                    same = range.origins();
                } else {
                    all.add(range);
                }
            }
            all.add(new Ports.Range(more.first(), more.last(), append(same, origin)));
            return all;
        }
    }

    private static final class PathBuilder {
        private final List<Contribution> contributions = new ArrayList<>();
        private String text;

        PathBuilder(String text) {
            this.text = text;
        }

        /** A trailing slash says that a missing path is made as a directory, so the last spelling with a {@code +} is kept. */
        void add(MarkedPath path, AccessList list, Origin origin) {
            if (path.create()) {
                text = path.text();
            }
            contributions.add(new Contribution(list, path.optional(), path.create(), origin));
        }

        PathValue build() {
            return new PathValue(text, contributions);
        }
    }

    void add(Profile layer) {
        Source source = new Source(layer.name(), layer.layer(), layer.file());
        add(layer.settings(), source);
        add(layer.platform(platform), source);
    }

    void addBase(Configuration configuration) {
        Source source = new Source(CONFIG, Layer.CONFIG, configuration.file());
        add(configuration.base(), source);
        add(configuration.platforms().getOrDefault(platform, Settings.NONE), source);
    }

    void addDefaults(Configuration configuration) {
        add(configuration.defaults().settings(), new Source(CONFIG, Layer.DEFAULTS, configuration.file()));
    }

    void addFlags(Overrides flags) {
        for (AccessList list : AccessList.values()) {
            flags.paths()
                    .getOrDefault(list, List.of())
                    .forEach(entry -> path(list, entry, Origin.flag("--" + list.key())));
        }
        flags.env().forEach(entry -> env(entry, Origin.flag("--env")));
        flags.allow().forEach(name -> allow(name, Origin.flag("--allow")));
        flags.deny().forEach(name -> decide(capabilities, name, false, Origin.flag("--deny")));
    }

    /** What config.toml denies at top level is denied again, above everything. */
    void addGuardrail(Configuration configuration) {
        Source source = new Source(CONFIG, Layer.CONFIG, configuration.file());
        for (Settings settings :
                List.of(configuration.base(), configuration.platforms().getOrDefault(platform, Settings.NONE))) {
            settings.deny().forEach(name -> decide(capabilities, name.value(), false, source.origin("deny", name)));
            settings.denyMachLookup()
                    .forEach(name -> decide(mach, name.value(), false, source.origin("deny_mach_lookup", name)));
        }
    }

    MergedProfile finish(List<String> stack, List<String> chain) {
        List<Origin> networkOrigins = new ArrayList<>();
        Network network = network(networkOrigins);
        List<Ports.Range> ranges =
                capabilities.getOrDefault(Capabilities.LOOPBACK, Decision.NONE).ranges();
        return new MergedProfile(
                stack,
                chain,
                paths.values().stream().map(PathBuilder::build).toList(),
                List.copyOf(env.values()),
                network,
                network == Network.LOOPBACK ? new Ports(ranges) : Ports.ANY,
                networkOrigins,
                mach.entrySet().stream()
                        .map(e -> new MachValue(
                                e.getKey(), e.getValue().allowed(), e.getValue().origins()))
                        .toList(),
                defaultApp,
                addExec,
                addLibs);
    }

    private void add(Settings settings, Source source) {
        for (AccessList list : AccessList.values()) {
            settings.paths(list).forEach(entry -> path(list, entry.value(), source.origin(list.key(), entry)));
        }
        settings.env().forEach(entry -> env(entry.value(), source.origin("env", entry)));
        settings.allow().forEach(name -> allow(name.value(), source.origin("allow", name)));
        settings.deny().forEach(name -> decide(capabilities, name.value(), false, source.origin("deny", name)));
        settings.machLookup().forEach(name -> decide(mach, name.value(), true, source.origin("mach_lookup", name)));
        settings.denyMachLookup()
                .forEach(name -> decide(mach, name.value(), false, source.origin("deny_mach_lookup", name)));
        defaultApp = later(defaultApp, settings.defaultApp(), source, "default_app");
        addExec = later(addExec, settings.addExec(), source, "add_exec");
        addLibs = later(addLibs, settings.addLibs(), source, "add_libs");
    }

    private void path(AccessList list, String entry, Origin origin) {
        MarkedPath path = MarkedPath.of(entry);
        paths.computeIfAbsent(path.mergeKey(), any -> new PathBuilder(path.text()))
                .add(path, list, origin);
    }

    /** The later entry also moves to the end, so that a name and a pattern over it keep their order. */
    private void env(String entry, Origin origin) {
        EnvEntry written = EnvEntry.of(entry);
        EnvValue before = env.remove(written.name());
        env.put(
                written.name(),
                new EnvValue(
                        written.name(),
                        written.value(),
                        append(before == null ? List.of() : before.origins(), origin)));
    }

    private void allow(String entry, Origin origin) {
        String name = Capabilities.name(entry);
        Decision before = capabilities.getOrDefault(name, Decision.NONE);
        List<Ports.Range> ranges =
                Capabilities.ports(entry).map(more -> before.and(more, origin)).orElse(before.ranges());
        capabilities.put(name, new Decision(true, append(before.origins(), origin), ranges));
    }

    private static void decide(Map<String, Decision> decisions, String name, boolean allowed, Origin origin) {
        Decision before = decisions.get(name);
        decisions.put(
                name, new Decision(allowed, append(before == null ? List.of() : before.origins(), origin), List.of()));
    }

    private static <T> Optional<Sourced<T>> later(
            Optional<Sourced<T>> before, Optional<Located<T>> now, Source source, String key) {
        return now.map(value -> new Sourced<>(
                        value.value(),
                        append(before.map(Sourced::origins).orElse(List.of()), source.origin(key, value))))
                .or(() -> before);
    }

    /** Network allowed is everything; else loopback allowed is loopback; the deciding capability's contributions come last. */
    private Network network(List<Origin> origins) {
        Decision network = capabilities.getOrDefault(Capabilities.NETWORK, Decision.NONE);
        Decision loopback = capabilities.getOrDefault(Capabilities.LOOPBACK, Decision.NONE);
        boolean byLoopback = !network.allowed() && loopback.allowed();
        origins.addAll(byLoopback ? network.origins() : List.of());
        origins.addAll(byLoopback || network.origins().isEmpty() ? loopback.origins() : network.origins());
        return network.allowed() ? Network.FULL : byLoopback ? Network.LOOPBACK : Network.NONE;
    }

    /** A contribution that counts again (a diamond, the guardrail) is listed once, where it stood last. */
    private static List<Origin> append(List<Origin> origins, Origin next) {
        List<Origin> all = new ArrayList<>(origins.size() + 1);
        origins.stream().filter(origin -> !origin.equals(next)).forEach(all::add);
        all.add(next);
        return all;
    }
}
