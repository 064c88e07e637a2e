package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.run.KernelProbe.Answer;
import org.bulle.engine.run.KernelProbe.Question;
import tools.jackson.core.JsonGenerator;

/** {@code show --why PATH}: which entry gives what on a path, and beside it what the kernel says. */
final class WhyText {
    private final Policy policy;
    private final String path;
    private final String real;
    private final boolean exists;

    /**
     * @param path absolute
     */
    WhyText(Policy policy, String path) {
        this.policy = policy;
        this.path = path;
        this.exists = exists(path);
        this.real = real(path);
    }

    private static boolean exists(String path) {
        try {
            return Files.exists(OsPath.of(path));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** Links followed; of a missing path the part that exists. */
    private static String real(String path) {
        try {
            Path at = OsPath.of(path).normalize();
            Path missing = null;
            while (!Files.exists(at) && at.getParent() != null) {
                Path name = at.getFileName();
                missing = missing == null ? name : name.resolve(missing);
                at = at.getParent();
            }
            Path found = at.toRealPath();
            return OsPath.text(missing == null ? found : found.resolve(missing));
        } catch (IOException | InvalidPathException unreadable) {
            return path;
        }
    }

    String real() {
        return real;
    }

    /** The grants that cover the path, the nearest first. */
    private List<Grant> grants() {
        return policy.grants().stream()
                .filter(grant -> covers(grant.path()))
                .sorted(Comparator.comparingInt((Grant grant) -> grant.path().length())
                        .reversed())
                .toList();
    }

    private boolean covers(String granted) {
        return real.equals(granted) || granted.equals("/") || real.startsWith(granted + "/");
    }

    private List<PolicyEntry> entries(Grant grant) {
        return policy.entries().stream()
                .filter(entry -> entry.paths().contains(grant.path()))
                .toList();
    }

    /** Entries that name the path and grant nothing. */
    private List<PolicyEntry> skipped() {
        return policy.entries().stream()
                .filter(entry -> entry.outcome() instanceof PolicyEntry.Outcome.Skipped
                        && entry.text().equals(path))
                .toList();
    }

    private Optional<AccessList> rights() {
        return grants().stream().map(Grant::access).reduce(AccessList::union);
    }

    void print(Printer printer, ShortPath paths, Map<Question, Answer> kernel) {
        printer.line(
                "Path     " + path + (real.equals(path) ? "" : " -> " + real) + (exists ? "" : "  (does not exist)"));
        printer.line("Granted  " + rights().map(AccessList::key).orElse("nothing"));
        for (Grant grant : grants()) {
            List<PolicyEntry> entries = entries(grant);
            String from = entries.isEmpty() ? "(of the run itself)" : "";
            printer.line("  " + grant.access().key() + " on " + paths.of(grant.path()) + "  " + from);
            entries.forEach(entry ->
                    printer.line("    " + entry.list().key() + " " + entry.text() + "  from " + origins(entry)));
        }
        skipped()
                .forEach(entry ->
                        printer.line("  " + entry.text() + " " + entry.outcome().label() + "  from " + origins(entry)));
        if (rights().isEmpty()) {
            printer.line("  no entry covers it; --ro " + ShellWord.quote(real) + " would let it be read");
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
        out.writeStringProperty("path", path);
        out.writeStringProperty("real_path", real);
        out.writeBooleanProperty("exists", exists);
        out.writeName("granted");
        out.writeString(rights().map(AccessList::key).orElse(null));
        out.writeArrayPropertyStart("grants");
        for (Grant grant : grants()) {
            out.writeStartObject();
            out.writeStringProperty("path", grant.path());
            out.writeStringProperty("list", grant.access().key());
            out.writeArrayPropertyStart("entries");
            for (PolicyEntry entry : entries(grant)) {
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
