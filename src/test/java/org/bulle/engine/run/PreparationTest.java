package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PrivateDirectories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparationTest {
    private Path here;
    private Path privateRoot;

    @BeforeEach
    void findPlaces(@TempDir Path temp) throws IOException {
        here = temp.toRealPath();
        privateRoot = here.resolve("bulle-x");
    }

    private Machine machine() throws IOException {
        int uid = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        return new Machine(
                CallerEnvironment.of(Map.of()), uid, "", here.toString(), here.toString(), Platform.LINUX, "0123abcd");
    }

    private Plan plan(List<Policy.Creation> create, List<Policy.Shim> shims) {
        Optional<String> shimDirectory =
                shims.isEmpty() ? Optional.empty() : Optional.of(privateRoot + "/shims/0123abcd");
        List<Grant> grants = create.stream()
                .map(creation -> new Grant(creation.path(), creation.access()))
                .toList();
        Policy policy = new Policy(
                List.of(),
                here.toString(),
                Optional.empty(),
                Duration.ZERO,
                grants,
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                create,
                shims,
                List.of());
        MergedProfile merged = new MergedProfile(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        PrivateDirectories directories =
                new PrivateDirectories(privateRoot.toString(), privateRoot + "/bulle/tmp", shimDirectory);
        return new Plan(merged, policy, new CommandLookup.None(), directories, false, List.of());
    }

    private Plan creating(Path path, boolean directory) {
        return plan(List.of(new Policy.Creation(path.toString(), directory, AccessList.RW)), List.of());
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void makesDirectoriesWithTheirParentsForTheUserAlone() throws Exception {
        try (Preparation preparation = Preparation.of(creating(here.resolve("a/b/c"), true), machine())) {
            assertThat(preparation.created()).containsExactly(here + "/a/b/c");
        }
        assertThat(mode(here.resolve("a"))).isEqualTo("rwx------");
        assertThat(mode(here.resolve("a/b/c"))).isEqualTo("rwx------");
    }

    @Test
    void makesEmptyFilesForTheUserAlone() throws Exception {
        Preparation.of(creating(here.resolve("a/f"), false), machine()).close();
        assertThat(here.resolve("a/f")).isEmptyFile();
        assertThat(mode(here.resolve("a/f"))).isEqualTo("rw-------");
        assertThat(mode(here.resolve("a"))).isEqualTo("rwx------");
    }

    @Test
    void leavesAloneWhatHasComeToBeThere() throws Exception {
        Files.writeString(here.resolve("f"), "content");
        Files.createDirectory(
                here.resolve("d"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        try (Preparation preparation = Preparation.of(creating(here.resolve("f"), false), machine())) {
            assertThat(preparation.created()).isEmpty();
        }
        Preparation.of(creating(here.resolve("d"), true), machine()).close();
        assertThat(here.resolve("f")).hasContent("content");
        assertThat(mode(here.resolve("d"))).isEqualTo("rwxr-xr-x");
    }

    @Test
    void refusesLinksThatHaveComeToLieOnTheWay() throws Exception {
        Files.createDirectory(here.resolve("elsewhere"));
        Files.createSymbolicLink(here.resolve("link"), here.resolve("elsewhere"));
        for (Plan plan : List.of(
                creating(here.resolve("link/x"), true),
                creating(here.resolve("link/x"), false),
                creating(here.resolve("link"), true),
                creating(here.resolve("link"), false))) {
            assertThatThrownBy(() -> Preparation.of(plan, machine()))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("has become a link");
        }
        assertThat(here.resolve("elsewhere")).isEmptyDirectory();
    }

    @Test
    void failsOnAFileInTheWay() throws Exception {
        Files.createFile(here.resolve("f"));
        assertThatThrownBy(() -> Preparation.of(creating(here.resolve("f/x"), true), machine()))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void makesThePrivateTempDirectoryForTheUserAlone() throws Exception {
        try (Preparation preparation = Preparation.of(creating(privateRoot.resolve("bulle/tmp"), true), machine())) {
            assertThat(preparation.created()).isEmpty();
        }
        assertThat(mode(privateRoot)).isEqualTo("rwx------");
        assertThat(mode(privateRoot.resolve("bulle/tmp"))).isEqualTo("rwx------");
    }

    @Test
    void closesAPrivateRootThatWasOpen() throws Exception {
        Files.createDirectory(privateRoot);
        Files.setPosixFilePermissions(privateRoot, PosixFilePermissions.fromString("rwxrwxrwx"));
        Preparation.of(creating(privateRoot.resolve("bulle/tmp"), true), machine())
                .close();
        assertThat(mode(privateRoot)).isEqualTo("rwx------");
    }

    @Test
    void refusesAPrivateRootThatIsALinkOrNoDirectory() throws Exception {
        Files.createSymbolicLink(privateRoot, Files.createDirectory(here.resolve("elsewhere")));
        Plan plan = creating(privateRoot.resolve("bulle/tmp"), true);
        assertThatThrownBy(() -> Preparation.of(plan, machine()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problems()).extracting(Problem::kind).containsExactly(Problem.Kind.MACHINE))
                .hasMessageContaining("is a link");
        Files.delete(privateRoot);
        Files.createFile(privateRoot);
        assertThatThrownBy(() -> Preparation.of(plan, machine())).isInstanceOf(ProblemException.class);
    }

    @Test
    void makesNoPrivateRootThatNothingNeeds() throws Exception {
        Preparation.of(plan(List.of(), List.of()), machine()).close();
        assertThat(privateRoot).doesNotExist();
    }

    @Test
    void linksTheShimsAndRemovesThemAfterwards() throws Exception {
        String odd = OsString.decode(new byte[] {(byte) 0xff});
        Plan plan = plan(List.of(), List.of(new Policy.Shim("sh", "/bin/sh"), new Policy.Shim(odd, "/bin/true")));
        Path directory = privateRoot.resolve("shims/0123abcd");
        try (Preparation preparation = Preparation.of(plan, machine())) {
            assertThat(preparation.created()).isEmpty();
            assertThat(Files.readSymbolicLink(directory.resolve("sh"))).hasToString("/bin/sh");
            assertThat(Files.isSymbolicLink(OsPath.of(directory + "/" + odd))).isTrue();
            assertThat(mode(directory)).isEqualTo("rwx------");
        }
        assertThat(directory).doesNotExist();
        assertThat(privateRoot.resolve("shims")).isEmptyDirectory();
    }

    @Test
    void makesNoShimBeforeItIsNotedWhereTheyWillLie() throws Exception {
        Plan plan = plan(List.of(), List.of(new Policy.Shim("sh", "/bin/sh")));
        Path directory = privateRoot.resolve("shims/0123abcd");
        AtomicBoolean tooEarly = new AtomicBoolean();
        try (Preparation preparation = Preparation.begin(plan, machine(), () -> {
            LockSupport.parkNanos(20_000_000);
            tooEarly.set(Files.exists(directory, LinkOption.NOFOLLOW_LINKS));
        })) {
            preparation.await();
            assertThat(tooEarly).isFalse();
            assertThat(directory.resolve("sh")).isSymbolicLink();
        }
    }

    @Test
    void failsWhenTheMachineRunsOutOfSomethingWhileTheShimsAreMade() throws Exception {
        Plan plan = plan(List.of(), List.of(new Policy.Shim("sh", "/bin/sh")));
        try (Preparation preparation = Preparation.begin(plan, machine(), () -> {
            throw new NoClassDefFoundError("too many open files");
        })) {
            assertThatThrownBy(preparation::await)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("too many open files");
        }
        assertThat(privateRoot.resolve("shims")).isEmptyDirectory();
    }

    @Test
    void removesTheShimsWhenSomethingElseFails() throws Exception {
        Plan plan = plan(List.of(), List.of(new Policy.Shim("same", "/bin/sh"), new Policy.Shim("same", "/bin/true")));
        assertThatThrownBy(() -> Preparation.of(plan, machine())).isInstanceOf(IOException.class);
        assertThat(privateRoot.resolve("shims")).isEmptyDirectory();
    }

    @Test
    void neverSharesAShimDirectory() throws Exception {
        Plan plan = plan(List.of(), List.of(new Policy.Shim("sh", "/bin/sh")));
        try (Preparation first = Preparation.of(plan, machine())) {
            assertThatThrownBy(() -> Preparation.of(plan, machine())).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(privateRoot.resolve("shims/0123abcd/sh")).isSymbolicLink();
            assertThat(first.created()).isEmpty();
        }
    }
}
