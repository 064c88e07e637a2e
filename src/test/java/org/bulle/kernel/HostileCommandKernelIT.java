package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.policy.AccessList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a command does, its supervisor goes on answering and goes on seeing. */
class HostileCommandKernelIT {
    private static final String PYTHON = "/usr/bin/python3";
    private Watched lab;

    @BeforeEach
    void makeLab() throws IOException {
        assumeTrue(Files.isExecutable(Path.of(PYTHON)), "no python3 here");
        lab = new Watched();
        lab.file("s/f");
        lab.file("s/last");
        lab.file("w/own");
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("hostile.py"))) {
            Files.copy(in, Path.of(lab.path("hostile.py")));
        }
        lab.grant(AccessList.RO, lab.path("hostile.py"));
    }

    @AfterEach
    void removeLab() throws IOException {
        if (lab != null) {
            lab.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "threads", "vanish", "storm", "racing"})
    void survives(String mode) throws Exception {
        assertThat(lab.run(PYTHON, "-I", lab.path("hostile.py"), mode).exitCode())
                .isZero();

        assertThat(lab.noted()).contains("read s/last");
        assertThat(lab.source()).isEqualTo(DenialSource.complete(DenialSource.Kind.OBSERVE));
    }

    @Test
    void countsAThousandThreadsAsOneDenial() throws Exception {
        lab.run(PYTHON, "-I", lab.path("hostile.py"), "threads");

        assertThat(lab.denials())
                .filteredOn(denial -> denial.path().orElse("").equals(lab.path("s/f")))
                .singleElement()
                .extracting(Denial::count)
                .isEqualTo(20_000L);
    }
}
