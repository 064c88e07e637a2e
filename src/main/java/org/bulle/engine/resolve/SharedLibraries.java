package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.profile.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shared libraries that granted programs load and that nothing grants yet, as ld.so(8) would find them. A library's name stands in
 * a file; so only files that the command cannot write are read, or it could name whatever it wants to have.
 */
final class SharedLibraries {
    private static final int MOST_OBJECTS = 3_000;
    private static final int MOST_FILES = 30_000;
    private static final int DEEPEST_INTERPRETER = 5;
    private static final int LARGEST_CACHE = 16 << 20;
    private static final String CACHE = "/etc/ld.so.cache";
    private static final Pattern TOKEN =
            Pattern.compile("\\$(?:\\{(ORIGIN|LIB|PLATFORM)\\}|(ORIGIN|LIB|PLATFORM)(?![A-Za-z0-9_]))");
    /** Trees of the system: whatever their programs need lies in them too, and is granted as a whole. Looking at them would only cost time. */
    private static final List<String> SYSTEM_TREES = List.of(
            "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/proc", "/sys", "/dev", "/run");
    /** The administrator's own installations; their programs may need anything. */
    private static final String LOCAL = "/usr/local";

    private static final List<String> LOCAL_TREES_WITHOUT_PROGRAMS =
            List.of("/usr/local/share", "/usr/local/include", "/usr/local/src");
    private static final String LOCAL_LIBRARIES = "/usr/local/lib";
    /** Not programs, and no directories either. */
    private static final Set<String> NEVER_PROGRAMS = Set.of(
            "py", "pyc", "pyi", "h", "hpp", "c", "cc", "cpp", "json", "md", "txt", "map", "html", "css", "rst", "png",
            "svg", "jpg", "pm", "pl", "pod", "rb", "R", "rds", "xml", "yml", "yaml", "toml", "gz", "xz", "zip", "jar",
            "class", "java", "go", "rs", "a", "o", "la", "pc", "mo", "po");

    private final MachineFiles files;
    private final ExecutableSearch programs;
    private final GrantTable table;
    private final List<PathWalk> found = new ArrayList<>();
    private final List<PathWalk> loaders = new ArrayList<>();
    private final Set<String> warnings = new TreeSet<>();
    private final Set<String> visited = new HashSet<>();
    private final Map<String, Optional<ElfObject>> objects = new HashMap<>();
    private final Deque<Load> queue = new ArrayDeque<>();
    private @Nullable Map<String, List<String>> cache;
    private int filesLeft = MOST_FILES;

    /** An object to look at, with the DT_RPATHs of those that led to it. */
    private record Load(PathWalk walk, List<String> inheritedRpath) {}

    SharedLibraries(MachineFiles files, ExecutableSearch programs, GrantTable table) {
        this.files = files;
        this.programs = programs;
        this.table = table;
    }

    /** Libraries that must be granted, links and all; to be read. */
    List<PathWalk> found() {
        return found;
    }

    /** Dynamic loaders that must be granted; the kernel executes them. */
    List<PathWalk> loaders() {
        return loaders;
    }

    /** What was given up, in sentences. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Starts from a program and goes through its interpreters. */
    void addProgram(PathWalk program) {
        PathWalk walk = program;
        for (int depth = 0; depth < DEEPEST_INTERPRETER && isEvidence(walk); depth++) {
            Optional<Shebang> shebang = shebang(walk.path(), depth == 0);
            if (shebang.isEmpty()) {
                look(walk, List.of());
                return;
            }
            PathWalk interpreter = PathWalk.follow(files, shebang.get().interpreter());
            if (shebang.get().looksUp().isPresent()) {
                look(interpreter, List.of());
                Optional<ExecutableSearch.Hit.Program> hit =
                        programs.program(shebang.get().looksUp().get());
                if (hit.isEmpty()) {
                    return;
                }
                interpreter = hit.get().walk();
            }
            walk = interpreter;
        }
    }

    /** Starts from everything in a granted tree that may be a program or a library. */
    void addTree(String tree) {
        FileStatus status = files.status(tree);
        if (status.isFile()) {
            addProgram(PathWalk.follow(files, tree));
        } else if (status.isDirectory() && isWorthSearching(tree) && filesLeft > 0) {
            search(tree);
        }
    }

