package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks, and sockets with a path or a name: what can be made and what can be reached, also under attack. */
@ParameterizedClass
@MethodSource("org.bulle.kernel.Account#all")
class SocketsKernelIT {
    private static final String OK = "ok";
    private static final List<String> FULL = List.of("--network", "full");
    private static final List<String> LOOPBACK = List.of("--network", "loopback");
    private static final List<String> NONE = List.of();
    private static final String PYTHON = "/usr/bin/python3";
    /** {@code -Dattack.tries=100000} makes the races longer. */
    private static final int TRIES = Integer.getInteger("attack.tries", 3000);

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

    /** Starts a server outside of every sandbox and returns the port of its TCP socket, if it has one. */
    private String serve(String... specifications) throws IOException, InterruptedException {
        lab.directory("served");
        List<String> line = new ArrayList<>(List.of(PYTHON, lab.resource("server.py"), lab.path("served/ready")));
        line.addAll(Arrays.asList(specifications));
        lab.startUnconfined(line.toArray(String[]::new));
        return lab.await("served/ready");
    }

    private long accepted(int index) throws IOException {
        return Files.size(lab.root().resolve("served/ready." + index));
    }

    @Test
    void makesNoInternetSocketWithoutANetwork() throws Exception {
        String[] sockets = {"socket 2 1", "socket 10 1", "socket 2 2", "socket 10 2", "socket 2 1 262", "socket 2 1 6"};
        assertThat(lab.probe(NONE, sockets)).containsOnly("EAFNOSUPPORT");
        assertThat(lab.probe(NONE, "socket 17 3", "socket 40 1", "socket 38 5", "socket 16 3 9", "socket 16 3 15"))
                .containsExactly("EAFNOSUPPORT", "EAFNOSUPPORT", "EAFNOSUPPORT", "EPROTONOSUPPORT", "EPROTONOSUPPORT");
        assertThat(lab.unconfined(sockets)).containsOnly(OK);
    }

    @Test
    void makesEverySocketWithTheNetwork() throws Exception {
        assertThat(lab.probe(FULL, "socket 2 1", "socket 10 1", "socket 2 2", "socket 16 3 0"))
                .containsOnly(OK);
    }

    @Test
    void talksToItselfWithoutANetwork() throws Exception {
        assertThat(lab.probe(NONE, "socketpair 1 1", "socketpair 1 5", "socket 1 1", "socket 1 5", "socket 16 3 0"))
                .containsOnly(OK);
    }

    @Test
    void makesNoSocketThatTakesAnAddressWithEachMessage() throws Exception {
        String[] attempts = {"socket 1 2", "socket 1 3", "socketpair 1 2"};
        assertThat(lab.probe(NONE, attempts)).containsOnly("ESOCKTNOSUPPORT");
        assertThat(lab.probe(FULL, attempts)).containsOnly("ESOCKTNOSUPPORT");
        serve("udp:" + lab.path("served/datagrams"));
        assertThat(lab.unconfined("send-unix " + lab.path("served/datagrams"))).containsExactly(OK);
        assertThat(lab.probe(FULL, "send-unix " + lab.path("served/datagrams"))).containsExactly("ESOCKTNOSUPPORT");
    }

    @Test
    void connectsToASocketOnlyWhereItMayWrite() throws Exception {
        serve("unix:" + lab.path("served/socket"));
        String attempt = "connect-unix " + lab.path("served/socket");
        for (List<String> network : List.of(NONE, FULL, LOOPBACK)) {
            assertThat(lab.probe(network, attempt)).containsExactly("EACCES");
        }
        assertThat(lab.probe(List.of("--ro", lab.path("served")), attempt)).containsExactly("EACCES");
        assertThat(lab.probe(List.of("--rw", lab.path("served")), attempt)).containsExactly(OK);
        assertThat(lab.probe(List.of("--rw", lab.path("served/socket")), attempt))
                .containsExactly(OK);
        assertThat(lab.unconfined(attempt)).containsExactly(OK);
    }

    @Test
    void reachesNoSocketByAnotherName() throws Exception {
        serve("unix:" + lab.path("served/socket"));
        Path link = Files.createSymbolicLink(lab.root().resolve("workspace/link"), Path.of(lab.path("served/socket")));
        lab.give(link);
        assertThat(lab.probe(
                        NONE,
                        "connect-unix link",
                        "connect-unix ../served/socket",
                        "connect-unix /proc/self/cwd/../served/socket",
                        "connect-unix /proc/self/root" + lab.path("served/socket")))
                .containsOnly("EACCES");
        assertThat(lab.probe(NONE, "connect-unix nothing", "connect-unix ''")).containsExactly("ENOENT", "EINVAL");
    }

