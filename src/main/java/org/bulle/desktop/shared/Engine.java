package org.bulle.desktop.shared;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.SandboxedToolRunner;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.Planner;
import org.bulle.engine.run.RunRequest;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.landlock.LandlockBackend;

/**
 * The one door from the app to the engine: it holds what stays the same while the app runs and passes every question on. Everything here may take
 * time and is called from {@link Tasks}.
 */
public final class Engine {
    private final Path configRoot;
    private final Map<String, String> environment;
    private final Platform platform;
    private final List<String> launcher;
    private final Backend backend = new LandlockBackend();
    private final ToolRunner tools = new SandboxedToolRunner(backend);

    /**
     * @param environment the caller's, in the spelling of {@link org.bulle.engine.policy.OsString}
     * @param launcher the command that starts the command line face; a run is one process of it
     */
    public Engine(Path configRoot, Map<String, String> environment, Platform platform, List<String> launcher) {
        this.configRoot = configRoot;
        this.environment = Map.copyOf(environment);
        this.platform = platform;
        this.launcher = List.copyOf(launcher);
    }

    public Path configRoot() {
        return configRoot;
    }

    public Map<String, String> environment() {
        return environment;
    }

    public Platform platform() {
        return platform;
    }

    public List<String> launcher() {
        return launcher;
    }

    /** The user's home directory. */
    public String home() {
        return environment.getOrDefault("HOME", System.getProperty("user.home", "/"));
    }

    /** {@code path} with home written as {@code ~}. */
    public String abbreviate(String path) {
        String home = home();
        if (path.equals(home)) {
            return "~";
        }
        return home.length() > 1 && path.startsWith(home + "/") ? "~" + path.substring(home.length()) : path;
    }

    public Catalog loadCatalog() {
        return Catalog.load(configRoot);
    }

    /** What a run of this stack would be, without extra grants; nothing is created. */
    public Plan plan(Catalog catalog, List<String> stack, Path workspace) throws ProblemException, IOException {
        return plan(catalog, request(stack, workspace));
    }

    public Plan plan(Catalog catalog, RunRequest request) throws ProblemException, IOException {
        return new Planner(tools).plan(request, catalog, machine());
    }

    /** This machine, as the caller whose environment we have sees it. */
    private Machine machine() throws IOException {
        Machine here = Machine.current();
        CallerEnvironment caller = CallerEnvironment.of(environment);
        return new Machine(
                caller,
                here.uid(),
                here.passwdHome(),
                here.cwd(),
                caller.absolute("TMPDIR").orElse("/tmp"),
                platform,
                here.token());
    }

    private static RunRequest request(List<String> stack, Path workspace) {
        return new RunRequest(
                stack,
                Optional.of(OsPath.text(workspace)),
                List.of(),
                Overrides.NONE,
                true,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                false,
                false,
                true);
    }

    /** How many files lie under these paths now. */
    public Exposure exposure(List<String> paths) throws IOException {
        return Exposure.of(paths);
    }

    /** The name of what enforces here. */
    public String backendName() {
        return backend.name();
    }

    /** Asks the kernel whether it can enforce anything. */
    public Availability availability() {
        return backend.availability();
    }

    /** What this kernel enforces of a plan. */
    public CompiledPolicy compile(Plan plan) throws SandboxException {
        return backend.compile(plan.policy());
    }

    /** How denials of a run would be seen here. */
    public DenialSource denialSource() {
        return DenialSource.unavailable(DenialSource.Kind.NONE, "not asked");
    }
}
