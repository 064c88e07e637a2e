package org.bulle.desktop.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.bulle.desktop.shared.Engine;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.EnforcementStatus;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.SearchPath;
import org.bulle.engine.run.Plan;
import org.bulle.engine.run.RunRequest;
import org.bulle.engine.sandbox.Availability;
import org.bulle.engine.sandbox.SandboxException;

/**
 * What the kernel answered, once.
 *
 * @param kernel its name and version
 * @param distribution as the system calls itself; empty when it does not say
 * @param enforcement what is enforced of a policy that asks for everything; empty without a sandbox
 * @param limits each kind of limit, as it would be enforced
 * @param configured whether there is a config.toml
 * @param searchPath the directories of PATH that there are
 */
public record SystemFacts(
        String kernel,
        String distribution,
        String backend,
        Availability availability,
        DenialSource denials,
        List<EnforcementStatus> enforcement,
        List<Limit> limits,
        SortedMap<String, String> variables,
        boolean configured,
        Set<String> searchPath) {
    private static final Map<String, String> EVERY_LIMIT =
            Map.of("memory", "1G", "cpu", "100%", "nproc", "256", "nofile", "512", "fsize", "1G", "cpu-time", "1h");

    static SystemFacts ask(Engine engine, Catalog catalog, Path workspace) throws IOException, ProblemException {
        Plan plan = engine.plan(
                catalog,
                new RunRequest(
                        List.of("tool", "offline"),
                        Optional.of(OsPath.text(workspace)),
                        List.of(),
                        new Overrides(Map.of(), List.of(), List.of(), List.of(), true),
                        true,
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        EVERY_LIMIT,
                        false,
                        false,
                        true));
        return new SystemFacts(
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                prettyName(),
                engine.backendName(),
                engine.availability(),
                engine.denialSource(),
                enforcement(engine, plan),
                plan.policy().limits(),
                engine.variables(catalog.configuration(), workspace),
                Files.isRegularFile(engine.configRoot().resolve("config.toml")),
                searchPath(engine));
    }

    private static List<EnforcementStatus> enforcement(Engine engine, Plan plan) {
        try {
            return engine.compile(plan).enforcement();
        } catch (SandboxException none) {
            return List.of();
        }
    }

    private static Set<String> searchPath(Engine engine) {
        return SearchPath.directories(engine.environment().getOrDefault("PATH", "")).stream()
                .filter(directory -> Files.isDirectory(OsPath.of(directory)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String prettyName() throws IOException {
        Path file = Path.of("/etc/os-release");
        if (!Files.isReadable(file)) {
            return "";
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst()
                .orElse("");
    }
}
