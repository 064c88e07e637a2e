package org.bulle.engine.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.policy.Command;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.CommandLookup;
import org.bulle.engine.resolve.ConfigurationEvidence;
import org.bulle.engine.resolve.Evidence;
import org.bulle.engine.resolve.EvidenceTable;
import org.bulle.engine.resolve.Machine;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ResolveRequest;
import org.bulle.engine.resolve.ShellWords;
import org.bulle.engine.resolve.ToolRunner;
import org.bulle.engine.sandbox.Uninterrupted;
import org.jspecify.annotations.Nullable;

/**
 * Plans like {@link Planner}, and keeps plans: a launch that repeats another reads no profile and asks no tool. A kept plan is used only when the
 * request, the caller and every file that it was computed from are the same; only the command's environment is put together anew.
 */
public final class CachingPlanner {
    private final ToolRunner tools;
    private final Path configRoot;
    private final PrivateStore store;
    private final Optional<String> build;
    private final InstantSource clock;

    /**
     * @param tools how tool resolvers are asked
     * @param configRoot whose profiles are planned with, and where plans and answers are kept
     * @param uid whose they have to be
     */
    public CachingPlanner(ToolRunner tools, Path configRoot, int uid) {
        this(
                tools,
                configRoot,
                PlanPlace.directory(configRoot),
                uid,
                BuildIdentity.ofThisProgram(),
                InstantSource.system());
    }

    /** Without a build's identity nothing is kept. */
    CachingPlanner(
            ToolRunner tools, Path configRoot, Path directory, int uid, Optional<String> build, InstantSource clock) {
        this.tools = tools;
        this.configRoot = configRoot;
        this.store = new PrivateStore(directory, uid);
        this.build = build;
        this.clock = clock;
    }

    /**
     * A plan, and how it came about.
     *
     * @param cached it was kept from an earlier run
     * @param exposed the command may write where plans are kept: {@link #forget} has to follow its run
     * @param catalog what was read for it; absent when nothing had to be
     */
    public record Planned(Plan plan, boolean cached, boolean exposed, Optional<Catalog> catalog) {}

    /** Asks tools only for what is not kept, and keeps what they answer. */
    public ToolRunner tools() {
        return remembering(true);
    }

    private ToolRunner remembering(boolean keep) {
        return build.<ToolRunner>map(id -> new RememberingToolRunner(tools, store, id, clock, keep))
                .orElse(tools);
    }

    /**
     * Plans a run.
     *
     * @param keep whether the plan and the tools' answers may be kept for the next time; without it nothing is written
     * @throws ProblemException as {@link Planner#plan} does
     */
    public Planned plan(RunRequest request, Machine machine, boolean keep) throws ProblemException {
        if (build.isEmpty() || !request.cache()) {
            return anew(request, machine, tools);
        }
        if (request.detect()) {
            return anew(request, machine, remembering(keep));
        }
        byte[] key = PlanKey.of(request, OsPath.text(configRoot), machine, build.get());
        Optional<byte[]> found = store.find(key);
        Optional<Plan> known = found.isPresent() ? kept(found.get(), request, machine) : Optional.empty();
        if (known.isPresent()) {
            Plan plan = new Planner(tools).limited(known.get(), machine);
            return new Planned(plan, true, false, Optional.empty());
        }
        if (keep) {
            store.open();
        }
        Instant start = clock.instant();
        Evidence read = ConfigurationEvidence.of(OsPath.text(configRoot));
        Catalog catalog = Catalog.load(configRoot);
        Planner.Planned fresh = new Planner(remembering(keep)).planned(request, catalog, machine);
        Plan plan = fresh.plan();
        boolean exposed = new PlanPlace(configRoot).isExposed(plan.policy());
        Optional<Evidence> evidence = fresh.evidence().map(read::and).filter(all -> all.isSettled(start));
        if (keep && !exposed && evidence.isPresent() && isWorthKeeping(plan)) {
            byte[] table = EvidenceTable.of(evidence.get());
            if (table.length > 0) {
                store.keep(key, pack(plan, catalog.configuration(), machine, table));
            }
        }
        return new Planned(plan, false, exposed, Optional.of(catalog));
    }

    private Planned anew(RunRequest request, Machine machine, ToolRunner runner) throws ProblemException {
        Catalog catalog = Catalog.load(configRoot);
        Plan plan = new Planner(runner).plan(request, catalog, machine);
        return new Planned(plan, false, new PlanPlace(configRoot).isExposed(plan.policy()), Optional.of(catalog));
    }

    /**
     * Drops everything that was kept.
     *
     * @return whether nothing is left
     */
    public boolean forget() {
        return store.clear();
    }

    private static boolean isWorthKeeping(Plan plan) {
        return switch (plan.command()) {
            case CommandLookup.Found found -> true;
            case CommandLookup.None none -> true;
            case CommandLookup.NotFound missing -> false;
            case CommandLookup.NotExecutable unusable -> false;
        };
    }

