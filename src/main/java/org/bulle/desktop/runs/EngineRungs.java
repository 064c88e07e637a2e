package org.bulle.desktop.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.desktop.shared.CatalogModel;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Exposure;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.denial.suggest.Trial;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Configuration;

/** What the engine says about the rungs of a ladder. */
final class EngineRungs implements RungFacts.Source {
    private final Engine engine;
    private final CatalogModel catalog;

    EngineRungs(Engine engine, CatalogModel catalog) {
        this.engine = engine;
        this.catalog = catalog;
    }

    @Override
    public RungFacts of(String workspace, String list, List<String> entries) throws IOException {
        AccessList access = AccessList.ofKey(list).orElseThrow();
        Configuration configuration = catalog.get().catalog().configuration();
        List<Trial.Entry> asked =
                entries.stream().map(text -> new Trial.Entry(access, text)).toList();
        Map<Trial.Entry, Trial.Outcome> outcomes = engine.tryOut(configuration, workspace, asked);
        List<String> paths = new ArrayList<>();
        Optional<Statement> nothing = Optional.empty();
        for (Trial.Outcome outcome : outcomes.values()) {
            switch (outcome) {
                case Trial.Outcome.Grants grants ->
                    grants.grants().stream().map(Grant::path).forEach(paths::add);
                case Trial.Outcome.Nothing(Statement why) -> nothing = Optional.of(why);
            }
        }
        RiskAssessor assessor = engine.assessor(configuration, workspace);
        RiskAssessor.Judgement worst = RiskAssessor.Judgement.NONE;
        for (String path : paths) {
            RiskAssessor.Judgement judged = assessor.of(path, access);
            worst = judged.risk().compareTo(worst.risk()) > 0 ? judged : worst;
        }
        Exposure exposure = engine.exposure(paths);
        return new RungFacts(
                exposure.files(),
                exposure.complete(),
                worst.risk(),
                worst.risk() == Risk.NONE ? Statement.NONE : worst.why(),
                paths.isEmpty() ? nothing.or(() -> Optional.of(Statement.NONE)) : Optional.empty());
    }
}
