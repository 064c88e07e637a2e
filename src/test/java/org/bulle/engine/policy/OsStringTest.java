package org.bulle.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OsStringTest {

    @Test
    void everyByteSequenceSurvivesTheWayThereAndBack() {
        Random random = new Random(20261130);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            assertThat(OsString.encode(OsString.decode(bytes))).isEqualTo(bytes);
        }
    }

    @Test
    void validTextIsDecodedAsItself() {
        for (String text : new String[] {"", "a b", "é", "日本", "😀", "q'x", "[x]"}) {
            assertThat(OsString.decode(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
            assertThat(OsString.isText(text)).isTrue();
        }
    }

    @Test
    void overlongFormsSurrogatesAndTruncatedSequencesAreEscapedByteByByte() {
        assertThat(OsString.decode(bytes(0xc0, 0xaf))).isEqualTo("\udcc0\udcaf");
        assertThat(OsString.decode(bytes(0xed, 0xb2, 0x80))).isEqualTo("\udced\udcb2\udc80");
        assertThat(OsString.decode(bytes('a', 0xe2, 0x82))).isEqualTo("a\udce2\udc82");
        assertThat(OsString.isText("a\udcff")).isFalse();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
