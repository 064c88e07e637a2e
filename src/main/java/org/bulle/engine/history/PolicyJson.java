package org.bulle.engine.history;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Ports;
import tools.jackson.core.JsonGenerator;

/**
 * The object of {@code show --json}, which a run record keeps as {@code policy}. Its shape is described by the JSON Schema in the resource
 * {@value #SCHEMA}. Names of environment variables are in it, their values never.
 */
public final class PolicyJson {
    /** The JSON Schema (draft 2020-12), on the class path. */
    public static final String SCHEMA = "/org/bulle/engine/history/policy.schema.json";

    private PolicyJson() {}

    /**
     * Writes one JSON object.
     *
     * @param backend {@code linux-landlock} or {@code macos-seatbelt}
     * @param enforcement one line for each thing that the policy asks for
     * @param cacheHit whether the plan came from the plan cache; written as null when that was not asked
     */
    public static void write(
            JsonGenerator out,
            Policy policy,
            String backend,
            List<EnforcementStatus> enforcement,
            Optional<Boolean> cacheHit) {
        write(out, policy, backend, enforcement, cacheHit, Optional.empty());
    }

    /**
     * The same with the backend's own text.
     *
     * @param sbpl Seatbelt's rules
     */
    public static void write(
            JsonGenerator out,
            Policy policy,
            String backend,
            List<EnforcementStatus> enforcement,
            Optional<Boolean> cacheHit,
            Optional<String> sbpl) {
        out.writeStartObject();
        out.writeStringProperty("backend", backend);
        strings(out, "profiles", policy.profiles());
        out.writeStringProperty("workspace_path", policy.workspace());
        command(out, policy.command());
        out.writeStringProperty("timeout", duration(policy.timeout()));
        for (AccessList list : AccessList.values()) {
            strings(out, list.key(), paths(policy.grants(), list));
        }
        strings(
                out,
                "env_keys",
                policy.environment().stream()
                        .map(EnvironmentVariable::name)
                        .sorted()
                        .toList());
        environment(out, policy.environment());
        out.writeBooleanProperty("add_exec", policy.addExec());
        out.writeBooleanProperty("add_libs", policy.addLibs());
        strings(out, "mach_lookup", policy.machLookup());
        out.writeStringProperty("network", policy.network().key());
        out.writeName("loopback_ports");
        ports(out, policy);
        out.writeName("network_origin");
        decisive(out, policy.networkOrigins());
        limits(out, policy.limits());
        entries(out, policy.entries());
        enforcement(out, enforcement);
        strings(out, "warnings", policy.warnings());
        out.writeName("cache");
        out.writeString(cacheHit.map(hit -> hit ? "hit" : "miss").orElse(null));
        sbpl.ifPresent(text -> out.writeStringProperty("sbpl", text));
        out.writeEndObject();
    }

