package org.bulle.engine.history;

import java.io.Writer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * How every JSON text of ours is spelled: indented by two, and pure ASCII, so that the lone surrogates with which
 * {@link org.bulle.engine.policy.OsString} carries bytes that are no text come out as {@code \\udcXX} and can be read back.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .characterEscapes(new DeleteToo())
            .build();

    private JsonText() {}

    /** A generator over {@code writer}; closing it closes the writer. */
    public static JsonGenerator generator(Writer writer) {
        return FACTORY.createGenerator(new Indented(), writer);
    }

    /** JSON lets the one control character of ASCII pass that stands at its end; a terminal should not see it. */
    private static final class DeleteToo extends CharacterEscapes {
        private static final long serialVersionUID = 1L;
        private static final int DELETE = 0x7f;
        private final int[] escapes = standardAsciiEscapesForJSON();

        DeleteToo() {
            escapes[DELETE] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return escapes.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int ch) {
            return null;
        }
    }

    /** Two blanks, and a line feed on every system. */
    private static final class Indented extends ObjectWriteContext.Base {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            DefaultIndenter lines = new DefaultIndenter("  ", "\n");
            return new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
