package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TomlTokensTest {

    private static String kinds(String text) {
        return TomlTokens.of(text).stream()
                .filter(token -> token.kind() != TomlToken.Kind.BLANK)
                .map(token -> token.kind().name().toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ro = [\"a\", 'b'] # c|key equals bracket string comma string bracket comment",
                "[ linux.\"q\" ]|header key dot key header",
                "[[t]]|header key header",
                "\"k\".'l' = true|key dot key equals boolean",
                "a = { b = \"x\", \"c\" = ['y'] }|key equals brace key equals string comma key equals bracket string bracket brace",
                "a = 1979-05-27T07:32:00Z|key equals date",
                "a = \"open|key equals string",
                "a = -1.5|key equals number",
                "a = \"\ud83d\ude00\" #\ud83d\ude00|key equals string comment",
            })
    void namesThePieces(String text, String kinds) {
        assertThat(kinds(text)).isEqualTo(kinds);
    }

    @Test
    void anUnclosedListDoesNotSwallowTheNextKey() {
        assertThat(kinds("a = [\"x\"\n\"b\" = 1\nc = \"y\"\n")).endsWith("key equals string newline");
    }

    @Test
    void coversAnyTextWithoutGaps() {
        TomlGarbage garbage = new TomlGarbage(99);
        for (int i = 0; i < 3000; i++) {
            String text = garbage.next();
            List<TomlToken> tokens = TomlTokens.of(text);
            int at = 0;
            for (TomlToken token : tokens) {
                assertThat(token.start()).as(text).isEqualTo(at);
                assertThat(token.end()).as(text).isGreaterThan(token.start());
                at = token.end();
            }
            assertThat(at).as(text).isEqualTo(text.length());
        }
    }
}
