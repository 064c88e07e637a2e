package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPageTest {
    private Desk desk;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
    }

    private String page() {
        Desk.Result result = desk.type("help", "--man");
        assertThat(result.code()).isZero();
        return result.out();
    }

    @Test
    void describesEveryFlagAndEverySubcommand() {
        String plain = page().replace("\\-", "-").replaceAll("\\\\f[BIR]", "");
        for (RunFlag flag : RunFlag.values()) {
            assertThat(plain).contains("\n" + (flag.flag() + " " + flag.label()).strip() + "\n");
        }
        for (String word : Subcommand.words()) {
            assertThat(plain).contains("\n.B " + word);
        }
        assertThat(plain).doesNotContain("__complete");
    }

    @Test
    void isFreeOfWarningsOfTheFormatter() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "no groff here");
        Path file = Files.writeString(desk.root.resolve("bulle.1"), page());
        Process groff = new ProcessBuilder(List.of("groff", "-man", "-Tutf8", "-ww", "-z", file.toString()))
                .redirectErrorStream(true)
                .start();
        assertThat(new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(groff.waitFor()).isZero();
    }

    @Test
    void startsNoLineByAccidentWithARequest() {
        assertThat(page().lines().filter(line -> line.startsWith(".")))
                .allMatch(line -> line.matches("\\.(TH|SH|SS|TP|B|BR|PP|br)( .*)?"));
        assertThat(page().lines()).noneMatch(line -> line.startsWith("'"));
    }

    @Test
    void helpNamesEveryFlagToo() {
        String run = desk.type("help").out();
        String show = desk.type("help", "show").out();
        for (RunFlag flag : RunFlag.values()) {
            assertThat(show).contains(flag.flag());
            assertThat(run.contains(flag.flag())).isEqualTo(!flag.onlyInspects());
        }
        assertThat(desk.type("--help").out()).isEqualTo(run);
        assertThat(desk.type("show", "--help").out()).isEqualTo(show);
    }

    @Test
    void everySubcommandAnswersHelp() {
        for (String word : Subcommand.words()) {
            Desk.Result result = desk.type(word, "--help");
            assertThat(result.code()).as(word).isZero();
            assertThat(result.out()).as(word).contains("Usage: bulle");
        }
    }
}
