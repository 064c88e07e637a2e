package org.bulle.engine.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Quantity;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;

/**
 * What keeps each limit on this system, or why nothing does. One mechanism for each: RLIMIT_AS is not memory and RLIMIT_NPROC is not the processes of a
 * run, so they are never taken instead.
 */
final class LimitMechanisms {
    /** The kernel's longest period, and the shortest time in one that it accepts, in microseconds. */
    private static final long LONGEST_PERIOD = 1_000_000;

    private static final long PERIOD = 100_000;
    private static final long SHORTEST_SHARE = 1_000;

    private final ControlGroups groups;
    private final Supplier<ListenerSupport> listener;

    /**
     * @param listener asked when there are limits: on Linux the supervisor puts them on
     */
    LimitMechanisms(ControlGroups groups, Supplier<ListenerSupport> listener) {
        this.groups = groups;
        this.listener = listener;
    }

    static LimitMechanisms ofThisProcess() {
        return new LimitMechanisms(ControlGroups.ofThisProcess(), LimitMechanisms::listener);
    }

    /** Only Linux can be asked; a policy for it that is looked at elsewhere is not for a run inside another. */
    private static ListenerSupport listener() {
        return Platform.current() == Platform.LINUX ? ListenerSupport.ask() : new ListenerSupport.Available(true);
    }

    /** Which rlimit of setrlimit(2) a limit is. */
    enum Resource {
        NOFILE("nofile"),
        FSIZE("fsize"),
        CPU("cpu-time");

        private final String limit;

        Resource(String limit) {
            this.limit = limit;
        }

        static Optional<Resource> of(String limit) {
            for (Resource each : values()) {
                if (each.limit.equals(limit)) {
                    return Optional.of(each);
                }
            }
            return Optional.empty();
        }

        String mechanism() {
            return "RLIMIT_" + name();
        }

        /** In the resource's own unit: files, bytes, whole seconds rounded up. */
        long value(String written) {
            return switch (this) {
                case NOFILE -> Quantity.count(written).orElseThrow();
                case FSIZE -> Quantity.size(written).orElseThrow();
                case CPU ->
                    Math.max(
                            1,
                            Math.ceilDiv(
                                    Quantity.duration(written).orElseThrow().toMillis(), 1000L));
            };
        }
    }

    /** Which file of a group a limit is. */
    enum GroupFile {
        MEMORY("memory", "memory", "memory.max"),
        CPU("cpu", "cpu", "cpu.max"),
        PIDS("nproc", "pids", "pids.max");

        private final String limit;
        private final String controller;
        private final String file;

        GroupFile(String limit, String controller, String file) {
            this.limit = limit;
            this.controller = controller;
            this.file = file;
        }

        static Optional<GroupFile> of(String limit) {
            for (GroupFile each : values()) {
                if (each.limit.equals(limit)) {
                    return Optional.of(each);
                }
            }
            return Optional.empty();
        }

        String controller() {
            return controller;
        }

        String file() {
            return file;
        }

        /** What is written into the file; empty when the kernel takes nothing that small. */
        Optional<String> value(String written) {
            return switch (this) {
                case MEMORY -> Optional.of(Long.toString(Quantity.size(written).orElseThrow()));
                case PIDS -> Optional.of(Long.toString(Quantity.count(written).orElseThrow()));
                case CPU -> share(Quantity.percent(written).orElseThrow());
            };
        }

        /** {@code QUOTA PERIOD}, from thousandths of a per cent of one processor. */
        private static Optional<String> share(long thousandths) {
            for (long period : new long[] {PERIOD, LONGEST_PERIOD}) {
                long quota = thousandths * (period / 100_000);
                if (quota >= SHORTEST_SHARE) {
                    return Optional.of(quota + " " + period);
                }
            }
            return Optional.empty();
        }
    }

