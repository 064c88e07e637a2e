package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;

/**
 * {@code bulle profiles add}: grants put into {@code profiles/NAME.toml} without an editor. It rewrites only files that it made itself, which it knows by
 * their comment; for another file it says what to write there.
 */
public final class ProfileAddition {
    /** The comment that marks a file as ours to rewrite. */
    public static final String MARK = "# added by bulle profiles add";

    private static final String MACH_LOOKUP = "mach_lookup";

    private ProfileAddition() {}

    /**
     * What to add.
     *
     * @param paths entries as they are to stand in the file
     * @param env {@code NAME}, {@code NAME=VALUE} or a glob
     * @param machLookup services of macOS; they have no flag
     */
    public record Request(
            String name,
            Map<AccessList, List<String>> paths,
            List<String> env,
            List<String> allow,
            List<String> deny,
            List<String> machLookup) {
        public Request {
            paths = Map.copyOf(paths);
            env = List.copyOf(env);
            allow = List.copyOf(allow);
            deny = List.copyOf(deny);
            machLookup = List.copyOf(machLookup);
        }

        /** What flags can say. */
        public Request(
                String name,
                Map<AccessList, List<String>> paths,
                List<String> env,
                List<String> allow,
                List<String> deny) {
            this(name, paths, env, allow, deny, List.of());
        }

        boolean isEmpty() {
            return paths.values().stream().allMatch(List::isEmpty)
                    && env.isEmpty()
                    && allow.isEmpty()
                    && deny.isEmpty()
                    && machLookup.isEmpty();
        }
    }

    /** What is to be done. */
    public sealed interface Outcome {

        /** Write this text; see {@link ProfileStore#save}. */
        record Write(String name, Optional<String> base, String text) implements Outcome {}

        /** Everything stands there already. */
        record Nothing(String name) implements Outcome {}

        /**
         * The file is the user's own.
         *
         * @param lines TOML, each either a new line or, for a key that is there, the whole line that takes its place
         */
        record ByHand(String name, String file, List<Line> lines) implements Outcome {
            public ByHand {
                lines = List.copyOf(lines);
            }
        }
    }

    /**
     * @param replaces the 1-based line at which the key stands now; 0 for a key that is not there
     */
    public record Line(String toml, int replaces) {}

    /**
     * Works out what to write, without writing.
     *
     * @param current the text of {@code profiles/NAME.toml}; empty when there is none
     * @param file its path, for problems
     * @throws ProblemException when the name, an entry or the present file is wrong
     */
    public static Outcome plan(Request request, Optional<String> current, String file) throws ProblemException {
        String changed = text(request, current, file);
        if (current.isEmpty()) {
            return new Outcome.Write(request.name(), current, changed);
        }
        String text = current.get();
        if (changed.equals(text)) {
            return new Outcome.Nothing(request.name());
        }
        return isOurs(text)
                ? new Outcome.Write(request.name(), current, changed)
                : new Outcome.ByHand(request.name(), file, lines(text, changed, request));
    }

    /**
     * The text that the file would have, whoever made it: for a face that shows the change before it is made.
     *
     * @param current the text of {@code profiles/NAME.toml}; empty when there is none
     * @param file its path, for problems
     * @throws ProblemException when the name, an entry or the present file is wrong
     */
    public static String text(Request request, Optional<String> current, String file) throws ProblemException {
        check(request);
        if (current.isEmpty()) {
            return apply(MARK + "\n", request);
        }
        List<Problem> broken = ProfileParser.parse(
                        request.name(), org.bulle.engine.policy.Layer.USER, file, current.get())
                .problems();
        if (!broken.isEmpty()) {
            throw new ProblemException(broken);
        }
        return apply(current.get(), request);
    }

    static boolean isOurs(String text) {
        return text.lines().anyMatch(line -> line.strip().equals(MARK));
    }