    @Test
    void connectsToItsOwnSocketsByEveryName() throws Exception {
        String server =
                "import socket,sys; s=socket.socket(1); s.bind('own'); s.listen(9); a=socket.socket(1); a.bind('\\0bulle-own'); a.listen(9)\n"
                        + "for p in ('own', '" + lab.path("workspace/own")
                        + "', '/proc/self/cwd/own', '\\0bulle-own'):\n"
                        + "  c=socket.socket(1); c.connect(p); print('connected')\n";
        assertThat(lab.run(NONE, PYTHON, "-c", server).lines())
                .containsExactly("connected", "connected", "connected", "connected");
    }

    @Test
    void reachesNoAbstractSocketOutside() throws Exception {
        String name = "bulle-outside-" + lab.root().getFileName();
        serve("abstract:" + name);
        assertThat(lab.probe(NONE, "connect-abstract " + name)).containsExactly("EPERM");
        assertThat(lab.probe(FULL, "connect-abstract " + name)).containsExactly("EPERM");
        assertThat(lab.unconfined("connect-abstract " + name)).containsExactly(OK);
    }

    @Test
    void reachesTcpServersOnlyWithANetworkOrLoopback() throws Exception {
        String attempt = "connect-tcp 127.0.0.1 " + serve("tcp");
        assertThat(lab.probe(FULL, attempt)).containsExactly(OK);
        assertThat(lab.probe(LOOPBACK, attempt)).containsExactly(OK);
        assertThat(lab.probe(NONE, attempt)).containsExactly("EAFNOSUPPORT");
    }

    @Test
    void loopbackSocketsAreBoundToTheDeviceAndStaySo() throws Exception {
        String script = """
                import socket
                for family in (socket.AF_INET, socket.AF_INET6):
                    s = socket.socket(family)
                    print(s.getsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, 16).strip(b"\\0").decode())
                    for level, name, value in ((1, 25, b""), (1, 25, b"eth0"), (1, 62, 0), (0, 4, b""), (41, 57, b"")):
                        try:
                            s.setsockopt(level, name, value)
                            print("changed", level, name)
                        except PermissionError:
                            pass
                    server = socket.socket(family)
                    server.bind(("", 0))
                    server.listen()
                    c = socket.create_connection(("::1" if family == socket.AF_INET6 else "127.0.0.1", server.getsockname()[1]))
                    server.accept()[0].send(b"hello")
                    print(c.recv(5).decode())
                """;
        assertThat(lab.run(LOOPBACK, PYTHON, "-c", script).lines()).containsExactly("lo", "hello", "lo", "hello");
    }

    /** A socket of the loopback device would wait minutes for them. */
    @Test
    void refusesAddressesOfOtherMachinesAtOnceUnderLoopback() throws Exception {
        String script = """
                import socket, sys, time
                def tried(family, to, port):
                    c = socket.socket(family)
                    c.settimeout(5)
                    try:
                        return c.connect((to, port)) or "ok"
                    except OSError as e:
                        return type(e).__name__
                for to in ("198.51.100.1", "2001:db8::1", "::ffff:198.51.100.1"):
                    print(tried(socket.AF_INET6 if ":" in to else socket.AF_INET, to, 443))
                for to in ["127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"] + sys.argv[1:]:
                    family = socket.AF_INET6 if ":" in to else socket.AF_INET
                    server = socket.socket(socket.AF_INET if to.startswith("::ffff:") else family)
                    server.bind(("", 0))
                    server.listen()
                    print(to, tried(family, to, server.getsockname()[1]))
                """;
        List<String> line = new ArrayList<>(List.of(PYTHON, "-c", script));
        try (var devices = java.net.NetworkInterface.networkInterfaces()) {
            // Of IPv6, the kernel itself leads the loopback device to no address of another device.
            devices.flatMap(java.net.NetworkInterface::inetAddresses)
                    .filter(java.net.Inet4Address.class::isInstance)
                    .map(java.net.InetAddress::getHostAddress)
                    .forEach(line::add);
        }
        List<String> said = lab.run(LOOPBACK, line.toArray(String[]::new)).lines();
        assertThat(said.subList(0, 3)).containsOnly("PermissionError");
        assertThat(said.subList(3, said.size()))
                .hasSize(6 + line.size() - 3)
                .allSatisfy(of -> assertThat(of).endsWith(" ok"));
    }

