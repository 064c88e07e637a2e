package org.bulle.engine.profile;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.bulle.engine.policy.Layer;
import org.jspecify.annotations.Nullable;

/**
 * Every profile there is for one configuration root: the built-in ones (parsed when asked for), those of config.toml, those of
 * {@code profiles/*.toml} (all parsed on loading, so that a broken one is always reported). A snapshot: changes on disk need a new catalog.
 */
public final class Catalog {
    /** The profile under every run: every other one has it below, though none names it. */
    public static final String FLOOR = "floor";

    private static final String EXTENSION = ".toml";

    private final Path root;
    private final BuiltIns builtIns;
    private final Configuration configuration;
    private final List<Problem> configurationProblems;
    private final SortedMap<String, UserFile> userFiles;
    private final List<Problem> loose;
    private final Map<String, Parsed> parsedBuiltIns = new ConcurrentHashMap<>();
    private volatile @Nullable Kinship kinship;

    /**
     * What takes a look at every profile: worked out once, when it is asked for.
     *
     * @param children each name with the profiles that inherit it directly
     * @param apps the names that have a default_app, their own or inherited
     */
    private record Kinship(Map<String, List<String>> children, Set<String> apps) {}

    private record UserFile(Parsed parsed, String file, String source) {}

    private Catalog(
            Path root,
            BuiltIns builtIns,
            Configuration configuration,
            List<Problem> configurationProblems,
            SortedMap<String, UserFile> userFiles,
            List<Problem> loose) {
        this.root = root;
        this.builtIns = builtIns;
        this.configuration = configuration;
        this.configurationProblems = List.copyOf(configurationProblems);
        this.userFiles = userFiles;
        this.loose = List.copyOf(loose);
    }

    /** Reads the configuration root; a root that does not exist is an empty one. What cannot be read is a problem, not an exception. */
    public static Catalog load(Path configRoot) {
        return load(configRoot, BuiltIns.packed());
    }

    /** Without a single profile: before anything was read. */
    public static Catalog empty() {
        return new Catalog(
                Path.of("/"), BuiltIns.of(Map.of()), Configuration.EMPTY, List.of(), new TreeMap<>(), List.of());
    }

    public static Catalog load(Path configRoot, BuiltIns builtIns) {
        List<Problem> problems = new ArrayList<>();
        List<Problem> loose = new ArrayList<>();
        checkRoot(configRoot, problems);
        if (AtomicFiles.isPending(configRoot)) {
            loose.add(new Problem(
                    Problem.Severity.WARNING,
                    Problem.Kind.MACHINE,
                    OsPath.text(configRoot),
                    0,
                    0,
                    "",
                    "a change of several profiles was interrupted and could not be finished; the next change of profiles tries it again",
                    null));
        }
        Configuration configuration = readConfiguration(configRoot.resolve("config.toml"), problems);
        SortedMap<String, UserFile> files = new TreeMap<>();
        for (Path file : profileFiles(configRoot.resolve("profiles"), problems)) {
            String name = nameOf(file);
            Optional<String> refusal = ProfileNames.refusal(name);
            if (refusal.isPresent()) {
                loose.add(new Problem(
                        Problem.Severity.ERROR, Problem.Kind.TEXT, OsPath.text(file), 0, 0, "", refusal.get(), null));
            } else {
                files.put(name, readProfile(name, file));
            }
        }
        return new Catalog(configRoot, builtIns, configuration, problems, files, loose);
    }

    /** The catalog as it would be with {@code text} in {@code profiles/NAME.toml}; nothing is written. The name must be allowed. */
    public Catalog with(String name, String text) {
        return with(Map.of(name, text));
    }

    /** The catalog as it would be with these texts in the files of these names. */
    public Catalog with(Map<String, String> texts) {
        SortedMap<String, UserFile> files = new TreeMap<>(userFiles);
        texts.forEach((name, text) -> {
            String file = OsPath.text(profilesDirectory().resolve(name + EXTENSION));
            files.put(name, new UserFile(ProfileParser.parse(name, Layer.USER, file, text), file, text));
        });
        return new Catalog(root, builtIns, configuration, configurationProblems, files, loose);
    }

    /** The catalog as it would be without {@code profiles/NAME.toml}. */
    public Catalog without(String name) {
        SortedMap<String, UserFile> files = new TreeMap<>(userFiles);
        files.remove(name);
        return new Catalog(root, builtIns, configuration, configurationProblems, files, loose);
    }