    private static void check(Request request) throws ProblemException {
        List<Problem> problems = new ArrayList<>();
        ProfileNames.refusal(request.name()).ifPresent(why -> problems.add(problem("", why)));
        if (request.isEmpty()) {
            problems.add(problem("", "nothing to add: give --ro, --rox, --rw, --rwx, --env, --allow or --deny"));
        }
        for (AccessList list : AccessList.values()) {
            for (String entry : request.paths().getOrDefault(list, List.of())) {
                EntryText.refusal(entry)
                        .or(() -> textRefusal(entry))
                        .ifPresent(why -> problems.add(problem("--" + list.key(), why)));
            }
        }
        for (String entry : request.env()) {
            EnvEntry.of(entry)
                    .refusal(true)
                    .or(() -> textRefusal(entry))
                    .ifPresent(why -> problems.add(problem("--env", why)));
        }
        request.allow()
                .forEach(name ->
                        Capabilities.allowRefusal(name).ifPresent(why -> problems.add(problem("--allow", why))));
        request.deny()
                .forEach(name -> Capabilities.denyRefusal(name).ifPresent(why -> problems.add(problem("--deny", why))));
        request.machLookup()
                .forEach(name ->
                        EntryText.serviceRefusal(name).ifPresent(why -> problems.add(problem(MACH_LOOKUP, why))));
        request.allow().stream()
                .filter(request.deny()::contains)
                .forEach(name -> problems.add(problem("--allow", name + " cannot be allowed and denied at once")));
        if (!problems.isEmpty()) {
            throw new ProblemException(problems);
        }
    }

    /** Bytes that are no UTF-8 can be given to a run, but not written into a TOML file. */
    private static Optional<String> textRefusal(String entry) {
        return org.bulle.engine.policy.OsString.isText(entry)
                ? Optional.empty()
                : Optional.of("an entry of a file must be UTF-8 text; a pattern with * can stand for such a name");
    }

    private static Problem problem(String flag, String why) {
        String message = flag.isEmpty() ? why : flag + ": " + why;
        return new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, "", 0, 0, flag, message, null);
    }

    private static String apply(String text, Request request) throws ProblemException {
        String out = text;
        for (AccessList list : AccessList.values()) {
            for (String entry : request.paths().getOrDefault(list, List.of())) {
                out = ProfileEdits.add(out, Place.of(list.key()), entry);
            }
        }
        for (String entry : request.env()) {
            out = addVariable(out, entry);
        }
        out = capability(out, request.allow(), "allow", "deny");
        out = capability(out, request.deny(), "deny", "allow");
        for (String service : request.machLookup()) {
            out = ProfileEdits.add(out, Place.of(MACH_LOOKUP), service);
        }
        return out;
    }

    /** A variable has one entry: another value takes the place of the one before. */
    private static String addVariable(String text, String entry) throws ProblemException {
        Place env = Place.of("env");
        List<String> entries = ProfileEdits.entries(text, env);
        String name = EnvEntry.of(entry).name();
        for (int i = 0; i < entries.size(); i++) {
            if (EnvEntry.of(entries.get(i)).name().equals(name)) {
                return entries.get(i).equals(entry) ? text : ProfileEdits.change(text, env, i, entry);
            }
        }
        return ProfileEdits.add(text, env, entry);
    }

    private static String capability(String text, List<String> names, String key, String opposite)
            throws ProblemException {
        String out = text;
        for (String name : names) {
            out = ProfileEdits.add(ProfileEdits.remove(out, Place.of(opposite), name), Place.of(key), name);
        }
        return out;
    }

    private static List<Line> lines(String before, String after, Request request) throws ProblemException {
        Map<AccessList, List<String>> paths = new EnumMap<>(AccessList.class);
        paths.putAll(request.paths());
        List<String> keys =
                new ArrayList<>(paths.keySet().stream().map(AccessList::key).toList());
        keys.addAll(List.of("env", "allow", "deny", MACH_LOOKUP));
        TomlOutline outline = TomlOutline.of(before);
        List<Line> lines = new ArrayList<>();
        for (String key : keys) {
            Place place = Place.of(key);
            List<String> entries = ProfileEdits.entries(after, place);
            if (!entries.equals(ProfileEdits.entries(before, place))) {
                String toml = key + " = ["
                        + String.join(
                                ", ", entries.stream().map(TomlText::quote).toList()) + "]";
                int line = outline.pair(place.path())
                        .map(pair -> lineOf(before, pair.keyStart()))
                        .orElse(0);
                lines.add(new Line(toml, line));
            }
        }
        return lines;
    }

    private static int lineOf(String text, int offset) {
        return 1
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }
}
