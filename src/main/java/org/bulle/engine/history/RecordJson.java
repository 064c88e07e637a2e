package org.bulle.engine.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Planted;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Statement;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The JSON of run records, written and read as a stream. What lists need comes before {@code policy} and {@code denials}, so that a list reads only the
 * beginning of each file.
 */
public final class RecordJson {
    static final int SCHEMA = 1;
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String PID = "\"pid\" : ";
    private static final int MOST_DIGITS = 18;
    /** More bytes than the supervisor takes at the beginning of a started file. */
    private static final int OPENING = 512;

    private RecordJson() {}

    // ---- writing

    /**
     * @param policy the record's, as {@link #indented} makes it; the generator would copy it letter by letter
     */
    static void write(Writer writer, RunRecord record, Optional<String> policy) throws IOException {
        try (JsonGenerator out = JsonText.generator(writer)) {
            out.writeStartObject();
            summary(out, record.summary());
            out.writeName("policy");
            if (policy.isPresent()) {
                out.writeRawValue("");
                out.flush();
                writer.write(policy.get());
            } else {
                out.writeNull();
            }
            denials(out, record);
        }
    }

    /** The whole record, as one object. */
    public static void write(JsonGenerator out, RunRecord record) {
        out.writeStartObject();
        summary(out, record.summary());
        out.writeName("policy");
        if (record.policy().isPresent()) {
            // As it is: it was written by us, and a parser costs more than all the rest of a short run's record.
            out.writeRawValue(indented(record.policy().get()));
        } else {
            out.writeNull();
        }
        denials(out, record);
    }