    /** The catalog as it would be with {@code text} in config.toml. */
    public Catalog withConfiguration(String text) {
        ParsedConfiguration parsed = ProfileParser.parseConfiguration(OsPath.text(root.resolve("config.toml")), text);
        return new Catalog(
                root,
                builtIns,
                parsed.configuration().orElse(Configuration.EMPTY),
                parsed.problems(),
                userFiles,
                loose);
    }

    public Path root() {
        return root;
    }

    /** The folder of the user's profile files, whether it exists or not. */
    public Path profilesDirectory() {
        return root.resolve("profiles");
    }

    public SortedSet<String> names() {
        SortedSet<String> names = builtIns.names();
        names.addAll(configuration.profiles().keySet());
        names.addAll(userFiles.keySet());
        return names;
    }

    public boolean contains(String name) {
        return builtIns.contains(name) || configuration.profiles().containsKey(name) || userFiles.containsKey(name);
    }

    public boolean isBuiltIn(String name) {
        return builtIns.contains(name);
    }

    /** True when {@code profiles/NAME.toml} exists, broken or not. */
    public boolean hasUserFile(String name) {
        return userFiles.containsKey(name);
    }

    /** Sorted by name. */
    public List<CatalogEntry> entries() {
        return names().stream().map(this::entryOf).toList();
    }

    public Optional<CatalogEntry> entry(String name) {
        return contains(name) ? Optional.of(entryOf(name)) : Optional.empty();
    }

    /** The layers of one name that are right, low to high; empty when there is no such profile. */
    public List<Profile> layers(String name) {
        List<Profile> layers = new ArrayList<>(3);
        builtIn(name).flatMap(Parsed::profile).ifPresent(layers::add);
        Profile configured = configuration.profiles().get(name);
        if (configured != null) {
            layers.add(configured);
        }
        UserFile user = userFiles.get(name);
        if (user != null) {
            user.parsed().profile().ifPresent(layers::add);
        }
        return layers;
    }

    /** Each layer's file and text, low to high, broken ones too. */
    public List<SourceText> sources(String name) {
        List<SourceText> sources = new ArrayList<>(3);
        builtIns.text(name).ifPresent(text -> sources.add(new SourceText(Layer.BUILT_IN, BuiltIns.file(name), text)));
        if (configuration.profiles().containsKey(name)) {
            sources.add(new SourceText(Layer.CONFIG_PROFILE, configuration.file(), configuration.source()));
        }
        UserFile user = userFiles.get(name);
        if (user != null) {
            sources.add(new SourceText(Layer.USER, user.file(), user.source()));
        }
        return sources;
    }

    /** The text of one layer as written. */
    public record SourceText(Layer layer, String file, String text) {}

    /** What is wrong with the layers of one name. */
    public List<Problem> problems(String name) {
        List<Problem> problems = new ArrayList<>();
        builtIn(name).map(Parsed::problems).ifPresent(problems::addAll);
        UserFile user = userFiles.get(name);
        if (user != null) {
            problems.addAll(user.parsed().problems());
        }
        return problems;
    }

    public Configuration configuration() {
        return configuration;
    }

    /** What is wrong with config.toml or the root itself; any error here fails every run. */
    public List<Problem> configurationProblems() {
        return configurationProblems;
    }

    /** Every problem of config.toml and of every user file, as errors. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>(configurationProblems);
        problems.addAll(loose);
        userFiles.values().forEach(file -> problems.addAll(file.parsed().problems()));
        return problems;
    }

    /** The problems of user files that a run does not use, as warnings. */
    public List<Problem> unusedProblems(Collection<String> used) {
        Set<String> names = new HashSet<>(used);
        List<Problem> problems = new ArrayList<>(loose);
        userFiles.forEach((name, file) -> {
            if (!names.contains(name)) {
                problems.addAll(file.parsed().problems());
            }
        });
        return problems.stream().map(Catalog::asWarning).toList();
    }

    /** Every profile that inherits {@code name}, directly or not, sorted, itself not among them. */
    public SortedSet<String> dependents(String name) {
        SortedSet<String> found = name.equals(FLOOR) && contains(name)
                ? names()
                : new TreeSet<>(Inheritance.withDependents(kinship().children(), Set.of(name)));
        found.remove(name);
        return found;
    }

    private Optional<Parsed> builtIn(String name) {
        return builtIns.contains(name)
                ? Optional.of(parsedBuiltIns.computeIfAbsent(name, this::parseBuiltIn))
                : Optional.empty();
    }

