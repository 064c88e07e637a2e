package org.bulle.cli;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bulle.cli.Printer.Style;
import org.bulle.engine.history.PolicyJson;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.resolve.CommandLookup;

/** A policy for people: the summary, one block for each list, and the table of what became of each entry. */
final class PolicyText {
    private static final int WIDTH = 100;
    private static final int LABEL = 13;

    private final Printer printer;
    private final Policy policy;
    private final ShortPath paths;

    PolicyText(Printer printer, Policy policy, ShortPath paths) {
        this.printer = printer;
        this.policy = policy;
        this.paths = paths;
    }

    /**
     * @param backend its name and what of it there is, in words
     * @param command what became of the command's name
     * @param kept the plan was kept from an earlier run
     */
    void print(String backend, List<EnforcementStatus> enforcement, CommandLookup command, boolean kept) {
        label("Backend", backend);
        label("Profiles", String.join(", ", policy.profiles()));
        label("Command", command(command));
        label("Workspace", policy.workspace() + workspaceRights());
        label("Timeout", policy.timeout().equals(Duration.ZERO) ? "none" : PolicyJson.duration(policy.timeout()));
        label("Network", network());
        label("Plan", kept ? "kept from an earlier run, and nothing has changed since" : "made anew");
        for (AccessList list : AccessList.values()) {
            grants(list);
        }
        heading("Environment");
        words(policy.environment().stream().map(EnvironmentVariable::name).toList());
        mach();
        limits();
        enforcement(enforcement);
        creations();
        entries();
        policy.warnings().forEach(printer::warning);
    }

    private void label(String label, String value) {
        printer.line(label + " ".repeat(Math.max(1, LABEL - label.length())), Style.BOLD, value);
    }

    private void heading(String text) {
        printer.line();
        printer.line(text, Style.BOLD);
    }

    private String command(CommandLookup command) {
        return switch (command) {
            case CommandLookup.None _ -> "none: no profile has a default_app, and no command was given";
            case CommandLookup.Found found ->
                found.command().arguments().stream().map(ShellWord::quote).collect(joining(" ")) + "  ("
                        + paths.of(found.command().file()) + ")";
            case CommandLookup.NotFound missing -> missing.name() + ": not found on PATH; a run exits 127";
            case CommandLookup.NotExecutable refused -> refused.file() + " " + refused.why() + "; a run exits 126";
        };
    }

    private String workspaceRights() {
        return policy.grants().stream()
                .filter(grant -> grant.path().equals(policy.workspace()))
                .findFirst()
                .map(grant -> "  (" + grant.access().key() + ")")
                .orElse("  (not granted as a whole)");
    }

    private String network() {
        String reach = switch (policy.network()) {
            case NONE -> "none";
            case LOOPBACK ->
                "loopback: TCP within this machine"
                        + (policy.ports().isAny()
                                ? ""
                                : ", ports " + policy.ports().text() + " only");
            case FULL -> "full";
        };
        if (policy.networkOrigins().isEmpty()) {
            return reach + (policy.network() == Network.NONE ? "  (nothing allows it)" : "");
        }
        return reach + "  (" + place(policy.networkOrigins().getLast()) + ")";
    }

    private static String place(Origin origin) {
        String list = origin.list().isEmpty() ? "" : origin.list() + " in ";
        return list
                + origin.label()
                + (origin.line() > 0 ? ", " + origin.layer().label() : "");
    }

    private void grants(AccessList list) {
        List<String> granted = policy.grants().stream()
                .filter(grant -> grant.access() == list)
                .map(Grant::path)
                .map(paths::of)
                .toList();
        heading(title(list));
        if (granted.isEmpty()) {
            printer.line("  (nothing)", Style.DIM);
        }
        granted.forEach(path -> printer.line("  " + path));
    }

    private static String title(AccessList list) {
        return switch (list) {
            case RO -> "Read (ro)";
            case ROX -> "Read and execute (rox)";
            case RW -> "Read and write (rw)";
            case RWX -> "Read, write and execute (rwx)";
        };
    }

    private void words(List<String> words) {
        if (words.isEmpty()) {
            printer.line("  (nothing)", Style.DIM);
            return;
        }
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (line.length() + word.length() > WIDTH && !line.isEmpty()) {
                printer.line(" " + line);
                line.setLength(0);
            }
            line.append(' ').append(word);
        }
        printer.line(" " + line);
    }

    private void mach() {
        if (!policy.machLookup().isEmpty()) {
            heading("Mach services");
            policy.machLookup().forEach(name -> printer.line("  " + name));
        }
    }

    private void limits() {
        if (policy.limits().isEmpty()) {
            return;
        }
        heading("Limits");
        for (Limit limit : policy.limits()) {
            String start = "  %-9s %-8s ".formatted(limit.name(), limit.value());
            if (limit.enforced()) {
                printer.line(start + limit.mechanism());
            } else {
                printer.line(start + "NOT ENFORCED: " + limit.reason(), Style.YELLOW);
            }
        }
    }

    private void enforcement(List<EnforcementStatus> enforcement) {
        heading("Enforcement");
        Table table = new Table("WHAT", "ASKED FOR", "ENFORCED");
        for (EnforcementStatus status : enforcement) {
            table.row(status.what().english(), status.requested().english(), degree(status));
        }
        table.print(printer, "  ");
    }

    private static String degree(EnforcementStatus status) {
        return switch (status.enforced()) {
            case FULL -> "yes";
            case PARTIAL -> "in part, because " + status.reason();
            case NONE -> "not enforced, because " + status.reason();
        };
    }

    private void creations() {
        if (!policy.create().isEmpty()) {
            heading("A run would create");
            policy.create()
                    .forEach(each -> printer.line("  " + paths.of(each.path()) + (each.directory() ? "/" : "") + "  ("
                            + each.access().key() + ")"));
        }
    }

    private void entries() {
        heading("What became of each entry");
        Table table = new Table("ENTRY", "LIST", "FROM", "OUTCOME");
        for (PolicyEntry entry : policy.entries()) {
            table.row(marked(entry), entry.list().key(), origins(entry), outcome(entry));
        }
        table.print(printer, "  ");
    }

    private static String marked(PolicyEntry entry) {
        return (entry.optional() ? "?" : "") + (entry.create() ? "+" : "") + entry.text();
    }

    /** Every contributor; the one that raised the right has a star when there are several. */
    private static String origins(PolicyEntry entry) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < entry.origins().size(); i++) {
            String label = entry.origins().get(i).label();
            labels.add(entry.origins().size() > 1 && i == entry.raisedBy() ? label + "*" : label);
        }
        return String.join(", ", labels);
    }

    private String outcome(PolicyEntry entry) {
        String label = entry.outcome().label();
        boolean literal = entry.paths().size() == 1 && entry.paths().getFirst().equals(entry.text());
        return entry.paths().isEmpty() || literal
                ? label
                : label
                        + (label.contains(":") ? "; " : ": ")
                        + entry.paths().stream().map(paths::of).collect(joining(" "));
    }
}