    private static void denials(JsonGenerator out, RunRecord record) {
        out.writeArrayPropertyStart("denials");
        for (Denial denial : record.denials()) {
            denial(out, denial);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** The properties of a summary, into an object that was opened. */
    public static void summary(JsonGenerator out, RunSummary run) {
        out.writeNumberProperty("schema", SCHEMA);
        out.writeStringProperty("id", run.id());
        out.writeStringProperty("started", Timestamps.text(run.started()));
        out.writeStringProperty("ended", run.ended().map(Timestamps::text).orElse(null));
        out.writeStringProperty("state", run.state().key());
        strings(out, "profiles", run.profiles());
        strings(out, "command", run.command());
        strings(out, "flags", run.flags());
        out.writeStringProperty("workspace", run.workspace());
        number(out, "exit_code", run.exitCode());
        number(out, "signal", run.signal());
        out.writeNumberProperty("duration_ms", run.duration().toMillis());
        out.writeStringProperty("backend", run.backend());
        PolicyJson.enforcement(out, run.enforcement());
        PolicyJson.limits(out, run.limits());
        source(out, run.denialSource());
        out.writeArrayPropertyStart("planted");
        for (Planted planted : run.planted()) {
            out.writeStartObject();
            out.writeStringProperty("path", planted.path());
            out.writeStringProperty("change", planted.change().key());
            out.writeStringProperty("why", planted.why());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeNumberProperty("denied", run.denied());
        out.writeNumberProperty("undecided", run.undecided());
    }

    static void source(JsonGenerator out, DenialSource source) {
        out.writeObjectPropertyStart("denial_source");
        out.writeStringProperty("kind", source.kind().key());
        out.writeStringProperty("state", source.state().key());
        out.writeStringProperty("reason", source.reason().orElse(null));
        out.writeEndObject();
    }

    static void denial(JsonGenerator out, Denial denial) {
        out.writeStartObject();
        out.writeStringProperty("access", denial.access().key());
        out.writeStringProperty("path", denial.path().orElse(null));
        out.writeStringProperty("host", denial.host().orElse(null));
        number(out, "port", denial.port());
        out.writeNumberProperty("count", denial.count());
        out.writeStringProperty("first", Timestamps.text(denial.first()));
        out.writeStringProperty("last", Timestamps.text(denial.last()));
        out.writeStringProperty("process", denial.process());
        out.writeNumberProperty("pid", denial.pid());
        out.writeBooleanProperty("harmless", denial.harmless());
        out.writeStringProperty("risk", denial.risk().key());
        out.writeStringProperty("enforced_by", denial.enforcedBy().key());
        out.writeName("suggestion");
        if (denial.suggestion().isPresent()) {
            suggestion(out, denial.suggestion().get());
        } else {
            out.writeNull();
        }
        out.writeName("decision");
        if (denial.decision().isPresent()) {
            Decision decision = denial.decision().get();
            out.writeStartObject();
            out.writeStringProperty("kind", decision.kind().key());
            out.writeStringProperty("profile", decision.profile().isEmpty() ? null : decision.profile());
            out.writeStringProperty("when", decision.when().toString());
            out.writeEndObject();
        } else {
            out.writeNull();
        }
        out.writeEndObject();
    }

    private static void suggestion(JsonGenerator out, Suggestion suggestion) {
        out.writeStartObject();
        out.writeStringProperty("list", suggestion.list().isEmpty() ? null : suggestion.list());
        out.writeStringProperty("entry", suggestion.entry().isEmpty() ? null : suggestion.entry());
        out.writeStringProperty("flag", suggestion.flag().isEmpty() ? null : suggestion.flag());
        strings(out, "ladder", suggestion.ladder());
        out.writeStringProperty(
                "refused", suggestion.refused().map(Statement::english).orElse(null));
        out.writeEndObject();
    }

    private static void strings(JsonGenerator out, String name, List<String> values) {
        out.writeArrayPropertyStart(name);
        values.forEach(out::writeString);
        out.writeEndArray();
    }

    private static void number(JsonGenerator out, String name, OptionalInt value) {
        if (value.isPresent()) {
            out.writeNumberProperty(name, value.getAsInt());
        } else {
            out.writeNullProperty(name);
        }
    }

    /** A JSON text as it stands in a record. */
    static String indented(String json) {
        return json.replace("\n", "\n  ");
    }

    // ---- reading

    /**
     * The whole record.
     *
     * @throws IOException when it is not one
     */
    static RunRecord read(InputStream stream) throws IOException {
        return new Reading(stream).record();
    }

    /** Only the part before the policy; the stream is not read further. */
    static RunSummary readSummary(InputStream stream) throws IOException {
        return new Reading(stream).summaryOnly();
    }

    /** One message of a supervisor to who follows it. */
    static RunNews readNews(InputStream stream) throws IOException {
        return new Reading(stream).news();
    }

    static void writeNews(Writer writer, RunNews news) {
        try (JsonGenerator out = JsonText.generator(writer)) {
            out.writeStartObject();
            out.writeStringProperty("id", news.run());
            out.writeNumberProperty("pid", news.pid());
            out.writeNumberProperty("denied", news.denied());
            out.writeNumberProperty("distinct", news.distinct());
            out.writeNumberProperty("harmless", news.harmless());
            source(out, news.source());
            out.writeArrayPropertyStart("denials");
            news.latest().forEach(denial -> denial(out, denial));
            out.writeEndArray();
            out.writeEndObject();
        }
    }

    /** The supervisor that a started file names. */
    static Optional<ProcessIdentity> readSupervisor(InputStream stream) throws IOException {
        return Optional.ofNullable(new Reading(stream).supervisorOnly());
    }

    /** The directory of shims that a started file names. */
    static Optional<String> readShims(InputStream stream) throws IOException {
        return new Reading(stream).shimsOnly();
    }

    static void writeStarted(Writer writer, RunSummary run, ProcessIdentity supervisor, Optional<String> shims) {
        try (JsonGenerator out = JsonText.generator(writer)) {
            out.writeStartObject();
            supervisor(out, supervisor);
            out.writeStringProperty("shims", shims.orElse(null));
            summary(out, run);
            out.writeEndObject();
        }
    }

    private static void supervisor(JsonGenerator out, ProcessIdentity supervisor) {
        out.writeObjectPropertyStart("supervisor");
        out.writeNumberProperty("pid", supervisor.pid());
        out.writeNumberProperty("started", supervisor.started());
        out.writeStringProperty("boot", supervisor.boot());
        out.writeStringProperty("namespace", supervisor.namespace());
        out.writeEndObject();
    }

    /**
     * Whether a started file begins as we would write it now for the process that it names, so that this process certainly lives. False says nothing: then the
     * file has to be parsed, which takes a start 35 ms the first time.
     */
    static boolean beginsWithOneAlive(InputStream stream) throws IOException {
        String text = new String(stream.readNBytes(OPENING), StandardCharsets.ISO_8859_1);
        int first = text.indexOf(PID) + PID.length();
        int end = first;
        while (end < text.length() && Character.digit(text.charAt(end), 10) >= 0 && end - first < MOST_DIGITS) {
            end++;
        }
        return first >= PID.length()
                && end > first
                && ProcessIdentity.of(Long.parseLong(text, first, end, 10))
                        .filter(living -> text.startsWith(opening(living)))
                        .isPresent();
    }

    private static String opening(ProcessIdentity supervisor) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JsonText.generator(text)) {
            out.writeStartObject();
            supervisor(out, supervisor);
        }
        // Closing the generator has ended the object that goes on in the file.
        return text.toString().substring(0, text.getBuffer().length() - "\n}".length());
    }

    /** One pass over one record; fields may come in any order and unknown ones are skipped. */
    private static final class Reading {
        private final InputStream stream;
        private final RunSummary.Draft run = new RunSummary.Draft();
        private @Nullable String policy;
        private List<Denial> denials = List.of();
        private @Nullable ProcessIdentity supervisor;
        private Optional<String> shims = Optional.empty();
        private int pid;
        private long distinct;
        private long harmless;

        Reading(InputStream stream) {
            this.stream = stream;
        }

        RunRecord record() throws IOException {
            parse("");
            return new RunRecord(summary(), Optional.ofNullable(policy), denials);
        }

        RunSummary summaryOnly() throws IOException {
            parse("policy");
            return summary();
        }

        RunNews news() throws IOException {
            parse("");
            return new RunNews(run.id, pid, run.denied, distinct, harmless, run.denialSource, denials);
        }

        @Nullable
        ProcessIdentity supervisorOnly() throws IOException {
            parse("schema");
            return supervisor;
        }

        Optional<String> shimsOnly() throws IOException {
            parse("schema");
            return shims;
        }

        private RunSummary summary() throws IOException {
            if (run.id.isEmpty()) {
                throw new IOException("not a run record");
            }
            return run.summary();
        }

        private void parse(String stop) throws IOException {
            try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), stream)) {
                expect(in.nextToken() == JsonToken.START_OBJECT, "object");
                for (String name = in.nextName(); name != null && !name.equals(stop); name = in.nextName()) {
                    in.nextToken();
                    property(in, name);
                }
            } catch (JacksonException | IllegalArgumentException | java.time.DateTimeException broken) {
                String why = broken instanceof JacksonException json ? json.getOriginalMessage() : broken.getMessage();
                throw new IOException("not a run record: " + why, broken);
            }
        }

        private void property(JsonParser in, String name) throws IOException {
            switch (name) {
                case "schema" -> known(in.getIntValue());
                case "id" -> run.id = text(in);
                case "started" -> run.started = Instant.parse(text(in));
                case "ended" -> run.ended = optional(in).map(Instant::parse);
                case "state" -> run.state = key(RunSummary.State.class, RunSummary.State::key, text(in));
                case "profiles" -> run.profiles = strings(in);
                case "command" -> run.command = strings(in);
                case "flags" -> run.flags = strings(in);
                case "workspace" -> run.workspace = text(in);
                case "exit_code" -> run.exitCode = number(in);
                case "signal" -> run.signal = number(in);
                case "duration_ms" -> run.duration = Duration.ofMillis(in.getLongValue());
                case "backend" -> run.backend = text(in);
                case "enforcement" -> run.enforcement = list(in, () -> enforcement(in));
                case "limits" -> run.limits = list(in, () -> limit(in));
                case "denial_source" -> run.denialSource = source(in);
                case "planted" -> run.planted = list(in, () -> planted(in));
                case "denied" -> run.denied = in.getLongValue();
                case "undecided" -> run.undecided = in.getLongValue();
                case "policy" -> policy = in.currentToken() == JsonToken.VALUE_NULL ? null : structure(in);
                case "denials" -> denials = list(in, () -> denial(in));
                case "supervisor" -> supervisor = supervisor(in);
                case "shims" -> shims = optional(in);
                case "pid" -> pid = in.getIntValue();
                case "distinct" -> distinct = in.getLongValue();
                case "harmless" -> harmless = in.getLongValue();
                default -> in.skipChildren();
            }
        }

        private static ProcessIdentity supervisor(JsonParser in) {
            long pid = 0;
            long begun = 0;
            String boot = "";
            String namespace = "";
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                switch (name) {
                    case "pid" -> pid = in.getLongValue();
                    case "started" -> begun = in.getLongValue();
                    case "boot" -> boot = text(in);
                    case "namespace" -> namespace = text(in);
                    default -> in.skipChildren();
                }
            }
            return new ProcessIdentity(pid, begun, boot, namespace);
        }

        private static EnforcementStatus enforcement(JsonParser in) {
            String what = "";
            String requested = "";
            EnforcementStatus.Degree degree = EnforcementStatus.Degree.NONE;
            String reason = "";
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                switch (name) {
                    case "what" -> what = text(in);
                    case "requested" -> requested = text(in);
                    case "enforced" ->
                        degree = key(
                                EnforcementStatus.Degree.class,
                                d -> d.name().toLowerCase(java.util.Locale.ROOT),
                                text(in));
                    case "reason" -> reason = text(in);
                    default -> in.skipChildren();
                }
            }
            return new EnforcementStatus(
                    RecordedStatements.read(what),
                    RecordedStatements.read(requested),
                    degree,
                    RecordedStatements.read(reason));
        }

        private static Limit limit(JsonParser in) {
            String limit = "";
            String value = "";
            String mechanism = "";
            boolean enforced = false;
            String reason = "";
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                switch (name) {
                    case "name" -> limit = text(in);
                    case "value" -> value = text(in);
                    case "mechanism" -> mechanism = text(in);
                    case "enforced" -> enforced = in.getBooleanValue();
                    case "reason" -> reason = text(in);
                    default -> in.skipChildren();
                }
            }
            return new Limit(limit, value, mechanism, enforced, RecordedStatements.read(reason));
        }

        private static DenialSource source(JsonParser in) {
            DenialSource.Kind kind = DenialSource.Kind.NONE;
            DenialSource.State state = DenialSource.State.UNAVAILABLE;
            Optional<String> reason = Optional.empty();
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                switch (name) {
                    case "kind" -> kind = key(DenialSource.Kind.class, DenialSource.Kind::key, text(in));
                    case "state" -> state = key(DenialSource.State.class, DenialSource.State::key, text(in));
                    case "reason" -> reason = optional(in);
                    default -> in.skipChildren();
                }
            }
            return new DenialSource(kind, state, reason);
        }

        private static Planted planted(JsonParser in) {
            String path = "";
            Planted.Change change = Planted.Change.MODIFIED;
            String why = "";
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                switch (name) {
                    case "path" -> path = text(in);
                    case "change" -> change = key(Planted.Change.class, Planted.Change::key, text(in));
                    case "why" -> why = text(in);
                    default -> in.skipChildren();
                }
            }
            return new Planted(path, change, why);
        }

        private static Denial denial(JsonParser in) {
            Access access = Access.READ;
            Optional<String> path = Optional.empty();
            Optional<String> host = Optional.empty();
            OptionalInt port = OptionalInt.empty();
            long count = 1;
            Instant first = Instant.EPOCH;
            Instant last = Instant.EPOCH;
            String process = "";
            int pid = 0;
            boolean harmless = false;
            Risk risk = Risk.NONE;
            Enforcer enforcer = Enforcer.LANDLOCK;
            Optional<Suggestion> suggestion = Optional.empty();
            Optional<Decision> decision = Optional.empty();
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                JsonToken token = in.nextToken();
                switch (name) {
                    case "access" -> access = key(Access.class, Access::key, text(in));
                    case "path" -> path = optional(in);
                    case "host" -> host = optional(in);
                    case "port" -> port = number(in);
                    case "count" -> count = in.getLongValue();
                    case "first" -> first = Timestamps.parse(text(in));
                    case "last" -> last = Timestamps.parse(text(in));
                    case "process" -> process = text(in);
                    case "pid" -> pid = in.getIntValue();
                    case "harmless" -> harmless = in.getBooleanValue();
                    case "risk" -> risk = key(Risk.class, Risk::key, text(in));
                    case "enforced_by" -> enforcer = key(Enforcer.class, Enforcer::key, text(in));
                    case "suggestion" ->
                        suggestion = token == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(suggestion(in));
                    case "decision" ->
                        decision = token == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(decision(in));
                    default -> in.skipChildren();
                }
            }
            return new Denial(
                    access,
                    path,
                    host,
                    port,
                    count,
                    first,
                    last,
                    process,
                    pid,
                    harmless,
                    risk,
                    enforcer,
                    suggestion,
                    decision);
        }

        private static Suggestion suggestion(JsonParser in) {
            String list = "";
            String entry = "";
            String flag = "";
            List<String> ladder = List.of();
            Optional<String> refused = Optional.empty();
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                switch (name) {
                    case "list" -> list = optional(in).orElse("");
                    case "entry" -> entry = optional(in).orElse("");
                    case "flag" -> flag = optional(in).orElse("");
                    case "ladder" -> ladder = strings(in);
                    case "refused" -> refused = optional(in);
                    default -> in.skipChildren();
                }
            }
            return new Suggestion(list, entry, flag, ladder, refused.map(RecordedStatements::read));
        }

        private static Decision decision(JsonParser in) {
            Decision.Kind kind = Decision.Kind.DENY;
            String profile = "";
            Instant when = Instant.EPOCH;
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                switch (name) {
                    case "kind" -> kind = key(Decision.Kind.class, Decision.Kind::key, text(in));
                    case "profile" -> profile = optional(in).orElse("");
                    case "when" -> when = Instant.parse(text(in));
                    default -> in.skipChildren();
                }
            }
            return new Decision(kind, profile, when);
        }

        private static String structure(JsonParser in) {
            StringWriter text = new StringWriter();
            try (JsonGenerator out = JsonText.generator(text)) {
                out.copyCurrentStructure(in);
            }
            return text.toString();
        }

        private static <T> List<T> list(JsonParser in, Supplier<T> element) throws IOException {
            expect(in.currentToken() == JsonToken.START_ARRAY, "list");
            List<T> all = new ArrayList<>();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                all.add(element.get());
            }
            return all;
        }

        private static List<String> strings(JsonParser in) {
            List<String> all = new ArrayList<>();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                all.add(text(in));
            }
            return all;
        }

        private static String text(JsonParser in) {
            String value = in.getValueAsString();
            if (value == null) {
                throw new IllegalArgumentException("a value is missing");
            }
            return value;
        }

        private static Optional<String> optional(JsonParser in) {
            return in.currentToken() == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(text(in));
        }

        private static OptionalInt number(JsonParser in) {
            return in.currentToken() == JsonToken.VALUE_NULL ? OptionalInt.empty() : OptionalInt.of(in.getIntValue());
        }

        private static <E extends Enum<E>> E key(Class<E> type, Function<E, String> key, String word) {
            for (E value : type.getEnumConstants()) {
                if (key.apply(value).equals(word)) {
                    return value;
                }
            }
            throw new IllegalArgumentException("unknown word " + word);
        }

        private static void known(int schema) throws IOException {
            if (schema > SCHEMA) {
                throw new IOException("a later version of bulle wrote it (schema " + schema + ")");
            }
        }

        private static void expect(boolean is, String what) throws IOException {
            if (!is) {
                throw new IOException("not a run record: no " + what);
            }
        }
    }
}
