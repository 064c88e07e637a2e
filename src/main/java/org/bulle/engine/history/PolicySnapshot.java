package org.bulle.engine.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Statement;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The policy of a recorded run, read back from the object of {@code show --json}: what was enforced then, whatever the profiles say now.
 *
 * @param paths sorted by path
 * @param variables by name
 * @param network the key of how far sockets reached
 * @param loopbackPorts as text; empty where all of them were meant, or none
 * @param networkFrom what decided it; absent when nothing was said
 * @param enforcement what was asked for and how far it was enforced
 * @param skipped entries that granted nothing, with why
 */
public record PolicySnapshot(
        List<PathRow> paths,
        List<VariableRow> variables,
        String network,
        String loopbackPorts,
        Optional<NetworkOrigin> networkFrom,
        List<EnforcementRow> enforcement,
        List<SkippedRow> skipped) {
    public PolicySnapshot {
        paths = List.copyOf(paths);
        variables = List.copyOf(variables);
        enforcement = List.copyOf(enforcement);
        skipped = List.copyOf(skipped);
    }

    private static final String SKIPPED = new PolicyEntry.Outcome.Skipped(Statement.NONE).label();

    /**
     * A granted path.
     *
     * @param declared the entry that named it; empty for what a run adds by itself
     * @param from the contributions, as {@code profile:line}
     */
    public record PathRow(AccessList access, String path, String declared, List<String> from) {
        public PathRow {
            from = List.copyOf(from);
        }
    }

    /** A variable that was passed or set; its value is not recorded. */
    public record VariableRow(String name, String from) {}

    /**
     * @param denies it stands under {@code deny}
     */
    public record NetworkOrigin(String profile, String label, boolean denies) {}

    /**
     * @param enforced {@code full}, {@code partial} or {@code none}
     */
    public record EnforcementRow(Statement what, Statement requested, String enforced, Statement reason) {}

    public record SkippedRow(String list, String text, Statement why, List<String> from) {
        public SkippedRow {
            from = List.copyOf(from);
        }
    }

    /**
     * @throws IOException when it is not such an object
     */
    public static PolicySnapshot of(String json) throws IOException {
        try {
            return of(new ObjectMapper().readTree(json));
        } catch (JacksonException damaged) {
            throw new IOException("the recorded policy cannot be read: " + damaged.getOriginalMessage(), damaged);
        }
    }

    private static PolicySnapshot of(JsonNode policy) {
        Map<String, JsonNode> declaring = new HashMap<>();
        List<SkippedRow> skipped = new ArrayList<>();
        for (JsonNode entry : policy.path("entries")) {
            for (JsonNode path : entry.path("paths")) {
                declaring.putIfAbsent(path.asString(), entry);
            }
            if (text(entry, "outcome").startsWith(SKIPPED)) {
                skipped.add(new SkippedRow(
                        text(entry, "list"),
                        text(entry, "text"),
                        RecordedStatements.read(text(entry, "outcome").substring(SKIPPED.length())),
                        labels(entry)));
            }
        }
        TreeMap<String, PathRow> paths = new TreeMap<>();
        for (AccessList list : AccessList.values()) {
            for (JsonNode path : policy.path(list.key())) {
                JsonNode entry = declaring.get(path.asString());
                paths.put(
                        path.asString(),
                        new PathRow(
                                list,
                                path.asString(),
                                entry == null ? "" : text(entry, "text"),
                                entry == null ? List.of() : labels(entry)));
            }
        }
        List<VariableRow> variables = new ArrayList<>();
        for (JsonNode variable : policy.path("env")) {
            variables.add(new VariableRow(text(variable, "name"), label(variable.path("origin"))));
        }
        List<EnforcementRow> enforcement = new ArrayList<>();
        for (JsonNode status : policy.path("enforcement")) {
            enforcement.add(new EnforcementRow(
                    statement(status, "what"),
                    statement(status, "requested"),
                    text(status, "enforced"),
                    statement(status, "reason")));
        }
        return new PolicySnapshot(
                List.copyOf(paths.values()),
                variables,
                text(policy, "network"),
                ports(policy.path("loopback_ports")),
                origin(policy.path("network_origin")),
                enforcement,
                skipped);
    }

    private static String ports(JsonNode ports) {
        List<String> ranges = new ArrayList<>();
        for (JsonNode range : ports) {
            int first = range.path("first").asInt(0);
            int last = range.path("last").asInt(0);
            ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
        }
        return String.join(", ", ranges);
    }

    private static Optional<NetworkOrigin> origin(JsonNode origin) {
        return origin.isObject()
                ? Optional.of(new NetworkOrigin(
                        text(origin, "profile"),
                        label(origin),
                        text(origin, "list").endsWith("deny")))
                : Optional.empty();
    }

    private static List<String> labels(JsonNode entry) {
        List<String> labels = new ArrayList<>();
        for (JsonNode origin : entry.path("origins")) {
            labels.add(label(origin));
        }
        return labels.stream().distinct().toList();
    }

    private static String label(JsonNode origin) {
        int line = origin.path("line").asInt(0);
        return line > 0 ? text(origin, "profile") + ":" + line : text(origin, "profile");
    }

    private static Statement statement(JsonNode node, String name) {
        return RecordedStatements.read(text(node, name));
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
