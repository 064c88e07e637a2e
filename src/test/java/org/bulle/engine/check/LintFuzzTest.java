package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.bulle.engine.profile.BuiltIns;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.TomlText;
import org.bulle.engine.resolve.ToolRunner;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Profiles that are right as TOML and strange in what they say. For longer: {@code -Dfuzz.inputs=1000000}. */
class LintFuzzTest {
    private static final int INPUTS = Integer.getInteger("fuzz.inputs", 400);
    private static final List<String> PIECES = List.of(
            "$HOME",
            "~",
            "${",
            "}",
            ":-",
            "$",
            "$TMP",
            "$WORKSPACE",
            "${XDG_CONFIG_HOME:-",
            "$NO_SUCH",
            "/",
            "//",
            "..",
            ".",
            "*",
            "**",
            "?",
            "+",
            "\\",
            ".ssh",
            ".git/hooks",
            "which:",
            "pkg:",
            "npm:cache",
            "x:y",
            "r:",
            ":",
            "a b",
            "\u00e9",
            "\u202e",
            "\ud83d\ude00",
            "\u0001",
            "[",
            ",",
            "proc/self",
            "etc",
            "usr/bin",
            "dev/null",
            "x".repeat(300));
    private static final List<String> LISTS =
            List.of("ro", "rox", "rw", "rwx", "env", "allow", "deny", "inherits", "mach_lookup");

    private final Catalog catalog = Catalog.load(
            Path.of("/nonexistent"),
            BuiltIns.of(Map.of("floor", "rw = [\"/dev/null\"]", "tool", "rox = [\"/usr/bin\"]", "x", "ro = [\"~\"]")));
    private final ProfileLinter linter =
            new ProfileLinter(LintCorpusTest.MACHINE, ToolRunner.refusing("not asked in this test"));

    /** What fuzzing has found once, and what is like it. */
    @Test
    void theSeedCorpusIsLintedWithoutASurprise() throws IOException {
        try (Stream<Path> seeds = Files.list(Path.of("src/test/resources/fuzz"))) {
            for (Path seed : seeds.toList()) {
                lint(Files.readString(seed));
            }
        }
    }

    private void lint(String text) {
        for (Problem problem : linter.checkText(catalog, "x", "x.toml", text)) {
            assertThat(problem.format()).as(text).doesNotContainPattern("[\\p{Cntrl}\u202e]");
            assertThat(ProfileEdits.applyFix(text, problem)).isNotNull();
        }
    }

    @Test
    void noProfileMakesTheLinterThrowOrHang() {
        Random random = new Random(Long.getLong("fuzz.seed", 5));
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60 + INPUTS / 50), () -> {
            for (int i = 0; i < INPUTS; i++) {
                lint(text(random));
            }
        });
    }

    private static String text(Random random) {
        StringBuilder out = new StringBuilder();
        for (String list : LISTS) {
            if (random.nextBoolean()) {
                out.append(list).append(" = [");
                for (int i = random.nextInt(4); i > 0; i--) {
                    out.append(TomlText.quote(entry(random))).append(", ");
                }
                out.append("]\n");
            }
        }
        return out.toString();
    }

    private static String entry(Random random) {
        StringBuilder entry = new StringBuilder();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            entry.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return entry.toString();
    }
}
