package org.bulle.desktop.editor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.desktop.shared.Engine;
import org.bulle.engine.merge.MergedProfile;
import org.bulle.engine.merge.Merger;
import org.bulle.engine.merge.Overrides;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.TextEntry;
import org.bulle.engine.profile.TomlText;

/** Works out what the entry at a place of a text is on this machine. */
final class Hover {
    private static final Overrides NO_DEFAULTS = new Overrides(Map.of(), List.of(), List.of(), List.of(), true);
    private final Engine engine;
    private final DocumentModel model;
    private final Path workspace;

    Hover(Engine engine, DocumentModel model, Path workspace) {
        this.engine = engine;
        this.model = model;
        this.workspace = workspace;
    }

    /** Takes as long as a plan; off the UI thread. */
    Optional<HoverCard.Fact> at(String text, int offset) throws IOException {
        Optional<TextEntry> found = entry(text, offset);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        TextEntry entry = found.get();
        Catalog catalog = model.catalogWith(text);
        Optional<AccessList> list = AccessList.ofKey(entry.place().key());
        if (list.isPresent()) {
            return Optional.of(path(catalog, entry, list.get()));
        }
        return switch (entry.place().key()) {
            case "inherits", "profile" ->
                catalog.entry(entry.text()).map(row -> new HoverCard.Fact.Profile(row, merged(catalog, entry.text())));
            case "env" -> {
                EnvEntry variable = EnvEntry.of(entry.text());
                yield variable.value().isPresent() || variable.isGlob()
                        ? Optional.empty()
                        : Optional.of(new HoverCard.Fact.Variable(
                                variable.name(), engine.environment().containsKey(variable.name())));
            }
            default -> Optional.empty();
        };
    }

    /** The entry whose string lies around an offset. */
    static Optional<TextEntry> entry(String text, int offset) {
        try {
            for (TextEntry entry : ProfileEdits.all(text)) {
                int start = ProfileEdits.offset(text, entry.line(), entry.column());
                int end = text.indexOf('\n', start);
                boolean candidate = start >= 0 && start <= offset && (end < 0 || offset <= end);
                if (candidate && offset < start + literal(text, start)) {
                    return Optional.of(entry);
                }
            }
            return Optional.empty();
        } catch (ProblemException noToml) {
            return Optional.empty();
        }
    }

    /** The length of the string that begins at {@code start}. */
    private static int literal(String text, int start) {
        char quote = text.charAt(start);
        int at = start + 1;
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
            at += quote == '"' && text.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1 - start;
    }

    private HoverCard.Fact path(Catalog catalog, TextEntry entry, AccessList list) throws IOException {
        Optional<PolicyEntry> row = Optional.empty();
        Statement why = Statement.NONE;
        try {
            List<String> stack = model.source().isConfiguration()
                    ? List.of(Merger.FLOOR)
                    : List.of(model.source().name());
            row = engine.plan(catalog, stack, workspace).policy().entries().stream()
                    .filter(each -> each.origins().stream()
                            .anyMatch(origin ->
                                    origin.file().equals(model.source().file())
                                            && origin.line() == entry.line()
                                            && origin.column() == entry.column()))
                    .findFirst();
        } catch (ProblemException unusable) {
            why = new Statement.Verbatim(unusable.problems().getFirst().message());
            row = alone(catalog, entry, list);
        }
        Optional<Long> files = row.isPresent() && !row.get().paths().isEmpty()
                ? Optional.of(engine.exposure(row.get().paths()).files())
                : Optional.empty();
        return new HoverCard.Fact.Entry(
                entry.text(),
                list,
                row,
                engine.dangers(catalog.configuration(), workspace)
                        .of(MarkedPath.of(entry.text()).text(), list),
                files,
                why);
    }

    /** What the entry would be by itself, where another mistake in the text keeps the profile from being resolved. */
    private Optional<PolicyEntry> alone(Catalog catalog, TextEntry entry, AccessList list) throws IOException {
        String name =
                model.source().isConfiguration() ? "entry" : model.source().name();
        String text = list.key() + " = [" + TomlText.quote(entry.text()) + "]\n";
        try {
            Catalog with = catalog.with(name, text);
            String file = with.sources(name).getLast().file();
            return engine.plan(with, List.of(name), workspace).policy().entries().stream()
                    .filter(each -> each.origins().stream()
                            .anyMatch(origin -> origin.file().equals(file)))
                    .findFirst();
        } catch (ProblemException wrong) {
            return Optional.empty();
        }
    }

    private Optional<MergedProfile> merged(Catalog catalog, String name) {
        try {
            return Optional.of(Merger.merge(catalog, List.of(name), NO_DEFAULTS, engine.platform()));
        } catch (ProblemException unusable) {
            return Optional.empty();
        }
    }
}
