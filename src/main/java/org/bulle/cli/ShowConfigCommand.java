package org.bulle.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code show config}. */
@Command(description = "print what was read from the configuration, and what is wrong with it")
final class ShowConfigCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private final Inspection inspection = new Inspection();

    ShowConfigCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        return new ConfigurationListing(session, session.catalog(inspection.config())).print(inspection.json());
    }
}
