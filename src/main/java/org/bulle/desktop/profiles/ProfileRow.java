package org.bulle.desktop.profiles;

import org.bulle.engine.profile.CatalogEntry;

/** A row of the list of profiles. */
public sealed interface ProfileRow {

    /** The head of a group; a click folds it. */
    record Heading(CatalogEntry.Kind kind, int count, boolean folded) implements ProfileRow {}

    /** A profile. */
    record Item(CatalogEntry entry, ProfileTraits traits) implements ProfileRow {}
}