    /** Writes {@code "enforcement": [...]}, as in a run record. */
    public static void enforcement(JsonGenerator out, List<EnforcementStatus> enforcement) {
        out.writeArrayPropertyStart("enforcement");
        for (EnforcementStatus status : enforcement) {
            out.writeStartObject();
            out.writeStringProperty("what", status.what().english());
            out.writeStringProperty("requested", status.requested().english());
            out.writeStringProperty("enforced", degree(status.enforced()));
            out.writeStringProperty("reason", status.reason().english());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** Writes {@code "limits": [...]}, as in a run record. */
    public static void limits(JsonGenerator out, List<Limit> limits) {
        out.writeArrayPropertyStart("limits");
        for (Limit limit : limits) {
            out.writeStartObject();
            out.writeStringProperty("name", limit.name());
            out.writeStringProperty("value", limit.value());
            out.writeStringProperty("mechanism", limit.mechanism());
            out.writeBooleanProperty("enforced", limit.enforced());
            out.writeStringProperty("reason", limit.reason().english());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** {@code 2h30m}, {@code 90.5s}; {@code 0} for none: what {@code --timeout} takes. */
    public static String duration(Duration duration) {
        if (duration.isZero()) {
            return "0";
        }
        StringBuilder text = new StringBuilder();
        part(text, duration.toHours(), "h");
        part(text, duration.toMinutesPart(), "m");
        if (duration.toMillisPart() > 0) {
            text.append(duration.toSecondsPart())
                    .append('.')
                    .append("%03d".formatted(duration.toMillisPart()))
                    .append('s');
        } else {
            part(text, duration.toSecondsPart(), "s");
        }
        return text.toString();
    }

    private static void part(StringBuilder text, long amount, String unit) {
        if (amount > 0) {
            text.append(amount).append(unit);
        }
    }

    private static String degree(EnforcementStatus.Degree degree) {
        return switch (degree) {
            case FULL -> "full";
            case PARTIAL -> "partial";
            case NONE -> "none";
        };
    }

    private static List<String> paths(List<Grant> grants, AccessList list) {
        return grants.stream()
                .filter(grant -> grant.access() == list)
                .map(Grant::path)
                .sorted()
                .toList();
    }

    /** The file that is executed first, then the arguments; {@code argv0} is the name as typed. */
    private static void command(JsonGenerator out, Optional<Command> command) {
        out.writeArrayPropertyStart("command");
        command.ifPresent(run -> {
            out.writeString(run.file());
            run.arguments().stream().skip(1).forEach(out::writeString);
        });
        out.writeEndArray();
        out.writeName("argv0");
        out.writeString(command.map(run -> run.arguments().getFirst()).orElse(null));
    }

    private static void environment(JsonGenerator out, List<EnvironmentVariable> environment) {
        out.writeArrayPropertyStart("env");
        for (EnvironmentVariable variable : environment) {
            out.writeStartObject();
            out.writeStringProperty("name", variable.name());
            out.writeName("origin");
            decisive(out, variable.origins());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** Null where ports do not matter: without a network, with all of it, and where all of them can be reached. */
    private static void ports(JsonGenerator out, Policy policy) {
        if (policy.network() != Network.LOOPBACK || policy.ports().isAny()) {
            out.writeNull();
            return;
        }
        out.writeStartArray();
        for (Ports.Range range : policy.ports().ranges()) {
            out.writeStartObject();
            out.writeNumberProperty("first", range.first());
            out.writeNumberProperty("last", range.last());
            out.writeArrayPropertyStart("origins");
            range.origins().forEach(origin -> origin(out, origin));
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void entries(JsonGenerator out, List<PolicyEntry> entries) {
        out.writeArrayPropertyStart("entries");
        for (PolicyEntry entry : entries) {
            out.writeStartObject();
            out.writeStringProperty("text", entry.text());
            out.writeStringProperty("list", entry.list().key());
            out.writeBooleanProperty("optional", entry.optional());
            out.writeBooleanProperty("create", entry.create());
            out.writeStringProperty("outcome", entry.outcome().label());
            strings(out, "paths", entry.paths());
            out.writeArrayPropertyStart("origins");
            entry.origins().forEach(origin -> origin(out, origin));
            out.writeEndArray();
            out.writeNumberProperty("raised_by", entry.raisedBy());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** The last contribution decided; null when there was none. */
    private static void decisive(JsonGenerator out, List<Origin> origins) {
        if (origins.isEmpty()) {
            out.writeNull();
        } else {
            origin(out, origins.getLast());
        }
    }

    private static void origin(JsonGenerator out, Origin origin) {
        out.writeStartObject();
        out.writeStringProperty("profile", origin.profile());
        out.writeStringProperty("layer", origin.layer().label());
        out.writeStringProperty("list", origin.list());
        out.writeStringProperty("file", origin.file());
        out.writeNumberProperty("line", origin.line());
        out.writeNumberProperty("column", origin.column());
        out.writeEndObject();
    }

    private static void strings(JsonGenerator out, String name, List<String> values) {
        out.writeArrayPropertyStart(name);
        values.forEach(out::writeString);
        out.writeEndArray();
    }
}
