package org.bulle.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ResolverReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code resolvers}, and {@code show resolvers}. */
@Command(description = "print every resolver and what it reports here, or why nothing")
final class ResolversCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private final Inspection inspection = new Inspection();

    ResolversCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<ResolverReport> reports = new PolicyResolver(session.machine(), session.tools()).resolvers();
        if (inspection.json()) {
            JsonOutput.print(session.printer(), out -> {
                out.writeStartArray();
                for (ResolverReport report : reports) {
                    out.writeStartObject();
                    out.writeStringProperty("entry", report.entry());
                    out.writeStringProperty("description", report.description());
                    out.writeStringProperty("outcome", report.outcome());
                    JsonOutput.strings(out, "paths", report.paths());
                    out.writeEndObject();
                }
                out.writeEndArray();
            });
            return ExitCode.OK;
        }
        ShortPath paths = new ShortPath("", "", session.machine());
        Table table = new Table("ENTRY", "REPORTS", "DESCRIPTION");
        for (ResolverReport report : reports) {
            String first = report.paths().isEmpty()
                    ? "(" + report.outcome() + ")"
                    : paths.of(report.paths().getFirst());
            table.row(report.entry(), first, report.description());
            report.paths().stream().skip(1).forEach(path -> table.row("", paths.of(path), ""));
        }
        table.print(session.printer(), "");
        session.printer().line();
        session.printer()
                .line(
                        "which:NAME and pkg:NAME look NAME up on your PATH: the program with its links, or its package as well.");
        return ExitCode.OK;
    }
}
