package org.bulle.engine.policy;

/**
 * One kind of thing that the engine says, as a constant of an enum: each face words it in its own language.
 */
public interface Phrase {
    /** Stands for a part that is shown as it is: a path, a name, a number. */
    String NAME = "{}";
    /** Stands for a part that is a statement itself. */
    String STATEMENT = "{statement}";

    /** The English words, with {@link #NAME} and {@link #STATEMENT} in the places of the parts, in their order. */
    String english();

    /** The constant's name. */
    String name();

    /** Without parts. */
    default Statement with() {
        return new Statement.Phrased(this, java.util.List.of());
    }

    /** With its parts, none of which is worded. */
    default Statement with(String... parts) {
        java.util.List<Statement> all = new java.util.ArrayList<>(parts.length);
        for (String part : parts) {
            all.add(new Statement.Verbatim(part));
        }
        return new Statement.Phrased(this, all);
    }

    /** With its parts. */
    default Statement with(Statement... parts) {
        return new Statement.Phrased(this, java.util.List.of(parts));
    }
}
