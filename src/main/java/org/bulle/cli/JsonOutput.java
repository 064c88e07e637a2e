package org.bulle.cli;

import java.util.List;
import java.util.function.Consumer;
import org.bulle.engine.history.JsonText;
import org.bulle.engine.profile.Problem;
import tools.jackson.core.JsonGenerator;

/** JSON on standard output. */
final class JsonOutput {
    private JsonOutput() {}

    static void print(Printer printer, Consumer<JsonGenerator> write) {
        printer.write(writer -> {
            try (JsonGenerator out = JsonText.generator(writer)) {
                write.accept(out);
            }
        });
    }

    static void strings(JsonGenerator out, String name, List<String> values) {
        out.writeArrayPropertyStart(name);
        values.forEach(out::writeString);
        out.writeEndArray();
    }

    /** Writes {@code [{severity, file, line, column, key, message, fix}]}. */
    static void problems(JsonGenerator out, List<Problem> problems) {
        out.writeStartArray();
        for (Problem problem : problems) {
            out.writeStartObject();
            out.writeStringProperty("severity", severity(problem.severity()));
            out.writeStringProperty("file", problem.file());
            out.writeNumberProperty("line", problem.line());
            out.writeNumberProperty("column", problem.column());
            out.writeStringProperty("key", problem.key());
            out.writeStringProperty("message", problem.message());
            out.writeName("fix");
            out.writeString(problem.fix());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static String severity(Problem.Severity severity) {
        return switch (severity) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case NOTE -> "note";
        };
    }
}
