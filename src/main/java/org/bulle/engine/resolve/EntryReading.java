package org.bulle.engine.resolve;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bulle.engine.profile.Configuration;

/**
 * What path entries mean here by their text and the variables alone: nothing that an entry names is looked at or asked, so that it also speaks of
 * what does not exist yet. For linters, reviews and editors; what a run gets is {@link PolicyResolver}'s word alone.
 */
public final class EntryReading {
    private final Variables variables;
    private final String workspace;

    private EntryReading(Variables variables, String workspace) {
        this.variables = variables;
        this.workspace = workspace;
    }

    /** The meaning of an entry without its markers. */
    public sealed interface Meaning {

        /**
         * @param path absolute; where the entry has a glob its stars stand in it as written
         * @param glob whether it has one
         */
        record Place(String path, boolean glob) implements Meaning {}

        /** {@code which:NAME}, or {@code pkg:NAME} {@code withPackage}. */
        record Program(String name, boolean withPackage) implements Meaning {}

        /** A resolver of the registry. */
        record Tool(String tool, String aspect) implements Meaning {}

        /** A path that needs a variable without a value here. */
        record Unset(String variable) implements Meaning {}

        /** @param why as the end of a sentence about the entry */
        record Wrong(String why) implements Meaning {}
    }

    /** @param workspace what {@code $WORKSPACE} stands for, and what a relative path is relative to */
    public static EntryReading of(Machine machine, Configuration configuration, String workspace) {
        MachineFiles files = new MachineFiles();
        ProblemLog problems = new ProblemLog();
        SafeValues safe = new SafeValues(machine, files, new ProtectedPlaces(files, machine));
        String root =
                new PrivatePlaces(machine, files, problems).choose(workspace).root();
        Variables variables = new Variables(machine, safe, workspace, root);
        variables.define(configuration.vars(), configuration.file(), new TreeMap<>(), safe, problems);
        return new EntryReading(variables, workspace);
    }

    public Meaning read(String text) {
        return switch (EntryKind.of(text)) {
            case EntryKind.Literal literal -> place(text);
            case EntryKind.Program program -> program(program);
            case EntryKind.Tool tool ->
                ToolRegistry.unknown(tool.tool(), tool.aspect())
                        .<Meaning>map(Meaning.Wrong::new)
                        .orElseGet(() -> new Meaning.Tool(tool.tool(), tool.aspect()));
        };
    }

    /** The path variables that have a value, with it. */
    public SortedMap<String, String> variables() {
        SortedMap<String, String> values = new TreeMap<>();
        variables.names().forEach(name -> variables.value(name).ifPresent(value -> values.put(name, value)));
        return values;
    }

    /** The tool resolvers that there are, {@code tool:aspect}, with a description each. */
    public static SortedMap<String, String> resolvers() {
        SortedMap<String, String> rows = new TreeMap<>();
        ToolRegistry.ROWS.forEach((entry, row) -> rows.put(entry, row.description()));
        return rows;
    }

    private static Meaning program(EntryKind.Program program) {
        String name = program.name();
        boolean bare = !name.isEmpty() && !name.equals(".") && !name.equals("..") && name.indexOf('/') < 0;
        return bare
                ? new Meaning.Program(name, program.withPackage())
                : new Meaning.Wrong("needs the bare name of a program after " + program.kind() + ":");
    }

    private Meaning place(String text) {
        try {
            EntrySyntax.Expansion expansion = EntrySyntax.path(text).expand(variables);
            Optional<String> unset = expansion.unset();
            if (unset.isPresent()) {
                return new Meaning.Unset(unset.get());
            }
            if (GlobExpander.hasDoubleStar(expansion.stars())) {
                return new Meaning.Wrong("has \"**\"; a * matches within one name, so write one level for each \"/\"");
            }
            String path =
                    expansion.text().startsWith("/") ? expansion.text() : Paths.child(workspace, expansion.text());
            return new Meaning.Place(Paths.lexical(path), expansion.hasGlob());
        } catch (EntrySyntax.Malformed malformed) {
            return new Meaning.Wrong(String.valueOf(malformed.getMessage()));
        }
    }
}
