package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a grant opens on this kernel, and what stays closed. Each refusal has a control: the same attempt works without the sandbox. */
@ParameterizedClass
@MethodSource("org.bulle.kernel.Account#all")
class FilesKernelIT {
    private static final String OK = "ok";
    private static final String DENIED = "EACCES";

    @Parameter
    Account account;

    private Lab lab;

    @BeforeEach
    void openLab() throws IOException {
        lab = Lab.of(account);
    }

    @AfterEach
    void closeLab() throws IOException {
        lab.close();
    }

    @Test
    void deniesEverythingOutsideTheGrants() throws Exception {
        lab.file("secret/victim", "v");
        lab.directory("secret/empty");
        String[] attempts = {
            "read " + lab.path("secret/f"),
            "list " + lab.path("secret"),
            "write " + lab.path("secret/f"),
            "truncate " + lab.path("secret/f"),
            "create " + lab.path("secret/new"),
            "mkdir " + lab.path("secret/newdir"),
            "symlink x " + lab.path("secret/newlink"),
            "make fifo " + lab.path("secret/newfifo"),
            "make socket " + lab.path("secret/newsocket"),
            "remove " + lab.path("secret/victim"),
            "rmdir " + lab.path("secret/empty")
        };
        assertThat(lab.probe(List.of(), attempts)).containsOnly(DENIED);
        assertThat(lab.unconfined(attempts)).containsOnly(OK);
    }

    @Test
    void allowsEverythingButExecutionInAWritableTree() throws Exception {
        lab.file("workspace/f", "content");
        lab.file("workspace/victim", "v");
        lab.directory("workspace/a");
        lab.directory("workspace/empty");
        lab.program("workspace/run", "#!/bin/sh\nexit 0\n");
        assertThat(lab.probe(
                        List.of(),
                        "read f",
                        "list .",
                        "write f",
                        "truncate f",
                        "create new",
                        "mkdir newdir",
                        "symlink x newlink",
                        "make fifo newfifo",
                        "make socket newsocket",
                        "remove victim",
                        "rmdir empty",
                        "link f a/g",
                        "rename f a/f",
                        "execute ./run"))
                .containsExactly(OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, DENIED);
    }

    @Test
    void readsButNeverChangesWhatIsReadOnly() throws Exception {
        String file = lab.file("secret/ro", "x");
        lab.program("secret/run", "#!/bin/sh\nexit 0\n");
        List<String> grant = List.of("--ro", lab.path("secret"));
        assertThat(lab.probe(grant, "read " + file, "list " + lab.path("secret")))
                .containsOnly(OK);
        String[] changes = {
            "write " + file,
            "truncate " + file,
            "open-truncate " + file,
            "create " + lab.path("secret/new"),
            "execute " + lab.path("secret/run"),
            "remove " + file
        };
        assertThat(lab.probe(grant, changes)).containsOnly(DENIED);
        assertThat(Files.readString(Path.of(file))).isEqualTo("x");
        assertThat(lab.unconfined(changes)).containsExactly(OK, OK, OK, OK, "ok 0", OK);
    }

    @Test
    void executesOnlyWithTheRightToExecute() throws Exception {
        String program = lab.program("secret/run", "#!/bin/sh\nexit 7\n");
        assertThat(lab.probe(List.of("--rox", lab.path("secret")), "execute " + program))
                .containsExactly("ok 7");
        assertThat(lab.probe(List.of("--rwx", lab.path("secret")), "execute " + program))
                .containsExactly("ok 7");
        assertThat(lab.probe(List.of("--rw", lab.path("secret")), "execute " + program))
                .containsExactly(DENIED);
    }

    @Test
    void movesAndLinksBetweenGrantedDirectoriesOnly() throws Exception {
        lab.directory("one");
        lab.directory("two");
        for (String name : List.of("a", "b", "c")) {
            lab.file("one/" + name, name);
        }
        List<String> both = List.of("--rw", lab.path("one"), "--rw", lab.path("two"));
        assertThat(lab.probe(
                        both,
                        "rename " + lab.path("one/a") + " " + lab.path("two/a"),
                        "link " + lab.path("one/b") + " " + lab.path("two/b")))
                .containsOnly(OK);
        String[] out = {
            "rename " + lab.path("one/c") + " " + lab.path("secret/c"),
            "link " + lab.path("one/c") + " " + lab.path("secret/d")
        };
        assertThat(lab.probe(both, out)).containsOnly(DENIED);
        assertThat(lab.unconfined(out[1], out[0])).containsOnly(OK);
    }

