package org.bulle.engine.resolve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.MachValue;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.Quantity;

/** Turns a merged profile into the policy for this machine. Creates nothing and runs nothing but the tool resolvers. */
public final class PolicyResolver {
    private final Machine machine;
    private final CallerEnvironment caller;
    private final ToolRunner tools;
    private final Function<ResolveRequest, MachineFiles> files;

    public PolicyResolver(Machine machine, ToolRunner tools) {
        this(machine, tools, request -> new MachineFiles());
    }

    PolicyResolver(Machine machine, ToolRunner tools, Function<ResolveRequest, MachineFiles> files) {
        this.machine = machine.seenByPaths();
        this.caller = machine.environment();
        this.tools = tools;
        this.files = files;
    }

    /** Resolves as a run would in a clone that it makes first. Only for showing. */
    public static PolicyResolver inClone(Machine machine, ToolRunner tools, FutureClone clone) {
        return new PolicyResolver(
                machine, tools, request -> new MachineFiles(new FutureCloneFiles(SystemFiles.INSTANCE, clone)));
    }

    /** Resolves as another system would, as far as this one can tell; asks no tools. Only for showing. */
    public static PolicyResolver seenFromElsewhere(Machine machine) {
        return new PolicyResolver(
                machine,
                ToolRunner.refusing("this system is not " + machine.platform().key()),
                request -> new MachineFiles(OtherSystemFiles.of(
                        machine,
                        request.workspace()
                                .map(given -> given.startsWith("/") ? given : Paths.child(machine.cwd(), given))
                                .orElse(machine.cwd()))));
    }

    /**
     * Resolves everything, so that all problems are reported at once.
     *
     * @throws ProblemException with everything that is wrong in the text or on this machine
     */
    public Resolution resolve(ResolveRequest request) throws ProblemException {
        ProblemLog problems = new ProblemLog();
        MachineFiles files = this.files.apply(request);
        ProtectedPlaces places = new ProtectedPlaces(files, machine);
        String workspace = workspace(request, files, places, problems);
        Ground ground = ground(request, files, places, workspace, problems);
        Resolution resolution = new OneResolution(ground, request, caller, tools).resolve();
        problems.throwErrors();
        return resolution;
    }

    /**
     * Only the command's environment, for a policy that is known otherwise.
     *
     * @param workspace real path
     * @param grants all of the policy's
     * @throws ProblemException when an environment file is wrong, or a value cannot be understood
     */
    public List<EnvironmentVariable> environment(
            ResolveRequest request, String workspace, List<Grant> grants, PrivateDirectories directories)
            throws ProblemException {
        ProblemLog problems = new ProblemLog();
        MachineFiles files = MachineFiles.passing();
        Ground ground = ground(request, files, new ProtectedPlaces(files, machine), workspace, problems)
                .with(directories);
        GrantTable table = new GrantTable();
        grants.forEach(grant -> table.add(grant.path(), grant.access()));
        List<EnvironmentVariable> environment = new EnvironmentAssembly(ground, caller)
                .assemble(request, request.merged().includes("tool"), table);
        problems.throwErrors();
        return environment;
    }

    /** Every tool resolver with what it reports here, or why nothing. */
    public List<ResolverReport> resolvers() {
        ProblemLog problems = new ProblemLog();
        MachineFiles files = new MachineFiles();
        ProtectedPlaces places = new ProtectedPlaces(files, machine);
        return new ToolResolvers(ground(machine, files, places, machine.cwd(), problems), tools).report();
    }

    /**
     * The path variables of a run that have a value. What is wrong with {@code [vars]} or {@code --var} is left out here; resolving reports it.
     *
     * @param workspace real path
     */
    public SortedMap<String, String> variables(
            Configuration configuration, Map<String, String> vars, String workspace) {
        ProblemLog problems = new ProblemLog();
        MachineFiles files = new MachineFiles();
        Ground ground = ground(machine, files, new ProtectedPlaces(files, machine), workspace, problems);
        ground.variables().define(configuration.vars(), configuration.file(), vars, ground.safeValues(), problems);
        SortedMap<String, String> values = new TreeMap<>();
        ground.variables()
                .names()
                .forEach(name -> ground.variables().value(name).ifPresent(value -> values.put(name, value)));
        return values;
    }