    @Test
    void reachesOnlyTheChosenPortsOfThisMachine() throws Exception {
        String[] ports = serve("tcp", "tcp").split(" ");
        List<String> chosen = List.of("--network", "loopback", "--port", ports[0]);
        String[] attempts = {
            "connect-tcp 127.0.0.1 " + ports[0],
            "connect-tcp 127.0.0.1 " + ports[1],
            "connect-tcp ::ffff:127.0.0.1 " + ports[1]
        };
        assertThat(lab.probe(chosen, attempts)).containsExactly(OK, "EACCES", "EACCES");
        assertThat(lab.probe(LOOPBACK, attempts)).containsOnly(OK);
        assertThat(lab.unconfined(attempts)).containsOnly(OK);
    }

    /** Two ports that nobody had a moment ago; a machine that takes them meanwhile fails this test, which has not happened. */
    private static final String LISTENING = """
            import socket, sys
            mine, other = int(sys.argv[1]), int(sys.argv[2])
            def tried(what):
                try:
                    return what() or "ok"
                except OSError as e:
                    return type(e).__name__
            def listen(port, family=socket.AF_INET, bind=True):
                s = socket.socket(family)
                s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if bind: s.bind(("", port))
                s.listen()
            print(tried(lambda: listen(mine)), tried(lambda: listen(mine, socket.AF_INET6)))
            print(tried(lambda: listen(other)), tried(lambda: listen(other, socket.AF_INET6)), tried(lambda: listen(0)), tried(lambda: listen(0, bind=False)))
            u = socket.socket(socket.AF_UNIX); u.bind("u"); u.listen(1)
            c = socket.socket(socket.AF_UNIX); c.connect("u")
            print(tried(lambda: u.accept()[0].close()))
            """;

    @Test
    void listensOnlyOnTheChosenPortsOfThisMachine() throws Exception {
        List<String> free = freePorts();
        String refused = "PermissionError PermissionError PermissionError PermissionError";
        assertThat(lab.run(
                                List.of("--network", "loopback", "--port", free.getFirst()),
                                PYTHON,
                                "-c",
                                LISTENING,
                                free.getFirst(),
                                free.getLast())
                        .lines())
                .containsExactly("ok ok", refused, "ok");
        Files.delete(lab.root().resolve("workspace/u"));
        assertThat(lab.run(LOOPBACK, PYTHON, "-c", LISTENING, free.getFirst(), free.getLast())
                        .lines())
                .containsExactly("ok ok", "ok ok ok ok", "ok");
    }

    private static List<String> freePorts() throws IOException {
        try (java.net.ServerSocket one = new java.net.ServerSocket(0);
                java.net.ServerSocket two = new java.net.ServerSocket(0)) {
            return List.of(Integer.toString(one.getLocalPort()), Integer.toString(two.getLocalPort()));
        }
    }

    @Test
    void winsNoRaceForAPort() throws Exception {
        String[] ports = serve("tcp", "tcp").split(" ");
        String[] race = {PYTHON, lab.resource("race.py"), "ports", Integer.toString(TRIES), ports[0], ports[1]};
        List<String> chosen = List.of("--network", "loopback", "--port", ports[0], "--ro", lab.path("race.py"));
        long start = System.nanoTime();
        Lab.Result result =
                lab.finish(lab.start(lab.supervisor(chosen, List.of(race))), Lab.PATIENCE_SECONDS + TRIES / 100);
        System.out.printf(
                "race of ports against the broker: %d connects in %.1f s, %d reached the allowed port, %d the other%n",
                TRIES, (System.nanoTime() - start) / 1e9, accepted(0), accepted(1));
        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(accepted(0)).isPositive();
        assertThat(accepted(1)).isZero();
        lab.startIn("workspace", race).waitFor();
        for (int i = 0; i < 100 && accepted(1) == 0; i++) {
            Thread.sleep(50);
        }
        assertThat(accepted(1)).as("without the sandbox").isPositive();
    }

