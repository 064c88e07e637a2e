package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.ProfileAddition.Line;
import org.bulle.engine.profile.ProfileAddition.Outcome;
import org.bulle.engine.profile.ProfileAddition.Request;
import org.junit.jupiter.api.Test;

class ProfileAdditionTest {
    private static final String FILE = "/c/profiles/git.toml";

    private static Request request(
            Map<AccessList, List<String>> paths, List<String> env, List<String> allow, List<String> deny) {
        return new Request("git", paths, env, allow, deny);
    }

    private static String write(Optional<String> current, Request request) throws ProblemException {
        return ((Outcome.Write) ProfileAddition.plan(request, current, FILE)).text();
    }

    @Test
    void makesAFileThatIsMarkedAsOurs() throws ProblemException {
        Request request = request(
                Map.of(AccessList.RO, List.of("~/.gitconfig")),
                List.of("GIT_AUTHOR_NAME"),
                List.of("network"),
                List.of());
        assertThat(write(Optional.empty(), request))
                .isEqualTo(
                        "# added by bulle profiles add\nro = [\"~/.gitconfig\"]\nenv = [\"GIT_AUTHOR_NAME\"]\nallow = [\"network\"]\n");
    }

    @Test
    void mergesIntoTheArraysThatAreThere() throws ProblemException {
        String first = write(
                Optional.empty(),
                request(Map.of(AccessList.RW, List.of("+~/.x/")), List.of("A=1"), List.of("network"), List.of()));
        Request more = request(
                Map.of(AccessList.RW, List.of("+~/.x/", "?~/.y"), AccessList.RO, List.of("/z")),
                List.of("A=2", "B"),
                List.of(),
                List.of("network"));
        String second = write(Optional.of(first), more);
        assertThat(second)
                .isEqualTo(
                        "# added by bulle profiles add\nrw = [\"+~/.x/\", \"?~/.y\"]\nenv = [\"A=2\", \"B\"]\nallow = []\ndeny = [\"network\"]\nro = [\"/z\"]\n");
        assertThat(ProfileAddition.plan(more, Optional.of(second), FILE)).isEqualTo(new Outcome.Nothing("git"));
    }

    @Test
    void leavesAFileOfTheUserAloneAndSaysWhatToWrite() throws ProblemException {
        String text = "title = 'mine'\nro = ['/a'] # c\n";
        Request request = request(
                Map.of(AccessList.RO, List.of("/b"), AccessList.RWX, List.of("it's")),
                List.of(),
                List.of("network"),
                List.of());
        assertThat(ProfileAddition.plan(request, Optional.of(text), FILE))
                .isEqualTo(new Outcome.ByHand(
                        "git",
                        FILE,
                        List.of(
                                new Line("ro = [\"/a\", \"/b\"]", 2),
                                new Line("rwx = [\"it's\"]", 0),
                                new Line("allow = [\"network\"]", 0))));
    }

    @Test
    void refusesWhatAProfileCannotHold() {
        Request bad = new Request(
                "show",
                Map.of(AccessList.RO, List.of("", "a\udcff")),
                List.of("1A"),
                List.of("netwrok", "network"),
                List.of("network"));
        assertThatThrownBy(() -> ProfileAddition.plan(bad, Optional.empty(), FILE))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.problems()).hasSize(6));
        assertThatThrownBy(() -> ProfileAddition.plan(
                        request(Map.of(), List.of(), List.of(), List.of()), Optional.empty(), FILE))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void refusesToRewriteABrokenFile() {
        assertThatThrownBy(() -> ProfileAddition.plan(
                        request(Map.of(), List.of("A"), List.of(), List.of()),
                        Optional.of("# added by bulle profiles add\nrro = []\n"),
                        FILE))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problems().getFirst().line()).isEqualTo(2));
    }

    @Test
    void addsServicesOfMacosAndRefusesWhatIsNone() throws ProblemException {
        Request request = new Request("git", Map.of(), List.of(), List.of(), List.of(), List.of("com.apple.x"));
        assertThat(write(Optional.empty(), request))
                .isEqualTo(ProfileAddition.MARK + "\nmach_lookup = [\"com.apple.x\"]\n");
        Request bad = new Request("git", Map.of(), List.of(), List.of(), List.of(), List.of("com.apple.*"));
        assertThatThrownBy(() -> write(Optional.empty(), bad)).isInstanceOf(ProblemException.class);
    }
}
