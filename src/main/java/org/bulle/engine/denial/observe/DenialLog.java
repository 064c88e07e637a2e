package org.bulle.engine.denial.observe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.jspecify.annotations.Nullable;

/**
 * The denials of one run: identical ones are counted, not stored, and there is an upper bound, so that no command can fill the supervisor's memory. Safe
 * for use by several threads.
 */
public final class DenialLog {
    /** Far more than anybody reads; about 40 MB. */
    static final int MOST = 100_000;

    private static final int MOST_GAPS = 20;

    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    private Runnable onFirst = () -> {};
    private final Set<String> gaps = new LinkedHashSet<>();
    private final int most;
    private final Set<String> madeDirectories = new HashSet<>();
    private final Set<String> executed = new HashSet<>();
    private long dropped;
    private volatile int distinct;
    private volatile long seen;

    public DenialLog() {
        this(MOST);
    }

    DenialLog(int most) {
        this.most = most;
    }

    /**
     * What makes two denials the same.
     *
     * @param target path or host; empty for none
     * @param port 0 for none
     */
    record Key(Access access, boolean isPath, String target, int port, String process, Enforcer enforcer) {
        // By hand: what the Java machine makes for records costs 10 ms when it is first asked, while the command waits.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that
                    && access == that.access
                    && isPath == that.isPath
                    && target.equals(that.target)
                    && port == that.port
                    && process.equals(that.process)
                    && enforcer == that.enforcer;
        }

        @Override
        public int hashCode() {
            return (target.hashCode() * 31 + process.hashCode()) * 31
                    + access.ordinal() * 8
                    + enforcer.ordinal()
                    + port;
        }
    }

    private static final class Entry {
        private final int pid;
        private long first;
        private long last;
        private long count = 1;
        private boolean harmless;

        Entry(int pid, long now, boolean harmless) {
            this.pid = pid;
            this.harmless = harmless;
            this.first = now;
            this.last = now;
        }
    }

    /** Before the run: what is to be begun with the first denial. On the thread that notes it, so that it must not wait. */
    public synchronized void onFirst(Runnable begun) {
        onFirst = begun;
    }

    /** How many distinct denials there are so far; cheap, for a live counter. */
    public int distinct() {
        return distinct;
    }

    /** How many denials there are so far, identical ones counted each; cheap, for a live counter. */
    public long seen() {
        return seen;
    }

    void path(Access access, String path, Caller caller, Enforcer enforcer) {
        path(access, path, caller.name(), caller.process(), enforcer);
    }

    void host(Access access, String host, int port, Caller caller, Enforcer enforcer) {
        host(access, host, port, caller.name(), caller.process(), enforcer);
    }

    /** A call that names no host, of which it is known whether anything depends on it. */
    void network(Caller caller, Enforcer enforcer, boolean harmless) {
        add(new Key(Access.CONNECT, false, "", 0, caller.name(), enforcer), caller.process(), harmless);
    }

    public void path(Access access, String path, String process, int pid, Enforcer enforcer) {
        add(new Key(access, true, path, 0, process, enforcer), pid, false);
    }

    /**
     * @param host empty when the call names none
     * @param port 0 for none
     */
    public void host(Access access, String host, int port, String process, int pid, Enforcer enforcer) {
        add(new Key(access, false, host, port, process, enforcer), pid, false);
    }

    /**
     * The same, told afterwards.
     *
     * @param millis when, since the epoch; 0 for now
     * @param count how often
     */
    public void path(Access access, String path, String process, int pid, Enforcer enforcer, long millis, long count) {
        add(new Key(access, true, path, 0, process, enforcer), pid, false, millis, count);
    }

    /**
     * The same, told afterwards.
     *
     * @param millis when, since the epoch; 0 for now
     * @param count how often
     */
    public void host(
            Access access, String host, int port, String process, int pid, Enforcer enforcer, long millis, long count) {
        add(new Key(access, false, host, port, process, enforcer), pid, false, millis, count);
    }

    /** The entry at this path, whose making was denied, would be a directory. */
    synchronized void directory(String path) {
        if (madeDirectories.size() < most) {
            madeDirectories.add(path);
        }
    }

    /** Whether a denied creation was one of a directory. */
    public synchronized boolean makesDirectory(Denial denial) {
        return denial.path().filter(madeDirectories::contains).isPresent();
    }

    /** A move or link from this path goes where things may be executed, which needs the same right here. */
    synchronized void execute(String path) {
        if (executed.size() < most) {
            executed.add(path);
        }
    }

    /** Whether the source of a denied move or link needs the right to execute, too. */
    public synchronized boolean needsExecute(Denial denial) {
        return denial.access() == Access.RENAME
                && denial.path().filter(executed::contains).isPresent();
    }

    /** Marks a denied execution as a step of a search that went on and found something. */
    synchronized void harmless(Access access, String path, Caller caller, Enforcer enforcer) {
        Entry entry = entries.get(new Key(access, true, path, 0, caller.name(), enforcer));
        if (entry != null) {
            entry.harmless = true;
        }
    }

    /** Something that may have been denied could not be seen; the reason, as a clause without a final stop. */
    public synchronized void gap(String reason) {
        if (gaps.size() < MOST_GAPS) {
            gaps.add(reason);
        }
    }

    /** Harmless is only what never was anything else. */
    private void add(Key key, int pid, boolean harmless) {
        add(key, pid, harmless, 0, 1);
    }

    private synchronized void add(Key key, int pid, boolean harmless, long millis, long count) {
        long before = seen;
        seen = before + count;
        long now = millis == 0 ? System.currentTimeMillis() : millis;
        Entry entry = entries.get(key);
        if (entry != null) {
            entry.count += count;
            entry.first = Math.min(entry.first, now);
            entry.last = Math.max(entry.last, now);
            entry.harmless &= harmless;
        } else if (entries.size() >= most) {
            dropped += count;
        } else {
            Entry first = new Entry(pid, now, harmless);
            first.count = count;
            entries.put(key, first);
            distinct = entries.size();
            if (distinct == 1) {
                onFirst.run();
            }
        }
    }

    /** In the order they were first seen; risk and suggestion are still to be worked out. */
    public synchronized List<Denial> denials() {
        List<Denial> all = new ArrayList<>(entries.size());
        entries.forEach((key, entry) -> all.add(new Denial(
                key.access(),
                key.isPath() ? Optional.of(key.target()) : Optional.empty(),
                key.isPath() || key.target().isEmpty() ? Optional.empty() : Optional.of(key.target()),
                key.port() == 0 ? OptionalInt.empty() : OptionalInt.of(key.port()),
                entry.count,
                Instant.ofEpochMilli(entry.first),
                Instant.ofEpochMilli(entry.last),
                key.process(),
                entry.pid,
                entry.harmless,
                Risk.NONE,
                key.enforcer(),
                Optional.empty(),
                Optional.empty())));
        return all;
    }

    public synchronized DenialSource source(DenialSource.Kind kind) {
        List<String> reasons = new ArrayList<>(gaps);
        if (dropped > 0) {
            reasons.add("more than " + most + " distinct denials; " + dropped + " further ones were not kept");
        }
        return reasons.isEmpty() ? DenialSource.complete(kind) : DenialSource.partial(kind, String.join("; ", reasons));
    }
}
