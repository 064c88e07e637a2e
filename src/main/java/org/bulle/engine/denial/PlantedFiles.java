package org.bulle.engine.denial;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.OsPath;
import org.jspecify.annotations.Nullable;

/**
 * Looks, before and after a run, at the files in its writable area that something outside the sandbox will run or obey later: Landlock cannot protect a
 * file inside a writable tree. What is in the workspace is compared by content; repositories further down are found afterwards, by the time of their last
 * change, which no command can set.
 */
public final class PlantedFiles {
    private static final long LARGEST_READ = 1 << 18;
    private static final int DEEPEST = 6;
    private static final int MOST_DIRECTORIES = 4_000;
    private static final int ASKED_TOGETHER = 1_000;
    private static final Duration LONGEST_SEARCH = Duration.ofMillis(150);
    private static final Duration CLOCK_GRAIN = Duration.ofMillis(20);

    /** Below a project's directory. A name that ends with a slash is a directory whose files count, one level deep. */
    private static final Map<String, String> IN_PROJECTS = Map.ofEntries(
            Map.entry(".envrc", "direnv runs it"),
            Map.entry(".vscode/tasks.json", "the editor runs it"),
            Map.entry(".vscode/launch.json", "the editor runs it"),
            Map.entry(".vscode/settings.json", "the editor obeys it"),
            Map.entry(".idea/workspace.xml", "the editor runs what it configures"),
            Map.entry(".idea/runConfigurations/", "the editor runs it"),
            Map.entry(".run/", "the editor runs it"),
            Map.entry(".devcontainer/devcontainer.json", "the editor runs what it configures"),
            Map.entry(".husky/", "git runs it"),
            Map.entry(".pre-commit-config.yaml", "git hooks run what it configures"),
            Map.entry("gradlew", "builds start with it"),
            Map.entry("gradlew.bat", "builds start with it"),
            Map.entry("gradle/wrapper/gradle-wrapper.jar", "builds start with it"),
            Map.entry("gradle/wrapper/gradle-wrapper.properties", "builds load what it names"),
            Map.entry("mvnw", "builds start with it"),
            Map.entry("mvnw.cmd", "builds start with it"),
            Map.entry(".mvn/wrapper/maven-wrapper.jar", "builds start with it"),
            Map.entry(".mvn/wrapper/maven-wrapper.properties", "builds load what it names"),
            Map.entry(".mvn/extensions.xml", "builds load what it names"),
            Map.entry(".mvn/jvm.config", "builds start with it"),
            Map.entry(".mvn/maven.config", "builds obey it"),
            Map.entry(".cargo/config.toml", "cargo runs what it configures"),
            Map.entry(".cargo/config", "cargo runs what it configures"),
            Map.entry(".npmrc", "npm obeys it"),
            Map.entry(".pnpmfile.cjs", "pnpm runs it"),
            Map.entry(".yarnrc.yml", "yarn runs what it names"),
            Map.entry(".tool-versions", "version managers obey it"),
            Map.entry("mise.toml", "mise runs what it configures"),
            Map.entry(".mise.toml", "mise runs what it configures"),
            Map.entry("lefthook.yml", "git hooks run what it configures"),
            Map.entry(".vscode/mcp.json", "agents start what it names"),
            Map.entry(".cursor/mcp.json", "agents start what it names"),
            Map.entry(".gemini/settings.json", "agents run what it configures"),
            Map.entry(".codex/config.toml", "agents run what it configures"),
            Map.entry("opencode.json", "agents run what it configures"),
            Map.entry(".zed/tasks.json", "the editor runs it"),
            Map.entry(".zed/settings.json", "the editor obeys it"),
            Map.entry(".mcp.json", "agents start what it names"),
            Map.entry(".claude/settings.json", "agents run what it configures"),
            Map.entry(".claude/settings.local.json", "agents run what it configures"),
            Map.entry(".github/workflows/", "the build server runs it"),
            Map.entry(".gitlab-ci.yml", "the build server runs it"));

    private static final Map<String, String> IN_REPOSITORIES = Map.of(
            "config", "git runs what it configures",
            "config.worktree", "git runs what it configures",
            "hooks/", "git runs it",
            "info/attributes", "git runs the filters that it names");

