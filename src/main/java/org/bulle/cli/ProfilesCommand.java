package org.bulle.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code profiles}: without another word, the list. */
@Command
final class ProfilesCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private final Inspection inspection = new Inspection();

    ProfilesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        return list();
    }

    @Command(name = "list", description = "print every profile, its kind and where it comes from")
    int list() throws Exception {
        return new ProfileListing(session, session.catalog(inspection.config())).all(inspection.json());
    }
}
