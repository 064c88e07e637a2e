package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.PolicyEntry.Outcome;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Printable;

/** Says what became of every entry, once all of them are known. */
final class Outcomes {
    private final MachineFiles files;
    private final GrantTable table;
    private final Map<String, List<Draft>> byPath = new HashMap<>();

    Outcomes(MachineFiles files, GrantTable table, List<Draft> drafts) {
        this.files = files;
        this.table = table;
        for (Draft draft : drafts) {
            for (Draft.Target target : draft.targets()) {
                byPath.computeIfAbsent(target.walk().path(), path -> new ArrayList<>())
                        .add(draft);
            }
        }
    }

    PolicyEntry entry(Draft draft) {
        return draft.entry(outcome(draft));
    }

    private Outcome outcome(Draft draft) {
        if (draft.skipped().isPresent()) {
            return new Outcome.Skipped(draft.skipped().get());
        }
        if (draft.targets().stream().anyMatch(Draft.Target::creates)) {
            return new Outcome.WouldCreate();
        }
        Optional<Statement> elsewhere = files.elsewhere();
        if (elsewhere.isPresent()
                && draft.targets().stream()
                        .anyMatch(target -> files.assumed(target.walk().path()))) {
            return new Outcome.Unresolved(elsewhere.get());
        }
        Optional<Statement> wider = wider(draft);
        if (wider.isPresent()) {
            return new Outcome.Wider(wider.get());
        }
        return draft.expanded() ? new Outcome.Expanded() : new Outcome.Granted();
    }

    /** Only when every target has more than the entry gives. */
    private Optional<Statement> wider(Draft draft) {
        Optional<Statement> why = Optional.empty();
        for (Draft.Target target : draft.targets()) {
            why = wider(draft, target.walk().path());
            if (why.isEmpty()) {
                return why;
            }
        }
        return why;
    }

    private Optional<Statement> wider(Draft draft, String path) {
        AccessList mine = draft.written().list();
        AccessList all = table.on(path).orElse(mine);
        if (mine.covers(all)) {
            return Optional.empty();
        }
        for (String at = path; ; at = Paths.parent(at)) {
            for (Draft other : byPath.getOrDefault(at, List.of())) {
                if (other != draft && !mine.covers(other.written().list())) {
                    return Optional.of(EntryPhrase.THROUGH.with(
                            all.key(),
                            Printable.escape(other.written().text()),
                            Printable.escape(other.written().decisive().label())));
                }
            }
            if (at.equals("/")) {
                return Optional.empty();
            }
        }
    }
}