    /** A socket that loses its port while it begins to listen would get any port. */
    @Test
    void winsNoRaceForAnyPort() throws Exception {
        String port = serve("tcp");
        // Half of what the kernel chooses from, so that the supervisor's first look often says yes.
        String half = "32768-46000";
        String[] race = {PYTHON, lab.resource("race.py"), "listen", Integer.toString(TRIES), port, half};
        List<String> chosen =
                List.of("--network", "loopback", "--ro", lab.path("race.py"), "--port", port, "--port", half);
        Lab.Result result =
                lab.finish(lab.start(lab.supervisor(chosen, List.of(race))), Lab.PATIENCE_SECONDS + TRIES / 100);
        System.out.println("race of listening against the broker: " + TRIES + " tries: "
                + result.output().strip());
        assertThat(result.output()).isEqualTo("never\n");
        race[3] = Integer.toString(100 * TRIES);
        assertThat(lab.finish(lab.startIn("workspace", race)).output())
                .as("without the sandbox")
                .isEqualTo("connected\n");
    }

    @Test
    void loopbackIsNothingButTcp() throws Exception {
        assertThat(lab.probe(
                        LOOPBACK,
                        "socket 2 2",
                        "socket 10 2",
                        "socket 2 1 262",
                        "socket 2 1 132",
                        "socket 17 3",
                        "socket 16 3 9"))
                .containsExactly(
                        "EAFNOSUPPORT",
                        "EAFNOSUPPORT",
                        "EPROTONOSUPPORT",
                        "EPROTONOSUPPORT",
                        "EAFNOSUPPORT",
                        "EPROTONOSUPPORT");
    }

    @Test
    void loopbackSocketsKeepTheirFlags() throws Exception {
        String script = "import socket,os,fcntl\n"
                + "s=socket.socket(); print(os.get_inheritable(s.fileno()), s.getblocking())\n"
                + "n=socket.socket(2, 1|socket.SOCK_NONBLOCK); print(bool(fcntl.fcntl(n.fileno(), fcntl.F_GETFL) & os.O_NONBLOCK))\n";
        assertThat(lab.run(LOOPBACK, PYTHON, "-c", script).lines()).containsExactly("False True", "True");
    }