    private Parsed parseBuiltIn(String name) {
        return ProfileParser.parse(
                name, Layer.BUILT_IN, BuiltIns.file(name), builtIns.text(name).orElseThrow());
    }

    private CatalogEntry entryOf(String name) {
        List<Profile> layers = layers(name);
        List<SourceText> sources = sources(name);
        return new CatalogEntry(
                name,
                kinship().apps().contains(name) ? CatalogEntry.Kind.APP : CatalogEntry.Kind.SUPPORT,
                source(name),
                layers.reversed().stream()
                        .flatMap(layer -> layer.title().stream())
                        .findFirst()
                        .map(Located::value),
                layers.reversed().stream()
                        .flatMap(layer -> layer.description().stream())
                        .findFirst()
                        .map(Located::value),
                Inheritance.parents(layers).stream()
                        .map(Inheritance.Parent::name)
                        .toList(),
                sources.getLast().file(),
                problems(name));
    }

    private CatalogEntry.Source source(String name) {
        boolean user = configuration.profiles().containsKey(name) || userFiles.containsKey(name);
        if (!builtIns.contains(name)) {
            return CatalogEntry.Source.USER_ONLY;
        }
        return user ? CatalogEntry.Source.USER_OVERRIDE : CatalogEntry.Source.BUILT_IN;
    }

    private Kinship kinship() {
        Kinship known = kinship;
        if (known == null) {
            Map<String, List<String>> children = Inheritance.children(this);
            Set<String> own = names().stream().filter(this::setsDefaultApp).collect(Collectors.toSet());
            known = new Kinship(children, Inheritance.withDependents(children, own));
            kinship = known;
        }
        return known;
    }

    private boolean setsDefaultApp(String name) {
        return layers(name).stream()
                .anyMatch(layer -> layer.settings().defaultApp().isPresent()
                        || layer.platform(Platform.current()).defaultApp().isPresent());
    }

    /** A root that is there but cannot be looked into is an error: its guardrails would be silently lost. */
    private static void checkRoot(Path root, List<Problem> problems) {
        boolean absent = Files.notExists(root) && !Files.isSymbolicLink(root);
        if (!absent && !Files.isDirectory(root)) {
            boolean exists = Files.exists(root);
            String why = exists
                    ? "is not a directory"
                    : Files.isSymbolicLink(root) ? "is a symbolic link to nothing" : "cannot be read";
            problems.add(unreadable(OsPath.text(root), "the configuration root " + why));
        }
    }

    private static Configuration readConfiguration(Path path, List<Problem> problems) {
        ParsedConfiguration parsed = ProfileParser.readConfiguration(path, text -> true);
        problems.addAll(parsed.problems());
        return parsed.configuration().orElse(Configuration.EMPTY);
    }

    private static UserFile readProfile(String name, Path path) {
        String file = OsPath.text(path);
        return switch (TextFile.read(path)) {
            case TextFile.Missing ignored ->
                new UserFile(new Parsed(Optional.empty(), List.of(unreadable(file, "the file is gone"))), file, "");
            case TextFile.Unreadable bad ->
                new UserFile(
                        new Parsed(Optional.empty(), bad.problem(file).stream().toList()), file, "");
            case TextFile.Text text ->
                new UserFile(ProfileParser.parse(name, Layer.USER, file, text.text()), file, text.text());
        };
    }

    private static List<Path> profileFiles(Path folder, List<Problem> problems) {
        if (Files.notExists(folder) && !Files.isSymbolicLink(folder)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (OsPath.text(entry).endsWith(EXTENSION) && !Files.isDirectory(entry)) {
                    files.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            problems.add(unreadable(
                    OsPath.text(folder),
                    "the folder of profiles cannot be read: " + Printable.escape(FileTrouble.reason(e))));
        }
        files.sort(Comparator.comparing(OsPath::text));
        return files;
    }

    private static String nameOf(Path file) {
        String path = OsPath.text(file);
        return path.substring(path.lastIndexOf('/') + 1, path.length() - EXTENSION.length());
    }

    private static Problem unreadable(String file, String message) {
        return new Problem(Problem.Severity.ERROR, Problem.Kind.MACHINE, file, 0, 0, "", message, null);
    }

    private static Problem asWarning(Problem problem) {
        return new Problem(
                Problem.Severity.WARNING,
                problem.kind(),
                problem.file(),
                problem.line(),
                problem.column(),
                problem.key(),
                problem.message(),
                problem.fix());
    }
}