    /**
     * Where scratches are kept: {@code [scratch] dir} of the configuration, else {@code $STATE/bulle/scratch}. It is the same whatever the workspace.
     *
     * @throws ProblemException when the configured directory cannot be understood, or there is no home to keep them in
     */
    public String scratchRoot(Configuration configuration) throws ProblemException {
        ProblemLog problems = new ProblemLog();
        MachineFiles files = new MachineFiles();
        Ground ground = ground(machine, files, new ProtectedPlaces(files, machine), "/", problems);
        ground.variables().define(configuration.vars(), configuration.file(), Map.of(), ground.safeValues(), problems);
        Optional<Located<String>> configured = configuration.scratchDirectory();
        String root = "";
        if (configured.isPresent()) {
            ProblemLog.At at = new ProblemLog.At(
                    configuration.file(),
                    configured.get().line(),
                    configured.get().column(),
                    "scratch.dir");
            root = scratchRoot(configured.get().value(), at, ground.variables(), problems);
        } else if (ground.variables().value("STATE").isPresent()) {
            root = ground.variables().value("STATE").get() + "/bulle/scratch";
        } else {
            problems.machine(ProblemLog.At.NOWHERE, "there is no home directory to keep scratches in");
        }
        problems.throwErrors();
        return root;
    }

    private static String scratchRoot(String text, ProblemLog.At at, Variables variables, ProblemLog problems) {
        try {
            EntrySyntax written = EntrySyntax.path(text);
            EntrySyntax.Expansion expansion = written.expand(variables);
            if (expansion.unset().isPresent()) {
                problems.machine(at, "scratch.dir uses " + expansion.unset().get() + ", which has no value here");
            } else if (written.names("WORKSPACE")) {
                problems.text(at, "scratch.dir cannot depend on the workspace");
            } else if (expansion.hasGlob() || !expansion.text().startsWith("/")) {
                problems.text(at, "scratch.dir needs one absolute path, not " + Printable.quoted(text));
            }
            return expansion.text();
        } catch (EntrySyntax.Malformed malformed) {
            problems.text(at, "scratch.dir " + malformed.getMessage());
            return "";
        }
    }

    /** A workspace that is wrong ends resolving at once: everything else would be about another place. */
    private String workspace(ResolveRequest request, MachineFiles files, ProtectedPlaces places, ProblemLog problems)
            throws ProblemException {
        String given = request.workspace().orElse(machine.cwd());
        String absolute = given.startsWith("/") ? given : Paths.child(machine.cwd(), given);
        PathWalk walk = PathWalk.follow(files, absolute);
        ProblemLog.At at = ProblemLog.At.NOWHERE;
        if (!walk.status().isDirectory() || given.isEmpty()) {
            String why = walk.exists() ? " is not a directory" : " does not exist";
            problems.text(at, "the workspace " + Printable.quoted(given) + why);
        } else if (!files.mayExecute(walk.path())) {
            // No command could begin there; the kernel's answer to that looks like one about the command.
            problems.machine(
                    at, "the workspace " + Printable.quoted(given) + " is a directory that you may not search");
        } else if (request.grantWorkspace()) {
            places.at(walk)
                    .ifPresent(
                            place -> problems.machine(
                                    at,
                                    "the workspace would be " + place.words() + ", " + Printable.escape(walk.path())
                                            + ", and everything in it writable; name a project directory, or use --no-workspace"));
        }
        problems.throwErrors();
        return walk.path();
    }

