package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlagPathTest {

    @ParameterizedTest
    @CsvSource({
        "README.md,/here/README.md",
        "./README.md,/here/README.md",
        "?a/b,?/here/a/b",
        "?+a/,?+/here/a/",
        "+?a,+?/here/a",
        ".,/here/",
        "..,/here/..",
        "a*b,/here/a*b",
        "~user,/here/~user",
        "./x:y,/here/x:y",
        "a/x:y,/here/a/x:y",
        "-d,/here/-d",
        "\\?x,/here/\\?x"
    })
    void startsWhatIsRelativeAtTheCurrentDirectory(String typed, String entry) {
        assertThat(FlagPath.absolute(typed, "/here")).isEqualTo(entry);
    }

    @ParameterizedTest
    @CsvSource({
        "a,/repo/w,?$WORKSPACE/a",
        ".,/repo/w,?$WORKSPACE/",
        "./a/*.c,/repo/w/src,?$WORKSPACE/src/a/*.c",
        "../lib,/repo/w,?$WORKSPACE/../lib",
        "a,/repo/o$,?$WORKSPACE/../o\\$/a",
        "../../out,/repo/w,?../../out",
        "a/../../../out,/repo/w,?a/../../../out",
        "a,/elsewhere,?a",
        "/repo/w/a,/repo/w,?/repo/w/a",
        "$HOME/a,/repo/w,?$HOME/a",
        "which:git,/repo/w,?which:git"
    })
    void meansTheCloneForWhatIsInTheRepository(String typed, String cwd, String entry) {
        assertThat(FlagPath.inClone("?" + typed, Path.of(cwd), Path.of("/repo/w"), Path.of("/repo")))
                .isEqualTo(entry);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a",
                "?/a",
                "$HOME/x",
                "${A:-b}",
                "~",
                "~/x",
                "?+~/x",
                "which:git",
                "?go:modcache",
                "r:libs-user",
                "nosuch:thing",
                "?"
            })
    void leavesWhatStartsElsewhereAsItIs(String typed) {
        assertThat(FlagPath.absolute(typed, "/here")).isEqualTo(typed);
    }

    @ParameterizedTest
    @CsvSource({"/a*b,/a\\*b/x", "/$HOME,/\\$HOME/x", "/a\\b,/a\\\\b/x", "/,/x", "/a?b+c,/a?b+c/x"})
    void takesTheCurrentDirectoryLiterally(String cwd, String entry) {
        assertThat(FlagPath.absolute("x", cwd)).isEqualTo(entry);
    }
}
