package org.bulle.engine.denial.suggest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Suggestion;

/**
 * The ways to grant what one suggestion is about, from the exact file to a resolver; each is one kind of entry.
 *
 * @param list the key that the entries belong under
 * @param rungs for paths {@link Kind#FILE} to {@link Kind#RESOLVER} in that order, for the network {@link Kind#PORT} where one is known, {@link Kind#LOOPBACK} and {@link Kind#INTERNET}; empty
 *     when there is nothing to grant
 * @param preferred the index of the suggestion's own entry, the narrowest that means the same elsewhere
 */
public record BreadthLadder(String list, List<Rung> rungs, int preferred) {
    private static final BreadthLadder NONE = new BreadthLadder("", List.of(), -1);
    private static final int MOST_FILES = 20;
    private static final Pattern RESOLVER = Pattern.compile("[a-z][a-z0-9]*:(?!//).*");
    private static final Pattern OF_A_PROCESS = Pattern.compile("/proc/\\d+(?:/.*)?");

    public BreadthLadder {
        rungs = List.copyOf(rungs);
    }

    /** What a rung names. */
    public enum Kind {
        /** The very files, by their paths on this machine. */
        FILE,
        /** Their directory. */
        FOLDER,
        /** With a variable, so that it means the same elsewhere. */
        VARIABLE,
        /** What a tool says its place is. */
        RESOLVER,
        /** One port of this machine. */
        PORT,
        /** Connections within this machine. */
        LOOPBACK,
        /** Every connection. */
        INTERNET
    }

    /** Why a rung cannot be chosen. */
    public enum Missing {
        /** It can be. */
        NOTHING,
        /** Creating, deleting and renaming need the directory. */
        NEEDS_FOLDER,
        /** What was denied is a directory itself, or a process that will have another number. */
        NO_FILE,
        /** More files than one would list. */
        TOO_MANY,
        /** Reaches further than one denied file justifies, or is never granted as a whole. */
        TOO_BROAD,
        /** No variable stands before this path. */
        NO_VARIABLE,
        /** No tool says that this is its place. */
        NO_RESOLVER,
        /** The way that was tried is not wide enough. */
        NOT_ENOUGH
    }

    /**
     * @param entries as written in a profile; empty when it cannot be chosen
     * @param missing why it cannot
     */
    public record Rung(Kind kind, List<String> entries, Missing missing) {
        public Rung {
            entries = List.copyOf(entries);
        }

        static Rung of(Kind kind, String entry) {
            return new Rung(kind, List.of(entry), Missing.NOTHING);
        }

        static Rung without(Kind kind, Missing why) {
            return new Rung(kind, List.of(), why);
        }

        public boolean isAvailable() {
            return !entries.isEmpty();
        }
    }

    /**
     * @param denials that share one suggestion
     */
    public static BreadthLadder of(List<Denial> denials) {
        Optional<Suggestion> shared = denials.getFirst().suggestion();
        if (shared.isEmpty()
                || shared.get().refused().isPresent()
                || shared.get().entry().isEmpty()) {
            return NONE;
        }
        Suggestion suggestion = shared.get();
        return suggestion.list().equals("allow") ? ofNetwork(suggestion) : ofPaths(suggestion, denials);
    }

    private static BreadthLadder ofNetwork(Suggestion suggestion) {
        boolean within = suggestion.ladder().contains("loopback");
        List<Rung> rungs = new ArrayList<>();
        suggestion.ladder().stream()
                .filter(entry -> entry.startsWith("loopback:"))
                .forEach(port -> rungs.add(Rung.of(Kind.PORT, port)));
        rungs.addAll(List.of(
                within ? Rung.of(Kind.LOOPBACK, "loopback") : Rung.without(Kind.LOOPBACK, Missing.NOT_ENOUGH),
                Rung.of(Kind.INTERNET, "network")));
        return new BreadthLadder("allow", rungs, within ? 0 : 1);
    }

