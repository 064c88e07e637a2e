package org.bulle.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.bulle.engine.sandbox.Availability;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code version}. */
@Command
final class VersionCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    private boolean help;

    VersionCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        String version = version();
        String backend = session.backend().name();
        Availability availability = session.backend().availability();
        boolean available = availability instanceof Availability.Available;
        String words = switch (availability) {
            case Availability.Available here -> here.version();
            case Availability.Unavailable missing -> missing.reason();
        };
        if (json) {
            JsonOutput.print(session.printer(), out -> {
                out.writeStartObject();
                out.writeStringProperty("version", version);
                out.writeStringProperty("backend", backend);
                out.writeBooleanProperty("available", available);
                out.writeStringProperty("sandbox", words);
                out.writeStringProperty("java", Runtime.version().toString());
                out.writeEndObject();
            });
        } else {
            session.printer().line("bulle " + version);
            session.printer().line(backend + ": " + (available ? words : "not available: " + words));
            session.printer().line("Java " + Runtime.version());
        }
        return ExitCode.OK;
    }

    /** The project's version, as the build wrote it. */
    static String version() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        }
        return properties.getProperty("version", "unknown");
    }
}
