package org.bulle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.resolve.EntryPhrase;
import org.bulle.engine.run.KernelProbe.Answer;
import org.bulle.engine.run.KernelProbe.Question;
import org.bulle.engine.run.PathExplanation;
import tools.jackson.core.JsonGenerator;

/** {@code show --why PATH}: which entry gives what on a path, and beside it what the kernel says. */
final class WhyText {
    private final PathExplanation why;
    private final Optional<Statement> unknown;

    /**
     * @param unknown why it cannot be told whether the path exists
     */
    WhyText(PathExplanation why, Optional<Statement> unknown) {
        this.why = why;
        this.unknown = unknown;
    }

    void print(Printer printer, ShortPath paths, Map<Question, Answer> kernel) {
        printer.line("Path     " + why.path() + (why.real().equals(why.path()) ? "" : " -> " + why.real())
                + (why.exists() ? "" : "  (" + unknown.orElseGet(() -> EntryPhrase.MISSING.with()) + ")"));
        printer.line("Granted  " + why.rights().map(AccessList::key).orElse("nothing"));
        for (PathExplanation.Cover cover : why.covers()) {
            Grant grant = cover.grant();
            List<PolicyEntry> entries = cover.entries();
            String from = entries.isEmpty() ? "(of the run itself)" : "";
            printer.line("  " + grant.access().key() + " on " + paths.of(grant.path()) + "  " + from);
            entries.forEach(entry ->
                    printer.line("    " + entry.list().key() + " " + entry.text() + "  from " + origins(entry)));
        }
        why.skipped()
                .forEach(entry ->
                        printer.line("  " + entry.text() + " " + entry.outcome().label() + "  from " + origins(entry)));
        if (why.rights().isEmpty()) {
            printer.line("  no entry covers it; --ro " + ShellWord.quote(why.real()) + " would let it be read");
        }
        printer.line("Kernel   " + (kernel.isEmpty() ? "was not asked" : "asked under the same ruleset:"));
        kernel.forEach((question, answer) -> printer.line("  %-8s %s".formatted(question.key(), words(answer))));
    }

    private static String origins(PolicyEntry entry) {
        return String.join(", ", entry.origins().stream().map(Origin::label).toList());
    }

    private static String words(Answer answer) {
        return switch (answer) {
            case Answer.Allowed _ -> "allowed";
            case Answer.Refused refused -> "refused (" + refused.error() + ")";
            case Answer.NotAsked not -> "not asked: " + not.why();
        };
    }

    void write(JsonGenerator out, Map<Question, Answer> kernel) {
        out.writeStartObject();
        out.writeStringProperty("path", why.path());
        out.writeStringProperty("real_path", why.real());
        out.writeName("exists");
        if (unknown.isPresent()) {
            out.writeNull();
        } else {
            out.writeBoolean(why.exists());
        }
        out.writeName("granted");
        out.writeString(why.rights().map(AccessList::key).orElse(null));
        out.writeArrayPropertyStart("grants");
        for (PathExplanation.Cover cover : why.covers()) {
            Grant grant = cover.grant();
            out.writeStartObject();
            out.writeStringProperty("path", grant.path());
            out.writeStringProperty("list", grant.access().key());
            out.writeArrayPropertyStart("entries");
            for (PolicyEntry entry : cover.entries()) {
                out.writeStartObject();
                out.writeStringProperty("text", entry.text());
                out.writeStringProperty("list", entry.list().key());
                JsonOutput.strings(
                        out,
                        "origins",
                        new ArrayList<>(
                                entry.origins().stream().map(Origin::label).toList()));
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeArrayPropertyStart("kernel");
        kernel.forEach((question, answer) -> {
            out.writeStartObject();
            out.writeStringProperty("access", question.key());
            out.writeStringProperty(
                    "answer",
                    switch (answer) {
                        case Answer.Allowed _ -> "allowed";
                        case Answer.Refused _ -> "refused";
                        case Answer.NotAsked _ -> "not asked";
                    });
            out.writeStringProperty(
                    "reason",
                    switch (answer) {
                        case Answer.Allowed _ -> "";
                        case Answer.Refused refused -> refused.error();
                        case Answer.NotAsked not -> not.why();
                    });
            out.writeEndObject();
        });
        out.writeEndArray();
        out.writeEndObject();
    }
}
