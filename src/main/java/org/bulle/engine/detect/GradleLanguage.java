package org.bulle.engine.detect;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;

/** Gradle, with its wrapper when the project has one. */
final class GradleLanguage implements Language {
    @Override
    public String label() {
        return "Java (Gradle)";
    }

    @Override
    public List<String> markers() {
        return List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts");
    }

    @Override
    public DetectedProject project(Surroundings surroundings) {
        String gradle = surroundings.has("gradlew") ? "./gradlew" : "gradle";
        String userHome = surroundings.directory("GRADLE_USER_HOME", surroundings.home() + "/.gradle");
        return new DetectedProject(
                "gradle",
                label(),
                List.of("java", "gradle"),
                Optional.of(gradle + " test --offline -q"),
                Optional.of(gradle + " build -x test --offline -q"),
                notes(gradle),
                new DetectedAccess(
                        caches(userHome),
                        List.of(surroundings.output("build"), surroundings.program("gradlew")),
                        List.of("JAVA_HOME", "GRADLE_USER_HOME")));
    }

    /**
     * Never the whole: gradle.properties, init.gradle and init.d beside these are obeyed by builds outside the sandbox. Compilers and test processes
     * start in {@code workers}, which has to be there and stays empty.
     */
    private static List<DetectedPath> caches(String userHome) {
        return List.of(
                Surroundings.cache(userHome + "/caches"),
                Surroundings.programs(userHome + "/wrapper"),
                Surroundings.cache(userHome + "/daemon"),
                Surroundings.cache(userHome + "/native"),
                Surroundings.programs(userHome + "/jdks"),
                Surroundings.cache(userHome + "/.tmp"),
                Surroundings.cache(userHome + "/notifications"),
                new DetectedPath(AccessList.RO, userHome + "/workers", true));
    }

    private static List<String> notes(String gradle) {
        return List.of(
                "One test: `" + gradle + " test --offline -q --tests 'package.ClassName.method'`.",
                "These commands are offline (`--offline`), because the sandbox has no network. When a dependency is missing from the cache, ask the user to"
                        + " fetch it once: `bulle gradle-install --detect -- " + gradle + " build -x test -q`.",
                "Gradle reaches its daemon over a local address and ends with \"Could not determine a usable local IP\" where it finds none: such a run needs"
                        + " `--allow network`. With `--offline` Gradle itself still fetches nothing, but what the build runs could.",
                "`gradle.properties`, `init.gradle` and `init.d` of the Gradle user home are read-only in the sandbox.");
    }
}
