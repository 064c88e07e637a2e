package org.bulle.engine.scratch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bulle.engine.profile.OsPath;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is remembered about a scratch, as a JSON file beside it. */
final class ScratchRecord {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ScratchRecord() {}

    static void write(Scratch scratch, Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file);
                JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), writer)) {
            json.writeStartObject();
            json.writeStringProperty("origin", OsPath.text(scratch.origin()));
            json.writeStringProperty("prefix", scratch.prefix());
            json.writeStringProperty("base", scratch.base());
            json.writeStringProperty("branch", scratch.branch().orElse(""));
            json.writeStringProperty("start", scratch.start());
            json.writeStringProperty("created", scratch.created().toString());
            json.writeArrayPropertyStart("invocation");
            scratch.invocation().forEach(json::writeString);
            json.writeEndArray();
            json.writeObjectPropertyStart("references");
            new TreeMap<>(scratch.references()).forEach(json::writeStringProperty);
            json.writeEndObject();
            json.writeEndObject();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Nothing when the file is damaged. */
    static Optional<Scratch> read(String name, Path directory, Path file) {
        try {
            JsonNode json = MAPPER.readTree(Files.readAllBytes(file));
            Map<String, String> references = new TreeMap<>();
            json.get("references")
                    .properties()
                    .forEach(each ->
                            references.put(each.getKey(), each.getValue().asString()));
            List<String> invocation =
                    json.get("invocation").valueStream().map(JsonNode::asString).toList();
            return Optional.of(new Scratch(
                    name,
                    directory,
                    OsPath.of(text(json, "origin")),
                    text(json, "prefix"),
                    text(json, "base"),
                    Optional.of(text(json, "branch")).filter(branch -> !branch.isEmpty()),
                    text(json, "start"),
                    references,
                    Instant.parse(text(json, "created")),
                    invocation));
        } catch (IOException
                | JacksonException
                | NullPointerException
                | java.time.DateTimeException
                | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode json, String name) {
        return json.get(name).asString();
    }
}
