package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.jna.linux.Architecture;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the observer notes, call by call, on the real kernel. */
class ObserverKernelIT {
    private Watched lab;

    @BeforeEach
    void makeLab() throws IOException {
        lab = new Watched();
        lab.file("s/f");
        lab.file("w/own");
        lab.directory("s/d");
    }

    @AfterEach
    void removeLab() throws IOException {
        lab.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "cat ../s/f | read s/f",
                "ls ../s/d | read s/d",
                ": >>../s/f | write s/f",
                ": >../s/f | write s/f",
                ": >../s/new | create s/new",
                "mkdir ../s/new | create s/new",
                "mkfifo ../s/new | create s/new",
                "ln -s x ../s/new | create s/new",
                "ln own ../s/new | create s/new",
                "rm -f ../s/f | delete s/f",
                "rmdir ../s/d | delete s/d",
                "mv own ../s/new | rename s/new",
                "mv -f ../s/f own2 | rename s/f",
                "perl -e 'truncate(qq(../s/f), 0)' | write s/f",
                "perl -e 'symlink(1, qq(../s/new))' | create s/new",
                "perl -e 'rename(qq(../s/f), qq(../s/g))' | rename s/f",
            })
    void notes(String command, String expected) throws Exception {
        lab.shell(command);

        assertThat(lab.noted()).contains(expected);
        assertThat(lab.source()).isEqualTo(DenialSource.complete(DenialSource.Kind.OBSERVE));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "cat own; : >new; : >>own; mkdir n; mv own n/; rm n/own; rmdir n; ln -s x y; cat y",
                "cat ../s/nothing",
                "rmdir ../s",
                "mkdir ../s/d",
                "test -e ../s/f; ls -ld ../s; stat ../s/f",
                "cat ../s/f/x",
                "ls /proc/self >/dev/null; cat /proc/self/status >/dev/null; cat </dev/null",
            })
    void notesNothingForWhatWorksOrFailsByItself(String command) throws Exception {
        lab.shell(command);

        assertThat(lab.noted()).isEmpty();
    }

    @Test
    void notesTheProgramThatMayNotBeExecuted() throws Exception {
        lab.program("s/tool", "#!/bin/sh\n");

        lab.shell("../s/tool");

        assertThat(lab.noted()).containsExactly("execute s/tool");
    }

    @Test
    void notesTheInterpreterThatMayNotBeExecuted() throws Exception {
        lab.program("s/interpreter", "#!/bin/sh\n");
        lab.program("x/script", "#!" + lab.path("s/interpreter") + "\n");
        lab.grant(AccessList.ROX, lab.path("x"));

        lab.shell("../x/script");

        assertThat(lab.noted()).contains("execute s/interpreter").doesNotContain("execute x/script");
    }

    @Test
    void marksAStepOfASearchAlongPath() throws Exception {
        lab.program("s/true", "#!/bin/sh\n");

        lab.shell("PATH=" + lab.path("s") + ":/usr/bin; export PATH; env true");

        assertThat(lab.of(Access.EXECUTE)).extracting(Denial::harmless).containsExactly(true);
    }

    @Test
    void countsWhatRepeatsAndKeepsWhoDidIt() throws Exception {
        lab.shell("for i in 1 2 3; do cat ../s/f; done; head -1 ../s/f");

        List<Denial> reads = lab.of(Access.READ).stream()
                .filter(denial -> denial.path().orElse("").equals(lab.path("s/f")))
                .toList();
        assertThat(reads).extracting(Denial::process).containsExactly("cat", "head");
        assertThat(reads).extracting(Denial::count).containsExactly(3L, 1L);
        assertThat(reads.getFirst().last()).isAfterOrEqualTo(reads.getFirst().first());
        assertThat(reads.getFirst().pid()).isPositive();
        assertThat(reads.getFirst().enforcedBy()).isEqualTo(Enforcer.LANDLOCK);
    }

    @Test
    void keepsNamesThatAreNoText() throws Exception {
        lab.file("s/a b");
        lab.file("s/qu\"o'te");
        lab.file("s/by\udcffte");
        lab.file("s/new\nline");

        lab.shell(
                "for f in 'a b' \"qu\\\"o'te\" \"$(printf 'by\\377te')\" \"$(printf 'new\\nline')\"; do cat \"../s/$f\"; done");

        assertThat(lab.noted()).contains("read s/a b", "read s/qu\"o'te", "read s/by\udcffte", "read s/new\nline");
    }

    @Test
    void followsLinksToWhereTheyLead() throws Exception {
        Files.createSymbolicLink(Path.of(lab.path("w/link")), Path.of("../s/f"));
        Files.createSymbolicLink(Path.of(lab.path("w/folder")), Path.of(lab.path("s")));
        Files.createSymbolicLink(Path.of(lab.path("w/dangling")), Path.of("../s/new"));

        lab.shell("cat link; cat folder/d/../f; true >dangling; ls folder");

        assertThat(lab.noted()).containsExactlyInAnyOrder("read s/f", "create s/new", "read s");
    }

    @Test
    void doesNotFollowALinkThatTheCallDoesNotFollow() throws Exception {
        Files.createSymbolicLink(Path.of(lab.path("w/link")), Path.of("../s/f"));

        lab.python(
                "import os\ntry: os.open('link', os.O_RDONLY | os.O_NOFOLLOW)\nexcept OSError: pass\nos.unlink('link')");

        assertThat(lab.noted()).isEmpty();
    }

    @Test
    void resolvesDescriptorsOfTheCallerAndItsOwnProc() throws Exception {
        lab.python("""
                import os
                def t(f):
                    try: f()
                    except OSError: pass
                d = os.open('../s', os.O_PATH | os.O_DIRECTORY)
                t(lambda: os.open('f', os.O_RDONLY, dir_fd=d))
                t(lambda: os.open('/proc/self/fd/%d/d' % d, os.O_RDONLY))
                t(lambda: os.open('/proc/self/cwd/../s/new', os.O_CREAT | os.O_WRONLY))
                t(lambda: os.open('/proc/thread-self/root%s/s/g' % os.path.dirname(os.getcwd()), os.O_CREAT | os.O_WRONLY))
                f = os.open('../s/f', os.O_PATH)
                t(lambda: os.open('/dev/fd/%d' % f, os.O_RDONLY))
                """);

        assertThat(lab.noted()).containsExactlyInAnyOrder("read s/f", "read s/d", "create s/new", "create s/g");
    }

    @Test
    void resolvesEachThreadAndChildByItsOwnDirectory() throws Exception {
        lab.directory("s/one");
        lab.directory("s/two");
        lab.file("s/one/f");
        lab.file("s/two/f");

        lab.shell("(cd ../s/one; cat f) & (cd ../s/two; cat f) & wait");

        assertThat(lab.noted()).contains("read s/one/f", "read s/two/f");
    }

    @Test
    void notesOnlyWhatTheCallerCouldHaveDoneOutside() throws Exception {
        assumeFalse(Watched.isRoot(), "root can do everything");
        Path locked = Path.of(lab.path("s/f"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));

        lab.shell("cat ../s/f; cat /etc/shadow; : >/etc/passwd; : >/etc/new; rm -f /etc/passwd");

        assertThat(lab.denials())
                .filteredOn(denial ->
                        denial.process().equals("cat") || denial.process().equals("sh"))
                .extracting(Denial::target)
                .doesNotContain(lab.path("s/f"), "/etc/shadow", "/etc/passwd", "/etc/new");
    }

    @Test
    void asksWithTheIdentityOfACallerThatGaveItsRightsUp() throws Exception {
        assumeTrue(Watched.isRoot(), "only root can give rights up");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv here");
        Path open = Files.setPosixFilePermissions(
                Path.of(lab.file("s/open")), PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(Path.of(lab.path("s/f")), PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(open.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(Path.of(lab.path("")), PosixFilePermissions.fromString("rwxr-xr-x"));

        lab.shell(
                "setpriv --reuid 65534 --regid 65534 --clear-groups sh -c 'cat ../s/f; cat ../s/open; : >>../s/open'");

        assertThat(lab.noted()).contains("read s/open").doesNotContain("read s/f", "write s/open");
    }

    @Test
    void seesThatADirectoryWhichWasMadeAgainHasLostItsGrant() throws Exception {
        lab.directory("w/target");
        lab.grant(AccessList.RWX, lab.path("w/target"));

        lab.shell(
                "cp /bin/true target/a; target/a || exit 9; rm -r target; mkdir target; cp /bin/true target/b; sleep 0.4; target/b");

        assertThat(lab.noted()).containsExactly("execute w/target/b");
    }

    @Test
    void seesThatAMovedDirectoryKeepsItsGrantAndAHardLinkSharesIt() throws Exception {
        lab.directory("w/tools");
        lab.program("w/tools/t", "#!/bin/sh\n");
        lab.program("s/linked", "#!/bin/sh\n");
        Files.createLink(Path.of(lab.path("x")), Path.of(lab.path("s/linked")));
        lab.grant(AccessList.RWX, lab.path("w/tools")).grant(AccessList.ROX, lab.path("x"));

        assertThat(lab.shell("mv tools moved; moved/t && ../s/linked").exitCode())
                .isZero();

        assertThat(lab.noted()).isEmpty();
    }

    @Test
    void seesAMoveIntoAPlaceWithMoreRightsRefused() throws Exception {
        lab.directory("w/bin");
        lab.grant(AccessList.RWX, lab.path("w/bin"));

        lab.shell("ln own bin/own; cp own bin/copy && mv bin/copy .");

        assertThat(lab.noted()).containsExactly("rename w/own");
    }

    @Test
    void notesSocketsOfTheNetwork() throws Exception {
        lab.python("import socket\ntry: socket.socket()\nexcept OSError: pass");

        assertThat(lab.of(Access.CONNECT)).singleElement().satisfies(denial -> {
            assertThat(denial.enforcedBy()).isEqualTo(Enforcer.SECCOMP);
            assertThat(denial.host()).isEmpty();
        });
    }

    @Test
    void notesABindWhereNothingMayBeMade() throws Exception {
        lab.network(Network.FULL)
                .python(
                        "import socket\ns = socket.socket(socket.AF_UNIX)\ntry: s.bind('../s/socket')\nexcept OSError: pass\n"
                                + "socket.socket(socket.AF_UNIX).bind('socket')");

        assertThat(lab.noted()).containsExactly("bind s/socket");
    }

    @Test
    void notesASignalToTheOutsideAndNoneInside() throws Exception {
        Process outside = new ProcessBuilder("sleep", "60").start();
        try {
            lab.shell("kill -CONT " + outside.pid() + "; kill -0 " + outside.pid() + "; sleep 30 & kill -KILL $!");

            assertThat(lab.of(Access.SIGNAL))
                    .singleElement()
                    .satisfies(denial -> assertThat(denial.host()).contains("sleep (" + outside.pid() + ")"));
        } finally {
            outside.destroyForcibly().waitFor();
        }
    }

    @Test
    void notesADebuggerOfTheOutsideAndNoneInside() throws Exception {
        Process outside = new ProcessBuilder("sleep", "60").start();
        try {
            lab.python("import ctypes, os\nl = ctypes.CDLL(None)\nl.ptrace(16, " + outside.pid() + ", 0, 0)\n"
                    + "child = os.fork()\nif child == 0: os._exit(0)\nl.ptrace(16, child, 0, 0)\nos.wait()");

            assertThat(lab.of(Access.SIGNAL))
                    .singleElement()
                    .satisfies(denial -> assertThat(denial.host()).contains("sleep (" + outside.pid() + ")"));
        } finally {
            outside.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PROCESS_VM_READV", "MOVE_PAGES", "MIGRATE_PAGES", "GET_ROBUST_LIST", "PROCESS_MADVISE"})
    void notesWhoeverAsksForTheMemoryOfTheOutside(Syscall call) throws Exception {
        Process outside = new ProcessBuilder("sleep", "60").start();
        try {
            String target =
                    call == Syscall.PROCESS_MADVISE ? "os.pidfd_open(" + outside.pid() + ")" : "" + outside.pid();
            lab.python("import ctypes, os\nctypes.CDLL(None).syscall(" + call.number(Architecture.current()) + ", "
                    + target + ", 0, 0, 0, 0, 0)");

            assertThat(lab.of(Access.SIGNAL))
                    .singleElement()
                    .satisfies(denial -> assertThat(denial.host()).contains("sleep (" + outside.pid() + ")"));
        } finally {
            outside.destroyForcibly().waitFor();
        }
    }

    @Test
    void notesAnAbstractSocketOfTheOutsideAndNoneInside() throws Exception {
        String name = lab.path("abstract").substring(1);
        Process outside = new ProcessBuilder(
                        "/usr/bin/python3",
                        "-I",
                        "-c",
                        "import socket, time\ns = socket.socket(socket.AF_UNIX)\ns.bind('\\0" + name
                                + "')\ns.listen()\nprint(flush=True)\ntime.sleep(60)")
                .start();
        try {
            assertThat(outside.getInputStream().read()).isEqualTo('\n');

            lab.network(Network.FULL)
                    .python("import socket\ns = socket.socket(socket.AF_UNIX)\ns.bind('\\0" + name
                            + ".own')\ns.listen()\n"
                            + "for name in ('" + name + "', '" + name + ".own', '" + name + ".nobody'):\n"
                            + " try: socket.socket(socket.AF_UNIX).connect('\\0' + name)\n except OSError: pass");

            assertThat(lab.of(Access.CONNECT)).extracting(Denial::target).containsExactly("@" + name);
        } finally {
            outside.destroyForcibly().waitFor();
        }
    }

    @Test
    void notesServicesOfTheKernel() throws Exception {
        lab.python(
                "import ctypes\nl = ctypes.CDLL(None)\nl.unshare(0x10000000)\nl.mount(b'x', b'/mnt', b'tmpfs', 0, None)\nl.unshare(0x400)");

        assertThat(lab.of(Access.SERVICE)).extracting(Denial::target).containsExactlyInAnyOrder("unshare", "mount");
    }

    @Test
    void notesOtherProcessesThatProcDoesNotOpen() throws Exception {
        Process outside = new ProcessBuilder("sleep", "60").start();
        try {
            lab.shell("cat /proc/" + outside.pid() + "/environ; cat /proc/" + outside.pid()
                    + "/stat; cat /proc/$$/environ >/dev/null");

            assertThat(lab.of(Access.READ))
                    .filteredOn(denial -> denial.target().startsWith("/proc/"))
                    .extracting(Denial::target)
                    .containsExactly("/proc/" + outside.pid() + "/environ");
        } finally {
            outside.destroyForcibly().waitFor();
        }
    }

    @Test
    void saysThatItCouldNotLookAtACaller() throws Exception {
        assumeFalse(Watched.isRoot(), "root can look at everybody");

        lab.python(
                "import ctypes, os\nctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\ntry: os.open('../s/f', os.O_RDONLY)\nexcept OSError: pass");

        assertThat(lab.source().state()).isEqualTo(DenialSource.State.PARTIAL);
        assertThat(lab.source().reason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("python3"));
    }

    @Test
    void followsAChangedRootDirectory() throws Exception {
        assumeTrue(Watched.isRoot(), "only root can change its root directory");
        lab.directory("s/inner");
        lab.file("s/inner/f");

        lab.python(
                "import os\nos.chroot('../s')\ntry: os.open('/inner/../inner/f', os.O_RDONLY)\nexcept OSError: pass");

        assertThat(lab.noted()).contains("read s/inner/f");
    }

    @Test
    void notesAConnectionToASocketThatIsNotGranted() throws Exception {
        Path socket = Path.of(lab.path("s/server"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));

            int exit = lab.python(
                            "import socket, sys\ntry: socket.socket(socket.AF_UNIX).connect('../s/server')\nexcept OSError as e: sys.exit(e.errno)")
                    .exitCode();

            if (exit == 0) {
                assertThat(lab.noted()).isEmpty();
            } else {
                assertThat(lab.noted()).containsExactly("connect s/server");
            }
        }
    }
}
