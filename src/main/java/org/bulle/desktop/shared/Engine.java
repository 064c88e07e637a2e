package org.bulle.desktop.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bulle.engine.check.Dangers;
import org.bulle.engine.check.ProfileLinter;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.seatbelt.SeatbeltLog;
import org.bulle.engine.denial.suggest.ResolverTrial;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.denial.suggest.Surroundings;
import org.bulle.engine.denial.suggest.Trial;
import org.bulle.engine.detect.Detection;
import org.bulle.engine.detect.Detector;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunSettings;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.CatalogEntry;
import org.bulle.engine.profile.Completions;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.SearchPath;
import org.bulle.engine.profile.StateRoot;
import org.bulle.engine.resolve.CallerEnvironment;
import org.bulle.engine.resolve.EntryReading;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ResolverReport;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.run.CachingPlanner;
import org.bulle.engine.run.KernelProbe;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.Planner;
import org.bulle.engine.run.RunRequest;
import org.bulle.engine.run.SandboxedToolRunner;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.Backend;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.HostBackend;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchException;
import org.bulle.engine.scratch.ScratchPlan;
import org.bulle.engine.scratch.ScratchStore;

/**
 * The one door from the app to the engine: it holds what stays the same while the app runs and passes every question on. Everything here may take
 * time and is called from {@link Tasks}.
 */
