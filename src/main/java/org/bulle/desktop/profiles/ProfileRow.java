package org.bulle.desktop.profiles;

import java.time.Instant;
import java.util.Optional;
import org.bulle.engine.profile.CatalogEntry;

/** A row of the list of profiles. */
public sealed interface ProfileRow {

    /** What stays the same of a row when the list is made anew. */
    default Object identity() {
        return switch (this) {
            case Heading heading -> heading.kind();
            case Item item -> item.entry().name();
        };
    }

    /** The head of a group; a click folds it. */
    record Heading(CatalogEntry.Kind kind, int count, boolean folded) implements ProfileRow {}

    /**
     * A profile.
     *
     * @param lastRun when a run with it in its stack began last; empty when no record says so
     */
    record Item(CatalogEntry entry, ProfileTraits traits, Optional<Instant> lastRun) implements ProfileRow {}
}
