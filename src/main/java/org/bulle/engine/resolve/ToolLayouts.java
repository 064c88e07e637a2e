package org.bulle.engine.resolve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bulle.engine.detect.MavenSettings;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.PathTree;

/** Where tools keep their files, read off the files themselves: nothing is run. */
final class ToolLayouts {
    /** Where Homebrew's installer puts it: on Apple silicon, on Intel Macs, on Linux. Elsewhere it builds everything itself, and nothing tells it from a checkout. */
    private static final List<String> HOMEBREW = List.of("/opt/homebrew", "/usr/local", "/home/linuxbrew/.linuxbrew");

    /** All but {@code etc} and {@code var}, which hold settings and data of services, and {@code Caskroom}, whose applications lie elsewhere. */
    private static final List<String> HOMEBREW_PARTS =
            List.of("Cellar", "Frameworks", "bin", "include", "lib", "opt", "sbin", "share");

    private static final int DEEPEST = 6;
    private static final int MOST_ENTRIES = 5_000;
    private static final int LARGEST_SETTINGS = 1 << 20;
    private static final int LARGEST_VERSION_FILE = 4096;
    private static final Pattern VERSION =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*(/envs/[A-Za-z0-9][A-Za-z0-9._+-]*)?");
    private static final Pattern VENV_HOME = Pattern.compile("(?m)^home *= *(/.*)/bin *$");

    private final Ground ground;

    ToolLayouts(Ground ground) {
        this.ground = ground;
    }

    List<String> javaHome() throws ToolAspect.ToolFailure {
        String home = installation("java");
        if (!exists(home + "/lib")
                || !exists(home + "/release") && !exists(home + "/lib/modules") && !exists(home + "/lib/rt.jar")) {
            throw new ToolAspect.ToolFailure(EntryPhrase.JAVA_IS_SCRIPT.with());
        }
        return withOutsideParts(home, List.of("conf", "lib/security", "legal"));
    }

    List<String> mavenHome() throws ToolAspect.ToolFailure {
        return withOutsideParts(installation("mvn"), List.of("conf", "bin/m2.conf", "lib", "boot"));
    }

    List<String> gradleHome() throws ToolAspect.ToolFailure {
        return withOutsideParts(installation("gradle"), List.of("lib", "init.d"));
    }

    /** {@code <localRepository>} of the user's settings when it is plain enough to be understood; else Maven's default. */
    List<String> mavenRepository() throws ToolAspect.ToolFailure {
        String home = home();
        String settings = home + "/.m2/settings.xml";
        return List.of(localRepository(settings, home).orElse(home + "/.m2/repository"));
    }

    List<String> gradleUserHome() throws ToolAspect.ToolFailure {
        return fromVariable("GRADLE_USER_HOME", ".gradle");
    }

    List<String> cargoHome() throws ToolAspect.ToolFailure {
        return fromVariable("CARGO_HOME", ".cargo");
    }

    List<String> rustupHome() throws ToolAspect.ToolFailure {
        return fromVariable("RUSTUP_HOME", ".rustup");
    }

    /**
     * The kegs as one tree and the directories of links into them, of each prefix that has both a {@code brew} and kegs: a Mac may have two. Never a prefix
     * itself, which is a system root and holds the data of services.
     */
    List<String> homebrewPrefix() throws ToolAspect.ToolFailure {
        List<String> found = HOMEBREW.stream()
                .filter(prefix -> PathWalk.follow(ground.files(), prefix + "/bin/brew")
                                .status()
                                .isFile()
                        && isDirectory(prefix + "/Cellar"))
                .flatMap(prefix -> HOMEBREW_PARTS.stream().map(part -> Paths.child(prefix, part)))
                .filter(this::isDirectory)
                .toList();
        if (found.isEmpty()) {
            throw new ToolAspect.ToolFailure(EntryPhrase.NO_HOMEBREW.with(String.join(", ", HOMEBREW)));
        }
        return found;
    }

    /**
     * The versions that pyenv would choose here: {@code PYENV_VERSION}, else the nearest {@code .python-version} above the workspace, else the user's choice.
     * Of a virtual environment the version that it was made from as well.
     */
    List<String> pyenvVersions() throws ToolAspect.ToolFailure {
        String root = fromVariable("PYENV_ROOT", ".pyenv").getFirst();
        String versions = root + "/versions";
        Set<String> found = new TreeSet<>(ByteOrder.INSTANCE);
        for (String name : chosenByPyenv(root)) {
            for (String installed : ground.files().names(versions).orElse(List.of())) {
                if (installed.equals(name) || installed.startsWith(name + ".")) {
                    withBase(versions + "/" + installed, found);
                }
            }
            if (name.contains("/envs/") && exists(versions + "/" + name)) {
                withBase(versions + "/" + name, found);
            }
        }
        if (found.isEmpty()) {
            throw new ToolAspect.ToolFailure(EntryPhrase.NO_PYENV_VERSION.with());
        }
        return List.copyOf(found);
    }

