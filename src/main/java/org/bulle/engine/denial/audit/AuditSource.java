package org.bulle.engine.denial.audit;

import java.util.Optional;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.observe.DenialLog;

/** Where audit records come from, from before a run until after it. */
public sealed interface AuditSource extends AutoCloseable permits AuditNetlink, AuditJournal {

    /** Reads what has arrived until now, and stops listening. */
    @Override
    void close();

    /** How complete the log is, after {@link #close}. */
    DenialSource state(DenialLog log);

    /** What {@link #open} found. */
    sealed interface Opened {
        record Source(AuditSource source) implements Opened {}

        /**
         * @param reason why records cannot be read here, and what would change that
         */
        record Unavailable(String reason) implements Opened {}
    }

    /**
     * The kernel's own channel where we may listen to it, else the journal.
     *
     * @param supervisor the process that will make the sandbox
     */
    static Opened open(int supervisor, DenialLog log) {
        AuditEvents events = new AuditEvents(supervisor, log);
        AuditNetlink.Opened netlink = AuditNetlink.open(events);
        if (netlink.source().isPresent()) {
            return new Opened.Source(netlink.source().get());
        }
        Optional<AuditJournal> journal = AuditJournal.open(events);
        return journal.<Opened>map(Opened.Source::new)
                .orElseGet(() -> new Opened.Unavailable(netlink.reason()
                        + "; and the journal cannot be read (be a member of the group systemd-journal)"));
    }
}