    private static final Map<String, String> IN_HOME = Map.ofEntries(
            Map.entry(".bashrc", "every shell runs it"),
            Map.entry(".bash_profile", "every login runs it"),
            Map.entry(".bash_login", "every login runs it"),
            Map.entry(".bash_logout", "every logout runs it"),
            Map.entry(".bash_aliases", "every shell runs it"),
            Map.entry(".profile", "every login runs it"),
            Map.entry(".zshrc", "every shell runs it"),
            Map.entry(".zshenv", "every shell runs it"),
            Map.entry(".zprofile", "every login runs it"),
            Map.entry(".zlogin", "every login runs it"),
            Map.entry(".config/fish/config.fish", "every shell runs it"),
            Map.entry(".config/fish/conf.d/", "every shell runs it"),
            Map.entry(".config/autostart/", "every login starts it"),
            Map.entry(".config/systemd/user/", "the service manager starts it"),
            Map.entry(".config/environment.d/", "every login obeys it"),
            Map.entry(".local/share/applications/", "a click on an application starts it"),
            Map.entry(".local/bin/", "it is on the PATH"),
            Map.entry("bin/", "it is on the PATH"),
            Map.entry(".gitconfig", "git runs what it configures"),
            Map.entry(".config/git/config", "git runs what it configures"),
            Map.entry(".ssh/config", "ssh runs what it configures"),
            Map.entry(".ssh/authorized_keys", "it decides who may log in"),
            Map.entry(".ssh/rc", "every login by ssh runs it"),
            Map.entry(".vimrc", "vim runs it"),
            Map.entry(".config/nvim/init.lua", "the editor runs it"),
            Map.entry(".config/nvim/init.vim", "the editor runs it"),
            Map.entry(".tmux.conf", "tmux runs it"),
            Map.entry(".gradle/init.d/", "every Gradle build runs it"),
            Map.entry(".m2/settings.xml", "Maven obeys it"),
            Map.entry(".npmrc", "npm obeys it"),
            Map.entry(".cargo/config.toml", "cargo runs what it configures"),
            Map.entry("Library/LaunchAgents/", "every login starts it"));

    /** Where packages and build results lie in heaps: no repositories of the user's own. */
    private static final Set<String> NOT_SEARCHED =
            Set.of("node_modules", "target", "build", ".gradle", ".venv", "venv", "__pycache__", ".cache", "dist");

    private final Path workspace;
    private final boolean workspaceWritable;
    private final List<String> writable;
    private final Optional<Path> home;
    private final Instant begin;
    private final Map<Path, State> before;

    private PlantedFiles(Policy policy, String home, Instant begin) {
        this.workspace = OsPath.of(policy.workspace());
        this.writable = policy.grants().stream()
                .filter(grant -> grant.access().writes())
                .map(Grant::path)
                .toList();
        this.workspaceWritable = isWritable(policy.workspace());
        this.home = home.startsWith("/") ? Optional.of(OsPath.of(home)) : Optional.empty();
        this.begin = begin.minus(CLOCK_GRAIN);
        this.before = states();
    }

    /**
     * Remembers what is there now.
     *
     * @param home the user's home directory; empty when there is none
     */
    public static PlantedFiles before(Policy policy, String home) {
        return new PlantedFiles(policy, home, Instant.now());
    }

    /** A file as it was. */
    private record State(String why, long size, FileTime changed, byte @Nullable [] content) {}

    /** What changed since, sorted by path. */
    public List<Planted> changes() {
        Map<String, Planted> changes = new TreeMap<>();
        states().forEach((path, now) -> {
            State then = before.get(path);
            if (then == null) {
                add(changes, path, Planted.Change.CREATED, now.why());
            } else if (isDifferent(then, now)) {
                add(changes, path, Planted.Change.MODIFIED, now.why());
            }
        });
        if (workspaceWritable) {
            nested(changes);
        }
        return List.copyOf(changes.values());
    }

    private void add(Map<String, Planted> changes, Path path, Planted.Change change, String why) {
        String shown = path.startsWith(workspace)
                ? OsPath.text(path).substring(OsPath.text(workspace).length() + 1)
                : OsPath.text(path);
        changes.putIfAbsent(shown, new Planted(shown, change, why));
    }

    private static boolean isDifferent(State then, State now) {
        if (then.changed().equals(now.changed()) && then.size() == now.size()) {
            return false;
        }
        byte[] old = then.content();
        byte[] current = now.content();
        return old == null || current == null || !java.util.Arrays.equals(old, current);
    }

    private Map<Path, State> states() {
        Map<Path, State> found = new HashMap<>();
        if (workspaceWritable) {
            look(workspace, IN_PROJECTS, found);
            look(workspace.resolve(".git"), IN_REPOSITORIES, found);
        }
        home.ifPresent(directory -> look(directory, IN_HOME, found));
        return found;
    }

    private void look(Path directory, Map<String, String> names, Map<Path, State> found) {
        String above = directory.getNameCount() == 0 ? "" : OsPath.text(directory);
        List<String> paths = new ArrayList<>(names.size());
        List<Map.Entry<String, String>> writableNames = new ArrayList<>(names.size());
        for (Map.Entry<String, String> entry : names.entrySet()) {
            String name = entry.getKey();
            String path = above + "/" + (name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
            if (isWritable(path)) {
                paths.add(path);
                writableNames.add(entry);
            }
        }
        BitSet present = PresentFiles.among(paths);
        for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
            look(OsPath.of(paths.get(i)), writableNames.get(i), found);
        }
    }