    private Ground ground(
            ResolveRequest request, MachineFiles files, ProtectedPlaces places, String workspace, ProblemLog problems) {
        Ground ground = ground(machine, files, places, workspace, problems);
        ground.variables()
                .define(
                        request.configuration().vars(),
                        request.configuration().file(),
                        request.vars(),
                        ground.safeValues(),
                        problems);
        return ground;
    }

    private static Ground ground(
            Machine machine, MachineFiles files, ProtectedPlaces places, String workspace, ProblemLog problems) {
        SafeValues safe = new SafeValues(machine, files, places);
        PrivateDirectories directories = new PrivatePlaces(machine, files, problems).choose(workspace);
        return new Ground(
                machine,
                files,
                places,
                new SystemRoots(places, machine.home()),
                safe,
                new Variables(machine, safe, workspace, directories.root()),
                new ExecutableSearch(files, machine.environment().get("PATH")),
                workspace,
                directories,
                problems);
    }

    /** The steps of one resolution, with what each leaves for the next. */
    private static final class OneResolution {
        private final Ground ground;
        private final ResolveRequest request;
        private final CallerEnvironment caller;
        private final ToolRunner tools;
        private Optional<Evidence> toolEvidence = Optional.of(Evidence.none());
        private final MergedProfile merged;
        private final List<Draft> drafts = new ArrayList<>();
        private final GrantTable table = new GrantTable();
        private final Map<String, String> shims = new TreeMap<>(ByteOrder.INSTANCE);
        private final List<String> warnings = new ArrayList<>();

        OneResolution(Ground ground, ResolveRequest request, CallerEnvironment caller, ToolRunner tools) {
            this.caller = caller;
            this.ground = ground;
            this.tools = tools;
            this.request = request;
            this.merged = request.merged();
        }

        Resolution resolve() {
            resolveEntries();
            addPlaces();
            keepOnlySound();
            boolean addExec = !request.command().isEmpty()
                    || merged.addExec().map(Sourced::value).orElse(false);
            boolean addLibs = !request.profileNamed()
                    || merged.addLibs().map(Sourced::value).orElse(false);
            CommandResolver commands = new CommandResolver(ground);
            CommandLookup lookup = commands.look(request.command(), merged.defaultApp(), addExec);
            commands.drafts().forEach(this::add);
            commands.shims().forEach(shims::putIfAbsent);
            if (addLibs) {
                addLibraries(commands.program());
            }
            Ground settled = placeShims();
            Optional<Evidence> evidence = evidence(settled.directories());
            List<EnvironmentVariable> environment =
                    new EnvironmentAssembly(settled, caller).assemble(request, merged.includes("tool"), table);
            return new Resolution(
                    policy(lookup, addExec, addLibs, environment, settled.directories()),
                    lookup,
                    settled.directories(),
                    ground.problems().warnings(),
                    evidence);
        }

        private Optional<Evidence> evidence(PrivateDirectories directories) {
            if (ground.files().elsewhere().isPresent()) {
                return Optional.empty();
            }
            Evidence mine = ground.files().evidence();
            Evidence lasting = directories.shims().map(mine::without).orElse(mine);
            return toolEvidence.map(lasting::and);
        }

        private void resolveEntries() {
            TreeSet<String> toAsk = new TreeSet<>();
            for (PathValue value : merged.paths()) {
                if (EntryKind.of(value.text()) instanceof EntryKind.Tool) {
                    toAsk.add(value.text());
                }
            }
            ground.files()
                    .elsewhere()
                    .ifPresent(
                            why -> warnings.add(
                                    "this is " + ground.machine().platform().key()
                                            + " as far as it can be seen from here (" + why
                                            + "): unresolved paths stand as written, programs and what tools report are left out"));
            Map<String, ToolAnswer> answers =
                    toAsk.isEmpty() || ground.files().elsewhere().isPresent() ? Map.of() : ask(toAsk);
            EntryResolver resolver = new EntryResolver(ground, answers);
            for (PathValue value : merged.paths()) {
                drafts.addAll(resolver.resolve(value));
            }
            shims.putAll(resolver.shims());
        }

