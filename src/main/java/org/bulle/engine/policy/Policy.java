package org.bulle.engine.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The complete result of resolving: everything a backend needs and everything a face shows. There is no second description of a run.
 *
 * @param profiles the stack as selected, left to right
 * @param workspace absolute real path; the working directory
 * @param command absent when only inspecting a stack without a default_app
 * @param timeout wall clock; zero means none
 * @param grants one per path, sorted by path, with its final rights; includes workspace, temp directory, command, libraries
 * @param environment sorted by name
 * @param ports what {@code network} reaches of this machine, when that is all it reaches
 * @param networkOrigins the contributions that decided {@code network}, the last one decisive; empty when nothing was said
 * @param machLookup macOS services that may be looked up, sorted
 * @param entries the resolution table, in merge order
 * @param create paths that a run creates before it starts, with {@code true} for directories
 * @param shims names to link in the per-run shim directory: name and absolute target
 * @param warnings sentences for the user; never fatal
 */
public record Policy(
        List<String> profiles,
        String workspace,
        Optional<Command> command,
        Duration timeout,
        List<Grant> grants,
        List<EnvironmentVariable> environment,
        Network network,
        Ports ports,
        List<Origin> networkOrigins,
        List<String> machLookup,
        boolean addExec,
        boolean addLibs,
        List<Limit> limits,
        List<PolicyEntry> entries,
        List<Creation> create,
        List<Shim> shims,
        List<String> warnings) {
    public Policy {
        profiles = List.copyOf(profiles);
        grants = List.copyOf(grants);
        environment = List.copyOf(environment);
        networkOrigins = List.copyOf(networkOrigins);
        machLookup = List.copyOf(machLookup);
        limits = List.copyOf(limits);
        entries = List.copyOf(entries);
        create = List.copyOf(create);
        shims = List.copyOf(shims);
        warnings = List.copyOf(warnings);
    }

    /** The same with other limits. */
    public Policy limitedBy(List<Limit> others) {
        return new Policy(
                profiles,
                workspace,
                command,
                timeout,
                grants,
                environment,
                network,
                ports,
                networkOrigins,
                machLookup,
                addExec,
                addLibs,
                others,
                entries,
                create,
                shims,
                warnings);
    }

    /** A path to make before the run: a directory 0700 with its parents, or an empty file 0600. */
    public record Creation(String path, boolean directory, AccessList access) {}

    /** A symlink in the private directory that stands first on PATH. */
    public record Shim(String name, String target) {}
}
