package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Origin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Of any two places that speak of one variable, which counts. */
class EnvironmentPrecedenceTest {
    private static final String NAME = "TMPDIR";

    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
        world.environment.put(NAME, "parent");
    }

    /** Low to high. A profile that sets a value stands above {@code --env-all-except}, one that only passes a name does not. */
    private enum Place {
        PRIVATE_TEMP("private temp"),
        PROFILE_GLOB("profile"),
        PROFILE_NAME("profile"),
        ALL_EXCEPT("--env-all-except"),
        PROFILE_VALUE("profile"),
        ENV_FILE("--env-file"),
        FLAG_GLOB("--env"),
        FLAG_NAME("--env"),
        FLAG_VALUE("--env");

        private final String winner;

        Place(String winner) {
            this.winner = winner;
        }

        private void speak(World world) {
            switch (this) {
                case PRIVATE_TEMP -> world.chain.add("tool");
                case PROFILE_GLOB -> world.env("TMPD*");
                case PROFILE_NAME -> world.env(NAME);
                case ALL_EXCEPT -> world.envAllExcept = Optional.of(List.of());
                case PROFILE_VALUE -> world.env(NAME + "=profile");
                case ENV_FILE -> {
                    World.file(world.outside.resolve("env"), NAME + "=file\n");
                    world.envFile = Optional.of(world.outside + "/env");
                }
                case FLAG_GLOB -> world.flagEnv("TMPD*");
                case FLAG_NAME -> world.flagEnv(NAME);
                case FLAG_VALUE -> world.flagEnv(NAME + "=flag");
            }
        }
    }

    static Stream<Arguments> pairs() {
        List<Arguments> pairs = new ArrayList<>();
        for (Place lower : Place.values()) {
            for (Place higher : Place.values()) {
                boolean together = lower.ordinal() < higher.ordinal();
                // The default temp directory yields to whoever speaks of the variable by name, not to "everything".
                boolean yields = lower != Place.PRIVATE_TEMP || higher != Place.ALL_EXCEPT;
                if (together) {
                    pairs.add(Arguments.of(lower, higher, yields ? higher : lower));
                }
            }
        }
        return pairs.stream();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theHigherOfTwoPlacesCounts(Place lower, Place higher, Place winner) {
        lower.speak(world);
        higher.speak(world);
        assertThat(decided()).isEqualTo(winner.winner);
    }

    private String decided() {
        EnvironmentVariable variable = world.policy().environment().stream()
                .filter(each -> each.name().equals(NAME))
                .findFirst()
                .orElseThrow();
        Origin origin = variable.origins().getLast();
        return switch (origin.layer()) {
            case USER -> "profile";
            case FLAG -> origin.list();
            default -> "private temp";
        };
    }

    @Test
    void aBareNameThatTheCallerDoesNotHaveTakesNothingAway() {
        world.environment.remove(NAME);
        Place.ENV_FILE.speak(world);
        Place.FLAG_NAME.speak(world);
        assertThat(world.variable(NAME)).contains("file");
    }
}
