package org.bulle.desktop;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.history.ActiveRun;
import org.bulle.engine.history.KeptOutput;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunSummary;
import org.bulle.engine.policy.Statement;

/** Records as runs would have left them, without the runs. */
final class RecordedRuns {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Path home;
    private final Path workspace;
    private final RunHistory history;

    RecordedRuns(Path home) {
        this.home = home;
        workspace = home.resolve("src/orders-api");
        history = new RunHistory(home.resolve(".local/state/bulle/runs"));
    }

    RunHistory history() {
        return history;
    }

    /** A denial with a suggestion, whose ladder begins with its entry. */
    static Denial denial(
            Access access, String path, long count, String process, Risk risk, String list, String... ladder) {
        return denial(
                access,
                path,
                count,
                process,
                risk,
                new Suggestion(list, ladder[0], "--" + list + " " + path, List.of(ladder), Optional.empty()));
    }

    static Denial refused(Access access, String path, long count, String process, Risk risk, String why) {
        return denial(access, path, count, process, risk, Suggestion.refused(new Statement.Verbatim(why)));
    }

    private static Denial denial(
            Access access, String path, long count, String process, Risk risk, Suggestion suggestion) {
        boolean host = access == Access.CONNECT && !path.startsWith("/");
        return new Denial(
                access,
                host ? Optional.empty() : Optional.of(path),
                host ? Optional.of(path) : Optional.empty(),
                host ? OptionalInt.of(443) : OptionalInt.empty(),
                count,
                NOW.minusSeconds(300),
                NOW.minusSeconds(200),
                process,
                48213,
                false,
                risk,
                Enforcer.LANDLOCK,
                Optional.of(suggestion),
                Optional.empty());
    }

    static Denial harmless(String path) {
        Denial probe = denial(Access.READ, path, 1, "java", Risk.NONE, "ro", "?" + path);
        return new Denial(
                probe.access(),
                probe.path(),
                probe.host(),
                probe.port(),
                probe.count(),
                probe.first(),
                probe.last(),
                probe.process(),
                probe.pid(),
                true,
                probe.risk(),
                probe.enforcedBy(),
                probe.suggestion(),
                probe.decision());
    }