    private static byte[] pack(Plan plan, Configuration configuration, Machine machine, byte[] evidence) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(evidence.length);
            out.write(evidence);
            out.writeUTF(machine.token());
            out.write(PlanCodec.write(new StoredPlan(stripped(plan), configuration.vars(), configuration.file())));
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    /**
     * The plan that was kept, if its evidence holds. That is found out on a thread of its own, while this one reads the plan and puts the environment together:
     * nothing of it is given out before the answer, and of what goes wrong with a stale one nobody hears.
     */
    private Optional<Plan> kept(byte[] bytes, RunRequest request, Machine machine) throws ProblemException {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            int length = in.readInt();
            if (length <= 0 || length > in.available()) {
                return Optional.empty();
            }
            FutureTask<Boolean> evidence = new FutureTask<>(() -> holds(bytes, Integer.BYTES, Integer.BYTES + length));
            Thread thread = Thread.ofPlatform().daemon().name("evidence").start(evidence);
            Optional<Plan> plan = Optional.empty();
            @Nullable Exception failed = null;
            try {
                in.skipNBytes(length);
                plan = Optional.of(complete(unpack(in, machine), request, machine));
            } catch (ProblemException | IOException | RuntimeException thrown) {
                failed = thrown;
            } finally {
                Uninterrupted.join(thread);
            }
            if (evidence.state() != Future.State.SUCCESS || !evidence.resultNow()) {
                return Optional.empty();
            }
            if (failed instanceof ProblemException wrong) {
                throw wrong;
            }
            if (failed instanceof RuntimeException unforeseen) {
                throw unforeseen;
            }
            return plan;
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static StoredPlan unpack(DataInputStream in, Machine machine) throws IOException {
        String then = "/shims/" + in.readUTF();
        String now = "/shims/" + machine.token();
        return PlanCodec.read(
                in.readAllBytes(),
                text -> text.endsWith(then) ? text.substring(0, text.length() - then.length()) + now : text);
    }

    private static boolean holds(byte[] bytes, int from, int to) throws IOException {
        return switch (Platform.current()) {
            case MACOS -> EvidenceTable.holds(bytes, from, to);
            case LINUX -> {
                try (NativeStatus status = new NativeStatus()) {
                    yield EvidenceTable.holds(bytes, from, to, status);
                }
            }
        };
    }

    /** Values may be secrets, and are the next request's own. */
    private static Plan stripped(Plan plan) {
        MergedProfile merged = plan.merged();
        List<EnvValue> env = merged.env().stream()
                .map(value -> byFlag(value) ? new EnvValue(value.name(), Optional.empty(), value.origins()) : value)
                .toList();
        Policy policy = plan.policy();
        return new Plan(
                with(merged, env),
                with(policy, policy.command().map(command -> new Command(command.file(), List.of())), List.of()),
                plan.command(),
                plan.directories(),
                plan.strictLimits(),
                plan.warnings());
    }

    private static boolean byFlag(EnvValue value) {
        return !value.origins().isEmpty() && value.origins().getLast().layer() == Layer.FLAG;
    }

    /** Puts in what this request brings. */
    private Plan complete(StoredPlan stored, RunRequest request, Machine machine) throws ProblemException {
        Plan plan = stored.plan();
        List<EnvValue> env = plan.merged().env().stream()
                .map(value -> byFlag(value)
                        ? new EnvValue(value.name(), lastValue(request, value.name()), value.origins())
                        : value)
                .toList();
        MergedProfile merged = with(plan.merged(), env);
        Optional<Command> command =
                plan.policy().command().map(found -> new Command(found.file(), arguments(request, merged)));
        List<EnvironmentVariable> environment = new PolicyResolver(machine, tools)
                .environment(
                        resolveRequest(stored, merged, request),
                        plan.policy().workspace(),
                        plan.policy().grants(),
                        plan.directories());
        CommandLookup lookup =
                command.<CommandLookup>map(CommandLookup.Found::new).orElseGet(CommandLookup.None::new);
        return new Plan(
                merged,
                with(plan.policy(), command, environment),
                lookup,
                plan.directories(),
                plan.strictLimits(),
                plan.warnings());
    }

    private static Optional<String> lastValue(RunRequest request, String name) {
        Optional<String> value = Optional.empty();
        for (String entry : request.overrides().env()) {
            EnvEntry env = EnvEntry.of(entry);
            value = env.name().equals(name) ? env.value() : value;
        }
        return value;
    }

    private static List<String> arguments(RunRequest request, MergedProfile merged) {
        return request.command().isEmpty()
                ? merged.defaultApp()
                        .map(Sourced::value)
                        .flatMap(ShellWords::split)
                        .orElse(List.of())
                : request.command();
    }

    private static ResolveRequest resolveRequest(StoredPlan stored, MergedProfile merged, RunRequest request) {
        Configuration none = Configuration.EMPTY;
        Configuration configuration = new Configuration(
                stored.configurationFile(),
                "",
                none.base(),
                Map.of(),
                Map.of(),
                stored.vars(),
                Optional.empty(),
                none.defaults(),
                none.runs());
        return new ResolveRequest(
                merged,
                !request.profiles().isEmpty(),
                request.workspace(),
                request.grantWorkspace(),
                request.command(),
                configuration,
                !request.overrides().noDefaults(),
                request.vars(),
                request.envAllExcept(),
                request.envFile(),
                request.timeout(),
                request.limits());
    }

    private static MergedProfile with(MergedProfile merged, List<EnvValue> env) {
        return new MergedProfile(
                merged.stack(),
                merged.chain(),
                merged.paths(),
                env,
                merged.network(),
                merged.ports(),
                merged.networkOrigins(),
                merged.mach(),
                merged.defaultApp(),
                merged.addExec(),
                merged.addLibs());
    }

    private static Policy with(Policy policy, Optional<Command> command, List<EnvironmentVariable> environment) {
        return new Policy(
                policy.profiles(),
                policy.workspace(),
                command,
                policy.timeout(),
                policy.grants(),
                environment,
                policy.network(),
                policy.ports(),
                policy.networkOrigins(),
                policy.machLookup(),
                policy.addExec(),
                policy.addLibs(),
                policy.limits(),
                policy.entries(),
                policy.create(),
                policy.shims(),
                policy.warnings());
    }
}
