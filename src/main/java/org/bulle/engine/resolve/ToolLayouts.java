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
import org.bulle.engine.policy.OsString;

/** Where tools keep their files, read off the files themselves: nothing is run. */
final class ToolLayouts {
    private static final int DEEPEST = 6;
    private static final int MOST_ENTRIES = 5_000;
    private static final int LARGEST_SETTINGS = 1 << 20;
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final Pattern LOCAL_REPOSITORY =
            Pattern.compile("<localRepository>(.*?)</localRepository>", Pattern.DOTALL);

    private final Ground ground;

    ToolLayouts(Ground ground) {
        this.ground = ground;
    }

    List<String> javaHome() throws ToolAspect.ToolFailure {
        String home = installation("java");
        if (!exists(home + "/lib")
                || !exists(home + "/release") && !exists(home + "/lib/modules") && !exists(home + "/lib/rt.jar")) {
            throw new ToolAspect.ToolFailure("the java on PATH is a script, not the program of a Java home");
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

    private List<String> fromVariable(String variable, String inHome) throws ToolAspect.ToolFailure {
        Optional<String> value = ground.safeValues().fromEnvironment(variable);
        return List.of(value.isPresent() ? value.get() : home() + "/" + inHome);
    }

    private String home() throws ToolAspect.ToolFailure {
        String home = ground.machine().home();
        if (home.isEmpty()) {
            throw new ToolAspect.ToolFailure("there is no home directory");
        }
        return home;
    }

    /** The directory above the {@code bin} in which the program really lies. */
    private String installation(String program) throws ToolAspect.ToolFailure {
        Optional<ExecutableSearch.Hit.Program> hit = ground.programs().program(program);
        if (hit.isEmpty()) {
            throw new ToolAspect.ToolFailure("there is no " + program + " on PATH");
        }
        String bin = Paths.parent(hit.get().walk().path());
        if (!Paths.name(bin).equals("bin")) {
            throw new ToolAspect.ToolFailure(
                    "the " + program + " on PATH does not lie in the bin directory of an installation");
        }
        return Paths.parent(bin);
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
            Matcher matcher = LOCAL_REPOSITORY.matcher(COMMENT.matcher(text).replaceAll(""));
            return matcher.find() ? repositoryPath(unescape(matcher.group(1).strip()), home) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<String> repositoryPath(String written, String home) {
        String userHome = "${user.home}";
        String path = written.startsWith(userHome) ? home + written.substring(userHome.length()) : written;
        return Optional.of(path).filter(p -> ground.safeValues().whyNot(p).isEmpty());
    }

    private static String unescape(String xml) {
        return xml.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&amp;", "&");
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
            if (out.stream().noneMatch(kept -> Paths.isWithin(path, kept))) {
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
            if (!walk.links().isEmpty() && !Paths.isWithin(walk.path(), home)) {
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
                    ground.systemRoots().whyTooBroad(parent).isPresent() || Paths.isWithin(parent.path(), userHome);
            return tooMuch ? walk.path() : parent.path();
        }
    }
}
