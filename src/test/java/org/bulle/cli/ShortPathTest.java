package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortPathTest {

    @ParameterizedTest
    @CsvSource({
        "/home/u,~",
        "/home/u/x,~/x",
        "/home/ux,/home/ux",
        "/home/u/w,$WORKSPACE",
        "/home/u/w/x,$WORKSPACE/x",
        "/tmp/bulle-1/a,$TMP/a",
        "/,/",
        "/usr,/usr"
    })
    void abbreviatesTheLongestPlaceThatAPathLiesIn(String path, String shown) {
        Machine machine = new Machine(
                CallerEnvironment.of(Map.of("HOME", "/home/u")),
                1,
                "/home/u",
                "/w",
                "/tmp",
                Platform.LINUX,
                "00000000");
        assertThat(new ShortPath("/home/u/w", "/tmp/bulle-1", machine).of(path)).isEqualTo(shown);
    }
}
