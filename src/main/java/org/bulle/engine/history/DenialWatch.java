package org.bulle.engine.history;

import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.bulle.engine.denial.DenialMode;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.audit.AuditSource;
import org.bulle.engine.denial.observe.DenialLog;
import org.bulle.engine.denial.observe.Observer;
import org.bulle.engine.denial.seatbelt.SeatbeltLog;
import org.bulle.engine.sandbox.CompiledPolicy;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seatbelt.SeatbeltPolicy;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;

/** Where the denials of one run come from: chosen, begun before it, ended after it. */
final class DenialWatch implements AutoCloseable {
    private static final String NESTED = ListenerSupport.Occupied.REASON.english();

    private final DenialLog log;
    private final Optional<Observer> observer;
    private final Optional<AuditSource> audit;
    private final Optional<SeatbeltLog> seatbelt;
    private final DenialSource otherwise;

    /**
     * @param otherwise the source when there is neither
     */
    private DenialWatch(
            DenialLog log,
            Optional<Observer> observer,
            Optional<AuditSource> audit,
            Optional<SeatbeltLog> seatbelt,
            DenialSource otherwise) {
        this.log = log;
        this.observer = observer;
        this.audit = audit;
        this.seatbelt = seatbelt;
        this.otherwise = otherwise;
    }

    /**
     * @param newThreads told of each thread of the run that is seen for the first time
     */
    static DenialWatch begin(DenialMode mode, CompiledPolicy policy, IntConsumer newThreads) {
        if (policy instanceof SeatbeltPolicy seatbelt) {
            return mode == DenialMode.OFF ? nothing(DenialSource.OFF) : logged(seatbelt);
        }
        if (!(policy instanceof LandlockPolicy landlock)) {
            return nothing(DenialSource.unavailable(
                    DenialSource.Kind.NONE, "denials cannot be watched under " + policy.backend()));
        }
        return switch (mode) {
            case OFF -> nothing(DenialSource.OFF);
            case OBSERVE ->
                landlock.listening()
                        ? observed(landlock, newThreads)
                        : nothing(DenialSource.unavailable(DenialSource.Kind.OBSERVE, NESTED));
            case AUDIT -> audited("");
            case AUTO -> landlock.listening() ? observed(landlock, newThreads) : audited(NESTED + "; ");
        };
    }

    private static DenialWatch nothing(DenialSource why) {
        return new DenialWatch(new DenialLog(), Optional.empty(), Optional.empty(), Optional.empty(), why);
    }

    private static DenialWatch logged(SeatbeltPolicy policy) {
        DenialLog log = new DenialLog();
        return new DenialWatch(
                log, Optional.empty(), Optional.empty(), Optional.of(new SeatbeltLog(policy, log)), DenialSource.OFF);
    }

    private static DenialWatch observed(LandlockPolicy policy, IntConsumer newThreads) {
        DenialLog log = new DenialLog();
        return new DenialWatch(
                log,
                Optional.of(new Observer(policy, log, newThreads)),
                Optional.empty(),
                Optional.empty(),
                DenialSource.OFF);
    }

    private static DenialWatch audited(String before) {
        DenialLog log = new DenialLog();
        return switch (AuditSource.open((int) ProcessHandle.current().pid(), log)) {
            case AuditSource.Opened.Source(AuditSource source) ->
                new DenialWatch(log, Optional.empty(), Optional.of(source), Optional.empty(), DenialSource.OFF);
            case AuditSource.Opened.Unavailable(String reason) ->
                nothing(DenialSource.unavailable(DenialSource.Kind.AUDIT, before + reason));
        };
    }

    List<NotificationHandler> handlers() {
        return observer.<List<NotificationHandler>>map(List::of).orElse(List.of());
    }

    DenialLog log() {
        return log;
    }

    /** What the source can say for itself; after {@link #close}. */
    DenialSource source() {
        if (observer.isPresent()) {
            return log.source(DenialSource.Kind.OBSERVE);
        }
        return audit.map(source -> source.state(log))
                .or(() -> seatbelt.map(source -> source.state(log)))
                .orElse(otherwise);
    }

    /** The same while it goes on, as far as it is known. */
    DenialSource sourceSoFar() {
        if (observer.isPresent()) {
            return log.source(DenialSource.Kind.OBSERVE);
        }
        if (audit.isPresent()) {
            return DenialSource.partial(DenialSource.Kind.AUDIT, "the audit records are still being read");
        }
        return seatbelt.isPresent()
                ? DenialSource.partial(
                        DenialSource.Kind.SEATBELT_LOG, "the system's log is read when the run has ended")
                : otherwise;
    }

    /** No more denials come. The observer is left to its listener, which may still be serving what is ending. */
    @Override
    public void close() {
        audit.ifPresent(AuditSource::close);
        seatbelt.ifPresent(SeatbeltLog::close);
    }
}
