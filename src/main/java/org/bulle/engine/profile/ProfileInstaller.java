package org.bulle.engine.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bulle.engine.profile.ProfileStore.Change;
import org.bulle.engine.profile.ProfileStore.Document;
import org.bulle.engine.profile.ProfileStore.Saved;

/** Installs profiles from elsewhere: looked at first, then written all or none. */
public final class ProfileInstaller {
    private static final Document INSTALLED = new Document.InstalledFile();

    private final ProfileStore store;
    private final SourceReader reader;
    private final Clock clock;

    ProfileInstaller(ProfileStore store, SourceReader reader, Clock clock) {
        this.store = store;
        this.reader = reader;
        this.clock = clock;
    }

    /**
     * @param environment the caller's; git gets its PATH and proxies
     */
    public static ProfileInstaller of(ProfileStore store, Map<String, String> environment) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return new ProfileInstaller(
                store, new SourceReader(environment, "https://github.com/", "https", temporary), Clock.systemUTC());
    }

    /**
     * Fetches and checks everything; writes nothing.
     *
     * @throws IOException with a sentence for the user, when the source cannot be read
     */
    public InstallPlan plan(InstallSource source, Catalog catalog) throws IOException {
        return InstallPlan.of(source, reader.fetch(source), catalog, installed());
    }

    /**
     * Writes the plan's files, and where they came from. The caller has shown what they grant and has {@link InstallPlan#refusals}.
     *
     * @throws ProblemException when a file of the plan is broken
     * @throws IOException when nothing could be written
     */
    public Saved install(InstallPlan plan) throws IOException, ProblemException {
        List<Problem> broken = plan.refusals(true);
        if (!broken.isEmpty()) {
            throw new ProblemException(broken);
        }
        Optional<String> record = store.read(INSTALLED);
        InstalledProfiles installed = record.map(InstalledProfiles::parse).orElse(InstalledProfiles.NONE);
        List<Change> changes = new ArrayList<>();
        for (InstallPlan.Item item : plan.items()) {
            if (item.status() != InstallPlan.Status.UNCHANGED) {
                changes.add(
                        new Change(new Document.ProfileFile(item.name()), item.current(), Optional.of(item.text())));
            }
            installed = installed.with(
                    item.name(),
                    new InstalledProfiles.Origin(
                            plan.source().text(),
                            item.file(),
                            plan.commit(),
                            clock.instant().toString(),
                            InstalledProfiles.digest(item.text())));
        }
        changes.add(new Change(INSTALLED, record, Optional.of(installed.toToml())));
        return store.saveAll(changes);
    }

    /** Where the installed profiles came from. */
    public InstalledProfiles installed() throws IOException {
        return store.read(INSTALLED).map(InstalledProfiles::parse).orElse(InstalledProfiles.NONE);
    }

    /**
     * What {@code bulle profiles update} looks at: for each source of installed profiles that still have a file, what it says now.
     *
     * @param names only these; empty for all
     * @return by source; a source that cannot be read has the reason instead
     */
    public Map<String, Update> updates(Catalog catalog, Set<String> names) throws IOException {
        Map<String, Set<String>> bySource = new LinkedHashMap<>();
        installed().byName().forEach((name, origin) -> {
            if (catalog.hasUserFile(name) && (names.isEmpty() || names.contains(name))) {
                bySource.computeIfAbsent(origin.source(), any -> new TreeSet<>())
                        .add(name);
            }
        });
        Map<String, Update> updates = new LinkedHashMap<>();
        for (Map.Entry<String, Set<String>> entry : bySource.entrySet()) {
            updates.put(entry.getKey(), update(entry.getKey(), entry.getValue(), catalog));
        }
        return updates;
    }

    /** What a source says now. */
    public sealed interface Update {
        /**
         * @param plan of the files that were installed from there
         * @param gone names that are no longer there
         */
        record Now(InstallPlan plan, Set<String> gone) implements Update {}

        record Failed(String why) implements Update {}
    }

    private Update update(String source, Set<String> names, Catalog catalog) {
        try {
            InstallPlan plan =
                    plan(InstallSource.parse(source, catalog.root()), catalog).only(names);
            Set<String> gone = new TreeSet<>(names);
            plan.items().forEach(item -> gone.remove(item.name()));
            return new Update.Now(plan, gone);
        } catch (IOException e) {
            return new Update.Failed(FileTrouble.sentence(e));
        } catch (ProblemException e) {
            return new Update.Failed(e.problems().getFirst().message());
        }
    }
}
