package org.bulle.engine.denial.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.landlock.HandledAccess;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals inside one package of a store are one grant of that package, never of the store. */
class StoreItemsTest {
    private static final MachineView MACHINE = new MachineView() {
        @Override
        public boolean isDirectory(String path) {
            return !path.contains("/lib/");
        }

        @Override
        public Optional<String> programAt(String path) {
            return Optional.empty();
        }
    };

    private static final Trial EVERYTHING =
            entries -> entries.stream().collect(Collectors.toMap(Function.identity(), entry -> {
                String path = entry.text().replaceAll("^[?+]+|/$", "");
                return new Trial.Outcome.Grants(List.of(new Grant(path, entry.list())), List.of(path));
            }));

    private static Denial denied(String path) {
        return new Denial(
                Access.READ,
                Optional.of(path),
                Optional.empty(),
                OptionalInt.empty(),
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                "R",
                7,
                false,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.empty(),
                Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "/nix/store/abc-r-4.3, /nix/store",
        "/gnu/store/abc-r-4.3, /gnu/store",
        "/opt/homebrew/Cellar/r/4.3.1, /opt/homebrew/Cellar",
        "/snap/r/12, /snap"
    })
    void oneGrantForWhatLiesInOneItem(String item, String store) {
        Policy nothing = new Policy(
                List.of("test"),
                "/w",
                Optional.empty(),
                Duration.ZERO,
                List.of(),
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        Surroundings around = new Surroundings("/home/u", Set.of("/home/u"), "/w", Map.of(), List.of(), Map.of());
        List<Denial> told = new Suggester(nothing, HandledAccess.forAbi(7, Network.NONE), around, MACHINE, EVERYTHING)
                .suggest(
                        Stream.of("/lib/a.so", "/lib/b.so", "/share/lib/c")
                                .map(below -> denied(item + below))
                                .toList(),
                        _ -> false,
                        _ -> false);
        List<Suggestion> suggestions = told.stream()
                .flatMap(denial -> denial.suggestion().stream())
                .distinct()
                .toList();
        assertThat(suggestions).as(suggestions.toString()).hasSize(1);
        assertThat(suggestions.getFirst().entry()).as(suggestions.toString()).contains(item);
        assertThat(suggestions.getFirst().flag()).contains("--ro ").contains(item);
        assertThat(suggestions.getFirst().ladder())
                .noneMatch(rung -> rung.endsWith(store) || rung.endsWith(store + "/"));
    }
}