    private List<String> chosenByPyenv(String root) {
        Optional<String> said =
                ground.machine().environment().get("PYENV_VERSION").filter(text -> !text.isEmpty());
        for (String directory = ground.workspace(); said.isEmpty(); directory = Paths.parent(directory)) {
            said = text(directory.equals("/") ? "/.python-version" : directory + "/.python-version");
            if (directory.equals("/")) {
                break;
            }
        }
        return Stream.of(said.or(() -> text(root + "/version")).orElse("").split("[:\\s]+"))
                .filter(VERSION.asMatchPredicate())
                .toList();
    }

    private Optional<String> text(String file) {
        PathWalk walk = PathWalk.follow(ground.files(), file);
        if (!walk.status().isFile()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OsString.decode(ground.files().head(walk.path(), LARGEST_VERSION_FILE)));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private void withBase(String version, Set<String> found) {
        found.add(version);
        text(version + "/pyvenv.cfg")
                .map(VENV_HOME::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .filter(base -> ground.safeValues().whyNot(base).isEmpty())
                .ifPresent(found::add);
    }

    private List<String> fromVariable(String variable, String inHome) throws ToolAspect.ToolFailure {
        Optional<String> value = ground.safeValues().fromEnvironment(variable);
        return List.of(value.isPresent() ? value.get() : home() + "/" + inHome);
    }

    private String home() throws ToolAspect.ToolFailure {
        String home = ground.machine().home();
        if (home.isEmpty()) {
            throw new ToolAspect.ToolFailure(EntryPhrase.NO_HOME.with());
        }
        return home;
    }

    /** The directory above the {@code bin} in which the program really lies. */
    private String installation(String program) throws ToolAspect.ToolFailure {
        Optional<ExecutableSearch.Hit.Program> hit = ground.programs().program(program);
        if (hit.isEmpty()) {
            throw new ToolAspect.ToolFailure(EntryPhrase.NO_PROGRAM.with(program));
        }
        String bin = Paths.parent(hit.get().walk().path());
        if (!Paths.name(bin).equals("bin")) {
            throw new ToolAspect.ToolFailure(EntryPhrase.NO_INSTALLATION.with(program));
        }
        return Paths.parent(bin);
    }

    private boolean isDirectory(String path) {
        return PathWalk.follow(ground.files(), path).status().isDirectory();
    }

    private boolean exists(String path) {
        return PathWalk.follow(ground.files(), path).exists();
    }

    private Optional<String> localRepository(String settings, String home) {
        PathWalk walk = PathWalk.follow(ground.files(), settings);
        if (!walk.status().isFile()) {
            return Optional.empty();
        }
        try {
            String text = OsString.decode(ground.files().head(walk.path(), LARGEST_SETTINGS));
            return MavenSettings.localRepository(text, home)
                    .filter(path -> ground.safeValues().whyNot(path).isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The tree, and every place outside of it that links in these parts of it lead to. */
    private List<String> withOutsideParts(String home, List<String> parts) {
        TreeSet<String> outside = new TreeSet<>(ByteOrder.INSTANCE);
        LinkSearch search = new LinkSearch(home, outside);
        for (String part : parts) {
            search.visit(Paths.child(home, part), 0);
        }
        List<String> out = new ArrayList<>();
        out.add(home);
        for (String path : outside) {
            if (out.stream().noneMatch(kept -> PathTree.isWithin(path, kept))) {
                out.add(path);
            }
        }
        return out;
    }

    private final class LinkSearch {
        private final String home;
        private final Set<String> outside;
        private final Set<String> seen = new HashSet<>();
        private int budget = MOST_ENTRIES;

        LinkSearch(String home, Set<String> outside) {
            this.home = home;
            this.outside = outside;
        }

        void visit(String path, int depth) {
            if (budget-- <= 0 || depth > DEEPEST) {
                return;
            }
            PathWalk walk = PathWalk.follow(ground.files(), path);
            if (!walk.exists() || !seen.add(walk.path())) {
                return;
            }
            if (!walk.links().isEmpty() && !PathTree.isWithin(walk.path(), home)) {
                outside.add(place(walk));
            }
            if (walk.status().isDirectory()) {
                for (String name : ground.files().names(walk.path()).orElse(List.of())) {
                    visit(Paths.child(walk.path(), name), depth + 1);
                }
            }
        }

        /** A file stands for its directory, unless that holds more than the tool's own. */
        private String place(PathWalk walk) {
            if (walk.status().isDirectory()) {
                return walk.path();
            }
            PathWalk parent = PathWalk.follow(ground.files(), Paths.parent(walk.path()));
            String userHome =
                    PathWalk.follow(ground.files(), ground.machine().home()).path();
            boolean tooMuch =
                    ground.systemRoots().whyTooBroad(parent).isPresent() || PathTree.isWithin(parent.path(), userHome);
            return tooMuch ? walk.path() : parent.path();
        }
    }
}
