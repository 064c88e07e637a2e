package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.suggest.ResolverTrial;
import org.bulle.engine.denial.suggest.Suggester;
import org.bulle.engine.denial.suggest.Surroundings;
import org.bulle.engine.denial.suggest.ThisMachine;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.sandbox.landlock.LandlockBackend;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations by random spellings, each in a tree of its own: done with and without the sandbox, the results differ exactly where the observer notes
 * a denial; and with the suggestions granted they differ no more.
 */
class EpisodesKernelIT {
    private static final int COUNT = 60;
    private static final String PYTHON = "/usr/bin/python3";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void notesExactlyWhatTheSandboxRefusedAndSuggestsWhatHelps(int seed) throws Exception {
        assumeTrue(Files.isExecutable(Path.of(PYTHON)), "no python3 here");
        try (Watched lab = new Watched()) {
            Path script = Path.of(lab.path("episodes.py"));
            try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("episodes.py"))) {
                Files.copy(in, script);
            }
            List<String> free = unconfined(lab, script, seed, "free");
            setup(lab, script, seed, "e");
            lab.grant(AccessList.RO, script.toString());
            for (int i = 0; i < COUNT; i++) {
                String tree = lab.path("e/" + i + "/t/t/");
                lab.grant(AccessList.RW, tree + "rw")
                        .grant(AccessList.RO, tree + "ro")
                        .grant(AccessList.ROX, tree + "rox")
                        .grant(AccessList.RWX, tree + "rwx");
            }
            List<String> confined = act(lab, script, seed, "log1");
            List<Denial> denials = lab.denials();

            assertThat(described(episodes(lab, denials), confined, free))
                    .isEqualTo(described(refused(free, confined), confined, free));

            Policy policy = lab.policy(List.of(PYTHON));
            List<Denial> suggested = suggest(lab, policy, denials);
            grant(lab, suggested);
            delete(Path.of(lab.path("e")));
            setup(lab, script, seed, "e");
            List<String> helped = act(lab, script, seed, "log2");

            Set<Integer> stillDifferent = differing(free, helped);
            stillDifferent.retainAll(refused(free, confined));
            stillDifferent.removeAll(episodes(
                    lab, suggested.stream().filter(EpisodesKernelIT::isRefused).toList()));
            assertThat(stillDifferent)
                    .as("different with the suggestions: " + of(lab, suggested, stillDifferent))
                    .isEmpty();
        }
    }

    private static boolean isRefused(Denial denial) {
        return denial.suggestion().orElseThrow().refused().isPresent();
    }

    private static List<Denial> suggest(Watched lab, Policy policy, List<Denial> denials) throws Exception {
        Machine machine = Machine.current();
        PolicyResolver resolver = new PolicyResolver(machine, ToolRunner.refusing("no tool is asked here"));
        Surroundings around =
                new Surroundings("", Set.of(), lab.path("w"), Map.of(), List.of("/usr/bin", "/bin"), Map.of());
        ResolverTrial trial = new ResolverTrial(resolver, Configuration.EMPTY, Map.of(), lab.path("w"));
        return new Suggester(
                        policy,
                        new LandlockBackend().compile(policy).handled(),
                        around,
                        new ThisMachine(around.searchPath()),
                        trial)
                .suggest(denials, _ -> false, lab::needsExecute);
    }

    private static void grant(Watched lab, List<Denial> suggested) {
        for (Denial denial : suggested) {
            String entry = denial.suggestion().orElseThrow().entry();
            String list = denial.suggestion().orElseThrow().list();
            if (!isRefused(denial)) {
                // A name that is no text has a flag only.
                String path = entry.isEmpty()
                        ? denial.path().orElseThrow()
                        : entry.substring(1).replaceAll("/$", "").replace("\\", "");
                lab.grant(
                        Stream.of(AccessList.values())
                                .filter(each -> each.key().equals(list))
                                .findFirst()
                                .orElseThrow(),
                        path);
            }
        }
    }

    private static List<String> described(Set<Integer> episodes, List<String> confined, List<String> free) {
        return episodes.stream()
                .map(number -> number + ": " + confined.get(number) + " outside "
                        + free.get(number).split(" ")[0])
                .toList();
    }

    /** Where the sandbox alone is to blame: outside, the operation works. */
    private static Set<Integer> refused(List<String> free, List<String> confined) {
        Set<Integer> numbers = differing(free, confined);
        numbers.removeIf(number -> !free.get(number).startsWith("0 "));
        return numbers;
    }

    private static Set<Integer> differing(List<String> free, List<String> other) {
        Set<Integer> numbers = new TreeSet<>();
        for (int i = 0; i < COUNT; i++) {
            if (!free.get(i).split(" ")[0].equals(other.get(i).split(" ")[0])) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    private static Set<Integer> episodes(Watched lab, List<Denial> denials) {
        Set<Integer> numbers = new TreeSet<>();
        String prefix = lab.path("e/");
        for (Denial denial : denials) {
            String path = denial.path().orElse("");
            if (path.startsWith(prefix)) {
                numbers.add(Integer.parseInt(path.substring(prefix.length()).split("/")[0]));
            }
        }
        return numbers;
    }

    private static List<String> of(Watched lab, List<Denial> denials, Set<Integer> wanted) {
        List<String> words = new ArrayList<>();
        for (Denial denial : denials) {
            for (int number : wanted) {
                if (denial.path().orElse("").startsWith(lab.path("e/" + number + "/"))) {
                    words.add(denial.access().key() + " " + denial.path().orElse("") + " "
                            + denial.suggestion().orElseThrow().list() + " "
                            + denial.suggestion().orElseThrow().entry());
                }
            }
        }
        return words;
    }

    private static List<String> unconfined(Watched lab, Path script, int seed, String base) throws Exception {
        setup(lab, script, seed, base);
        python(script, "act", Integer.toString(seed), Integer.toString(COUNT), lab.path(base), lab.path("w/log0"));
        return read(lab, "log0");
    }

    private static void setup(Watched lab, Path script, int seed, String base) throws Exception {
        python(script, "setup", Integer.toString(seed), Integer.toString(COUNT), lab.path(base));
    }

    private static List<String> act(Watched lab, Path script, int seed, String log) throws Exception {
        lab.run(
                PYTHON,
                "-I",
                script.toString(),
                "act",
                Integer.toString(seed),
                Integer.toString(COUNT),
                lab.path("e"),
                lab.path("w/" + log));
        return read(lab, log);
    }

    private static List<String> read(Watched lab, String log) throws IOException {
        List<String> results = Files.readAllLines(Path.of(lab.path("w/" + log)));
        assertThat(results).hasSize(COUNT);
        return results;
    }

    private static void python(Path script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(PYTHON, "-I", script.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private static void delete(Path tree) throws Exception {
        new ProcessBuilder("chmod", "-R", "u+rwx", tree.toString()).start().waitFor();
        assertThat(new ProcessBuilder("rm", "-rf", tree.toString()).start().waitFor())
                .isZero();
    }
}
