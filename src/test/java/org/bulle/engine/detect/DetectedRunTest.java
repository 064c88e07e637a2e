package org.bulle.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.Planner;
import org.bulle.engine.run.RunRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --detect} does to a plan. */
class DetectedRunTest {
    @TempDir
    Path temp;

    private Path root;
    private Path home;

    @BeforeEach
    void makeDirectories() throws IOException {
        temp = temp.toRealPath();
        root = Files.createDirectory(temp.resolve("project"));
        home = Files.createDirectory(temp.resolve("home"));
        Files.createDirectories(temp.resolve("config"));
        Files.createDirectories(temp.resolve("tmp"));
    }

    @Test
    void addsTheCachesOnlyWhenAsked() throws Exception {
        Files.writeString(root.resolve("pom.xml"), "");
        assertThat(written(plan(List.of("tool"), false))).doesNotContain(home + "/.m2/repository");
        assertThat(written(plan(List.of("tool"), true))).contains(home + "/.m2/repository", home + "/.m2/wrapper");
    }

    @Test
    void saysThatTheFlagBroughtThem() throws Exception {
        Files.writeString(root.resolve("pom.xml"), "");
        assertThat(plan(List.of("tool"), true).policy().entries())
                .filteredOn(entry -> entry.text().startsWith(home + "/.m2/repository"))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.origins())
                            .extracting(origin -> origin.label())
                            .containsExactly("--detect");
                    assertThat(entry.outcome().label()).isEqualTo("would create");
                });
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void addsThemByConfigurationToo() throws Exception {
        Files.writeString(root.resolve("pom.xml"), "");
        Files.writeString(temp.resolve("config/config.toml"), "[defaults]\ndetect = true\n");
        assertThat(written(plan(List.of("tool"), false))).contains(home + "/.m2/repository");
    }

    @Test
    void neverMakesSettingsWritable() throws Exception {
        Files.writeString(root.resolve("pom.xml"), "");
        Files.writeString(root.resolve("build.gradle"), "");
        Files.createDirectories(home.resolve(".m2"));
        Files.createDirectories(home.resolve(".gradle/init.d"));
        Files.writeString(home.resolve(".m2/settings.xml"), "<settings/>");
        Files.writeString(home.resolve(".gradle/gradle.properties"), "");
        for (List<String> stack : List.of(
                List.of("java", "maven", "gradle"),
                List.of("maven-install", "gradle-install"),
                List.of("claude", "maven", "gradle"))) {
            assertThat(written(plan(stack, true)))
                    .noneMatch(path -> covers(path, home + "/.m2/settings.xml"))
                    .noneMatch(path -> covers(path, home + "/.gradle/gradle.properties"))
                    .noneMatch(path -> covers(path, home + "/.gradle/init.d"))
                    .noneMatch(path -> covers(path, home + "/.gradle/init.gradle"));
        }
    }

    private static boolean covers(String grant, String path) {
        return (path + "/").startsWith(grant + "/");
    }

    @Test
    void letsTheBuildExecuteItsOutputAndNotTheWholeWorkspace() throws Exception {
        Files.writeString(root.resolve("pom.xml"), "");
        Files.createDirectory(root.resolve("target"));
        Policy policy = plan(List.of("java", "maven"), true).policy();
        assertThat(policy.grants())
                .contains(new Grant(root + "/target", AccessList.RWX), new Grant(root.toString(), AccessList.RW));
    }

    @Test
    void givesGradleItsUsersHomeBack() throws Exception {
        Files.writeString(root.resolve("build.gradle"), "");
        assertThat(names(plan(List.of("java", "gradle"), false))).contains("GRADLE_USER_HOME");
        assertThat(names(plan(List.of("java", "gradle"), true))).doesNotContain("GRADLE_USER_HOME");
    }

    @Test
    void changesNothingWhereThereIsNoProject() throws Exception {
        assertThat(plan(List.of("tool"), true).policy().grants())
                .isEqualTo(plan(List.of("tool"), false).policy().grants());
    }

    @Test
    void isMergedBelowTheFlags() throws Exception {
        Files.writeString(root.resolve("pom.xml"), "");
        MergedProfile merged = plan(List.of("tool"), true).merged();
        assertThat(merged.env())
                .filteredOn(entry -> entry.name().equals("JAVA_HOME"))
                .singleElement()
                .satisfies(
                        entry -> assertThat(entry.origins().getLast().label()).isEqualTo("--detect"));
    }

    private static List<String> written(Plan plan) {
        List<String> paths = new java.util.ArrayList<>();
        plan.policy().grants().stream()
                .filter(grant -> grant.access().writes())
                .map(Grant::path)
                .forEach(paths::add);
        plan.policy().create().stream().map(Policy.Creation::path).forEach(paths::add);
        return paths;
    }

    private static List<String> names(Plan plan) {
        return plan.policy().environment().stream()
                .map(EnvironmentVariable::name)
                .toList();
    }

    private Plan plan(List<String> stack, boolean detect) throws ProblemException {
        RunRequest request = new RunRequest(
                stack,
                Optional.of("project"),
                List.of("true"),
                Overrides.NONE,
                true,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                false,
                detect,
                true);
        Machine machine = new Machine(
                CallerEnvironment.of(Map.of("HOME", home.toString(), "PATH", "/usr/bin:/bin")),
                65534,
                home.toString(),
                temp.toString(),
                temp + "/tmp",
                Platform.LINUX,
                "01234567");
        return new Planner(ToolRunner.refusing("not in this test"))
                .plan(request, Catalog.load(temp.resolve("config")), machine);
    }
}