    @Test
    void aMoveNeverGainsRights() throws Exception {
        lab.directory("plain");
        lab.directory("runnable");
        lab.program("plain/run", "#!/bin/sh\nexit 0\n");
        List<String> grants = List.of("--rw", lab.path("plain"), "--rwx", lab.path("runnable"));
        String move = "rename " + lab.path("plain/run") + " " + lab.path("runnable/run");
        assertThat(lab.probe(grants, move)).containsExactly("EXDEV");
        assertThat(lab.unconfined(move)).containsExactly(OK);
    }

    @Test
    void aFileGrantOpensThatFileAlone() throws Exception {
        lab.file("secret/beside", "x");
        List<String> grant = List.of("--rw", lab.path("secret/f"));
        assertThat(lab.probe(
                        grant,
                        "read " + lab.path("secret/f"),
                        "write " + lab.path("secret/f"),
                        "truncate " + lab.path("secret/f"),
                        "read " + lab.path("secret/beside"),
                        "list " + lab.path("secret"),
                        "remove " + lab.path("secret/f")))
                .containsExactly(OK, OK, OK, DENIED, DENIED, DENIED);
    }

    @Test
    void aDeviceGrantOpensTheDeviceWithItsControl() throws Exception {
        assertThat(lab.probe(
                        List.of("--rw", "/dev/zero"), "read /dev/zero", "read /dev/full", "ioctl /dev/null 0x5401"))
                .containsExactly(OK, DENIED, "ENOTTY");
        assertThat(lab.unconfined("read /dev/full", "ioctl /dev/null 0x5401")).containsExactly(OK, "ENOTTY");
    }

    @Test
    void aReadOnlyDeviceCannotBeControlled() throws Exception {
        assertThat(lab.run(
                                List.of("--ro", "/dev/zero"),
                                "/usr/bin/python3",
                                "-c",
                                "import fcntl; fcntl.ioctl(open('/dev/zero'), 0x5401, b'x' * 64)")
                        .error())
                .contains("Permission denied");
    }

    @Test
    void aFifoGrantNeitherHangsNorOpensMore() throws Exception {
        String fifo = lab.path("secret/fifo");
        assertThat(lab.unconfined("make fifo " + fifo)).containsExactly(OK);
        assertThat(lab.probe(List.of("--rw", fifo), "open-write-nonblocking " + fifo, "read " + lab.path("secret/f")))
                .containsExactly(OK, DENIED);
        assertThat(lab.probe(List.of(), "open-write-nonblocking " + fifo)).containsExactly(DENIED);
    }

    @Test
    void deviceNodesAreNeverMade() throws Exception {
        String attempt = "make char " + lab.path("workspace/device");
        assertThat(lab.probe(List.of(), attempt)).containsAnyOf(DENIED, "EPERM");
        if (Account.isRoot() && account == Account.CURRENT) {
            assertThat(lab.unconfined(attempt)).containsExactly(OK);
        }
    }

    @Test
    void aLinkInsideAGrantOpensNothingBeyond() throws Exception {
        Path link = Files.createSymbolicLink(lab.root().resolve("workspace/link"), Path.of(lab.path("secret/f")));
        lab.give(link);
        assertThat(lab.probe(List.of(), "read link")).containsExactly(DENIED);
        assertThat(lab.probe(List.of("--ro", lab.path("secret/f")), "read link"))
                .containsExactly(OK);
    }

    @Test
    void aGrantThatHasBecomeALinkIsNotFollowed() throws Exception {
        Path link = Files.createSymbolicLink(lab.root().resolve("granted"), Path.of(lab.path("secret")));
        lab.give(link);
        assertThat(lab.probe(List.of("--rw", lab.path("granted")), "read " + lab.path("granted/f")))
                .containsExactly(DENIED);
        assertThat(lab.unconfined("read " + lab.path("granted/f"))).containsExactly(OK);
    }

    @Test
    void aGrantThatHasVanishedIsNoHindrance() throws Exception {
        assertThat(lab.probe(List.of("--rw", lab.path("gone"), "--ro", lab.path("secret/f/below")), "list ."))
                .containsOnly(OK);
    }

    @Test
    void strangeNamesAreGrantedByTheirBytes() throws Exception {
        String name = "secret/\u00e9 'quote\" \t";
        lab.file(name, "x");
        assertThat(lab.run(List.of("--ro", lab.path(name)), "/usr/bin/cat", lab.path(name))
                        .output())
                .isEqualTo("x");
    }
}
