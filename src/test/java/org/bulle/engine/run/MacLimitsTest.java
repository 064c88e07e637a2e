package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

class MacLimitsTest {
    private static List<Limit> decided(String... namesAndValues) {
        List<Limit> asked = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            asked.add(new Limit(namesAndValues[i], namesAndValues[i + 1], "", false, Statement.NONE));
        }
        return LimitMechanisms.ofThisProcess().decide(asked, Platform.MACOS);
    }

    @Test
    void keepsWhatAProcessCarriesAndSaysWhyNotTheRest() {
        List<Limit> limits =
                decided("nofile", "64", "cpu-time", "90s", "memory", "1G", "cpu", "50%", "nproc", "10", "fsize", "1M");
        assertThat(limits.stream().filter(Limit::enforced).map(Limit::mechanism))
                .containsExactly("RLIMIT_NOFILE", "RLIMIT_CPU", "RLIMIT_FSIZE");
        assertThat(limits.stream().filter(limit -> !limit.enforced()))
                .hasSize(3)
                .allMatch(limit -> limit.reason().english().startsWith("macOS "));
    }

    @Test
    void needsNoShellWithoutLimits() {
        assertThat(MacLimits.setting(decided("memory", "1G"))).isEmpty();
    }

    static boolean hasDash() {
        return java.nio.file.Files.isExecutable(java.nio.file.Path.of("/bin/dash"));
    }

    @Test
    @EnabledIf("hasDash")
    void setsSoftAndHardAndBecomesTheProgram() throws Exception {
        List<String> words =
                new ArrayList<>(MacLimits.setting(decided("nofile", "64", "cpu-time", "1500ms", "fsize", "1M")));
        words.addAll(List.of(
                "/bin/dash",
                "-c",
                "ulimit -S -n; ulimit -H -n; ulimit -H -t; ulimit -H -f; printf '%s|' \"$0\" \"$@\"",
                "a b",
                "$c",
                ""));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(said).isEqualTo("64\n64\n2\n2048\na b|$c||");
    }

    @Test
    @EnabledIf("hasDash")
    void staysAtAHardLimitThatIsLower() throws Exception {
        List<String> words = new ArrayList<>(List.of("/bin/dash", "-c", "ulimit -n 40; exec \"$@\"", "dash"));
        words.addAll(MacLimits.setting(decided("nofile", "4000000000")));
        words.addAll(List.of("/bin/dash", "-c", "ulimit -H -n"));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said.strip()).isEqualTo("40");
    }
}
