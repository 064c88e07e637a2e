package org.bulle.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code show profiles [NAME]}. */
@Command(description = "print the profiles, or one as it is written")
final class ShowProfilesCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private final Inspection inspection = new Inspection();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "the profile to print")
    private @Nullable String name;

    ShowProfilesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        ProfileListing listing = new ProfileListing(session, session.catalog(inspection.config()));
        return name == null ? listing.all(inspection.json()) : listing.one(name, inspection.json());
    }
}
