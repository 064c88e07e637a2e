package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.Profile;
import tools.jackson.core.JsonGenerator;

/** {@code show profiles}: all of them in a table, or one as it is written. */
final class ProfileListing {
    private final Session session;
    private final Catalog catalog;

    ProfileListing(Session session, Catalog catalog) {
        this.session = session;
        this.catalog = catalog;
    }

    int all(boolean json) {
        if (json) {
            JsonOutput.print(session.printer(), out -> {
                out.writeStartArray();
                catalog.entries().forEach(entry -> {
                    out.writeStartObject();
                    summary(out, entry);
                    out.writeEndObject();
                });
                out.writeEndArray();
            });
        } else {
            Table table = new Table("NAME", "KIND", "SOURCE", "DESCRIPTION");
            for (CatalogEntry entry : catalog.entries()) {
                table.row(entry.name(), entry.kind().label(), entry.source().label(), description(entry));
            }
            table.print(session.printer(), "");
            session.printer()
                    .problems(catalog.problems().stream()
                            .map(ProfileListing::asWarning)
                            .toList());
        }
        return ExitCode.OK;
    }

    int one(String name, boolean json) throws ProblemException, IOException {
        CatalogEntry entry = catalog.entry(name)
                .orElseThrow(() -> Session.problem(
                        Problem.Kind.TEXT,
                        "",
                        "unknown profile " + Printable.quoted(name) + Nearest.hint(name, catalog.names())));
        List<String> chain = chain(name);
        if (json) {
            JsonOutput.print(session.printer(), out -> {
                out.writeStartObject();
                summary(out, entry);
                JsonOutput.strings(out, "chain", chain);
                layers(out, name);
                out.writeEndObject();
            });
        } else {
            session.printer()
                    .text("# " + name + ": " + entry.kind().label() + ", "
                            + entry.source().label());
            session.printer()
                    .text("# merged in this order: "
                            + (chain.isEmpty() ? "(cannot be merged)" : String.join(" -> ", chain)));
            sources(entry);
        }
        session.printer().problems(catalog.problems(name));
        return ExitCode.OK;
    }

    /** Each layer's text, low to high; a layer that cannot be parsed is read as it is. */
    private void sources(CatalogEntry entry) throws IOException {
        List<Profile> layers = catalog.layers(entry.name());
        for (Profile layer : layers) {
            source(layer.file(), layer.source());
        }
        boolean unread = layers.stream().noneMatch(layer -> layer.file().equals(entry.file()));
        if (unread && entry.file().startsWith("/")) {
            Path file = OsPath.of(entry.file());
            if (Files.isRegularFile(file)) {
                source(entry.file(), OsString.decode(Files.readAllBytes(file)));
            }
        }
    }

    private void source(String file, String text) {
        session.printer().line();
        session.printer().text("# " + Printable.escape(file));
        session.printer().text(text);
    }

    /** Every profile that takes part, in merge order; empty when it cannot be merged, which its problems explain. */
    private List<String> chain(String name) {
        try {
            return Merger.merge(
                            catalog,
                            List.of(name),
                            Overrides.NONE,
                            session.machine().platform())
                    .chain();
        } catch (ProblemException broken) {
            session.printer()
                    .problems(broken.problems().stream()
                            .map(ProfileListing::asWarning)
                            .toList());
            return List.of();
        }
    }

    private static String description(CatalogEntry entry) {
        String text = entry.description().or(entry::title).orElse("");
        return entry.broken() ? "(broken) " + text : text;
    }

    private static void summary(JsonGenerator out, CatalogEntry entry) {
        out.writeStringProperty("name", entry.name());
        out.writeStringProperty("kind", entry.kind().label());
        out.writeStringProperty("source", entry.source().label());
        out.writeStringProperty("title", entry.title().orElse(""));
        out.writeStringProperty("description", entry.description().orElse(""));
        JsonOutput.strings(out, "inherits", entry.inherits());
        out.writeStringProperty("file", entry.file());
        out.writeName("problems");
        JsonOutput.problems(out, entry.problems());
    }

    private void layers(JsonGenerator out, String name) {
        out.writeArrayPropertyStart("layers");
        for (Profile layer : catalog.layers(name)) {
            out.writeStartObject();
            out.writeStringProperty("layer", layer.layer().label());
            out.writeStringProperty("file", layer.file());
            out.writeStringProperty("toml", layer.source());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    static Problem asWarning(Problem problem) {
        return new Problem(
                Problem.Severity.WARNING,
                problem.kind(),
                problem.file(),
                problem.line(),
                problem.column(),
                problem.key(),
                problem.message(),
                problem.fix());
    }
}