    private static boolean isWorthSearching(String tree) {
        boolean holdsSystem = SYSTEM_TREES.stream().anyMatch(system -> PathTree.isWithin(system, tree));
        boolean withoutPrograms =
                LOCAL_TREES_WITHOUT_PROGRAMS.stream().anyMatch(local -> PathTree.isWithin(tree, local));
        return !holdsSystem
                && !withoutPrograms
                && !isSystem(tree)
                && !tree.equals(LOCAL)
                && !tree.equals(LOCAL_LIBRARIES);
    }

    private static boolean isSystem(String path) {
        return !PathTree.isWithin(path, LOCAL)
                && SYSTEM_TREES.stream().anyMatch(system -> PathTree.isWithin(path, system));
    }

    private void search(String tree) {
        Deque<String> directories = new ArrayDeque<>(List.of(tree));
        while (!directories.isEmpty()) {
            String directory = directories.removeLast();
            if (table.mayWrite(directory)) {
                continue;
            }
            for (String name : files.names(directory).orElse(List.of())) {
                if (filesLeft == 0) {
                    warnings.add("the search for shared libraries stopped in " + Printable.escape(tree) + " after "
                            + MOST_FILES + " files; a library that is missing can be granted with ro");
                    return;
                }
                visit(Paths.child(directory, name), name, directories);
            }
        }
    }

    private void visit(String path, String name, Deque<String> directories) {
        String extension = name.substring(name.lastIndexOf('.') + 1);
        boolean noExtension = name.lastIndexOf('.') <= 0;
        if (!noExtension && NEVER_PROGRAMS.contains(extension)) {
            return;
        }
        filesLeft--;
        if (noExtension
                || name.contains(".so")
                || extension.equals("node")
                || extension.chars().allMatch(Character::isDigit)) {
            FileStatus status = files.status(path);
            if (status.isDirectory()) {
                directories.add(path);
            } else if (status.isFile() && status.size() > 0) {
                addProgram(PathWalk.follow(files, path));
            }
        } else if (files.isDirectory(path)) {
            directories.add(path);
        }
    }

    private void look(PathWalk walk, List<String> inheritedRpath) {
        if (isEvidence(walk) && !isSystem(walk.path())) {
            queue.add(new Load(walk, inheritedRpath));
        }
    }

    private boolean isEvidence(PathWalk walk) {
        return walk.status().isFile() && !table.mayWrite(walk.path());
    }