    private static BreadthLadder ofPaths(Suggestion suggestion, List<Denial> denials) {
        String own = suggestion.entry();
        Kind kind = kind(own);
        Optional<String> directory = rung(suggestion, Kind.FOLDER).or(() -> spelledOut(own, denials));
        Rung file = kind == Kind.FILE ? Rung.of(Kind.FILE, own) : file(own, denials);
        Rung folder = directory
                .map(entry -> Rung.of(Kind.FOLDER, entry))
                .orElseGet(() -> Rung.without(Kind.FOLDER, Missing.TOO_BROAD));
        Rung variable =
                kind == Kind.VARIABLE ? Rung.of(Kind.VARIABLE, own) : Rung.without(Kind.VARIABLE, Missing.NO_VARIABLE);
        Rung resolver = rung(suggestion, Kind.RESOLVER)
                .map(entry -> Rung.of(Kind.RESOLVER, entry))
                .orElseGet(() -> Rung.without(Kind.RESOLVER, Missing.NO_RESOLVER));
        List<Rung> rungs = List.of(file, folder, variable, resolver);
        int preferred = 0;
        for (int i = 0; i < rungs.size(); i++) {
            if (rungs.get(i).entries().equals(List.of(own))) {
                preferred = i;
            }
        }
        return new BreadthLadder(suggestion.list(), rungs, preferred);
    }

    private static Optional<String> rung(Suggestion suggestion, Kind kind) {
        List<String> all = new ArrayList<>(List.of(suggestion.entry()));
        all.addAll(suggestion.ladder());
        return all.stream()
                .filter(entry -> kind(entry) == kind
                        || kind == Kind.FOLDER && !entry.equals(suggestion.entry()) && entry.endsWith("/"))
                .findFirst();
    }

    private static Kind kind(String entry) {
        String text = withoutMarkers(entry);
        if (RESOLVER.matcher(text).matches()) {
            return Kind.RESOLVER;
        }
        return text.startsWith("$") ? Kind.VARIABLE : text.endsWith("/") ? Kind.FOLDER : Kind.FILE;
    }

    private static String withoutMarkers(String entry) {
        return entry.substring(markers(entry).length());
    }

    private static String markers(String entry) {
        int at = 0;
        while (at < entry.length() && (entry.charAt(at) == '?' || entry.charAt(at) == '+')) {
            at++;
        }
        return entry.substring(0, at);
    }

    /** A directory that is spelled with a variable, by its path on this machine. */
    private static Optional<String> spelledOut(String entry, List<Denial> denials) {
        String text = withoutMarkers(entry);
        int slash = text.indexOf('/');
        if (kind(entry) != Kind.VARIABLE || !text.endsWith("/") || slash < 0) {
            return Optional.empty();
        }
        String suffix = text.substring(slash);
        for (String at = denials.getFirst().path().orElse("/"); at.length() > 1; at = Paths.parent(at)) {
            if (PathSpelling.escape(at + "/").endsWith(suffix) && PathSpelling.isText(at)) {
                return Optional.of(markers(entry) + PathSpelling.escape(at) + "/");
            }
        }
        return Optional.empty();
    }

    private static Rung file(String own, List<Denial> denials) {
        boolean made = markers(own).contains("+");
        List<String> paths = denials.stream()
                .flatMap(denial -> denial.path().stream())
                .distinct()
                .limit(MOST_FILES + 1L)
                .toList();
        if (!made && denials.stream().anyMatch(denial -> needsFolder(denial.access()))) {
            return Rung.without(Kind.FILE, Missing.NEEDS_FOLDER);
        }
        if (paths.size() > MOST_FILES) {
            return Rung.without(Kind.FILE, Missing.TOO_MANY);
        }
        boolean unfit = paths.stream()
                .anyMatch(path ->
                        OF_A_PROCESS.matcher(path).matches() || !PathSpelling.isText(path) || isTheFolder(own, path));
        return paths.isEmpty() || unfit
                ? Rung.without(Kind.FILE, Missing.NO_FILE)
                : new Rung(
                        Kind.FILE,
                        paths.stream()
                                .map(path -> markers(own) + PathSpelling.escape(path))
                                .toList(),
                        Missing.NOTHING);
    }

    /** What was denied is what a directory entry names. */
    private static boolean isTheFolder(String entry, String path) {
        String text = withoutMarkers(entry);
        int slash = text.indexOf('/');
        return text.endsWith("/")
                && slash >= 0
                && PathSpelling.escape(path + "/").endsWith(text.substring(slash))
                && (text.startsWith("$") || text.equals(PathSpelling.escape(path + "/")));
    }

    private static boolean needsFolder(Access access) {
        return switch (access) {
            case CREATE, DELETE, RENAME, BIND -> true;
            case READ, WRITE, EXECUTE, CONNECT, SIGNAL, SERVICE -> false;
        };
    }

    /** The nearest rung that can be chosen in a direction; {@code from} when there is none. */
    public int step(int from, int direction) {
        for (int at = from + direction; at >= 0 && at < rungs.size(); at += direction) {
            if (rungs.get(at).isAvailable()) {
                return at;
            }
        }
        return from;
    }
}
