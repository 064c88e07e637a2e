package org.bulle.engine.denial.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.landlock.HandledAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suggestions on a machine that is only told of: home is {@code /home/u}, the workspace {@code /home/u/w}, {@code /usr/bin} is on the PATH. */
class SuggesterTest {
    private static final String HOME = "/home/u";
    private static final Surroundings AROUND = new Surroundings(
            HOME,
            Set.of(HOME),
            "/home/u/w",
            Map.of(
                    "HOME", HOME,
                    "WORKSPACE", "/home/u/w",
                    "CONFIG", "/home/u/.config",
                    "CACHE", "/home/u/.cache",
                    "STATE", "/home/u/.local/state",
                    "CARGO_HOME", "/home/u/.cargo"),
            List.of("/usr/bin"),
            Map.of("java:home", List.of("/usr/lib/jvm/java-25")));

    /** Paths that end with a slash here are directories there. */
    private static final MachineView MACHINE = new MachineView() {
        @Override
        public boolean isDirectory(String path) {
            return path.matches(".*(?:directory|/home/u|/home/u/w|/\\.ssh|/usr|/tmp|/nix/store|/home|/)");
        }

        @Override
        public Optional<String> programAt(String path) {
            return path.startsWith("/usr/bin/") ? Optional.of(path.substring("/usr/bin/".length())) : Optional.empty();
        }
    };

    private final Map<String, String> made = new HashMap<>();

    private List<Denial> suggest(Denial... denials) {
        Policy policy = new Policy(
                List.of("tool"),
                "/home/u/w",
                Optional.empty(),
                Duration.ZERO,
                List.of(new Grant("/home/u/w", AccessList.RW)),
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return new Suggester(policy, HandledAccess.forAbi(7, Network.NONE), AROUND, MACHINE, this::grantWhatIsAsked)
                .suggest(List.of(denials), denial -> denial.target().endsWith("made"), _ -> false);
    }

    private Map<Trial.Entry, Trial.Outcome> grantWhatIsAsked(List<Trial.Entry> entries) {
        Map<Trial.Entry, Trial.Outcome> outcomes = new HashMap<>();
        for (Trial.Entry entry : entries) {
            String path = entry.text()
                    .replaceFirst("^[?+]+", "")
                    .replaceFirst("^which:", "/usr/bin/")
                    .replace("$HOME", HOME)
                    .replace("$WORKSPACE", "/home/u/w")
                    .replace("$CONFIG", "/home/u/.config")
                    .replace("$CACHE", "/home/u/.cache")
                    .replace("${CARGO_HOME:-~/.cargo}", "/home/u/.cargo")
                    .replace("java:home", "/usr/lib/jvm/java-25")
                    .replace("\\", "");
            boolean directory = path.endsWith("/");
            String real = directory ? path.substring(0, path.length() - 1) : path;
            outcomes.put(
                    entry,
                    made.containsKey(entry.text())
                            ? new Trial.Outcome.Nothing(new Statement.Verbatim(made.get(entry.text())))
                            : new Trial.Outcome.Grants(
                                    List.of(new Grant(real, entry.list())), directory ? List.of(real) : List.of()));
        }
        return outcomes;
    }

    private Denial suggest(Access access, String path) {
        return suggest(denial(access, path)).getFirst();
    }

    private static Denial denial(Access access, String path) {
        return denial(access, Optional.of(path), Optional.empty());
    }

    private static Denial denial(Access access, Optional<String> path, Optional<String> host) {
        return new Denial(
                access,
                path,
                host,
                OptionalInt.empty(),
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                "x",
                7,
                false,
                Risk.NONE,
                Enforcer.LANDLOCK,
                Optional.empty(),
                Optional.empty());
    }

    private static Suggestion of(Denial denial) {
        return denial.suggestion().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "READ | /home/u/.gitconfig | ro | ?$HOME/.gitconfig | --ro ~/.gitconfig",
                "READ | /home/u/a directory | ro | ?$HOME/a directory/ | --ro '~/a directory/'",
                "WRITE | /home/u/x | rw | ?$HOME/x | --rw ~/x",
                "WRITE | /etc/x,y | rw | ?/etc/x,y | --rw '/etc/x\\,y'",
                "READ | /data/$x*[1] | ro | ?/data/\\$x\\*\\[1] | --ro '/data/\\$x\\*\\[1]'",
                "CREATE | /data/some/new | rw | ?/data/some/ | --rw /data/some/",
                "CREATE | /home/u/new | rw | ?+$HOME/new | --rw +/home/u/new",
                "CREATE | /home/u/made | rw | ?+$HOME/made/ | --rw +/home/u/made/",
                "CREATE | /home/u/.config/made | rw | ?+$CONFIG/made/ | --rw +/home/u/.config/made/",
                "DELETE | /data/some/old | rw | ?/data/some/ | --rw /data/some/",
                "RENAME | /data/some/old | rw | ?/data/some/ | --rw /data/some/",
                "EXECUTE | /usr/bin/tool | rox | ?which:tool | --rox which:tool",
                "EXECUTE | /opt/tool | rox | ?/opt/tool | --rox /opt/tool",
                "EXECUTE | /home/u/w/run | rwx | ?$WORKSPACE/run | --rwx ~/w/run",
                "READ | /nix/store/abc-x/lib/y | ro | ?/nix/store/abc-x/ | --ro /nix/store/abc-x/",
                "READ | /home/u/.cargo/env | ro | ?${CARGO_HOME:-~/.cargo}/env | --ro ~/.cargo/env",
                "READ | /proc/42/environ | ro | ?/proc/ | --ro /proc/",
                "WRITE | /dev/pts/3 | rw | ?/dev/pts/ | --rw /dev/pts/",
                "BIND | /data/some/socket | rw | ?/data/some/ | --rw /data/some/",
                "CONNECT | /run/x.socket | rw | ?/run/x.socket | --rw /run/x.socket",
                "READ | /usr/lib/jvm/java-25 | ro | ?java:home | --ro /usr/lib/jvm/java-25",
            })
    void suggestsTheNarrowestPortableEntry(Access access, String path, String list, String entry, String flag) {
        Suggestion suggestion = of(suggest(access, path));

        assertThat(suggestion.refused()).isEmpty();
        assertThat(suggestion.list()).isEqualTo(list);
        assertThat(suggestion.entry()).isEqualTo(entry);
        assertThat(suggestion.flag()).isEqualTo(flag);
        assertThat(suggestion.ladder()).startsWith(entry);
    }