        private Map<String, ToolAnswer> ask(TreeSet<String> entries) {
            ToolResolvers resolvers = new ToolResolvers(ground, tools);
            Map<String, ToolAnswer> answers = resolvers.ask(entries);
            toolEvidence = resolvers.evidence();
            return answers;
        }

        /** The workspace, and with {@code tool} the private temp directory. */
        private void addPlaces() {
            if (request.grantWorkspace()) {
                drafts.add(existing(
                        "$WORKSPACE", AccessList.RW, "workspace", PathWalk.follow(ground.files(), ground.workspace())));
            }
            if (merged.includes("tool") && drafts.stream().noneMatch(this::grantsTemp)) {
                PathWalk walk =
                        PathWalk.follow(ground.files(), ground.directories().temp());
                Draft.Target target = walk.exists() ? Draft.Target.existing(walk) : new Draft.Target(walk, true, true);
                drafts.add(Draft.of(
                        Draft.Written.byRun("$TMP/bulle/tmp", AccessList.RW, "private temp"), false, List.of(target)));
            }
        }

        private boolean grantsTemp(Draft draft) {
            return draft.written().list().writes()
                    && draft.targets().stream()
                            .anyMatch(target -> target.walk()
                                    .path()
                                    .equals(ground.directories().temp()));
        }

        private void keepOnlySound() {
            List<Draft> sound = PlantedLinks.removeFrom(drafts, ground.problems());
            drafts.clear();
            sound.forEach(this::add);
        }

        private void add(Draft draft) {
            drafts.add(draft);
            draft.paths().forEach(path -> table.add(path, draft.written().list()));
        }

        private static Draft existing(String text, AccessList list, String what, PathWalk walk) {
            return Draft.of(Draft.Written.byRun(text, list, what), false, List.of(Draft.Target.existing(walk)));
        }

        private void addLibraries(Optional<PathWalk> program) {
            for (SystemLibraries.Root root : SystemLibraries.of(ground.machine().platform())) {
                PathWalk walk = PathWalk.follow(ground.files(), root.path());
                if (walk.exists() && !table.covers(walk.path(), root.list())) {
                    add(existing(root.path(), root.list(), "add_libs", walk));
                }
            }
            if (ground.machine().platform() == Platform.MACOS
                    || ground.files().elsewhere().isPresent()) {
                // The search reads ELF. On macOS what the system brings is all that is added.
                return;
            }
            SharedLibraries libraries = new SharedLibraries(ground.files(), ground.programs(), table);
            program.ifPresent(libraries::addProgram);
            for (Map.Entry<String, AccessList> grant :
                    Map.copyOf(table.byPath()).entrySet()) {
                if (!grant.getValue().writes()) {
                    libraries.addTree(grant.getKey());
                }
            }
            libraries.close();
            warnings.addAll(libraries.warnings());
            addFound("the libraries of the programs", AccessList.RO, libraries.found());
            addFound("the loaders of the programs", AccessList.ROX, libraries.loaders());
        }

        private void addFound(String text, AccessList list, List<PathWalk> walks) {
            if (!walks.isEmpty()) {
                List<Draft.Target> targets =
                        walks.stream().map(Draft.Target::existing).toList();
                add(Draft.of(Draft.Written.byRun(text, list, "add_libs"), true, targets));
            }
        }

        /** Last, because they must lie outside of everything that is writable by now. */
        private Ground placeShims() {
            shims.values().removeIf(this::isFoundInItsEnvironment);
            if (shims.isEmpty()) {
                return ground;
            }
            PrivateDirectories directories = new PrivatePlaces(ground.machine(), ground.files(), ground.problems())
                    .withShims(
                            ground.directories(),
                            ground.variables(),
                            ground.safeValues().fromEnvironment("XDG_RUNTIME_DIR"),
                            table);
            directories.shims().ifPresent(path -> {
                PathWalk walk = PathWalk.follow(ground.files(), path);
                add(Draft.of(
                        Draft.Written.byRun("the links to the granted programs", AccessList.ROX, "shims"),
                        false,
                        List.of(new Draft.Target(walk, true, true))));
            });
            return ground.with(directories);
        }

