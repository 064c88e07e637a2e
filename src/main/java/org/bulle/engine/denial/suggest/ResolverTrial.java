package org.bulle.engine.denial.suggest;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.PolicyResolver;
import org.bulle.engine.resolve.ResolveRequest;

/** Tries entries with the very resolver that a run uses. */
public final class ResolverTrial implements Trial {
    /** One by one only for so many, after an entry among all was refused. */
    private static final int MOST_ALONE = 500;

    private final PolicyResolver resolver;
    private final Configuration configuration;
    private final Map<String, String> vars;
    private final String workspace;

    /**
     * @param configuration for {@code [vars]}
     * @param vars {@code --var}
     * @param workspace real path
     */
    public ResolverTrial(
            PolicyResolver resolver, Configuration configuration, Map<String, String> vars, String workspace) {
        this.resolver = resolver;
        this.configuration = configuration;
        this.vars = Map.copyOf(vars);
        this.workspace = workspace;
    }

    @Override
    public Map<Entry, Outcome> resolve(List<Entry> entries) {
        try {
            return outcomes(entries, policy(entries));
        } catch (ProblemException some) {
            return alone(entries);
        }
    }

    private Map<Entry, Outcome> alone(List<Entry> entries) {
        Map<Entry, Outcome> all = new HashMap<>();
        for (Entry entry : entries.subList(0, Math.min(entries.size(), MOST_ALONE))) {
            try {
                all.putAll(outcomes(List.of(entry), policy(List.of(entry))));
            } catch (ProblemException refused) {
                all.put(
                        entry,
                        new Outcome.Nothing(refused.problems().stream()
                                .<Statement>map(problem -> new Statement.Verbatim(problem.message()))
                                .findFirst()
                                .orElseGet(() -> RefusalPhrase.REFUSED.with())));
            }
        }
        return all;
    }

    private Policy policy(List<Entry> entries) throws ProblemException {
        Map<String, List<Contribution>> byText = new LinkedHashMap<>();
        for (Entry entry : entries) {
            Marked marked = Marked.of(entry.text());
            byText.computeIfAbsent(marked.text(), _ -> new ArrayList<>())
                    .add(new Contribution(
                            entry.list(),
                            marked.optional(),
                            marked.create(),
                            Origin.flag("--" + entry.list().key())));
        }
        List<PathValue> paths = byText.entrySet().stream()
                .map(value -> new PathValue(value.getKey(), value.getValue()))
                .toList();
        MergedProfile merged = new MergedProfile(
                List.of(),
                List.of(),
                paths,
                List.of(),
                Network.NONE,
                Ports.ANY,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return resolver.resolve(new ResolveRequest(
                        merged,
                        true,
                        Optional.of(workspace),
                        false,
                        List.of(),
                        configuration,
                        false,
                        vars,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of()))
                .policy();
    }

    private static Map<Entry, Outcome> outcomes(List<Entry> entries, Policy policy) {
        Map<String, PolicyEntry> byText = new HashMap<>();
        policy.entries().forEach(entry -> byText.putIfAbsent(entry.text(), entry));
        Map<Entry, Outcome> all = new HashMap<>();
        for (Entry entry : entries) {
            PolicyEntry resolved = byText.get(Marked.of(entry.text()).text());
            all.put(entry, resolved == null ? new Outcome.Nothing(RefusalPhrase.UNKNOWN.with()) : outcome(resolved));
        }
        return all;
    }

    private static Outcome outcome(PolicyEntry entry) {
        return switch (entry.outcome()) {
            case PolicyEntry.Outcome.Skipped(Statement why) -> new Outcome.Nothing(why);
            case PolicyEntry.Outcome.Granted _,
                    PolicyEntry.Outcome.Expanded _,
                    PolicyEntry.Outcome.Wider _,
                    PolicyEntry.Outcome.Unresolved _,
                    PolicyEntry.Outcome.WouldCreate _ -> grants(entry);
        };
    }

    private static Outcome grants(PolicyEntry entry) {
        boolean made = entry.outcome() instanceof PolicyEntry.Outcome.WouldCreate;
        List<Grant> grants = entry.paths().stream()
                .map(path -> new Grant(path, entry.list()))
                .toList();
        List<String> directories = entry.paths().stream()
                .filter(path -> made ? entry.text().endsWith("/") : Files.isDirectory(OsPath.of(path)))
                .toList();
        return new Outcome.Grants(grants, directories);
    }

    /** An entry without its markers. */
    private record Marked(String text, boolean optional, boolean create) {
        static Marked of(String written) {
            int at = 0;
            boolean optional = false;
            boolean create = false;
            while (at < written.length() && (written.charAt(at) == '?' || written.charAt(at) == '+')) {
                optional |= written.charAt(at) == '?';
                create |= written.charAt(at) == '+';
                at++;
            }
            return new Marked(written.substring(at), optional, create);
        }
    }
}