    private static void look(Path path, Map.Entry<String, String> entry, Map<Path, State> found) {
        String why = entry.getValue();
        if (entry.getKey().endsWith("/")) {
            files(path).forEach(file -> state(file, why).ifPresent(state -> found.put(file, state)));
        } else {
            state(path, why).ifPresent(state -> found.put(path, state));
        }
    }

    private boolean isWritable(String path) {
        // No stream, and below no exception: every run asks of a hundred names, and most are not there.
        for (String tree : writable) {
            if (PathTree.isWithin(path, tree)) {
                return true;
            }
        }
        return false;
    }

    /** Git's examples are not run. */
    private static List<Path> files(Path directory) {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(directory, entry -> !entry.toString().endsWith(".sample"))) {
            entries.forEach(all::add);
        } catch (IOException | RuntimeException none) {
            return List.of();
        }
        return all;
    }

    private static Optional<State> state(Path file, String why) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> attributes = Files.readAttributes(
                    file, "unix:size,ctime,isRegularFile,isSymbolicLink", LinkOption.NOFOLLOW_LINKS);
            boolean regular = Boolean.TRUE.equals(attributes.get("isRegularFile"));
            if (!regular && !Boolean.TRUE.equals(attributes.get("isSymbolicLink"))) {
                return Optional.empty();
            }
            long size = attributes.get("size") instanceof Long number ? number : 0;
            FileTime changed = attributes.get("ctime") instanceof FileTime time ? time : FileTime.fromMillis(0);
            byte[] content =
                    regular && size <= LARGEST_READ && Files.isReadable(file) ? Files.readAllBytes(file) : null;
            return Optional.of(new State(why, size, changed, content));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /** Repositories inside the workspace, as far as a short search finds them. */
    private void nested(Map<String, Planted> changes) {
        long end = System.nanoTime() + LONGEST_SEARCH.toNanos();
        within(workspace.resolve(".git"), changes, 0, end);
        try (Subdirectories search = new Subdirectories(NOT_SEARCHED)) {
            List<String> level = List.of(workspace.getNameCount() == 0 ? "" : OsPath.text(workspace));
            int seen = 0;
            for (int depth = 0; depth < DEEPEST && !level.isEmpty(); depth++) {
                List<String> next = new ArrayList<>();
                for (String directory : level) {
                    if (++seen > MOST_DIRECTORIES || System.nanoTime() > end) {
                        return;
                    }
                    next.addAll(search.of(directory));
                }
                for (int from = 0; from < next.size(); from += ASKED_TOGETHER) {
                    repositories(next.subList(from, Math.min(from + ASKED_TOGETHER, next.size())), changes, end);
                }
                level = next;
            }
        }
    }

    private void repositories(List<String> directories, Map<String, Planted> changes, long end) {
        List<String> names = new ArrayList<>(directories.size());
        for (String directory : directories) {
            names.add(directory + "/.git");
        }
        BitSet present = PresentFiles.among(names);
        for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
            Path repository = OsPath.of(names.get(i));
            if (Files.isDirectory(repository, LinkOption.NOFOLLOW_LINKS)) {
                repository(repository, changes);
                within(repository, changes, 0, end);
            }
        }
    }

    private void repository(Path repository, Map<String, Planted> changes) {
        Map<Path, State> found = new HashMap<>();
        look(repository, IN_REPOSITORIES, found);
        found.forEach((path, state) -> {
            if (!state.changed().toInstant().isBefore(begin)) {
                add(changes, path, isNew(path) ? Planted.Change.CREATED : Planted.Change.MODIFIED, state.why());
            }
        });
    }

    /** The repositories of submodules and further work trees, which git keeps inside its own directory under their paths. */
    private void within(Path repository, Map<String, Planted> changes, int depth, long end) {
        for (String kept : List.of("modules", "worktrees")) {
            directories(repository.resolve(kept)).forEach(each -> kept(OsPath.of(each), changes, depth + 1, end));
        }
    }

    private void kept(Path directory, Map<String, Planted> changes, int depth, long end) {
        if (depth > DEEPEST || System.nanoTime() > end) {
            return;
        }
        if (Files.exists(directory.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)) {
            repository(directory, changes);
            within(directory, changes, depth, end);
        } else {
            directories(directory).forEach(each -> kept(OsPath.of(each), changes, depth + 1, end));
        }
    }

    private boolean isNew(Path path) {
        try {
            FileTime born = (FileTime) Files.getAttribute(path, "creationTime", LinkOption.NOFOLLOW_LINKS);
            return born != null && !born.toInstant().isBefore(begin);
        } catch (IOException | ClassCastException unknown) {
            return false;
        }
    }

    private static List<String> directories(Path directory) {
        try (Subdirectories search = new Subdirectories(Set.of())) {
            return search.of(OsPath.text(directory));
        }
    }
}
