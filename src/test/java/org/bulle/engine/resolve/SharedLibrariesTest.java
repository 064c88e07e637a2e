package org.bulle.engine.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code add_libs} on programs and libraries that a real linker made. */
class SharedLibrariesTest {
    private World world;

    @BeforeEach
    void makeWorld(@TempDir Path temp) {
        world = new World(temp);
        world.addLibs = Optional.of(true);
        world.environment.put("PATH", world.outside + "/bin:/usr/bin");
        World.directory(world.outside.resolve("bin"));
    }

    /** Makes {@code lib/libNAME.so} that needs the others. */
    private void library(String directory, String name, String... options) throws Exception {
        World.directory(world.outside.resolve(directory));
        Path source = World.file(world.root.resolve(name + ".c"), "int " + name + "(void) { return 0; }\n");
        compile(
                List.of(
                        "-shared",
                        "-fPIC",
                        "-o",
                        world.outside + "/" + directory + "/lib" + name + ".so",
                        source.toString()),
                options);
    }

    private void program(Path file, String... options) throws Exception {
        Path source = World.file(world.root.resolve("main.c"), "int main(void) { return 0; }\n");
        World.directory(file.getParent());
        compile(List.of("-o", file.toString(), source.toString()), options);
    }

    private static void compile(List<String> arguments, String... options) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "no C compiler here");
        List<String> command = new java.util.ArrayList<>(List.of("/usr/bin/cc", "-Wl,--no-as-needed"));
        command.addAll(arguments);
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private List<String> libraries() {
        return world.granted().stream().filter(grant -> grant.contains("T/")).toList();
    }

    @Test
    void grantsTheSystemsLibraryRootsAndNameService() {
        assertThat(world.granted())
                .contains("rox /usr/lib", "ro /etc/hosts", "ro /etc/resolv.conf", "ro /etc/ssl/certs");
        assertThat(world.entry("/lib").origins()).extracting(o -> o.profile()).containsExactly("add_libs");
        assertThat(world.policy().addLibs()).isTrue();
    }

    @Test
    void grantsNoLibrariesWhenTheProfilesDoNotAskForThem() {
        world.addLibs = Optional.empty();
        world.command.add("env");
        assertThat(world.granted()).containsExactly("rox /usr/bin/env");
    }

    @Test
    void addsLibrariesWhenNoProfileWasNamed() {
        world.addLibs = Optional.of(false);
        world.profileNamed = false;
        assertThat(world.granted()).contains("rox /usr/lib");
    }

    @Test
    void findsLibrariesByRunpathAndOrigin() throws Exception {
        library("lib", "inner");
        library("lib", "outer", "-L" + world.outside + "/lib", "-linner", "-Wl,-rpath,$ORIGIN");
        program(
                world.outside.resolve("bin/tool"),
                "-L" + world.outside + "/lib",
                "-louter",
                "-Wl,-rpath-link," + world.outside + "/lib",
                "-Wl,-rpath,$ORIGIN/../lib");
        world.command.add("tool");
        assertThat(libraries()).containsExactly("rox T/s/bin/tool", "ro T/s/lib/libinner.so", "ro T/s/lib/libouter.so");
    }

    @Test
    void inheritsRpathButNotRunpath() throws Exception {
        library("lib", "inner");
        library("lib", "outer", "-L" + world.outside + "/lib", "-linner");
        String[] options = {
            "-L" + world.outside + "/lib",
            "-louter",
            "-Wl,-rpath-link," + world.outside + "/lib",
            "-Wl,-rpath," + world.outside + "/lib",
            ""
        };
        options[4] = "-Wl,--disable-new-dtags";
        program(world.outside.resolve("bin/old"), options);
        options[4] = "-Wl,--enable-new-dtags";
        program(world.outside.resolve("bin/new"), options);
        world.command.add("old");
        assertThat(libraries()).contains("ro T/s/lib/libouter.so", "ro T/s/lib/libinner.so");
        world.command.set(0, "new");
        assertThat(libraries()).contains("ro T/s/lib/libouter.so").doesNotContain("ro T/s/lib/libinner.so");
    }

    @Test
    void grantsALibrarysLinkAndItsTarget() throws Exception {
        library("real", "x");
        World.link(world.outside.resolve("lib/libx.so"), "../real/libx.so");
        program(
                world.outside.resolve("bin/tool"),
                "-L" + world.outside + "/lib",
                "-lx",
                "-Wl,-rpath," + world.outside + "/lib");
        world.command.add("tool");
        assertThat(libraries()).contains("ro T/s/lib/libx.so", "ro T/s/real/libx.so");
    }

    @Test
    void searchesGrantedTreesThatAreOnlyRead() throws Exception {
        library("lib", "x");
        program(
                world.outside.resolve("pkg/deep/down/tool"),
                "-L" + world.outside + "/lib",
                "-lx",
                "-Wl,-rpath," + world.outside + "/lib");
        world.rox(world.outside + "/pkg");
        assertThat(libraries()).contains("ro T/s/lib/libx.so");
    }

    @Test
    void readsNothingThatTheCommandCanWrite() throws Exception {
        library("lib", "x");
        String[] options = {"-L" + world.outside + "/lib", "-lx", "-Wl,-rpath," + world.outside + "/lib"};
        program(world.workspace.resolve("tool"), options);
        program(world.outside.resolve("pkg/tool"), options);
        world.rox(world.outside + "/pkg").rw(world.outside + "/pkg").command.add("./tool");
        assertThat(libraries()).doesNotContain("ro T/s/lib/libx.so");
    }

    @Test
    void opensNoFileThatIsNoLibrary() throws Exception {
        library("lib", "x");
        program(
                world.outside.resolve("bin/tool"),
                "-L" + world.outside + "/lib",
                "-lx",
                "-Wl,-rpath," + world.outside + "/lib");
        Files.writeString(world.outside.resolve("lib/libx.so"), "secret");
        world.command.add("tool");
        assertThat(libraries()).containsExactly("rox T/s/bin/tool");
    }

    @Test
    void followsAWrapperScriptToItsInterpreter() throws Exception {
        library("lib", "x");
        program(
                world.outside.resolve("opt/interpreter"),
                "-L" + world.outside + "/lib",
                "-lx",
                "-Wl,-rpath," + world.outside + "/lib");
        World.script(world.outside.resolve("pkg/wrapper"), "#!" + world.outside + "/opt/interpreter\n");
        world.rox(world.outside + "/pkg");
        assertThat(libraries()).contains("ro T/s/lib/libx.so");
    }

    @Test
    void reportsAnOverrunOfItsBudget() throws Exception {
        Path tree = World.directory(world.outside.resolve("pkg"));
        for (int i = 0; i < 30_100; i++) {
            Files.createFile(tree.resolve("f" + i));
        }
        assertThat(world.ro(tree.toString()).policy().warnings())
                .singleElement()
                .asString()
                .contains("stopped in", "30000 files");
    }

    @Test
    void readsTheSystemsLoaderCache() throws IOException {
        Path cache = Path.of("/etc/ld.so.cache");
        assumeTrue(Files.isReadable(cache), "no glibc loader cache here");
        assertThat(LoaderCache.parse(Files.readAllBytes(cache)).getOrDefault("libc.so.6", List.of()))
                .isNotEmpty()
                .allMatch(path -> path.endsWith("/libc.so.6"));
    }

    @Test
    void survivesDamagedObjectsAndCaches() throws IOException {
        byte[] sound = Files.readAllBytes(Path.of("/usr/bin/env").toRealPath());
        Random random = new Random(42);
        Path damaged = world.outside.resolve("damaged");
        for (int i = 0; i < 300; i++) {
            byte[] bytes = sound.clone();
            for (int k = 0; k < 20; k++) {
                bytes[4 + random.nextInt(k < 15 ? 2_000 : bytes.length - 4)] = (byte) random.nextInt();
            }
            Files.write(damaged, i % 10 == 0 ? java.util.Arrays.copyOf(bytes, random.nextInt(2_000)) : bytes);
            try (var channel = Files.newByteChannel(damaged)) {
                assertThat(ElfObject.read(channel)).isNotNull();
            }
            byte[] noise = new byte[random.nextInt(400)];
            random.nextBytes(noise);
            System.arraycopy(
                    "glibc-ld.so.cache1.1".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                    0,
                    noise,
                    0,
                    Math.min(20, noise.length));
            assertThat(LoaderCache.parse(noise)).isNotNull();
        }
    }

    @Test
    void replacesTheTokensOfASearchPath() {
        assertThat(SharedLibraries.directories("$ORIGIN/../lib:${ORIGIN}/x:relative::$ORIGINAL/y:/a", "/o/bin"))
                .containsExactly("/o/bin/../lib", "/o/bin/x", "/a");
        assertThat(SharedLibraries.directories("/usr/$LIB/x", "/o")).containsExactly("/usr/lib/x", "/usr/lib64/x");
    }
}