    private Optional<Shebang> shebang(String path, boolean command) {
        try {
            byte[] head = files.head(path, Shebang.LONGEST);
            return command ? Shebang.ofCommand(head) : Shebang.of(head);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Follows what everything added so far needs. */
    void close() {
        int left = MOST_OBJECTS;
        while (!queue.isEmpty()) {
            Load load = queue.removeFirst();
            if (!visited.add(load.walk().path())) {
                continue;
            }
            if (left-- == 0) {
                warnings.add("the search for shared libraries stopped after " + MOST_OBJECTS
                        + " programs and libraries; a library that is missing can be granted with ro");
                return;
            }
            object(load.walk().path()).ifPresent(object -> follow(load, object));
        }
    }

    private Optional<ElfObject> object(String path) {
        return objects.computeIfAbsent(path, p -> {
            try (SeekableByteChannel channel = files.open(p)) {
                return ElfObject.read(channel);
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    private void follow(Load load, ElfObject object) {
        object.interpreter().ifPresent(path -> {
            PathWalk loader = PathWalk.follow(files, path);
            if (loader.status().isFile() && !table.covers(loader.path(), AccessList.ROX) && isNew(loader, loaders)) {
                loaders.add(loader);
            }
        });
        String origin = Paths.parent(load.walk().path());
        List<String> rpath = new ArrayList<>();
        if (object.runpath().isEmpty()) {
            rpath.addAll(directories(object.rpath(), origin));
            rpath.addAll(load.inheritedRpath());
        }
        for (String needed : object.needed()) {
            find(needed, object, rpath, directories(object.runpath(), origin)).ifPresent(library -> {
                if (!table.covers(library.path(), AccessList.RO) && isNew(library, found)) {
                    found.add(library);
                }
                look(library, rpath);
            });
        }
    }

    private static boolean isNew(PathWalk walk, List<PathWalk> known) {
        return known.stream()
                .noneMatch(other ->
                        other.path().equals(walk.path()) && other.links().equals(walk.links()));
    }

    /** In the loader's order: DT_RPATH, DT_RUNPATH, its cache, its default directories. */
    private Optional<PathWalk> find(String needed, ElfObject by, List<String> rpath, List<String> runpath) {
        if (needed.indexOf('/') >= 0) {
            return Optional.of(needed).filter(path -> path.startsWith("/")).flatMap(path -> library(path, by));
        }
        if (needed.isEmpty()) {
            return Optional.empty();
        }
        for (List<String> directories : List.of(rpath, runpath)) {
            Optional<PathWalk> hit = first(directories, needed, by);
            if (hit.isPresent()) {
                return hit;
            }
        }
        for (String path : cache().getOrDefault(needed, List.of())) {
            Optional<PathWalk> hit = library(path, by);
            if (hit.isPresent()) {
                return hit;
            }
        }
        return first(defaultDirectories(by.kind()), needed, by);
    }

    private Optional<PathWalk> first(List<String> directories, String name, ElfObject by) {
        for (String directory : directories) {
            Optional<PathWalk> hit = library(Paths.child(directory, name), by);
            if (hit.isPresent()) {
                return hit;
            }
        }
        return Optional.empty();
    }

    /** A file counts only when it really is an object of the same kind: a name alone must not open a file that is none. */
    private Optional<PathWalk> library(String path, ElfObject by) {
        PathWalk walk = PathWalk.follow(files, path);
        boolean fits = walk.status().isFile()
                && (isSystem(walk.path()) && table.covers(walk.path(), AccessList.RO)
                        || object(walk.path())
                                .map(object -> object.kind().equals(by.kind()))
                                .orElse(false));
        return fits ? Optional.of(walk) : Optional.empty();
    }

    private Map<String, List<String>> cache() {
        if (cache == null) {
            try {
                cache = LoaderCache.parse(files.head(CACHE, LARGEST_CACHE));
            } catch (IOException e) {
                cache = Map.of();
            }
        }
        return cache;
    }

    private static List<String> defaultDirectories(ElfObject.Kind kind) {
        String multiarch = switch (kind.machine()) {
            case 62 -> "x86_64-linux-gnu";
            case 183 -> "aarch64-linux-gnu";
            case 3 -> "i386-linux-gnu";
            case 243 -> "riscv64-linux-gnu";
            default -> "";
        };
        List<String> out = new ArrayList<>();
        if (!multiarch.isEmpty()) {
            out.add("/lib/" + multiarch);
            out.add("/usr/lib/" + multiarch);
        }
        out.addAll(
                kind.is64()
                        ? List.of("/lib64", "/usr/lib64", "/lib", "/usr/lib")
                        : List.of("/lib32", "/usr/lib32", "/lib", "/usr/lib"));
        return out;
    }

    /** A search path with its tokens replaced; relative directories are left out. */
    static List<String> directories(String path, String origin) {
        List<String> out = new ArrayList<>();
        for (String directory : path.split(":", -1)) {
            for (String lib : directory.contains("LIB") ? List.of("lib", "lib64") : List.of("lib")) {
                Matcher token = TOKEN.matcher(directory);
                String replaced = token.replaceAll(match -> {
                    String name = match.group(1) != null ? match.group(1) : match.group(2);
                    return Matcher.quoteReplacement(
                            switch (name) {
                                case "ORIGIN" -> origin;
                                case "LIB" -> lib;
                                default -> System.getProperty("os.arch", "").equals("amd64") ? "x86_64" : "aarch64";
                            });
                });
                if (replaced.startsWith("/") && !out.contains(replaced)) {
                    out.add(replaced);
                }
            }
        }
        return out;
    }
}
