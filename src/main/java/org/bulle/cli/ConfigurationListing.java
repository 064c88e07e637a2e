package org.bulle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import tools.jackson.core.JsonGenerator;

/** {@code show config}: which files were read, what they set, and what is wrong with them. */
final class ConfigurationListing {
    private final Session session;
    private final Catalog catalog;

    ConfigurationListing(Session session, Catalog catalog) {
        this.session = session;
        this.catalog = catalog;
    }

    int print(boolean json) {
        if (json) {
            JsonOutput.print(session.printer(), this::write);
        } else {
            text();
        }
        return ExitCode.OK;
    }

    private void text() {
        Printer printer = session.printer();
        printer.line("Configuration root  " + root() + (Files.isDirectory(catalog.root()) ? "" : "  (does not exist)"));
        printer.line("config.toml         " + state());
        Configuration configuration = catalog.configuration();
        setting("default profiles", names(configuration.defaults().profiles()));
        setting(
                "default timeout",
                configuration.defaults().timeout().map(Located::value).orElse(""));
        setting("variables", configuration.vars().keySet().stream().sorted().toList());
        setting(
                "profile tables",
                configuration.profiles().keySet().stream().sorted().toList());
        setting("never allowed", names(configuration.base().deny()));
        Configuration.Runs runs = configuration.runs();
        setting(
                "records kept",
                runs.keep().map(kept -> Integer.toString(kept.value())).orElse(""));
        setting(
                "days kept",
                runs.days().map(kept -> Integer.toString(kept.value())).orElse(""));
        setting(
                "output kept",
                runs.keepOutput().map(kept -> kept.value() ? "yes" : "no").orElse(""));
        printer.line("profiles            " + own().size() + " of your own");
        own().forEach(entry -> printer.line("  " + entry.file() + (entry.broken() ? "  (broken)" : "") + "  "
                + entry.source().label()));
        printer.problems(
                catalog.problems().stream().map(ProfileListing::asWarning).toList());
    }

    private void setting(String label, List<String> values) {
        setting(label, String.join(" ", values));
    }

    private void setting(String label, String value) {
        if (!value.isEmpty()) {
            session.printer().line("  " + label + ": " + value);
        }
    }

    private String root() {
        return OsPath.text(catalog.root());
    }

    private Path file() {
        return catalog.root().resolve("config.toml");
    }

    private String state() {
        if (!Files.exists(file())) {
            return "absent";
        }
        return catalog.configurationProblems().stream().anyMatch(Problem::isError) ? "broken" : "loaded";
    }

    private List<CatalogEntry> own() {
        return catalog.entries().stream()
                .filter(entry -> entry.source() != CatalogEntry.Source.BUILT_IN)
                .toList();
    }

    private static List<String> names(List<Located<String>> values) {
        return values.stream().map(Located::value).toList();
    }

    private void write(JsonGenerator out) {
        out.writeStartObject();
        out.writeStringProperty("root", root());
        out.writeStringProperty("config", state());
        JsonOutput.strings(
                out,
                "default_profiles",
                names(catalog.configuration().defaults().profiles()));
        JsonOutput.strings(
                out,
                "vars",
                catalog.configuration().vars().keySet().stream().sorted().toList());
        JsonOutput.strings(
                out, "profiles", own().stream().map(CatalogEntry::name).toList());
        out.writeName("problems");
        JsonOutput.problems(out, catalog.problems());
        out.writeEndObject();
    }
}
