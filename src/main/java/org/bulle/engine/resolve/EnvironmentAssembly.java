package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bulle.engine.merge.MergedProfile.EnvValue;
import org.bulle.engine.policy.EnvironmentVariable;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.profile.Printable;

/**
 * What the command will find in its environment. Low to high: the profiles, {@code --env-all-except} (below what a profile sets),
 * {@code --env-file}, {@code --env}. Values are never part of a message.
 */
final class EnvironmentAssembly {
    private static final int LARGEST_FILE = 4 << 20;
    private static final List<String> TEMPORARY = List.of("TMPDIR", "TMP", "TEMP", "BUN_TMPDIR");

    private final Ground ground;
    private final CallerEnvironment caller;
    private final TreeMap<String, EnvironmentVariable> out = new TreeMap<>(ByteOrder.INSTANCE);
    /** What {@code --env-all-except} must leave alone. */
    private final Set<String> set = new HashSet<>();

    EnvironmentAssembly(Ground ground, CallerEnvironment caller) {
        this.ground = ground;
        this.caller = caller;
    }

    /**
     * @param privateTemp whether the temporary-directory variables point to ours when nobody else says where
     * @param table all grants, for the PATH
     */
    List<EnvironmentVariable> assemble(ResolveRequest request, boolean privateTemp, GrantTable table) {
        if (privateTemp) {
            for (String name : TEMPORARY) {
                set.add(name);
                put(name, ground.directories().temp(), List.of(Origin.run("private temp")));
            }
        }
        List<EnvValue> entries = request.merged().env();
        addEntries(entries.stream().filter(entry -> !byFlag(entry)).toList());
        request.envAllExcept().ifPresent(this::addAllExcept);
        request.envFile().ifPresent(this::addFile);
        addEntries(entries.stream().filter(EnvironmentAssembly::byFlag).toList());
        reducePath(table);
        return List.copyOf(out.values());
    }

    private static boolean byFlag(EnvValue entry) {
        return !entry.origins().isEmpty() && entry.origins().getLast().layer() == Layer.FLAG;
    }

    /** A name that is written out wins over a glob that matches it. */
    private void addEntries(List<EnvValue> entries) {
        entries.stream().filter(EnvironmentAssembly::isGlob).forEach(this::addMatches);
        entries.stream().filter(entry -> !isGlob(entry)).forEach(this::addEntry);
    }

    private static boolean isGlob(EnvValue entry) {
        return entry.value().isEmpty() && entry.name().indexOf('*') >= 0;
    }

    private void addMatches(EnvValue entry) {
        caller.variables().forEach((name, value) -> {
            if (matches(name, entry.name())) {
                put(name, value, entry.origins());
            }
        });
    }

    static boolean matches(String name, String pattern) {
        BitSet stars = new BitSet();
        for (int at = pattern.indexOf('*'); at >= 0; at = pattern.indexOf('*', at + 1)) {
            stars.set(at);
        }
        return GlobExpander.matches(name, pattern, stars);
    }

    private void addEntry(EnvValue entry) {
        if (entry.value().isEmpty()) {
            caller.get(entry.name()).ifPresent(value -> put(entry.name(), value, entry.origins()));
        } else if (byFlag(entry)) {
            put(entry.name(), entry.value().get(), entry.origins());
        } else {
            addExpanded(entry, entry.value().get());
        }
    }

    private void addExpanded(EnvValue entry, String written) {
        set.add(entry.name());
        try {
            EntrySyntax.Expansion expansion = EntrySyntax.value(written).expand(ground.variables());
            if (expansion.unset().isEmpty()) {
                put(entry.name(), expansion.text(), entry.origins());
            }
        } catch (EntrySyntax.Malformed malformed) {
            ground.problems()
                    .machine(
                            ProblemLog.At.of(entry.origins().getLast()),
                            "the value of " + Printable.escape(entry.name()) + " " + malformed.getMessage());
        }
    }

    private void addAllExcept(List<String> exceptions) {
        List<Origin> origins = List.of(Origin.flag("--env-all-except"));
        caller.variables().forEach((name, value) -> {
            if (!set.contains(name) && exceptions.stream().noneMatch(exception -> matches(name, exception))) {
                put(name, value, origins);
            }
        });
    }

    private void addFile(String file) {
        String absolute =
                file.startsWith("/") ? file : Paths.child(ground.machine().cwd(), file);
        ProblemLog.At at = ProblemLog.At.flag("--env-file");
        try {
            byte[] content = ground.files().head(absolute, LARGEST_FILE + 1);
            if (content.length > LARGEST_FILE) {
                ground.problems().machine(at, "the file " + Printable.escape(file) + " is larger than 4 MiB");
                return;
            }
            for (EnvFile.Assignment assignment : EnvFile.parse(content, file, ground.problems())) {
                put(
                        assignment.name(),
                        assignment.value(),
                        List.of(new Origin("command line", Layer.FLAG, "--env-file", file, assignment.line(), 1)));
            }
        } catch (IOException e) {
            ground.problems().machine(at, "the file " + Printable.escape(file) + " " + why(e));
        }
    }

    private static String why(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "does not exist";
            case AccessDeniedException denied -> "may not be read";
            default -> "cannot be read";
        };
    }

    private void put(String name, String value, List<Origin> origins) {
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0 || value.indexOf('\0') >= 0) {
            ProblemLog.At at = origins.isEmpty() ? ProblemLog.At.NOWHERE : ProblemLog.At.of(origins.getLast());
            ground.problems().text(at, Printable.quoted(name) + " cannot be an environment variable");
            return;
        }
        out.put(name, new EnvironmentVariable(name, value, origins));
    }

    /** A directory in which nothing can be executed would only hide later ones; an empty PATH would mean the current directory, so there is none. */
    private void reducePath(GrantTable table) {
        EnvironmentVariable path = out.remove("PATH");
        List<String> directories = new ArrayList<>();
        List<Origin> origins = new ArrayList<>();
        ground.directories().shims().ifPresent(directories::add);
        if (path != null) {
            origins.addAll(path.origins());
            for (String directory : ExecutableSearch.directories(path.value())) {
                if (table.mayExecute(PathWalk.follow(ground.files(), directory).path())) {
                    directories.add(directory);
                }
            }
        }
        if (ground.directories().shims().isPresent()) {
            origins.add(Origin.run("shims"));
        }
        if (!directories.isEmpty()) {
            put("PATH", String.join(":", directories), origins);
        }
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(out.get(name)).map(EnvironmentVariable::value);
    }
}
