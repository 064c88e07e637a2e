package org.bulle.engine.detect;

import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** A detection as the object of {@code detect --json}. */
public final class DetectionJson {
    private DetectionJson() {}

    /** Writes one object; neither flushes nor closes. */
    public static void write(Detection detection, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("root", detection.root());
        json.writeArrayPropertyStart("projects");
        detection.projects().forEach(project -> write(project, json));
        json.writeEndArray();
        json.writeObjectPropertyStart("access");
        writeAccess(detection.access(), json);
        json.writeEndObject();
        json.writeArrayPropertyStart("nested");
        detection.nested().forEach(nested -> write(nested, json));
        json.writeEndArray();
        json.writeBooleanProperty("complete", detection.complete());
        json.writeEndObject();
    }

    private static void write(DetectedProject project, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("id", project.id());
        json.writeStringProperty("label", project.label());
        write("profiles", project.profiles(), json);
        write("test", project.test(), json);
        write("build", project.build(), json);
        write("notes", project.notes(), json);
        writeAccess(project.access(), json);
        json.writeEndObject();
    }

    private static void write(Detection.NestedProject nested, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("directory", nested.directory());
        json.writeStringProperty("label", nested.label());
        json.writeStringProperty("marker", nested.marker());
        json.writeEndObject();
    }

    private static void writeAccess(DetectedAccess access, JsonGenerator json) {
        write("write_paths", access.writePaths(), json);
        write("run_paths", access.runPaths(), json);
        write("env", access.env(), json);
    }

    private static void write(String name, List<String> values, JsonGenerator json) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    private static void write(String name, Optional<String> value, JsonGenerator json) {
        if (value.isPresent()) {
            json.writeStringProperty(name, value.get());
        } else {
            json.writeNullProperty(name);
        }
    }
}
