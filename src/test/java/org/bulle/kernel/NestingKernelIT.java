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

/** Sandboxes inside sandboxes. */
@ParameterizedClass
@MethodSource("org.bulle.kernel.Account#all")
class NestingKernelIT {
    private static final int DOMAINS = 16;

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
    void theSeventeenthSandboxInsideTheOthersIsAnErrorAndRunsNothing() throws Exception {
        List<String> marker = List.of("/usr/bin/sh", "-c", "echo unconfined >" + lab.path("workspace/marker"));
        List<String> command = lab.supervisorInside(lab.supervisorGrants(), marker);
        for (int level = 1; level < DOMAINS; level++) {
            command = lab.supervisorInside(lab.supervisorGrants(), command);
        }
        Lab.Result result = lab.run(lab.supervisorGrants(), command);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(5);
        assertThat(result.error()).contains("16 Landlock sandboxes");
        assertThat(lab.root().resolve("workspace/marker")).doesNotExist();
    }

    @Test
    void anInnerSandboxOnlyTakesAway() throws Exception {
        List<String> outer = new ArrayList<>(lab.supervisorGrants());
        outer.addAll(List.of("--ro", lab.path("secret/f")));
        List<String> read = List.of("/usr/bin/cat", lab.path("secret/f"));
        assertThat(lab.run(outer, lab.supervisorInside(lab.supervisorGrants(), read))
                        .exitCode())
                .isEqualTo(1);
        assertThat(lab.run(outer, lab.supervisorInside(outer, read)).output()).isEqualTo("secret");
        assertThat(lab.run(lab.supervisorGrants(), lab.supervisorInside(outer, read))
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void anInnerSandboxSaysThatItIsNotSupervisedAndKeepsNoLimits() throws Exception {
        List<String> inner = new ArrayList<>(lab.supervisorGrants());
        inner.addAll(List.of("--enforcement", "--limit", "nofile=64"));
        Lab.Result result = lab.run(lab.supervisorGrants(), lab.supervisorInside(inner, List.of("x")));
        assertThat(result.lines())
                .as(result.toString())
                .anyMatch(line -> line.startsWith("supervision: NONE"))
                .anyMatch(line -> line.startsWith("nofile limit: NONE"));
    }
}
