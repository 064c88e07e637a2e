package org.bulle.engine.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a run said, as far as it is kept: the app keeps the last of it for the runs that it starts, beside the record and as private, and it goes with the
 * record. Runs of the command line say what they say to their own terminal, and nothing of that is kept.
 *
 * @param text the last of it, at most {@link #MOST} characters, control sequences of terminals included
 * @param dropped how many characters came before
 */
public record KeptOutput(String text, long dropped) {
    /** Characters kept of one run. */
    public static final int MOST = 1 << 20;

    private static final JsonFactory FACTORY = new JsonFactory();

    /** The last {@link #MOST} characters of {@code whole}. */
    public static KeptOutput of(String whole) {
        int dropped = Math.max(0, whole.length() - MOST);
        return new KeptOutput(whole.substring(dropped), dropped);
    }

    /**
     * The last of a file in UTF-8, however long it is; what is not UTF-8 is replaced.
     *
     * @throws IOException when it cannot be read
     */
    public static KeptOutput ofFile(Path file) throws IOException {
        StringBuilder last = new StringBuilder();
        long dropped = 0;
        char[] buffer = new char[1 << 16];
        try (Reader in = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                last.append(buffer, 0, read);
                if (last.length() > 2 * MOST) {
                    int first = last.length() - MOST;
                    last.delete(0, first);
                    dropped += first;
                }
            }
        }
        KeptOutput kept = of(last.toString());
        return new KeptOutput(kept.text(), kept.dropped() + dropped);
    }

    void write(Writer writer) {
        try (JsonGenerator out = JsonText.generator(writer)) {
            out.writeStartObject();
            out.writeNumberProperty("dropped", dropped);
            out.writeStringProperty("text", text);
            out.writeEndObject();
        }
    }

    static KeptOutput read(InputStream in) throws IOException {
        long dropped = 0;
        String text = "";
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), in)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_INT) {
                    dropped = parser.getLongValue();
                } else if (token == JsonToken.VALUE_STRING) {
                    text = parser.getString();
                }
            }
        } catch (JacksonException damaged) {
            throw new IOException("the kept output cannot be read: " + damaged.getOriginalMessage(), damaged);
        }
        return new KeptOutput(text, dropped);
    }
}
