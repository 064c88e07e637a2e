package org.bulle.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.profile.BuiltIns;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for any profiles: checked on random inheritance graphs against a merge done the slow and obvious way. */
class MergerPropertyTest {
    private static final Path NOWHERE = Path.of("/nonexistent");
    private static final List<String> PATHS = List.of("/a", "/a/", "$X", "which:t", "/b");

    private record Text(
            List<String> parents,
            Map<AccessList, List<String>> paths,
            List<String> env,
            List<String> allow,
            List<String> deny) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithTheObviousMerge(long seed) throws ProblemException {
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            Map<String, Text> profiles = profiles(random, 2 + random.nextInt(7));
            List<String> stack = pick(random, List.copyOf(profiles.keySet()), 1 + random.nextInt(3));
            MergedProfile merged = merge(profiles, stack);

            Map<String, AccessList> paths = new HashMap<>();
            Map<String, String> env = new HashMap<>();
            boolean[] network = new boolean[1];
            stack.forEach(name -> apply(profiles, name, paths, env, network));

            assertThat(merged.paths().stream().collect(Collectors.toMap(path -> strip(path.text()), PathValue::access)))
                    .isEqualTo(paths);
            assertThat(merged.env().stream()
                            .collect(Collectors.toMap(
                                    EnvValue::name, value -> value.value().orElse(""))))
                    .isEqualTo(env);
            assertThat(merged.network() == Network.FULL).isEqualTo(network[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void addingAProfileTakesNoRightAway(long seed) throws ProblemException {
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            Map<String, Text> profiles = profiles(random, 2 + random.nextInt(7));
            List<String> stack = pick(random, List.copyOf(profiles.keySet()), 1 + random.nextInt(3));
            List<String> longer = new ArrayList<>(stack);
            longer.add(
                    random.nextInt(longer.size() + 1),
                    pick(random, List.copyOf(profiles.keySet()), 1).getFirst());
            Map<String, AccessList> more = merge(profiles, longer).paths().stream()
                    .collect(Collectors.toMap(path -> strip(path.text()), PathValue::access));
            for (PathValue path : merge(profiles, stack).paths()) {
                assertThat(more.get(strip(path.text())).covers(path.access())).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24})
    void everyValueKnowsAllItsOriginsAndTheLastOneDecided(long seed) throws ProblemException {
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            Map<String, Text> profiles = profiles(random, 2 + random.nextInt(7));
            MergedProfile merged = merge(profiles, pick(random, List.copyOf(profiles.keySet()), 2));
            for (PathValue path : merged.paths()) {
                assertThat(path.contributions()).allSatisfy(contribution -> {
                    Text text = profiles.get(contribution.origin().profile());
                    assertThat(text.paths().get(contribution.list()).stream().map(MergerPropertyTest::strip))
                            .contains(strip(path.text()));
                });
                long places = merged.chain().stream()
                        .filter(profiles::containsKey)
                        .mapToLong(name -> places(profiles.get(name), path.text()))
                        .sum();
                assertThat(path.contributions()).hasSize((int) places);
            }
            for (EnvValue value : merged.env()) {
                String entry = value.name() + value.value().map(v -> "=" + v).orElse("");
                assertThat(profiles.get(value.origins().getLast().profile()).env())
                        .contains(entry);
            }
        }
    }

    private static long places(Text text, String path) {
        return text.paths().values().stream()
                .flatMap(List::stream)
                .filter(entry -> strip(entry).equals(strip(path)))
                .count();
    }

    private static MergedProfile merge(Map<String, Text> profiles, List<String> stack) throws ProblemException {
        Map<String, String> texts = new TreeMap<>(Map.of("floor", ""));
        profiles.forEach((name, text) -> texts.put(name, toml(text)));
        return Merger.merge(Catalog.load(NOWHERE, BuiltIns.of(texts)), stack, Overrides.NONE, Platform.LINUX);
    }

    private static void apply(
            Map<String, Text> all,
            String name,
            Map<String, AccessList> paths,
            Map<String, String> env,
            boolean[] network) {
        Text text = all.get(name);
        text.parents().forEach(parent -> apply(all, parent, paths, env, network));
        text.paths()
                .forEach((list, entries) ->
                        entries.forEach(entry -> paths.merge(strip(entry), list, AccessList::union)));
        for (String entry : text.env()) {
            env.put(entry.split("=")[0], entry.contains("=") ? entry.split("=")[1] : "");
        }
        network[0] = !text.deny().isEmpty() ? false : !text.allow().isEmpty() || network[0];
    }

    private static String strip(String entry) {
        return entry.endsWith("/") ? entry.substring(0, entry.length() - 1) : entry;
    }

    private static Map<String, Text> profiles(Random random, int count) {
        Map<String, Text> profiles = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            Map<AccessList, List<String>> paths = new TreeMap<>();
            for (AccessList list : AccessList.values()) {
                paths.put(list, random.nextInt(3) == 0 ? pick(random, PATHS, random.nextInt(3)) : List.of());
            }
            profiles.put(
                    "p" + i,
                    new Text(
                            i == 0 ? List.of() : pick(random, List.copyOf(profiles.keySet()), random.nextInt(3)),
                            paths,
                            pick(random, List.of("A", "A=1", "B=2", "B=3", "C"), random.nextInt(3)),
                            random.nextInt(4) == 0 ? List.of("network") : List.of(),
                            random.nextInt(5) == 0 ? List.of("network") : List.of()));
        }
        return profiles;
    }

    private static String toml(Text text) {
        StringBuilder out = new StringBuilder("inherits = " + list(text.parents()) + "\n");
        text.paths()
                .forEach((list, entries) -> out.append(list.key())
                        .append(" = ")
                        .append(list(entries))
                        .append('\n'));
        return out.append("env = " + list(text.env()) + "\nallow = " + list(text.allow()) + "\ndeny = "
                        + list(text.deny()) + "\n")
                .toString();
    }

    private static String list(List<String> words) {
        return words.stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(", ", "[", "]"));
    }

    private static <T> List<T> pick(Random random, List<T> from, int count) {
        List<T> rest = new ArrayList<>(from);
        java.util.Collections.shuffle(rest, random);
        return List.copyOf(rest.subList(0, Math.min(count, rest.size())));
    }
}