    /** The same limits with their mechanism, or with the reason why there is none. */
    List<Limit> decide(List<Limit> asked, Platform platform) {
        return switch (platform) {
            case LINUX -> onLinux(asked);
            case MACOS -> asked.stream().map(LimitMechanisms::onMacos).toList();
        };
    }

    /** Only what a process carries with it: macOS keeps no account of a tree of processes. */
    private static Limit onMacos(Limit limit) {
        Optional<Resource> resource = Resource.of(limit.name());
        if (resource.isPresent()) {
            return kept(limit, resource.get().mechanism());
        }
        return lost(
                limit,
                switch (limit.name()) {
                    case "nproc" -> LimitPhrase.MAC_PROCESSES.with();
                    case "cpu" -> LimitPhrase.MAC_PROCESSORS.with();
                    default -> LimitPhrase.MAC_MEMORY.with();
                });
    }

    private List<Limit> onLinux(List<Limit> asked) {
        Optional<Statement> obstacle =
                asked.isEmpty() ? Optional.empty() : listener.get().obstacle();
        if (obstacle.isPresent()) {
            return asked.stream().map(limit -> lost(limit, obstacle.get())).toList();
        }
        Map<String, Limit> decided = new LinkedHashMap<>();
        asked.forEach(limit -> decided.put(limit.name(), limit));
        for (Limit limit : asked) {
            Resource.of(limit.name())
                    .ifPresent(resource -> decided.put(limit.name(), kept(limit, resource.mechanism())));
        }
        List<Limit> grouped = asked.stream()
                .filter(limit -> GroupFile.of(limit.name()).isPresent())
                .toList();
        // One by one: that one controller is missing says nothing about the others. The hierarchy is read once for each
        // set of controllers.
        Map<Set<String>, ControlGroups.Found> known = new HashMap<>();
        Function<Set<String>, ControlGroups.Found> find =
                controllers -> known.computeIfAbsent(controllers, groups::find);
        for (Limit limit : grouped) {
            decided.put(limit.name(), inGroup(limit, grouped, find));
        }
        return new ArrayList<>(decided.values());
    }

    private static Limit inGroup(Limit limit, List<Limit> all, Function<Set<String>, ControlGroups.Found> find) {
        GroupFile file = GroupFile.of(limit.name()).orElseThrow();
        if (file.value(limit.value()).isEmpty()) {
            return lost(limit, LimitPhrase.SMALL_SHARE.with());
        }
        return switch (find.apply(Set.of(file.controller()))) {
            case ControlGroups.Found.Usable _ ->
                switch (find.apply(usable(all, find))) {
                    case ControlGroups.Found.Usable _ -> kept(limit, "cgroup v2 " + file.file());
                    case ControlGroups.Found.Unusable together -> lost(limit, together.reason());
                };
            case ControlGroups.Found.Unusable unusable -> lost(limit, unusable.reason());
        };
    }

    /** The controllers that are to be had one by one: one group has to have them all. */
    private static Set<String> usable(List<Limit> all, Function<Set<String>, ControlGroups.Found> find) {
        return all.stream()
                .filter(limit -> GroupFile.of(limit.name())
                        .orElseThrow()
                        .value(limit.value())
                        .isPresent())
                .map(limit -> GroupFile.of(limit.name()).orElseThrow().controller())
                .filter(controller -> find.apply(Set.of(controller)) instanceof ControlGroups.Found.Usable)
                .collect(Collectors.toSet());
    }

    /** The group for these limits. */
    ControlGroups.Found place(List<Limit> kept) {
        return groups.find(kept.stream()
                .map(limit -> GroupFile.of(limit.name()).orElseThrow().controller())
                .collect(Collectors.toSet()));
    }

    private static Limit kept(Limit limit, String mechanism) {
        return new Limit(limit.name(), limit.value(), mechanism, true, Statement.NONE);
    }

    private static Limit lost(Limit limit, Statement reason) {
        return new Limit(limit.name(), limit.value(), "", false, reason);
    }
}