    @ParameterizedTest
    @CsvSource({
        "READ, /home/u",
        "READ, /home",
        "READ, /",
        "READ, /home/u/.ssh",
        "READ, /nix/store",
        "CREATE, /home/u/.ssh/new",
        "DELETE, /home/u/.bashrc",
        "RENAME, /home/u/x",
        "CREATE, /tmp/tmp.x8k2Qz91",
        "CONNECT, @/tmp/.X11-unix/X0",
        "SERVICE, mount"
    })
    void neverSuggestsWhatReachesTooFar(Access access, String path) {
        Suggestion suggestion = of(suggest(access, path));

        assertThat(suggestion.refused()).isPresent();
        assertThat(suggestion.entry() + suggestion.flag()).isEmpty();
    }

    @Test
    void neverSuggestsToReachProcessesOutside() {
        assertThat(of(suggest(denial(Access.SIGNAL, Optional.empty(), Optional.of("sleep (7)")))
                                .getFirst())
                        .refused())
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, loopback", "::1, loopback", "192.0.2.1, network"})
    void suggestsTheNarrowestCapability(String host, String capability) {
        Denial denial = suggest(denial(Access.CONNECT, Optional.empty(), Optional.of(host)))
                .getFirst();

        assertThat(of(denial).list()).isEqualTo("allow");
        assertThat(of(denial).entry()).isEqualTo(capability);
        assertThat(of(denial).flag()).isEqualTo("--allow " + capability);
    }

    @Test
    void offersTheDirectoryOfThreeSiblingsAsARungAndNeverFirst() {
        List<Denial> three = suggest(
                denial(Access.READ, "/data/some/a"),
                denial(Access.READ, "/data/some/b"),
                denial(Access.READ, "/data/some/c"),
                denial(Access.READ, "/other/some/a"),
                denial(Access.READ, "/home/u/a"),
                denial(Access.READ, "/home/u/b"),
                denial(Access.READ, "/home/u/c"),
                denial(Access.READ, "/data/a"),
                denial(Access.READ, "/data/b"),
                denial(Access.READ, "/data/c"));

        assertThat(of(three.getFirst()).ladder()).containsExactly("?/data/some/a", "?/data/some/");
        assertThat(of(three.get(3)).ladder()).containsExactly("?/other/some/a");
        assertThat(of(three.get(4)).ladder()).containsExactly("?$HOME/a");
        assertThat(of(three.getLast()).ladder())
                .as("one component is not enough")
                .containsExactly("?/data/c");
    }

    @Test
    void offersTheResolverWhoseAnswerHoldsThePath() {
        assertThat(of(suggest(Access.READ, "/usr/lib/jvm/java-25/lib/modules")).ladder())
                .containsExactly("?/usr/lib/jvm/java-25/lib/modules", "?java:home");
    }

    @Test
    void sharesOneEntryBetweenADirectoryAndWhatLiesInIt() {
        List<Denial> both = suggest(
                denial(Access.READ, "/data/directory"),
                denial(Access.READ, "/data/directory/x"),
                denial(Access.WRITE, "/data/directory/y"));

        assertThat(of(both.get(1))).isEqualTo(of(both.get(0)));
        assertThat(of(both.get(2)).entry()).as("reading does not cover writing").isEqualTo("?/data/directory/y");
    }

    @Test
    void uniesWhatIsNeededOnOnePath() {
        List<Denial> both = suggest(denial(Access.READ, "/data/x"), denial(Access.WRITE, "/data/x"));

        assertThat(both).extracting(denial -> of(denial).list()).containsExactly("rw", "rw");
    }

    @Test
    void hasOnlyAFlagForANameThatIsNoText() {
        Suggestion suggestion = of(suggest(Access.READ, "/data/\udcff'"));

        assertThat(suggestion.entry()).isEmpty();
        assertThat(suggestion.flag()).isEqualTo("--ro $'/data/\\xff\\''");
    }

    @Test
    void refusesWhatWouldGrantNothing() {
        made.put("?/data/x", "it is a link to home");

        assertThat(of(suggest(Access.READ, "/data/x")).refused())
                .hasValueSatisfying(why -> assertThat(why.english()).contains("a link to home"));
    }

    @Test
    void marksProbesAndLetsThemWidenNothing() {
        List<Denial> all = suggest(
                denial(Access.READ, "/etc/gai.conf"),
                denial(Access.READ, "/proc/7/fd"),
                denial(Access.READ, "/proc/8/fd"),
                denial(Access.WRITE, "/etc/gai.conf"));

        assertThat(all).extracting(Denial::harmless).containsExactly(true, true, false, false);
    }

    @ParameterizedTest
    @CsvSource({
        "READ, /home/u/.ssh/id_ed25519, CREDENTIAL",
        "READ, /home/u/project/.env, CREDENTIAL",
        "WRITE, /home/u/.bashrc, ESCAPE",
        "CONNECT, /var/run/docker.sock, ESCAPE",
        "CONNECT, @/tmp/.X11-unix/X0, ESCAPE",
        "EXECUTE, /home/u/w/run, NOTICE",
        "READ, /data/x, NONE",
    })
    void tellsWhatAGrantWouldPutAtStake(Access access, String path, Risk risk) {
        assertThat(suggest(access, path).risk()).isEqualTo(risk);
    }

    @Test
    void keepsTheOrder() {
        List<Denial> denials = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            denials.add(denial(Access.READ, "/data/" + i * 37 % 50));
        }

        assertThat(suggest(denials.toArray(Denial[]::new)))
                .extracting(Denial::target)
                .isEqualTo(denials.stream().map(Denial::target).toList());
    }
}