public final class Engine {
    private final Path configRoot;
    private volatile Map<String, String> environment;
    private volatile LoginShellPath.Source searchPathSource = new LoginShellPath.Source.Caller();
    private final Platform platform;
    private final List<String> launcher;
    private final Backend backend = HostBackend.current();
    private final RunHistory history;
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
        history = new RunHistory(state().resolve("runs"));
    }

    public Path configRoot() {
        return configRoot;
    }

    public Map<String, String> environment() {
        return environment;
    }

    /** Where PATH comes from. */
    public LoginShellPath.Source searchPathSource() {
        return searchPathSource;
    }

    /** The login shell's PATH is not known: the session's is used. */
    public void keepSearchPath(String why) {
        searchPathSource = new LoginShellPath.Source.Session(why);
    }

    /** From now on everything is looked up, and runs are started, with the PATH of this login shell. */
    public void useSearchPath(String path, String shell) {
        searchPathSource = new LoginShellPath.Source.Shell(shell);
        Map<String, String> changed = new HashMap<>(environment);
        changed.put("PATH", path);
        environment = Map.copyOf(changed);
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

    /** {@code $STATE/bulle}: what the app and the engine remember. */
    public Path state() {
        return StateRoot.of(environment, home(), platform).resolve("bulle");
    }

    /** The user's files, to be changed. */
    public ProfileStore store() {
        return ProfileStore.at(configRoot);
    }

    /** {@code path} with home written as {@code ~}. */
    public String abbreviate(String path) {
        String home = home();
        if (path.equals(home)) {
            return "~";
        }
        return home.length() > 1 && path.startsWith(home + "/") ? "~" + path.substring(home.length()) : path;
    }

    /** Reads every profile; a change of several files that a process left when it died is finished first. */
    public Catalog loadCatalog() {
        try {
            store().recover();
        } catch (IOException unable) {
            // The catalog itself warns that a change is unfinished.
            return Catalog.load(configRoot);
        }
        return Catalog.load(configRoot);
    }

    /** What a run of this stack would be, without extra grants; nothing is created. */
    public Plan plan(Catalog catalog, List<String> stack, Path workspace) throws ProblemException, IOException {
        return plan(catalog, request(stack, workspace));
    }

    /** The same as another system would see it; see {@link Planner}. */
    public Plan plan(Catalog catalog, List<String> stack, Path workspace, Platform seenBy)
            throws ProblemException, IOException {
        if (seenBy == platform) {
            return plan(catalog, stack, workspace);
        }
        return new Planner(tools).plan(request(stack, workspace), catalog, machine(seenBy));
    }

    public Plan plan(Catalog catalog, RunRequest request) throws ProblemException, IOException {
        Machine machine = machine();
        return new Planner(remembering(machine)).plan(request, catalog, machine);
    }

    /** What the run would be in the scratch that it would make; nothing is created. */
    public ScratchPlan planInScratch(Catalog catalog, RunRequest request, Path workspace)
            throws ProblemException, IOException {
        Machine machine = machine();
        try {
            return ScratchPlan.of(
                    scratches(),
                    workspace.toRealPath(),
                    (there, clone) ->
                            new Planner(remembering(machine)).planInClone(request.in(there), catalog, machine, clone));
        } catch (ScratchException refused) {
            throw new ProblemException(new Problem(
                    Problem.Severity.ERROR, Problem.Kind.MACHINE, "", 0, 0, "--scratch", refused.getMessage(), null));
        }
    }

    /** Asks a tool only when what it said before may no longer be true. */
    private ToolRunner remembering(Machine machine) {
        return new CachingPlanner(tools, configRoot, machine.uid()).tools();
    }

    /** This machine, as the caller whose environment we have sees it. */
    private Machine machine() throws IOException {
        return machine(platform);
    }

    private Machine machine(Platform seenBy) throws IOException {
        Machine here = Machine.current();
        CallerEnvironment caller = CallerEnvironment.of(environment);
        return new Machine(
                caller,
                here.uid(),
                here.passwdHome(),
                here.cwd(),
                caller.absolute("TMPDIR").orElse("/tmp"),
                seenBy,
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

    /** The projects of a workspace, with their commands and what those need. */
    public Detection detect(Path workspace) {
        return new Detector(home(), environment(), platform).detect(OsPath.text(workspace));
    }

    /** Why a run in this workspace cannot be in a scratch; empty when it can. Asks Git. */
    public Optional<String> scratchRefusal(Path workspace) throws IOException, ProblemException {
        return scratches().refusal(workspace);
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

    /** What the kernel says about a path under this plan's policy; nothing where it cannot be asked without running something. */
    public Map<KernelProbe.Question, KernelProbe.Answer> probe(Plan plan, String path)
            throws SandboxException, IOException {
        return backend.compile(plan.policy()) instanceof LandlockPolicy landlock
                ? new KernelProbe(landlock).ask(path)
                : Map.of();
    }

    /** How denials of a run would be seen here. */
    public DenialSource denialSource() {
        return switch (platform) {
            case LINUX -> observed();
            case MACOS -> SeatbeltLog.source();
        };
    }

    private static DenialSource observed() {
        return switch (ListenerSupport.ask()) {
            case ListenerSupport.Available available -> DenialSource.complete(DenialSource.Kind.OBSERVE);
            case ListenerSupport.Occupied occupied ->
                DenialSource.unavailable(DenialSource.Kind.OBSERVE, "another supervisor watches this process already");
            case ListenerSupport.Missing missing ->
                DenialSource.unavailable(
                        DenialSource.Kind.OBSERVE, missing.reason().english());
        };
    }

    /** Judges what a grant would put at stake for this user in this workspace. */
    public RiskAssessor assessor(Configuration configuration, String workspace) throws IOException {
        Machine machine = machine();
        List<String> searchPath = SearchPath.directories(environment.getOrDefault("PATH", ""));
        return new RiskAssessor(new Surroundings(
                machine.home(),
                machine.passwdHome().isEmpty() ? Set.of() : Set.of(machine.passwdHome()),
                workspace,
                new PolicyResolver(machine, tools).variables(configuration, Map.of(), workspace),
                searchPath,
                Map.of()));
    }

    /** Judges entries by their text, also those of what does not exist here. */
    public Dangers dangers(Configuration configuration, Path workspace) throws IOException {
        Machine machine = machine();
        String place = OsPath.text(workspace);
        return Dangers.of(machine, EntryReading.of(machine, configuration, place), place);
    }

    /** What entries would grant here, looked up as a run would. */
    public Map<Trial.Entry, Trial.Outcome> tryOut(
            Configuration configuration, String workspace, List<Trial.Entry> entries) throws IOException {
        Machine machine = machine();
        return new ResolverTrial(new PolicyResolver(machine, remembering(machine)), configuration, Map.of(), workspace)
                .resolve(entries);
    }

    /** Finds what is wrong in profiles; it asks each tool at most once, so take a new one after a change of the machine. */
    public ProfileLinter linter() throws IOException {
        Machine machine = machine();
        return new ProfileLinter(machine, remembering(machine));
    }

    /** The names that can stand in profiles here. */
    public Completions.Words words(Catalog catalog, Path workspace) throws IOException {
        SortedMap<String, String> profiles = new TreeMap<>();
        for (CatalogEntry entry : catalog.entries()) {
            profiles.put(entry.name(), entry.description().or(entry::title).orElse(""));
        }
        return new Completions.Words(
                profiles,
                variables(catalog.configuration(), workspace),
                EntryReading.resolvers(),
                environment.keySet().stream()
                        .filter(name -> EnvEntry.of(name).refusal(true).isEmpty())
                        .collect(java.util.stream.Collectors.toSet()));
    }

    /** Every tool resolver and what it reports here; asks the tools, which takes seconds when it is new. */
    public List<ResolverReport> resolvers() throws IOException {
        Machine machine = machine();
        return new PolicyResolver(machine, remembering(machine)).resolvers();
    }

    /** The path variables that have a value in this workspace, with it. */
    public SortedMap<String, String> variables(Configuration configuration, Path workspace) throws IOException {
        return new PolicyResolver(machine(), tools).variables(configuration, Map.of(), OsPath.text(workspace));
    }

    /** The scratches that are kept, of the command line too. */
    public ScratchStore scratches() throws IOException, ProblemException {
        Machine machine = machine();
        String root =
                new PolicyResolver(machine, tools).scratchRoot(loadCatalog().configuration());
        return new ScratchStore(OsPath.of(root), machine.environment().variables());
    }

    /** The command that opens the user's shell in a scratch. */
    public List<String> shellCommand(Scratch scratch) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of("scratch", "shell", scratch.name()));
        if (Files.isDirectory(configRoot)) {
            command.addAll(List.of("--config", OsPath.text(configRoot)));
        }
        return command;
    }

    /**
     * What config.toml says of keeping runs, as it is now.
     *
     * @throws ProblemException when it is wrong or cannot be read
     */
    public RunSettings runSettings() throws ProblemException {
        return RunSettings.ofPlanned(configRoot);
    }

    /** The recorded runs, of the command line too. */
    public RunHistory history() {
        return history;
    }
}
