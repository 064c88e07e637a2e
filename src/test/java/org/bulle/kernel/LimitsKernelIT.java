package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits that the kernel keeps: the first instruction of the command already runs under them. */
@ParameterizedClass
@MethodSource("org.bulle.kernel.Account#all")
class LimitsKernelIT {
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

    private List<String> flags(String... limits) {
        List<String> flags = new ArrayList<>(List.of("--rw", lab.path("workspace"), "--in", lab.path("workspace")));
        for (String limit : limits) {
            flags.addAll(List.of("--limit", limit));
        }
        return flags;
    }

    @Test
    void setsSoftAndHardForTheCommandAndWhatItStarts() throws Exception {
        Lab.Result result = lab.run(
                flags("nofile=64", "fsize=1.5K", "cpu-time=1500ms"),
                "/usr/bin/bash",
                "-c",
                "ulimit -Sn; ulimit -Hn; ulimit -St; bash -c 'ulimit -Hn; ulimit -Ht'; grep 'file size' /proc/self/limits | tr -s ' '; ulimit -n 65 2>/dev/null || echo kept");
        assertThat(result.lines())
                .as(result.toString())
                .contains("64", "2", "Max file size 1536 1536 bytes ")
                .startsWith("64", "64", "2", "64", "2");
        if (account == Account.NOBODY) {
            assertThat(result.lines()).endsWith("kept");
        }
    }

    @Test
    void endsWhatGoesBeyond() throws Exception {
        Lab.Result files = lab.run(
                flags("fsize=4K", "nofile=32"),
                "/usr/bin/bash",
                "-c",
                "(printf '%8192s' x >big); echo $?; stat -c %s big; python3 -I -c 'import os\nn=0\ntry:\n  while True: os.dup(0); n+=1\nexcept OSError as e: print(e.errno, n < 32)'");
        assertThat(files.lines()).as(files.toString()).containsExactly("153", "4096", "24 True");
        Lab.Result time = lab.run(flags("cpu-time=1s"), "/usr/bin/bash", "-c", "while :; do :; done");
        assertThat(time.exitCode()).isIn(137, 152);
    }

    @Test
    void neverGoesAboveTheHardLimitThatThereIs() throws Exception {
        List<String> line = lab.supervisor(flags("nofile=1000000"), List.of("/usr/bin/bash", "-c", "ulimit -Hn"));
        String quoted =
                String.join(" ", line.stream().map(word -> "'" + word + "'").toList());
        Lab.Result result = lab.finish(lab.start(List.of("/bin/bash", "-c", "ulimit -n 4000; exec " + quoted)));
        assertThat(result.lines()).as(result.toString()).containsExactly("4000");
    }

    /** Here no controller can be had; where one can, the limit is kept, and nothing in between. */
    @Test
    void runsNothingWhenAPromisedGroupCannotBeMade() throws Exception {
        Lab.Result result = lab.run(flags("memory=64M"), "/usr/bin/bash", "-c", "cat /proc/self/cgroup; echo ran");
        if (result.exitCode() == 0) {
            assertThat(result.output()).contains("/bulle-");
        } else {
            assertThat(result.exitCode()).isEqualTo(5);
            assertThat(result.error()).contains("limits of the run cannot be put on");
            assertThat(result.output()).isEmpty();
        }
    }
}
