package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;

/** A small machine in a temp directory: a home, a workspace, a place outside of both, and a request that tests build up. */
final class World {
    final Path root;
    final Path home;
    final Path workspace;
    final Path outside;
    final Map<String, String> environment = new TreeMap<>();
    final Map<String, String> vars = new LinkedHashMap<>();
    final Map<String, String> configuredVars = new LinkedHashMap<>();
    final Map<String, String> limits = new LinkedHashMap<>();
    final List<EnvValue> env = new ArrayList<>();
    final List<String> command = new ArrayList<>();
    final List<String> chain = new ArrayList<>(List.of("floor", "test"));
    String passwdHome;
    String cwd;
    Optional<String> givenWorkspace;
    Optional<String> defaultApp = Optional.empty();
    Optional<Boolean> addExec = Optional.empty();
    Optional<Boolean> addLibs = Optional.of(false);
    Optional<List<String>> envAllExcept = Optional.empty();
    Optional<String> envFile = Optional.empty();
    Optional<String> timeout = Optional.empty();
    boolean grantWorkspace = true;
    boolean profileNamed = true;
    Platform platform = Platform.LINUX;
    ToolRunner tools = ToolRunner.refusing("no tools in this test");
    private final Map<String, List<Contribution>> paths = new LinkedHashMap<>();
    private int line;

    World(Path temp) {
        try {
            root = temp.toRealPath();
            home = Files.createDirectory(root.resolve("home"));
            workspace = Files.createDirectory(root.resolve("w"));
            outside = Files.createDirectory(root.resolve("s"));
            Files.createDirectory(root.resolve("tmp"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        environment.put("HOME", home.toString());
        environment.put("PATH", "/usr/bin:/bin");
        passwdHome = home.toString();
        cwd = workspace.toString();
        givenWorkspace = Optional.of(workspace.toString());
    }

    static int uid() {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static boolean isRoot() {
        return uid() == 0;
    }

    /** An entry with its markers, in the profile {@code test}. */
    World ro(String entry) {
        return add(AccessList.RO, entry);
    }

    World rox(String entry) {
        return add(AccessList.ROX, entry);
    }

    World rw(String entry) {
        return add(AccessList.RW, entry);
    }

    World rwx(String entry) {
        return add(AccessList.RWX, entry);
    }

    World add(AccessList list, String entry) {
        line++;
        return add(list, entry, new Origin("test", Layer.USER, list.key(), "test.toml", line, 1));
    }

    World flag(AccessList list, String entry) {
        return add(list, entry, Origin.flag("--" + list.key()));
    }

    World add(AccessList list, String entry, Origin origin) {
        MarkedPath marked = MarkedPath.of(entry);
        paths.computeIfAbsent(marked.text(), text -> new ArrayList<>())
                .add(new Contribution(list, marked.optional(), marked.create(), origin));
        return this;
    }

    World env(String entry) {
        return env(entry, new Origin("test", Layer.USER, "env", "test.toml", 1, 1));
    }

    World flagEnv(String entry) {
        return env(entry, Origin.flag("--env"));
    }

    private World env(String entry, Origin origin) {
        int equals = entry.indexOf('=');
        String name = equals < 0 ? entry : entry.substring(0, equals);
        env.removeIf(known -> known.name().equals(name));
        env.add(new EnvValue(
                name, equals < 0 ? Optional.empty() : Optional.of(entry.substring(equals + 1)), List.of(origin)));
        return this;
    }

    Machine machine() {
        return new Machine(
                CallerEnvironment.of(environment), uid(), passwdHome, cwd, root + "/tmp", platform, "0123abcd");
    }

    MergedProfile merged() {
        Origin origin = new Origin("test", Layer.USER, "default_app", "test.toml", 1, 1);
        return new MergedProfile(
                List.of("test"),
                chain,
                paths.entrySet().stream()
                        .map(entry -> new PathValue(entry.getKey(), entry.getValue()))
                        .toList(),
                env,
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                defaultApp.map(app -> new Sourced<>(app, List.of(origin))),
                addExec.map(add -> new Sourced<>(add, List.of(origin))),
                addLibs.map(add -> new Sourced<>(add, List.of(origin))));
    }

    Resolution resolve() throws ProblemException {
        Configuration empty = Configuration.EMPTY;
        Map<String, Located<String>> located = new LinkedHashMap<>();
        configuredVars.forEach((name, value) -> located.put(name, new Located<>(value, 3, 5)));
        Configuration configuration = new Configuration(
                "config.toml",
                "",
                empty.base(),
                empty.platforms(),
                empty.profiles(),
                located,
                empty.scratchDirectory(),
                empty.defaults(),
                Configuration.Runs.NONE);
        return new PolicyResolver(machine(), tools)
                .resolve(new ResolveRequest(
                        merged(),
                        profileNamed,
                        givenWorkspace,
                        grantWorkspace,
                        command,
                        configuration,
                        true,
                        vars,
                        envAllExcept,
                        envFile,
                        timeout,
                        limits));
    }

    Policy policy() {
        try {
            return resolve().policy();
        } catch (ProblemException e) {
            throw new AssertionError(messages(e).toString(), e);
        }
    }

    /** The errors that resolving ends with; none when it succeeds. */
    List<Problem> problems() {
        try {
            resolve();
            return List.of();
        } catch (ProblemException e) {
            return e.problems().stream().filter(Problem::isError).toList();
        }
    }

    Problem onlyProblem() {
        List<Problem> problems = problems();
        if (problems.size() != 1) {
            throw new AssertionError("not one problem: " + problems);
        }
        return problems.getFirst();
    }

    private static List<String> messages(ProblemException e) {
        return e.problems().stream().map(Problem::format).toList();
    }

    /** What is granted beside the workspace, as {@code list path}, with the temp directory shortened to T. */
    List<String> granted() {
        return policy().grants().stream()
                .filter(grant -> !grant.path().equals(workspace.toString()))
                .map(this::shown)
                .toList();
    }

    private String shown(Grant grant) {
        return grant.access().key() + " " + grant.path().replace(root.toString(), "T");
    }

    /** The outcome of the entry with that text, with the temp directory shortened to T. */
    String outcome(String text) {
        return entry(text).outcome().label().replace(root.toString(), "T");
    }

    PolicyEntry entry(String text) {
        List<PolicyEntry> found = policy().entries().stream()
                .filter(entry -> entry.text().equals(text))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " entries " + text + " in " + policy().entries());
        }
        return found.getFirst();
    }

    Optional<String> variable(String name) {
        return policy().environment().stream()
                .filter(variable -> variable.name().equals(name))
                .map(EnvironmentVariable::value)
                .findFirst();
    }

    static Path file(Path path) {
        return file(path, "x\n");
    }

    static Path file(Path path, String content) {
        try {
            Files.createDirectories(path.getParent());
            return Files.writeString(path, content);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Path directory(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Path script(Path path, String content) {
        return mode(file(path, content), "rwxr-xr-x");
    }

    static Path mode(Path path, String permissions) {
        try {
            return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Path link(Path link, String target) {
        try {
            Files.createDirectories(link.getParent());
            return Files.createSymbolicLink(link, OsPath.of(target));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Path link(Path link, Path target) {
        return link(link, target.toString());
    }

    static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