    /** An inherited socket is somebody else's promise; it cannot be taken further without a network. */
    @Test
    void reconnectsNoInheritedInternetSocket() throws Exception {
        String port = serve("tcp");
        List<String> inner = lab.supervisor(
                NONE,
                List.of(PYTHON, "-c", "import socket; socket.socket(fileno=0).connect(('127.0.0.1', " + port + "))"));
        String outer =
                "import socket,subprocess,sys; s=socket.socket(); sys.exit(subprocess.run(sys.argv[1:], stdin=s, stderr=subprocess.PIPE).stderr.count(b'PermissionError'))";
        List<String> line = new ArrayList<>(List.of(PYTHON, "-c", outer));
        line.addAll(inner);
        assertThat(lab.finish(lab.start(line)).exitCode()).isEqualTo(1);
        assertThat(accepted(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "links", "descriptors"})
    void winsNoRaceAgainstTheBroker(String kind) throws Exception {
        lab.directory("workspace/s");
        serve("unix:" + lab.path("workspace/s/allowed"), "unix:" + lab.path("secret/forbid"));
        String[] race = {
            PYTHON,
            lab.resource("race.py"),
            kind,
            Integer.toString(TRIES),
            lab.path("workspace/s/allowed"),
            lab.path("secret/forbid")
        };
        long start = System.nanoTime();
        Process raced = lab.start(lab.supervisor(List.of("--ro", lab.path("race.py")), List.of(race)));
        Lab.Result result = lab.finish(raced, Lab.PATIENCE_SECONDS + TRIES / 100);
        System.out.printf(
                "race of %s against the broker: %d connects in %.1f s, %d reached the allowed socket, %d the other%n",
                kind, TRIES, (System.nanoTime() - start) / 1e9, accepted(0), accepted(1));
        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(accepted(1)).as(kind).isZero();
        if (!kind.equals("descriptors")) {
            assertThat(accepted(0)).as(kind).isPositive();
        }
        lab.startIn("workspace", race).waitFor();
        for (int i = 0; i < 100 && accepted(1) == 0; i++) {
            Thread.sleep(50);
        }
        assertThat(accepted(1)).as("without the sandbox").isPositive();
    }

    /** Its queue is full, so that connecting waits. */
    private static final String FULL_SERVER = "import socket,signal,sys,threading,time\n"
            + "s=socket.socket(1); s.bind('full'); s.listen(0)\n"
            + "c=[]\n"
            + "for i in range(1): c.append(socket.socket(1)); c[-1].connect('full')\n"
            + "def blocked():\n  x=socket.socket(1); x.connect('full'); return x\n";

    @Test
    void aWaitingConnectionHoldsNobodyBack() throws Exception {
        String script = FULL_SERVER
                + "o=socket.socket(1); o.bind('other'); o.listen(9)\n"
                + "for i in range(40): threading.Thread(target=blocked, daemon=True).start()\n"
                + "time.sleep(1)\n"
                + "start=time.time()\n"
                + "for i in range(5): x=socket.socket(1); x.connect('other')\n"
                + "print(time.time()-start < 3)\n"
                + "sys.stdout.flush(); import os; os._exit(0)\n";
        assertThat(lab.run(NONE, PYTHON, "-c", script).output()).isEqualTo("True\n");
    }

    @Test
    void aWaitingConnectionIsInterruptedByASignal() throws Exception {
        String script = FULL_SERVER
                + "class Alarm(Exception): pass\n"
                + "def alarm(*a): raise Alarm()\n"
                + "signal.signal(signal.SIGALRM, alarm); signal.alarm(1)\n"
                + "try: blocked()\n"
                + "except Alarm: print('interrupted')\n";
        assertThat(lab.run(NONE, PYTHON, "-c", script).output()).isEqualTo("interrupted\n");
    }

    @Test
    void aWaitingConnectionGoesOnAfterASignalThatRestartsIt() throws Exception {
        String script = FULL_SERVER
                + "n=[]\n"
                + "signal.signal(signal.SIGALRM, lambda *a: n.append(1)); signal.siginterrupt(signal.SIGALRM, False)\n"
                + "signal.setitimer(signal.ITIMER_REAL, 0.3, 0.1)\n"
                + "def drain():\n  time.sleep(2); s.accept(); s.accept()\n"
                + "threading.Thread(target=drain).start()\n"
                + "blocked(); signal.setitimer(signal.ITIMER_REAL, 0); print('connected', len(n) > 0)\n";
        assertThat(lab.run(NONE, PYTHON, "-c", script).output()).isEqualTo("connected True\n");
    }

    @Test
    void endsACommandThatWaitsForAConnection() throws Exception {
        Process supervisor = lab.start(
                lab.supervisor(
                        NONE,
                        List.of(
                                PYTHON,
                                "-c",
                                "import os\n" + FULL_SERVER
                                        + "open('pid','w').write(str(os.getpid()))\nsignal.signal(2, signal.SIG_DFL)\nblocked()\n")));
        lab.await("workspace/pid");
        Thread.sleep(500);
        lab.startUnconfined("/bin/kill", "-INT", "" + supervisor.pid()).waitFor();
        assertThat(lab.finish(supervisor).exitCode()).isEqualTo(130);
    }

    @Test
    void aProcessThatGaveUpRootDoesNotConnectWithOurRights() throws Exception {
        assumeThat(Account.isRoot() && account == Account.CURRENT)
                .as("needs root")
                .isTrue();
        String script = "import socket,os,sys\n"
                + "s=socket.socket(1); s.bind('private'); os.chmod('private', 0o600); s.listen(9)\n"
                + "c=socket.socket(1); c.connect('private'); print('root')\n"
                + "os.chmod('.', 0o755)\n"
                + "os.setgroups([]); os.setresgid(65534,65534,65534); os.setresuid(65534,65534,65534)\n"
                + "c=socket.socket(1)\n"
                + "try: c.connect('private'); print('reached')\n"
                + "except PermissionError: print('refused')\n";
        assertThat(lab.run(NONE, PYTHON, "-c", script).lines()).containsExactly("root", "refused");
    }

    @Test
    void anUnreadableProcessIsRefused() throws Exception {
        assumeThat(account).as("root reads every process").isEqualTo(Account.NOBODY);
        String script = "import socket,ctypes\n"
                + "s=socket.socket(1); s.bind('own'); s.listen(9)\n"
                + "ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\n"
                + "try: socket.socket(1).connect('own'); print('connected')\n"
                + "except PermissionError: print('refused')\n";
        assertThat(lab.run(NONE, PYTHON, "-c", script).output()).isEqualTo("refused\n");
    }
}
