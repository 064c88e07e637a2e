package org.bulle.engine.run;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.merge.MergedProfile.MachValue;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.Phrase;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.PolicyEntry.Outcome;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.resolve.EntryPhrase;
import org.bulle.engine.resolve.PrivateDirectories;
import org.bulle.engine.sandbox.EnforcementPhrase;

/**
 * A {@link StoredPlan} as bytes, fast to read when nothing is warm yet. Strings and origins stand once and are counted on: most of them come
 * again and again. What is read back may be anything; whatever is wrong with it is an IOException.
 */
final class PlanCodec {
    private static final int MOST = 1_000_000;
    /** In the place of a string's index: it follows, in the spelling of {@link OsString}. */
    private static final int AS_BYTES = -1;
    /** The same, by UTF-16 code units: it is in no spelling of bytes. */
    private static final int AS_CHARACTERS = -2;

    /** The kinds of reasons that a plan can have. */
    private static final List<Class<? extends Enum<?>>> PHRASES =
            List.of(EntryPhrase.class, LimitPhrase.class, EnforcementPhrase.class);

    private PlanCodec() {}

    static byte[] write(StoredPlan stored) {
        try {
            Writer out = new Writer();
            out.plan(stored.plan());
            out.strings(new ArrayList<>(new TreeMap<>(stored.vars()).keySet()));
            for (Located<String> value : new TreeMap<>(stored.vars()).values()) {
                out.string(value.value());
                out.number(value.line());
                out.number(value.column());
            }
            out.string(stored.configurationFile());
            return out.bytes();
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    /**
     * @param rewrite changes every string as it is read: what is private to one run has another name in the next
     * @throws IOException when the bytes are not a plan
     */
    static StoredPlan read(byte[] bytes, UnaryOperator<String> rewrite) throws IOException {
        try {
            Reader in = new Reader(bytes, rewrite);
            Plan plan = in.plan();
            Map<String, Located<String>> vars = new HashMap<>();
            for (String name : in.strings()) {
                vars.put(name, new Located<>(in.string(), in.number(), in.number()));
            }
            return new StoredPlan(plan, vars, in.string());
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException("not a plan", e);
        }
    }

    private interface Item<T> {
        void write(T item) throws IOException;
    }

    private interface Source<T> {
        T read() throws IOException;
    }

    private static final class Writer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        private final DataOutputStream out = new DataOutputStream(bytes);
        private final Map<String, Integer> strings = new HashMap<>();
        private final Map<Origin, Integer> origins = new HashMap<>();

        byte[] bytes() {
            return bytes.toByteArray();
        }

        void number(int value) throws IOException {
            out.writeInt(value);
        }

        void flag(boolean value) throws IOException {
            out.writeBoolean(value);
        }

        void string(String text) throws IOException {
            Integer known = strings.putIfAbsent(text, strings.size());
            if (known != null) {
                number(known);
                return;
            }
            byte[] encoded = OsString.encode(text);
            if (OsString.decode(encoded).equals(text)) {
                number(AS_BYTES);
                number(encoded.length);
                out.write(encoded);
            } else {
                number(AS_CHARACTERS);
                number(text.length());
                out.writeChars(text);
            }
        }

        <T> void list(List<T> items, Item<T> item) throws IOException {
            number(items.size());
            for (T each : items) {
                item.write(each);
            }
        }

        void strings(List<String> items) throws IOException {
            list(items, this::string);
        }

        <T> void optional(Optional<T> value, Item<T> item) throws IOException {
            flag(value.isPresent());
            if (value.isPresent()) {
                item.write(value.get());
            }
        }

        void choice(Enum<?> value) throws IOException {
            out.writeByte(value.ordinal());
        }

        void origin(Origin origin) throws IOException {
            Integer known = origins.putIfAbsent(origin, origins.size());
            if (known != null) {
                number(known);
                return;
            }
            number(-1);
            string(origin.profile());
            choice(origin.layer());
            string(origin.list());
            string(origin.file());
            number(origin.line());
            number(origin.column());
        }

        void plan(Plan plan) throws IOException {
            merged(plan.merged());
            policy(plan.policy());
            flag(plan.command() instanceof CommandLookup.Found);
            string(plan.directories().root());
            string(plan.directories().temp());
            optional(plan.directories().shims(), this::string);
            flag(plan.strictLimits());
            list(plan.warnings(), this::problem);
        }

        private void merged(MergedProfile merged) throws IOException {
            strings(merged.stack());
            strings(merged.chain());
            list(merged.paths(), value -> {
                string(value.text());
                list(value.contributions(), contribution -> {
                    choice(contribution.list());
                    flag(contribution.optional());
                    flag(contribution.create());
                    origin(contribution.origin());
                });
            });
            list(merged.env(), value -> {
                string(value.name());
                optional(value.value(), this::string);
                list(value.origins(), this::origin);
            });
            choice(merged.network());
            ports(merged.ports());
            list(merged.networkOrigins(), this::origin);
            list(merged.mach(), value -> {
                string(value.name());
                flag(value.allowed());
                list(value.origins(), this::origin);
            });
            optional(merged.defaultApp(), sourced -> {
                string(sourced.value());
                list(sourced.origins(), this::origin);
            });
            optional(merged.addExec(), this::sourcedFlag);
            optional(merged.addLibs(), this::sourcedFlag);
        }

        private void ports(Ports ports) throws IOException {
            list(ports.ranges(), range -> {
                number(range.first());
                number(range.last());
                list(range.origins(), this::origin);
            });
        }

        private void sourcedFlag(Sourced<Boolean> sourced) throws IOException {
            flag(sourced.value());
            list(sourced.origins(), this::origin);
        }

        private void policy(Policy policy) throws IOException {
            strings(policy.profiles());
            string(policy.workspace());
            optional(policy.command(), command -> string(command.file()));
            out.writeLong(policy.timeout().toMillis());
            list(policy.grants(), grant -> {
                string(grant.path());
                choice(grant.access());
            });
            choice(policy.network());
            ports(policy.ports());
            list(policy.networkOrigins(), this::origin);
            strings(policy.machLookup());
            flag(policy.addExec());
            flag(policy.addLibs());
            list(policy.limits(), limit -> {
                string(limit.name());
                string(limit.value());
                string(limit.mechanism());
                flag(limit.enforced());
                statement(limit.reason());
            });
            list(policy.entries(), this::entry);
            list(policy.create(), creation -> {
                string(creation.path());
                flag(creation.directory());
                choice(creation.access());
            });
            list(policy.shims(), shim -> {
                string(shim.name());
                string(shim.target());
            });
            strings(policy.warnings());
        }

        private void entry(PolicyEntry entry) throws IOException {
            string(entry.text());
            choice(entry.list());
            flag(entry.optional());
            flag(entry.create());
            switch (entry.outcome()) {
                case Outcome.Granted() -> out.writeByte(0);
                case Outcome.Skipped(Statement why) -> outcome(1, why);
                case Outcome.WouldCreate() -> out.writeByte(2);
                case Outcome.Expanded() -> out.writeByte(3);
                case Outcome.Wider(Statement why) -> outcome(4, why);
                case Outcome.Unresolved(Statement why) -> outcome(5, why);
            }
            strings(entry.paths());
            list(entry.origins(), this::origin);
            number(entry.raisedBy());
        }

        private void outcome(int kind, Statement why) throws IOException {
            out.writeByte(kind);
            statement(why);
        }

        private void statement(Statement statement) throws IOException {
            if (statement instanceof Statement.Phrased(Phrase phrase, List<Statement> parts)
                    && phrase instanceof Enum<?> kind
                    && PHRASES.contains(kind.getDeclaringClass())) {
                out.writeByte(1 + PHRASES.indexOf(kind.getDeclaringClass()));
                out.writeByte(kind.ordinal());
                list(parts, this::statement);
            } else {
                out.writeByte(0);
                string(statement.english());
            }
        }

        private void problem(Problem problem) throws IOException {
            choice(problem.severity());
            choice(problem.kind());
            string(problem.file());
            number(problem.line());
            number(problem.column());
            string(problem.key());
            string(problem.message());
            optional(Optional.ofNullable(problem.fix()), this::string);
        }
    }

    private static final class Reader {
        // By hand: a stream of the library asks and checks for every byte, and this runs before anything is compiled.
        private final byte[] bytes;
        private int at;
        private final UnaryOperator<String> rewrite;
        private final List<String> strings = new ArrayList<>();
        private final List<Origin> origins = new ArrayList<>();

        Reader(byte[] bytes, UnaryOperator<String> rewrite) {
            this.bytes = bytes;
            this.rewrite = rewrite;
        }

        int number() throws IOException {
            int from = at;
            at = from + Integer.BYTES;
            return bytes[from] << 24
                    | (bytes[from + 1] & 0xff) << 16
                    | (bytes[from + 2] & 0xff) << 8
                    | bytes[from + 3] & 0xff;
        }

        private long longNumber() throws IOException {
            long high = number();
            return high << Integer.SIZE | number() & 0xffffffffL;
        }

        private int small() {
            return bytes[at++] & 0xff;
        }

        private int count() throws IOException {
            int count = number();
            if (count < 0 || count > MOST) {
                throw new IOException("not a plan");
            }
            return count;
        }

        boolean flag() throws IOException {
            return small() != 0;
        }

        String string() throws IOException {
            int index = number();
            if (index >= 0) {
                return strings.get(index);
            }
            int length = count();
            if (length > bytes.length - at) {
                throw new IOException("not a plan");
            }
            String fresh = rewrite.apply(index == AS_BYTES ? encoded(length) : characters(length));
            strings.add(fresh);
            return fresh;
        }

        private String encoded(int length) {
            int from = at;
            at += length;
            return OsString.decode(bytes, from, at);
        }

        private String characters(int length) {
            char[] text = new char[length];
            for (int i = 0; i < length; i++) {
                text[i] = (char) (small() << Byte.SIZE | small());
            }
            return new String(text);
        }

        <T> List<T> list(Source<T> source) throws IOException {
            int count = count();
            List<T> items = new ArrayList<>(Math.min(count, 1000));
            for (int i = 0; i < count; i++) {
                items.add(source.read());
            }
            return items;
        }

        List<String> strings() throws IOException {
            return list(this::string);
        }

        <T> Optional<T> optional(Source<T> source) throws IOException {
            return flag() ? Optional.of(source.read()) : Optional.empty();
        }

        private <E> E choice(E[] values) throws IOException {
            return values[small()];
        }

        private AccessList list() throws IOException {
            return choice(AccessList.values());
        }

        private Origin origin() throws IOException {
            int index = number();
            if (index >= 0) {
                return origins.get(index);
            }
            Origin fresh = new Origin(string(), choice(Layer.values()), string(), string(), number(), number());
            origins.add(fresh);
            return fresh;
        }

        Plan plan() throws IOException {
            MergedProfile merged = merged();
            Policy policy = policy();
            CommandLookup lookup = flag()
                    ? new CommandLookup.Found(policy.command().orElseThrow(() -> new IOException("not a plan")))
                    : new CommandLookup.None();
            PrivateDirectories directories = new PrivateDirectories(string(), string(), optional(this::string));
            return new Plan(merged, policy, lookup, directories, flag(), list(this::problem));
        }

        private MergedProfile merged() throws IOException {
            return new MergedProfile(
                    strings(),
                    strings(),
                    list(() -> new PathValue(string(), list(() -> new Contribution(list(), flag(), flag(), origin())))),
                    list(() -> new EnvValue(string(), optional(this::string), list(this::origin))),
                    choice(Network.values()),
                    ports(),
                    list(this::origin),
                    list(() -> new MachValue(string(), flag(), list(this::origin))),
                    optional(() -> new Sourced<>(string(), list(this::origin))),
                    optional(() -> new Sourced<>(flag(), list(this::origin))),
                    optional(() -> new Sourced<>(flag(), list(this::origin))));
        }

        private Ports ports() throws IOException {
            List<Ports.Range> ranges = list(() -> new Ports.Range(number(), number(), list(this::origin)));
            if (ranges.isEmpty()) {
                throw new IOException("not a plan");
            }
            return new Ports(ranges);
        }

        private Policy policy() throws IOException {
            return new Policy(
                    strings(),
                    string(),
                    optional(() -> new Command(string(), List.of())),
                    Duration.ofMillis(longNumber()),
                    list(() -> new Grant(string(), list())),
                    List.of(),
                    choice(Network.values()),
                    ports(),
                    list(this::origin),
                    strings(),
                    flag(),
                    flag(),
                    list(() -> new Limit(string(), string(), string(), flag(), statement())),
                    list(this::entry),
                    list(() -> new Policy.Creation(string(), flag(), list())),
                    list(() -> new Policy.Shim(string(), string())),
                    strings());
        }

        private PolicyEntry entry() throws IOException {
            return new PolicyEntry(
                    string(), list(), flag(), flag(), outcome(), strings(), list(this::origin), number());
        }

        private Outcome outcome() throws IOException {
            return switch (small()) {
                case 0 -> new Outcome.Granted();
                case 1 -> new Outcome.Skipped(statement());
                case 2 -> new Outcome.WouldCreate();
                case 3 -> new Outcome.Expanded();
                case 4 -> new Outcome.Wider(statement());
                case 5 -> new Outcome.Unresolved(statement());
                default -> throw new IOException("not a plan");
            };
        }

        private Statement statement() throws IOException {
            int kind = small();
            if (kind == 0) {
                return new Statement.Verbatim(string());
            }
            Phrase phrase = (Phrase) choice(PHRASES.get(kind - 1).getEnumConstants());
            return new Statement.Phrased(phrase, list(this::statement));
        }

        private Problem problem() throws IOException {
            return new Problem(
                    choice(Problem.Severity.values()),
                    choice(Problem.Kind.values()),
                    string(),
                    number(),
                    number(),
                    string(),
                    string(),
                    optional(this::string).orElse(null));
        }
    }
}