        /**
         * An interpreter knows its virtual environment by the directory that it was started from, so a link elsewhere would lose it. It is found by the
         * PATH as well: its directory can be executed, and no directory before it has the name, or that one had been found.
         */
        private boolean isFoundInItsEnvironment(String program) {
            String directory = Paths.parent(program);
            return table.mayExecute(directory)
                    && PathWalk.follow(ground.files(), Paths.child(Paths.parent(directory), "pyvenv.cfg"))
                            .exists();
        }

        private Policy policy(
                CommandLookup lookup,
                boolean addExec,
                boolean addLibs,
                List<EnvironmentVariable> environment,
                PrivateDirectories directories) {
            Outcomes outcomes = new Outcomes(ground.files(), table, drafts);
            List<PolicyEntry> entries = drafts.stream().map(outcomes::entry).toList();
            Optional<Command> command =
                    lookup instanceof CommandLookup.Found found ? Optional.of(found.command()) : Optional.empty();
            return new Policy(
                    merged.stack(),
                    ground.workspace(),
                    command,
                    timeout(),
                    table.grants(),
                    environment,
                    merged.network(),
                    merged.ports(),
                    merged.networkOrigins(),
                    merged.mach().stream()
                            .filter(MachValue::allowed)
                            .map(MachValue::name)
                            .sorted()
                            .toList(),
                    addExec,
                    addLibs,
                    limits(),
                    entries,
                    creations(directories),
                    shims.entrySet().stream()
                            .map(shim -> new Policy.Shim(shim.getKey(), shim.getValue()))
                            .toList(),
                    warnings);
        }

        /** Without the shim directory, which is made and removed on its own. */
        private List<Policy.Creation> creations(PrivateDirectories directories) {
            Map<String, Policy.Creation> out = new LinkedHashMap<>();
            for (Draft draft : drafts) {
                for (Draft.Target target : draft.targets()) {
                    String path = target.walk().path();
                    if (target.creates() && !directories.shims().equals(Optional.of(path))) {
                        boolean directory = target.directory()
                                || out.containsKey(path) && out.get(path).directory();
                        AccessList access = table.byPath()
                                .getOrDefault(path, draft.written().list());
                        out.put(path, new Policy.Creation(path, directory, access));
                    }
                }
            }
            return List.copyOf(out.values());
        }

        private Duration timeout() {
            Optional<Located<String>> configured =
                    request.useDefaults() ? request.configuration().defaults().timeout() : Optional.empty();
            String text =
                    request.timeout().or(() -> configured.map(Located::value)).orElse("0");
            Optional<Duration> duration = Quantity.duration(text);
            if (duration.isEmpty()) {
                ProblemLog.At at = request.timeout().isPresent() || configured.isEmpty()
                        ? ProblemLog.At.flag("--timeout")
                        : new ProblemLog.At(
                                request.configuration().file(),
                                configured.get().line(),
                                configured.get().column(),
                                "timeout");
                ground.problems()
                        .text(
                                at,
                                "timeout: " + Printable.quoted(text)
                                        + " is not a duration such as 90s or 2h30m, nor 0 for none");
            }
            return duration.orElse(Duration.ZERO);
        }

        private List<Limit> limits() {
            Configuration.Defaults defaults =
                    request.useDefaults() ? request.configuration().defaults() : Configuration.Defaults.NONE;
            return Limits.choose(
                            defaults,
                            request.configuration().file(),
                            ground.machine().platform(),
                            request.limits(),
                            ground.problems())
                    .stream()
                    .map(asked -> new Limit(asked.name(), asked.value(), "", false, EntryPhrase.LIMIT_NOT_ASKED.with()))
                    .toList();
        }
    }
}
