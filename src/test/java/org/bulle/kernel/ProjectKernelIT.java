package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole projects, built and tested inside the sandbox with what {@code --detect} finds out about them. */
class ProjectKernelIT {
    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>x</groupId><artifactId>y</artifactId><version>1</version>
              <properties>
                <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.14.4</version><scope>test</scope></dependency>
              </dependencies>
              <build><plugins>
                <plugin><artifactId>maven-resources-plugin</artifactId><version>3.5.0</version></plugin>
                <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
                <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version></plugin>
              </plugins></build>
            </project>
            """;
    private static final String MAIN = "public class A { static int two() { return 2; } }\n";
    private static final String TEST = """
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertThrows;

            import java.io.IOException;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.api.io.TempDir;

            class ATest {
                @Test
                void two(@TempDir Path temp) throws Exception {
                    assertEquals(2, A.two());
                    Files.writeString(temp.resolve("x"), "y");
                }

                @Test
                void settingsAreKept() throws Exception {
                    Path home = Path.of(System.getenv("HOME"));
                    Files.writeString(home.resolve(".m2/repository/written"), "x");
                    assertThrows(IOException.class, () -> Files.writeString(home.resolve(".m2/settings.xml"), "evil"));
                    assertThrows(IOException.class, () -> Files.writeString(home.resolve(".m2/new.xml"), "evil"));
                    assertThrows(IOException.class, () -> Files.delete(home.resolve(".m2/settings.xml")));
                    assertThrows(IOException.class, () -> Files.move(home.resolve(".m2/repository/written"), home.resolve(".m2/settings.xml")));
                }
            }
            """;

    @Test
    void aMavenProjectIsTestedOffline() throws Exception {
        assumeTrue(Product.find("mvn").isPresent(), "no mvn on this machine, so the Maven project was not built");
        Path local = Path.of(System.getProperty("user.home"), ".m2/repository");
        assumeTrue(
                Files.isDirectory(local.resolve("org/apache/maven/surefire/surefire-junit-platform/3.5.4")),
                "no local repository with JUnit and Surefire, so the Maven project was not built");
        try (Product product = Product.create()) {
            mavenProject(product);
            fillRepository(product, local);
            String home = "MAVEN_OPTS=-Duser.home=" + product.home();
            Product.Result result = product.run(
                    "java,maven", List.of("--detect", "--env", home), List.of("mvn", "-B", "-q", "-o", "test"));
            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(Files.readString(product.workspace().resolve("target/surefire-reports/ATest.txt")))
                    .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
            assertThat(Files.readString(product.home().resolve(".m2/settings.xml")))
                    .isEqualTo("<settings/>");
            assertThat(product.home().resolve(".m2/repository/written")).exists();
        }
    }

    private static void mavenProject(Product product) throws IOException {
        product.file(product.workspace().resolve("pom.xml"), POM);
        product.file(product.workspace().resolve("src/main/java/A.java"), MAIN);
        product.file(product.workspace().resolve("src/test/java/ATest.java"), TEST);
        product.file(product.home().resolve(".m2/settings.xml"), "<settings/>");
    }

    /** What was downloaded for this project's own build becomes the "remote" repository of the test's; built once outside, with its failing tests ignored. */
    private static void fillRepository(Product product, Path local) throws IOException, InterruptedException {
        Path settings = product.file(
                product.root().resolve("fill.xml"),
                "<settings><mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>" + local.toUri()
                        + "</url></mirror></mirrors></settings>");
        Product.Result filled = product.unconfined(
                product.workspace(),
                "mvn",
                "-B",
                "-q",
                "-s",
                settings.toString(),
                "-Dmaven.repo.local=" + product.home().resolve(".m2/repository"),
                "-Dtest=ATest#two",
                "test");
        assertThat(filled.exitCode()).as(filled.toString()).isZero();
    }

    @Test
    void aGradleProjectIsBuiltOffline() throws Exception {
        assumeTrue(
                Product.find("gradle").isPresent(), "no gradle on this machine, so the Gradle project was not built");
        try (Product product = Product.create()) {
            product.with("GRADLE_USER_HOME", product.home() + "/.gradle");
            product.file(product.workspace().resolve("src/main/java/A.java"), MAIN);
            product.file(product.home().resolve(".gradle/gradle.properties"), "kept=1\n");
            product.file(product.home().resolve(".gradle/init.d/own.gradle"), "");
            product.file(product.workspace().resolve("build.gradle"), """
                    apply plugin: 'java'
                    def home = new File(System.getenv('GRADLE_USER_HOME'))
                    ['gradle.properties', 'init.gradle', 'init.d/new.gradle', 'init.d/own.gradle'].each { name ->
                        def written = true
                        try { new File(home, name).text = 'evil' } catch (IOException refused) { written = false }
                        if (written) throw new GradleException(name + ' was written')
                    }
                    new File(home, 'caches/written').text = 'x'
                    """);
            // Gradle looks for the addresses of this machine before anything else, which takes a socket.
            Product.Result result = product.run(
                    "java,gradle,network",
                    List.of("--detect"),
                    List.of("gradle", "build", "-x", "test", "--offline", "-q"));
            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(product.workspace().resolve("build/classes")).isDirectory();
            assertThat(product.home().resolve(".gradle/caches/written")).exists();
            assertThat(Files.readString(product.home().resolve(".gradle/gradle.properties")))
                    .isEqualTo("kept=1\n");
            assertThat(product.home().resolve(".gradle/init.gradle")).doesNotExist();
        }
    }

    @Test
    void aPythonProjectIsTestedWithItsOwnInterpreter() throws Exception {
        assumeTrue(
                Product.find("python3").isPresent(),
                "no python3 on this machine, so the Python project was not tested");
        try (Product product = Product.create()) {
            product.file(product.workspace().resolve("pyproject.toml"), "[project]\nname = \"x\"\nversion = \"1\"\n");
            product.file(product.workspace().resolve("x.py"), "def two():\n    return 2\n");
            product.file(
                    product.workspace().resolve("test_x.py"),
                    "import os, pytest, sys, x\n\ndef test_two(tmp_path):\n    (tmp_path / 'f').write_text('x')\n    assert x.two() == 2\n\n"
                            + "def test_own_interpreter():\n    assert sys.prefix == os.path.realpath('.venv')\n\n"
                            + "def test_home_is_kept():\n    with pytest.raises(PermissionError):\n        open(os.path.expanduser('~/.pypirc'), 'w')\n");
            Product.Result made = product.unconfined(
                    product.workspace(),
                    "/usr/bin/python3",
                    "-m",
                    "venv",
                    "--without-pip",
                    "--system-site-packages",
                    ".venv");
            assertThat(made.exitCode()).as(made.toString()).isZero();
            assumeTrue(
                    product.unconfined(product.workspace(), ".venv/bin/python", "-c", "import pytest")
                                    .exitCode()
                            == 0,
                    "no pytest on this machine, so the Python project was not tested");
            Product.Result result = product.run(
                    "python,offline", List.of("--detect"), List.of(".venv/bin/python", "-m", "pytest", "-q"));
            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(result.output()).contains("3 passed");
        }
    }
}
