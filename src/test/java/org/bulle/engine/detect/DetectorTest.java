package org.bulle.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DetectorTest {
    @TempDir
    Path temp;

    private Path root;
    private Path home;

    @BeforeEach
    void makeDirectories() throws IOException {
        root = Files.createDirectory(temp.resolve("project"));
        home = Files.createDirectory(temp.resolve("home"));
    }

    @Test
    void findsNothingInAnEmptyDirectory() {
        assertThat(detect().projects()).isEmpty();
        assertThat(detect().access()).isEqualTo(DetectedAccess.NONE);
        assertThat(DetectionNotes.markdown(detect())).isEmpty();
    }

    @Test
    void findsNothingInADirectoryThatIsNotThere() {
        Detection detection = detector(Map.of()).detect(temp + "/missing");
        assertThat(detection.projects()).isEmpty();
        assertThat(detection.nested()).isEmpty();
    }

    @Test
    void takesADirectoryNamedLikeAMarkerForNone() throws IOException {
        Files.createDirectory(root.resolve("pom.xml"));
        assertThat(detect().projects()).isEmpty();
    }

    @Test
    void listsSeveralProjectsInFixedOrder() throws IOException {
        write("requirements.txt", "");
        write("settings.gradle.kts", "");
        write("pom.xml", "");
        assertThat(detect().projects()).extracting(DetectedProject::id).containsExactly("maven", "gradle", "python");
    }

    @Test
    void createsAndChangesNothing() throws IOException {
        write("pom.xml", "");
        write("pyproject.toml", "");
        detect();
        assertThat(home).isEmptyDirectory();
        assertThat(root.toFile().list()).containsExactlyInAnyOrder("pom.xml", "pyproject.toml");
    }

    @Nested
    class Maven {
        @BeforeEach
        void writePom() throws IOException {
            write("pom.xml", "<project/>");
        }

        @Test
        void testsAndBuildsOffline() {
            DetectedProject maven = only();
            assertThat(maven.label()).isEqualTo("Java (Maven)");
            assertThat(maven.profiles()).containsExactly("java", "maven");
            assertThat(maven.test()).contains("mvn -B -q -o test");
            assertThat(maven.build()).contains("mvn -B -q -o compile");
        }

        @Test
        void usesTheWrapperWhenThereIsOne() throws IOException {
            write("mvnw", "#!/bin/sh\n");
            assertThat(only().test()).contains("./mvnw -B -q -o test");
            assertThat(only().build()).contains("./mvnw -B -q -o compile");
        }

        @Test
        void writesTheRepositoryAndTheWrapperDirectoryOnly() {
            assertThat(only().access().writePaths()).containsExactly(home + "/.m2/repository", home + "/.m2/wrapper");
            assertThat(only().access().env()).containsExactly("JAVA_HOME");
        }

        @Test
        void executesWhatTheWrapperDownloadedAndWhatTheBuildMade() {
            assertThat(only().access().paths())
                    .containsExactly(
                            new DetectedPath(AccessList.RW, home + "/.m2/repository", true),
                            new DetectedPath(AccessList.RWX, home + "/.m2/wrapper", true),
                            new DetectedPath(AccessList.RWX, root + "/target", true),
                            new DetectedPath(AccessList.ROX, root + "/mvnw", false));
        }

        @Test
        void neverPassesJvmOptions() {
            assertThat(only().access().env()).doesNotContain("JAVA_TOOL_OPTIONS", "MAVEN_OPTS");
        }

        @Test
        void followsTheLocalRepositoryOfTheUsersSettings() throws IOException {
            settings("<settings><localRepository>/srv/repository</localRepository></settings>");
            assertThat(only().access().writePaths()).containsExactly("/srv/repository", home + "/.m2/wrapper");
            assertThat(only().notes()).anyMatch(note -> note.contains("/srv/repository"));
        }

        @Test
        void expandsHomeInTheLocalRepository() throws IOException {
            settings("<settings>\n  <localRepository>\n ${user.home}/other/repo\n</localRepository></settings>");
            assertThat(only().access().writePaths()).startsWith(home + "/other/repo");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "<settings/>",
                    "<settings><!-- <localRepository>/commented</localRepository> --></settings>",
                    "<settings><localRepository>relative/repo</localRepository></settings>",
                    "<settings><localRepository>${env.SOMEWHERE}/repo</localRepository></settings>",
                    "<settings><localRepository>/</localRepository></settings>",
                    "<settings><localRepository>/srv/..</localRepository></settings>",
                    "<settings><localRepository>${user.home}</localRepository></settings>",
                    "<settings><localRepository>${user.home}/..</localRepository></settings>",
                    "<settings><localRepository></localRepository></settings>",
                    "not even XML"
                })
        void keepsToTheStandardRepositoryWhenTheSettingsNameNoOther(String text) throws IOException {
            settings(text);
            assertThat(only().access().writePaths()).startsWith(home + "/.m2/repository");
        }

        @Test
        void doesNotLetTheProjectChooseTheRepository() throws IOException {
            Files.createDirectory(root.resolve(".mvn"));
            write(".mvn/maven.config", "-Dmaven.repo.local=/srv/evil");
            write(".mvn/settings.xml", "<settings><localRepository>/srv/evil</localRepository></settings>");
            assertThat(only().access().writePaths()).doesNotContain("/srv/evil");
        }

        @Test
        void neverGrantsTheSettings() throws IOException {
            settings("<settings/>");
            assertThat(only().access().paths())
                    .extracting(DetectedPath::path)
                    .noneMatch(path -> (home + "/.m2/settings.xml").startsWith(path));
        }

        private void settings(String text) throws IOException {
            Files.createDirectories(home.resolve(".m2"));
            Files.writeString(home.resolve(".m2/settings.xml"), text);
        }
    }

    @Nested
    class Gradle {
        @ParameterizedTest
        @ValueSource(strings = {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"})
        void isFoundByEachOfItsMarkers(String marker) throws IOException {
            write(marker, "");
            assertThat(only().label()).isEqualTo("Java (Gradle)");
            assertThat(only().profiles()).containsExactly("java", "gradle");
        }

        @Test
        void testsAndBuildsOffline() throws IOException {
            write("build.gradle", "");
            assertThat(only().test()).contains("gradle test --offline -q");
            assertThat(only().build()).contains("gradle build -x test --offline -q");
        }

        @Test
        void usesTheWrapperWhenThereIsOne() throws IOException {
            write("build.gradle", "");
            write("gradlew", "#!/bin/sh\n");
            assertThat(only().test()).contains("./gradlew test --offline -q");
            assertThat(only().build()).contains("./gradlew build -x test --offline -q");
        }

        @Test
        void writesTheListedCachesOnly() throws IOException {
            write("build.gradle", "");
            assertThat(only().access().writePaths()).containsExactlyElementsOf(caches(home + "/.gradle"));
            assertThat(only().access().env()).containsExactly("JAVA_HOME", "GRADLE_USER_HOME");
        }

        @Test
        void neverGrantsPropertiesAndInitScripts() throws IOException {
            write("build.gradle", "");
            for (String kept : List.of("gradle.properties", "init.gradle", "init.gradle.kts", "init.d")) {
                assertThat(only().access().paths())
                        .extracting(DetectedPath::path)
                        .noneMatch(path -> (home + "/.gradle/" + kept + "/").startsWith(path + "/"));
            }
        }

        @Test
        void followsAnAbsoluteGradleUserHome() throws IOException {
            write("build.gradle", "");
            DetectedProject gradle = detector(Map.of("GRADLE_USER_HOME", "/srv/gradle/"))
                    .detect(root.toString())
                    .projects()
                    .getFirst();
            assertThat(gradle.access().writePaths()).containsExactlyElementsOf(caches("/srv/gradle"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "relative", "/", "/..", "//"})
        void ignoresAnUnsafeGradleUserHome(String value) throws IOException {
            write("build.gradle", "");
            DetectedProject gradle = detector(Map.of("GRADLE_USER_HOME", value))
                    .detect(root.toString())
                    .projects()
                    .getFirst();
            assertThat(gradle.access().writePaths()).containsExactlyElementsOf(caches(home + "/.gradle"));
        }

        @Test
        void ignoresAGradleUserHomeAboveHome() throws IOException {
            write("build.gradle", "");
            DetectedProject gradle = detector(Map.of("GRADLE_USER_HOME", temp.toString()))
                    .detect(root.toString())
                    .projects()
                    .getFirst();
            assertThat(gradle.access().writePaths()).containsExactlyElementsOf(caches(home + "/.gradle"));
        }

        private List<String> caches(String userHome) {
            return List.of(
                    userHome + "/caches",
                    userHome + "/wrapper",
                    userHome + "/daemon",
                    userHome + "/native",
                    userHome + "/jdks",
                    userHome + "/.tmp",
                    userHome + "/notifications");
        }
    }

    @Nested
    class Python {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "pyproject.toml",
                    "setup.py",
                    "setup.cfg",
                    "requirements.txt",
                    "pytest.ini",
                    "tox.ini",
                    "Pipfile"
                })
        void isFoundByEachOfItsMarkers(String marker) throws IOException {
            write(marker, "");
            assertThat(only().label()).isEqualTo("Python");
            assertThat(only().profiles()).containsExactly("python");
            assertThat(only().build()).isEmpty();
        }

        @Test
        void choosesTheProjectsOwnInterpreterInOrder() throws IOException {
            write("pyproject.toml", "[project]\nname = 'x'\n");
            assertThat(only().test()).contains("python3 -m pytest -q");
            write("pyproject.toml", "[project]\nname = 'x'\n\n[tool.poetry]\n");
            assertThat(only().test()).contains("poetry run python -m pytest -q");
            write("uv.lock", "");
            assertThat(only().test()).contains("uv run --offline python -m pytest -q");
            interpreter("venv");
            assertThat(only().test()).contains("venv/bin/python -m pytest -q");
            interpreter(".venv");
            assertThat(only().test()).contains(".venv/bin/python -m pytest -q");
        }

        @Test
        void followsTheLinkThatAnInterpreterUsuallyIs() throws IOException {
            write("setup.py", "");
            Path target = Files.writeString(temp.resolve("python3"), "");
            Files.createDirectories(root.resolve(".venv/bin"));
            Files.createSymbolicLink(root.resolve(".venv/bin/python"), target);
            assertThat(only().test()).contains(".venv/bin/python -m pytest -q");
            Files.delete(target);
            assertThat(only().test()).contains("python3 -m pytest -q");
        }

        @ParameterizedTest
        @ValueSource(strings = {"[tool.poetry.dependencies]", "  [ tool . poetry ]", "[\"tool\".'poetry']"})
        void knowsPoetryByItsTable(String header) throws IOException {
            write("pyproject.toml", header + "\n");
            assertThat(only().test()).contains("poetry run python -m pytest -q");
        }

        @ParameterizedTest
        @ValueSource(strings = {"# [tool.poetry]", "x = \"[tool.poetry]\"", "[tool.poetryish]", "[my.tool.poetry]"})
        void takesNothingElseForPoetry(String line) throws IOException {
            write("pyproject.toml", line + "\n");
            assertThat(only().test()).contains("python3 -m pytest -q");
        }

        @Test
        void writesTheCachesOfItsInstallers() throws IOException {
            write("setup.py", "");
            assertThat(only().access().writePaths())
                    .containsExactly(
                            home + "/.local/share/uv",
                            home + "/.cache/pip",
                            home + "/.cache/uv",
                            home + "/.cache/pypoetry");
            assertThat(only().access().env()).containsExactly("VIRTUAL_ENV");
        }

        @Test
        void followsTheCacheDirectoryOfTheUser() throws IOException {
            write("setup.py", "");
            Detection detection =
                    detector(Map.of("XDG_CACHE_HOME", "/srv/cache")).detect(root.toString());
            assertThat(detection.access().writePaths())
                    .contains("/srv/cache/pip", "/srv/cache/uv", "/srv/cache/pypoetry");
        }

        @Test
        void knowsWhereMacosKeepsCaches() throws IOException {
            write("setup.py", "");
            Detection detection = new Detector(home.toString(), Map.of(), Platform.MACOS).detect(root.toString());
            assertThat(detection.access().writePaths())
                    .containsExactly(
                            home + "/.local/share/uv",
                            home + "/Library/Caches/pip",
                            home + "/.cache/uv",
                            home + "/Library/Caches/pypoetry");
        }

        @Test
        void executesTheProjectsEnvironmentWhenItIsThere() throws IOException {
            write("setup.py", "");
            assertThat(only().access().workspace())
                    .containsExactly(
                            new DetectedPath(AccessList.RWX, root + "/.venv", false),
                            new DetectedPath(AccessList.RWX, root + "/venv", false));
        }

        private void interpreter(String environment) throws IOException {
            Files.createDirectories(root.resolve(environment + "/bin"));
            write(environment + "/bin/python", "");
        }
    }

    @Nested
    class Below {
        @Test
        void suggestsABuildFileInASubfolder() throws IOException {
            Files.createDirectories(root.resolve("backend"));
            write("backend/pom.xml", "");
            assertThat(detect().projects()).isEmpty();
            assertThat(detect().nested())
                    .containsExactly(new Detection.NestedProject("backend", "Java (Maven)", "pom.xml"));
            assertThat(detect().complete()).isTrue();
        }

        @Test
        void doesNotSuggestTheModulesOfAProject() throws IOException {
            Files.createDirectories(root.resolve("module"));
            write("pom.xml", "");
            write("module/pom.xml", "");
            write("module/setup.py", "");
            assertThat(detect().nested()).containsExactly(new Detection.NestedProject("module", "Python", "setup.py"));
        }

        @Test
        void looksNoDeeperThanOneLevelAndIntoNoHiddenFolder() throws IOException {
            Files.createDirectories(root.resolve("a/b"));
            Files.createDirectories(root.resolve(".hidden"));
            write("a/b/pom.xml", "");
            write(".hidden/pom.xml", "");
            assertThat(detect().nested()).isEmpty();
        }

        @Test
        void saysWhenItDidNotLookAtEverything() throws IOException {
            for (int i = 0; i < 600; i++) {
                write("file" + i, "");
            }
            assertThat(detect().complete()).isFalse();
        }
    }

    @Test
    void mergesTheAccessOfAllProjects() throws IOException {
        write("pom.xml", "");
        write("build.gradle", "");
        write("setup.py", "");
        DetectedAccess access = detect().access();
        assertThat(access.env()).containsExactly("JAVA_HOME", "GRADLE_USER_HOME", "VIRTUAL_ENV");
        assertThat(access.writePaths())
                .doesNotHaveDuplicates()
                .contains(home + "/.m2/repository", home + "/.gradle/caches", home + "/.local/share/uv");
    }

    @Test
    void escapesWhatWouldMeanSomethingInAProfile() {
        assertThat(new DetectedPath(AccessList.RW, "/a $b*?+[c]\\d", true).entry())
                .isEqualTo("+/a \\$b\\*\\?\\+\\[c]\\\\d/");
        assertThat(new DetectedPath(AccessList.ROX, "/plain", false).entry()).isEqualTo("?/plain");
    }

    @Test
    void notesAreTheSameBytesEachTimeAndSpeakOfOurOwnCommands() throws IOException {
        write("pom.xml", "");
        write("setup.py", "");
        String notes = DetectionNotes.markdown(detect());
        assertThat(notes)
                .isEqualTo(DetectionNotes.markdown(detect()))
                .startsWith(
                        "# Build and test (detected by Bulle)\n\n## Java (Maven)\n\n- Test: `mvn -B -q -o test`\n- Build: `mvn -B -q -o compile`\n")
                .contains("`bulle maven-install --detect -- mvn -B -q test`")
                .contains("-Dtest=ClassName#method")
                .contains("## Python\n\n- Test: `python3 -m pytest -q`\n")
                .contains("`bulle python-install --detect -- python3 -m pip install NAME`")
                .endsWith("\n");
    }

    @Test
    void jsonHasTheDocumentedFields() throws IOException {
        write("pom.xml", "");
        write("setup.py", "");
        JsonNode json = json(detect());
        assertThat(json.get("root").asString()).isEqualTo(root.toString());
        JsonNode maven = json.get("projects").get(0);
        assertThat(maven.get("id").asString()).isEqualTo("maven");
        assertThat(maven.get("label").asString()).isEqualTo("Java (Maven)");
        assertThat(maven.get("test").asString()).isEqualTo("mvn -B -q -o test");
        assertThat(maven.get("build").asString()).isEqualTo("mvn -B -q -o compile");
        assertThat(maven.get("notes").size()).isPositive();
        assertThat(maven.get("write_paths").get(0).asString()).isEqualTo(home + "/.m2/repository");
        assertThat(maven.get("env").get(0).asString()).isEqualTo("JAVA_HOME");
        assertThat(json.get("projects").get(1).get("build").isNull()).isTrue();
        assertThat(json.get("access").get("write_paths").size()).isEqualTo(6);
        assertThat(json.get("access").get("env").size()).isEqualTo(2);
    }

    @Test
    void detectsInADirectoryWhoseNameIsNotText() throws IOException {
        Path strange = OsPath.of(root + "/caf\udce9");
        Files.createDirectory(strange);
        Files.writeString(strange.resolve("pom.xml"), "");
        Detection inside = detector(Map.of()).detect(root + "/caf\udce9");
        assertThat(inside.projects()).hasSize(1);
        assertThat(inside.access().runPaths()).contains(root + "/caf\udce9/target");
        assertThat(detect().nested())
                .extracting(Detection.NestedProject::directory)
                .containsExactly("caf\udce9");
    }

    @Test
    void findsTheProjectAmongTenThousandFiles() throws IOException {
        for (int i = 0; i < 10_000; i++) {
            Files.createFile(root.resolve("file-" + i));
        }
        write("pom.xml", "");
        assertThat(detect().projects()).hasSize(1);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 30; i++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            detect();
            least = Math.min(least, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }
        assertThat(least)
                .as("nanoseconds of this thread: others on the machine do not count")
                .isLessThan(5_000_000L);
    }

    private static JsonNode json(Detection detection) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            DetectionJson.write(detection, generator);
        }
        return JsonMapper.shared().readTree(text.toString());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(root.resolve(name), text);
    }

    private DetectedProject only() {
        List<DetectedProject> projects = detect().projects();
        assertThat(projects).hasSize(1);
        return projects.getFirst();
    }

    private Detection detect() {
        return detector(Map.of()).detect(root.toString());
    }

    private Detector detector(Map<String, String> environment) {
        return new Detector(home.toString(), environment, Platform.LINUX);
    }
}