    /** Records a run that ended. */
    String add(
            Duration ago,
            Duration lasted,
            List<String> profiles,
            List<String> command,
            Path where,
            int exit,
            DenialSource source,
            Optional<String> policy,
            List<Denial> denials) {
        Instant started = NOW.minus(ago);
        ActiveRun run = history.start(new RunSummary(
                "",
                started,
                Optional.empty(),
                RunSummary.State.RUNNING,
                profiles,
                command,
                List.of(),
                where.toString(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Duration.ZERO,
                "linux-landlock",
                List.of(),
                List.of(),
                DenialSource.OFF,
                List.of(),
                0,
                0));
        run.finish(run.record(
                started.plus(lasted),
                RunSummary.State.FINISHED,
                OptionalInt.of(exit),
                OptionalInt.empty(),
                policy,
                new DenialReport(source, denials, List.of())));
        return run.id();
    }

    /** What the picture of the design shows, as far as it can be so on this machine. */
    void furnish() throws java.io.IOException {
        DenialSource complete = DenialSource.complete(DenialSource.Kind.OBSERVE);
        add(
                Duration.ofHours(20),
                Duration.ofMillis(31_900),
                List.of("tool", "node", "offline"),
                List.of("/usr/bin/npm", "test"),
                home.resolve("src/web-shop"),
                0,
                complete,
                Optional.empty(),
                List.of());
        add(
                Duration.ofHours(3),
                Duration.ofSeconds(1300),
                List.of("nightly"),
                List.of("/usr/bin/nightly", "--plan", "triage.md"),
                home.resolve("src/infra"),
                0,
                DenialSource.partial(
                        DenialSource.Kind.AUDIT, "the kernel dropped 12 audit records; raise audit_backlog_limit"),
                Optional.empty(),
                List.of(denial(Access.READ, home + "/.gitconfig", 3, "git", Risk.NONE, "ro", "?$HOME/.gitconfig")));
        add(
                Duration.ofMinutes(20),
                Duration.ofMillis(12_600),
                List.of("tool", "maven"),
                List.of("/usr/bin/mvn", "-B", "-q", "-o", "test"),
                workspace,
                1,
                complete,
                Optional.empty(),
                mavenDenials());
        add(
                Duration.ofMinutes(18),
                Duration.ofMillis(48_100),
                List.of("tool", "maven"),
                List.of("/usr/bin/mvn", "-B", "-q", "-o", "test"),
                workspace,
                0,
                complete,
                Optional.empty(),
                List.of());
        add(
                Duration.ofMinutes(9),
                Duration.ofMillis(300),
                List.of("default"),
                List.of("/usr/bin/make"),
                workspace,
                2,
                DenialSource.unavailable(
                        DenialSource.Kind.OBSERVE,
                        "another supervisor watches this process already; run it outside of it"),
                Optional.empty(),
                List.of());
        String id = add(
                Duration.ofMinutes(5),
                Duration.ofSeconds(192),
                List.of("claude", "offline"),
                List.of("/usr/bin/claude", "-p", "upgrade junit and run the tests"),
                workspace,
                1,
                complete,
                Optional.of(
                        "{\"profiles\":[\"claude\",\"offline\"],\"ro\":[\"/usr\",\"/etc/ssl\"],\"rox\":[\"/usr/bin/git\"],\"rw\":[\""
                                + workspace
                                + "\"],\"rwx\":[],\"network\":\"none\",\"network_origin\":{\"profile\":\"offline\",\"layer\":\"built-in\",\"list\":\"deny\",\"file\":\"x\",\"line\":4,\"column\":1},"
                                + "\"env\":[{\"name\":\"PATH\",\"origin\":{\"profile\":\"floor\",\"line\":3,\"list\":\"env\"}}],\"entries\":[{\"text\":\"/usr/\",\"list\":\"ro\",\"outcome\":\"granted\",\"paths\":[\"/usr\"],\"origins\":[{\"profile\":\"floor\",\"line\":9}]},{\"text\":\"$HOME/.npmrc\",\"list\":\"ro\",\"outcome\":\"skipped: does not exist\",\"paths\":[],\"origins\":[{\"profile\":\"claude\",\"line\":12}]}],"
                                + "\"enforcement\":[{\"what\":\"files\",\"requested\":\"5 grants\",\"enforced\":\"full\",\"reason\":\"\"}]}"),
                claudeDenials());
        history.keepOutput(
                id,
                KeptOutput.of(
                        "\u001b[1m> upgrade junit and run the tests\u001b[0m\n\n\u001b[32m\u25cf\u001b[0m Reading pom.xml\n\u001b[31m\u2717\u001b[0m mvn test: Could not create local repository\n"));
        history.decide(id, List.of(6), Optional.of(new Decision(Decision.Kind.DENY, "", NOW)));
    }

    private List<Denial> mavenDenials() {
        List<Denial> denials = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            denials.add(denial(
                    Access.READ,
                    home + "/.m2/repository/a/" + i + ".jar",
                    3,
                    "java",
                    Risk.NONE,
                    "ro",
                    "?$HOME/.m2/repository/a/" + i + ".jar",
                    "?$HOME/.m2/repository/a/"));
        }
        return denials;
    }

    private List<Denial> claudeDenials() {
        String m2 = home + "/.m2/repository";
        List<Denial> denials = new ArrayList<>(List.of(
                denial(
                        Access.CREATE,
                        m2 + "/org/junit/5.11.3/",
                        201,
                        "java",
                        Risk.NONE,
                        "rw",
                        "?$HOME/.m2/repository/"),
                denial(
                        Access.WRITE,
                        m2 + "/junit-bom-5.11.3.pom",
                        9,
                        "java",
                        Risk.NONE,
                        "rw",
                        "?$HOME/.m2/repository/"),
                denial(
                        Access.RENAME,
                        m2 + "/_remote.repositories",
                        4,
                        "java",
                        Risk.NONE,
                        "rw",
                        "?$HOME/.m2/repository/"),
                denial(Access.READ, home + "/.config/git/ignore", 3, "git", Risk.NONE, "ro", "?$CONFIG/git/ignore"),
                denial(Access.EXECUTE, workspace + "/mvnw", 1, "bash", Risk.ESCAPE, "rwx", "?$WORKSPACE/mvnw"),
                denial(Access.READ, "/proc/48102/status", 6, "java", Risk.NOTICE, "ro", "?/proc/"),
                refused(
                        Access.CONNECT,
                        "/run/docker.sock",
                        3,
                        "java",
                        Risk.ESCAPE,
                        "the socket leads out of the sandbox"),
                denial(
                        Access.READ,
                        home + "/.ssh/id_ed25519",
                        2,
                        "ssh",
                        Risk.CREDENTIAL,
                        "ro",
                        "?$HOME/.ssh/id_ed25519"),
                denial(Access.CONNECT, "api.example.org", 7, "java", Risk.NOTICE, "allow", "network")));
        for (int i = 0; i < 41; i++) {
            denials.add(harmless("/sys/fs/cgroup/probe" + i));
        }
        return denials;
    }
}
