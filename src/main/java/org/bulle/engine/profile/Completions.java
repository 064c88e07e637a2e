package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.policy.AccessList;

/** What can stand at a place of an unfinished profile or config.toml. Reads any text, right or wrong. */
public final class Completions {
    private static final int MOST = 60;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z0-9_]*)$");
    private static final Pattern RESOLVER = Pattern.compile("[a-z0-9-]*(?::[a-z-]*)?");
    private static final Set<String> LISTS = Set.of(
            "inherits", "ro", "rox", "rw", "rwx", "env", "allow", "deny", "mach_lookup", "deny_mach_lookup", "profile");
    private static final Set<String> SWITCHES =
            Set.of("add_exec", "add_libs", "strict_limits", "detect", "keep_output");
    private static final Set<String> NUMBERS = Set.of("keep", "days");

    private final String text;
    private final int offset;
    private final boolean configuration;
    private final Words words;

    /** What a proposal is. */
    public enum Kind {
        KEY,
        TABLE,
        PROFILE,
        VARIABLE,
        RESOLVER,
        ENVIRONMENT,
        CAPABILITY,
        SWITCH
    }

    /**
     * @param label what is shown
     * @param insert what is written
     * @param back so many characters the cursor goes back afterwards
     * @param detail a word of explanation; may be empty
     */
    public record Proposal(Kind kind, String label, String insert, int back, String detail) {}

    /**
     * @param start what is replaced, UTF-16 offsets
     * @param proposals the best first
     */
    public record Answer(int start, int end, List<Proposal> proposals) {
        public Answer {
            proposals = List.copyOf(proposals);
        }
    }

    /**
     * The names there are here.
     *
     * @param profiles with a description each
     * @param variables with their values
     * @param resolvers {@code tool:aspect} with a description each
     * @param environment names of variables; never a value
     */
    public record Words(
            Map<String, String> profiles,
            Map<String, String> variables,
            Map<String, String> resolvers,
            Set<String> environment) {
        public static final Words NONE = new Words(Map.of(), Map.of(), Map.of(), Set.of());

        public Words {
            profiles = Map.copyOf(profiles);
            variables = Map.copyOf(variables);
            resolvers = Map.copyOf(resolvers);
            environment = Set.copyOf(environment);
        }
    }

    private Completions(String text, int offset, boolean configuration, Words words) {
        this.text = text;
        this.offset = offset;
        this.configuration = configuration;
        this.words = words;
    }

    /**
     * @param offset of the cursor, UTF-16
     * @param configuration whether the text is config.toml's
     */
    public static Answer at(String text, int offset, boolean configuration, Words words) {
        return new Completions(text, Math.clamp(offset, 0, text.length()), configuration, words).answer();
    }

    /** Where the cursor is. */
    private static final class Spot {
        private final List<String> table = new ArrayList<>();
        private final Map<String, Set<String>> keys;
        private String key = "";
        private boolean header;
        private boolean value;
        private int depth;
        private int contentStart = -1;
        private int contentEnd = -1;
        private boolean silent;
        private boolean past;

        /** @param keys of each table, those after the cursor too */
        private Spot(Map<String, Set<String>> keys) {
            this.keys = keys;
        }

        private String tableName() {
            return String.join(".", table);
        }
    }

    private Answer answer() {
        Spot spot = spot();
        if (spot.silent) {
            return new Answer(offset, offset, List.of());
        }
        if (spot.contentStart >= 0) {
            return inString(spot);
        }
        int start = wordStart(offset);
        if (spot.header) {
            return matching(start, wordEnd(offset), tables());
        }
        return spot.value ? values(spot, start) : keys(spot, start);
    }

    /** Follows the tokens up to the cursor; the keys after it count as well, since a key stands only once. */
    private Spot spot() {
        Spot spot = new Spot(new TreeMap<>());
        Spot walk = spot;
        for (TomlToken token : TomlTokens.of(text)) {
            if (!spot.past && token.start() >= offset) {
                spot.past = true;
                walk = rest(spot);
            }
            if (!spot.past && token.end() >= offset) {
                inside(spot, token);
            }
            boolean here = !spot.past && token.end() >= offset;
            follow(walk, token, here);
        }
        return spot;
    }

    private static Spot rest(Spot spot) {
        Spot rest = new Spot(spot.keys);
        rest.table.addAll(spot.table);
        rest.depth = spot.depth;
        rest.value = spot.value;
        rest.header = spot.header;
        return rest;
    }

    private void inside(Spot spot, TomlToken token) {
        switch (token.kind()) {
            case COMMENT -> spot.silent = true;
            case STRING -> {
                boolean closed =
                        token.end() - token.start() > 1 && text.charAt(token.end() - 1) == text.charAt(token.start());
                if (offset < token.end() || !closed) {
                    spot.contentStart = token.start() + 1;
                    spot.contentEnd = closed ? token.end() - 1 : token.end();
                    spot.silent = offset < spot.contentStart;
                }
            }
            case KEY, NUMBER, BOOLEAN, DATE, HEADER, BRACKET, BRACE, COMMA, EQUALS, DOT, BLANK, NEWLINE, ERROR -> {}
        }
    }

    private void follow(Spot walk, TomlToken token, boolean underCursor) {
        switch (token.kind()) {
            case HEADER -> {
                boolean opens = text.charAt(token.start()) == '[';
                if (opens) {
                    walk.table.clear();
                }
                walk.header = opens;
                walk.value = false;
                walk.depth = 0;
            }
            case KEY -> key(walk, plain(token.in(text)), underCursor);
            case EQUALS -> walk.value = true;
            case BRACKET -> walk.depth += text.charAt(token.start()) == '[' ? 1 : -1;
            case NEWLINE -> {
                walk.header = false;
                if (walk.depth <= 0) {
                    walk.value = false;
                    walk.key = "";
                }
            }
            case STRING, NUMBER, BOOLEAN, DATE, COMMENT, BRACE, COMMA, DOT, BLANK, ERROR -> {}
        }
    }

    /** An unfinished key is taken as it is. */
    private static String plain(String written) {
        boolean quoted = written.length() > 2 && written.charAt(written.length() - 1) == written.charAt(0);
        try {
            return quoted ? TomlReader.key(written) : written;
        } catch (IllegalArgumentException unfinished) {
            return written;
        }
    }

    private static void key(Spot walk, String key, boolean underCursor) {
        if (walk.header) {
            walk.table.add(key);
            return;
        }
        walk.depth = 0;
        walk.value = false;
        walk.key = key;
        if (!underCursor) {
            walk.keys.computeIfAbsent(walk.tableName(), any -> new HashSet<>()).add(key);
        }
    }

    private Answer inString(Spot spot) {
        String before = text.substring(spot.contentStart, offset);
        Matcher variable = VARIABLE.matcher(before);
        boolean path = isPath(spot) || spot.tableName().equals("vars") || spot.key.equals("dir");
        if (variable.find() && (path || spot.key.equals("env"))) {
            return variables(
                    offset - variable.group().length(), variable.group().startsWith("${"));
        }
        int markers = 0;
        while (markers < before.length() && (before.charAt(markers) == '?' || before.charAt(markers) == '+')) {
            markers++;
        }
        int start = spot.contentStart + (isPath(spot) ? markers : 0);
        int end = Math.max(offset, wordEndIn(spot));
        List<Proposal> all = bare(spot);
        if (isPath(spot) && RESOLVER.matcher(before.substring(markers)).matches()) {
            all = resolvers(spot);
            if (before.length() == markers) {
                all.addAll(variables(offset, false).proposals());
            }
        }
        return matching(start, end, all);
    }

    private int wordEndIn(Spot spot) {
        int end = offset;
        while (end < spot.contentEnd && isWord(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private Answer values(Spot spot, int start) {
        if (SWITCHES.contains(spot.key)) {
            return matching(
                    start,
                    wordEnd(offset),
                    List.of(
                            new Proposal(Kind.SWITCH, "true", "true", 0, ""),
                            new Proposal(Kind.SWITCH, "false", "false", 0, "")));
        }
        List<Proposal> all = isPath(spot) ? resolvers(spot) : bare(spot);
        if (isPath(spot)) {
            all.addAll(variables(offset, false).proposals());
        }
        boolean needsList = LISTS.contains(spot.key) && spot.depth == 0;
        List<Proposal> quoted = all.stream()
                .map(proposal -> {
                    String literal = TomlText.quote(proposal.insert());
                    String insert = needsList ? "[" + literal + "]" : literal;
                    boolean open =
                            proposal.insert().endsWith(":") || proposal.insert().startsWith("$");
                    return new Proposal(
                            proposal.kind(), proposal.label(), insert, open ? needsList ? 2 : 1 : 0, proposal.detail());
                })
                .toList();
        return matching(start, wordEnd(offset), quoted);
    }

    /** What stands in a list that is no list of paths. */
    private List<Proposal> bare(Spot spot) {
        List<Proposal> all = new ArrayList<>();
        switch (spot.key) {
            case "inherits", "profile" ->
                words.profiles().forEach((name, detail) -> all.add(new Proposal(Kind.PROFILE, name, name, 0, detail)));
            case "env" ->
                words.environment().forEach(name -> all.add(new Proposal(Kind.ENVIRONMENT, name, name, 0, "")));
            case "allow", "deny" -> {
                Capabilities.ALL.forEach(name -> all.add(new Proposal(Kind.CAPABILITY, name, name, 0, "")));
                if (spot.key.equals("allow")) {
                    all.add(new Proposal(Kind.CAPABILITY, Capabilities.PORTS_START, Capabilities.PORTS_START, 0, ""));
                }
            }
            default -> {}
        }
        return all;
    }

    private List<Proposal> resolvers(Spot spot) {
        List<Proposal> all = new ArrayList<>();
        if (spot.key.equals(AccessList.ROX.key()) || spot.key.equals(AccessList.RWX.key())) {
            all.add(new Proposal(Kind.RESOLVER, "which:", "which:", 0, ""));
            all.add(new Proposal(Kind.RESOLVER, "pkg:", "pkg:", 0, ""));
        }
        words.resolvers().forEach((entry, detail) -> all.add(new Proposal(Kind.RESOLVER, entry, entry, 0, detail)));
        return all;
    }

    private Answer variables(int start, boolean braces) {
        int end = offset;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        if (braces && end < text.length() && text.charAt(end) == '}') {
            end++;
        }
        List<Proposal> all = new ArrayList<>();
        words.variables().forEach((name, value) -> {
            String written = braces ? "${" + name + "}" : "$" + name;
            all.add(new Proposal(Kind.VARIABLE, written, written, 0, value));
        });
        return matching(start, end, all);
    }

    private Answer keys(Spot spot, int start) {
        Set<String> taken = spot.keys.getOrDefault(spot.tableName(), Set.of());
        int end = wordEnd(offset);
        boolean assigned = text.startsWith("=", skipBlanks(end));
        List<Proposal> all = new ArrayList<>();
        for (String key : known(spot.tableName())) {
            if (!taken.contains(key)) {
                all.add(assigned ? new Proposal(Kind.KEY, key, key, 0, "") : skeleton(key));
            }
        }
        if (!assigned && spot.table.isEmpty()) {
            all.addAll(tables().stream()
                    .map(table -> new Proposal(
                            Kind.TABLE, "[" + table.label() + "]", "[" + table.insert() + "]", table.back(), ""))
                    .toList());
        }
        return matching(start, end, all);
    }

    private int skipBlanks(int at) {
        int next = at;
        while (next < text.length() && (text.charAt(next) == ' ' || text.charAt(next) == '\t')) {
            next++;
        }
        return next;
    }

    private static Proposal skeleton(String key) {
        if (LISTS.contains(key)) {
            return new Proposal(Kind.KEY, key, key + " = [\"\"]", 2, "");
        }
        if (NUMBERS.contains(key)) {
            return new Proposal(Kind.KEY, key, key + " = ", 0, "");
        }
        return SWITCHES.contains(key)
                ? new Proposal(Kind.KEY, key, key + " = true", 0, "")
                : new Proposal(Kind.KEY, key, key + " = \"\"", 1, "");
    }

    private List<Proposal> tables() {
        List<String> names = new ArrayList<>(Decoder.PLATFORMS);
        if (configuration) {
            names.addAll(ConfigurationDecoder.HEADS);
        }
        return names.stream()
                .map(name -> new Proposal(Kind.TABLE, name, name, name.endsWith(".") ? 1 : 0, ""))
                .toList();
    }

    private List<String> known(String table) {
        if (!configuration || table.startsWith("profiles.")) {
            return table.isEmpty() || table.startsWith("profiles.") && table.indexOf('.', 9) < 0
                    ? concat(Decoder.DESCRIPTION, Decoder.SETTINGS)
                    : Decoder.SETTINGS;
        }
        return switch (table) {
            case "", "linux", "macos" -> Decoder.SETTINGS;
            case "defaults" -> ConfigurationDecoder.DEFAULTS;
            case "runs" -> ConfigurationDecoder.RUNS;
            case "defaults.limits", "defaults.linux.limits", "defaults.macos.limits" -> Quantity.LIMITS;
            case "scratch" -> ConfigurationDecoder.SCRATCH;
            default -> List.of();
        };
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static boolean isPath(Spot spot) {
        return AccessList.ofKey(spot.key).isPresent();
    }

    /** Those that begin with what was typed, then those that contain it. */
    private Answer matching(int start, int end, List<Proposal> all) {
        String typed = text.substring(start, offset).toLowerCase(Locale.ROOT);
        List<Proposal> fitting = all.stream()
                .filter(proposal -> proposal.label().toLowerCase(Locale.ROOT).contains(typed))
                .filter(proposal -> !proposal.insert().equals(text.substring(start, end)))
                .sorted(Comparator.<Proposal, Boolean>comparing(proposal ->
                                !proposal.label().toLowerCase(Locale.ROOT).startsWith(typed))
                        .thenComparing(proposal -> proposal.kind() != Kind.KEY)
                        .thenComparing(proposal -> proposal.kind() == Kind.KEY ? "" : proposal.label()))
                .limit(MOST)
                .toList();
        return new Answer(start, end, fitting);
    }

    private int wordStart(int from) {
        int start = from;
        while (start > 0 && isWord(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private int wordEnd(int from) {
        int end = from;
        while (end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isWord(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '_'
                || c == '-'
                || c == ':'
                || c == '.'
                || c == '*';
    }
}
