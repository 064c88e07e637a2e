package org.bulle.engine.history;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.run.Preparation;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The recorded runs: one JSON file each under {@code $STATE/bulle/runs}, 0600 in a folder 0700. A run that goes on has a small {@code started} file
 * instead, and beside it the list of its processes; when its supervisor is gone without a record, it was interrupted. Nothing here ever changes a run.
 */
public final class RunHistory {
    static final String RECORD = ".json";
    static final String STARTED = ".started";
    static final String PROCESSES = ".processes";
    static final String OUTPUT = ".output";
    private static final String STANDING = "keep-denying";
    private static final String LOCK = "deciding.lock";

    private static final int ID_ATTEMPTS = 64;
    /** How long a supervisor may take to end its command and itself. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration UNFINISHED = Duration.ofMinutes(10);

    private final Path folder;
    private final Map<String, Listed> listed = new ConcurrentHashMap<>();

    /** A record as it was listed before. */
    private record Listed(FileTime changed, long size, RunSummary run) {}

    public RunHistory(Path folder) {
        this.folder = folder;
    }

    /**
     * @param state the value of {@code $STATE} ({@code $XDG_STATE_HOME} or {@code ~/.local/state})
     */
    public static RunHistory under(Path state) {
        return new RunHistory(state.resolve("bulle").resolve("runs"));
    }

    public Path folder() {
        return folder;
    }

    /**
     * Notes that a run begins; its id is chosen here. Never fails: where nothing can be written, the run goes on unrecorded and says so with a warning.
     *
     * @param run what is known before the run; its id is ignored
     */
    public ActiveRun start(RunSummary run) {
        return start(run, Optional.empty());
    }

    /**
     * @param shims the directory of the run's shims, to be removed should its supervisor die
     */
    public ActiveRun start(RunSummary run, Optional<String> shims) {
        RunSummary masked = run.masked();
        try {
            PrivateFiles.makeFolder(folder);
            for (int attempt = 0; attempt < ID_ATTEMPTS; attempt++) {
                RunSummary named = masked.named(newId(run.started()));
                try {
                    PrivateFiles.createWhole(
                            file(named.id(), STARTED),
                            out -> RecordJson.writeStarted(out, named, ProcessIdentity.current(), shims));
                    return new ActiveRun(this, named, Optional.empty());
                } catch (FileAlreadyExistsException taken) {
                    continue;
                }
            }
            return new ActiveRun(
                    this,
                    masked.named(newId(run.started())),
                    Optional.of("the run is not recorded: no free name in " + folder));
        } catch (IOException | JacksonException failed) {
            return new ActiveRun(
                    this,
                    masked.named(newId(run.started())),
                    Optional.of("the run is not recorded: " + reason(failed)));
        }
    }

    /**
     * Newest first; runs that are going on and interrupted ones included. A file that cannot be read is left out. What was listed before is read again only
     * when its file has changed.
     *
     * @throws IOException when the folder exists and cannot be listed
     */
    public List<RunSummary> list() throws IOException {
        List<RunSummary> runs = new ArrayList<>();
        Collection<String> ids = ids();
        for (String id : ids) {
            known(id).or(() -> summary(id)).ifPresent(runs::add);
        }
        listed.keySet().retainAll(ids);
        return runs;
    }

    private Optional<RunSummary> known(String id) {
        try {
            BasicFileAttributes now = Files.readAttributes(file(id, RECORD), BasicFileAttributes.class);
            Listed before = listed.get(id);
            if (before != null && before.changed().equals(now.lastModifiedTime()) && before.size() == now.size()) {
                return Optional.of(before.run());
            }
            Optional<RunSummary> read = summary(id);
            read.ifPresent(run -> listed.put(id, new Listed(now.lastModifiedTime(), now.size(), run)));
            return read;
        } catch (IOException unfinished) {
            return Optional.empty();
        }
    }

    /**
     * The ids of all runs, newest first, without opening their files.
     *
     * @throws IOException when the folder exists and cannot be listed
     */
    public Collection<String> ids() throws IOException {
        Set<String> ids = new TreeSet<>(Comparator.reverseOrder());
        for (String name : names()) {
            if (name.endsWith(RECORD)) {
                ids.add(name.substring(0, name.length() - RECORD.length()));
            } else if (name.endsWith(STARTED)) {
                ids.add(name.substring(0, name.length() - STARTED.length()));
            }
        }
        return ids;
    }

    /** One run as lists show it; empty when there is none of that id or its file cannot be read. */
    public Optional<RunSummary> summary(String id) {
        try (InputStream in = open(file(id, RECORD))) {
            return Optional.of(RecordJson.readSummary(in));
        } catch (NoSuchFileException unfinished) {
            return unfinished(id);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * The ids of records that are there and cannot be read: damaged, or of a later version. After {@link #list}, nothing that it read is read again.
     *
     * @throws IOException when the folder exists and cannot be listed
     */
    public List<String> unreadable() throws IOException {
        return ids().stream()
                .filter(id -> !listed.containsKey(id)
                        && Files.exists(file(id, RECORD))
                        && summary(id).isEmpty())
                .toList();
    }

    /** What a full id, a unique prefix or {@code last} stands for: the newest that can be read, as in the list. */
    public Found find(String id) throws IOException {
        Collection<String> known = ids();
        if (id.equals("last")) {
            return known.stream()
                    .filter(each -> summary(each).isPresent())
                    .findFirst()
                    .<Found>map(Found.One::new)
                    .orElseGet(Found.None::new);
        }
        if (known.contains(id)) {
            return new Found.One(id);
        }
        List<String> matching = id.isEmpty()
                ? List.of()
                : known.stream().filter(candidate -> candidate.startsWith(id)).toList();
        return switch (matching.size()) {
            case 0 -> new Found.None();
            case 1 -> new Found.One(matching.getFirst());
            default -> new Found.Several(matching);
        };
    }

    /**
     * The whole record; empty when there is none of that id.
     *
     * @throws IOException when it is there and cannot be read
     */
    public Optional<RunRecord> read(String id) throws IOException {
        try (InputStream in = open(file(id, RECORD))) {
            return Optional.of(RecordJson.read(in));
        } catch (NoSuchFileException unfinished) {
            return unfinished(id).map(run -> new RunRecord(run, Optional.empty(), List.of()));
        }
    }

    /**
     * Records what the user decided about the denials at these positions of the record; an absent decision makes them undecided again. What is kept denied
     * is so in later runs of the same profiles too.
     *
     * @return the record as it is now
     * @throws IOException when there is no such record, or it cannot be rewritten
     */
    public RunRecord decide(String id, Collection<Integer> denials, Optional<Decision> decision) throws IOException {
        PrivateFiles.makeFolder(folder);
        return PrivateFiles.alone(folder.resolve(LOCK), () -> decideAlone(id, denials, decision));
    }

    /** The record last: as long as it says nothing, deciding can be repeated. */
    private RunRecord decideAlone(String id, Collection<Integer> denials, Optional<Decision> decision)
            throws IOException {
        RunRecord record;
        try (InputStream in = open(file(id, RECORD))) {
            record = RecordJson.read(in);
        }
        List<Denial> changed = new ArrayList<>(record.denials());
        for (int index : denials) {
            changed.set(index, changed.get(index).decided(decision));
        }
        RunRecord decided = new RunRecord(record.summary().counting(changed), record.policy(), changed);
        standing()
                .note(
                        record.summary().profiles(),
                        denials.stream().map(record.denials()::get).toList(),
                        decision);
        write(decided);
        return decided;
    }

    private StandingDenials standing() {
        return new StandingDenials(folder, STANDING);
    }

    /**
     * The same denials; those that the user keeps denying under these profiles are decided already.
     *
     * @param warn told when that cannot be read
     */
    List<Denial> decidedBefore(List<String> profiles, List<Denial> denials, Consumer<String> warn) {
        return standing().apply(profiles, denials, warn);
    }

    /**
     * Keeps what a run said, beside its record; it goes with it.
     *
     * @throws IOException when it cannot be written
     */
    public void keepOutput(String id, KeptOutput output) throws IOException {
        PrivateFiles.makeFolder(folder);
        PrivateFiles.replace(file(id, OUTPUT), output::write);
    }

    /**
     * What is kept of what a run said; empty when nothing is.
     *
     * @throws IOException when it is there and cannot be read
     */
    public Optional<KeptOutput> output(String id) throws IOException {
        try (InputStream in = open(file(id, OUTPUT))) {
            return Optional.of(KeptOutput.read(in));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /** Deletes what is kept of what a run said. */
    public void forgetOutput(String id) throws IOException {
        Files.deleteIfExists(file(id, OUTPUT));
    }

    /**
     * Deletes what passes the bounds; never a run that goes on.
     *
     * @return the ids that were deleted
     * @throws IOException when the folder exists and cannot be listed
     */
    public List<String> prune(Retention keep, Instant now) throws IOException {
        String oldest = Timestamps.compact(now.minus(keep.age()));
        Set<String> names = names();
        if (names.size() < keep.runs() && isNothingOlder(names, oldest)) {
            return List.of();
        }
        List<String> deleted = new ArrayList<>();
        int index = 0;
        for (String id : ids()) {
            boolean goes = index >= keep.runs() || id.compareTo(oldest) < 0 && index >= keep.least();
            if (goes && delete(id)) {
                deleted.add(id);
            } else {
                index++;
            }
        }
        return deleted;
    }

    /**
     * Turns every run whose supervisor is gone into an interrupted record, ends what is left of its processes and removes its shims.
     *
     * @return sentences about what was ended; empty when nothing was
     */
    public List<String> recover() {
        return recoverOthers("");
    }

    /**
     * @param own the id of a run that certainly goes on: the caller's. Reading its note would cost a start 20 ms, the first time that JSON is parsed
     */
    List<String> recoverOthers(String own) {
        List<String> notes = new ArrayList<>();
        try {
            for (String name : names()) {
                if (name.equals(own + STARTED)) {
                    continue;
                }
                if (name.endsWith(STARTED)) {
                    if (isPlainlyGoingOn(name)) {
                        continue;
                    }
                    recover(name.substring(0, name.length() - STARTED.length())).ifPresent(notes::add);
                } else if (name.endsWith(PrivateFiles.PARTIAL) && isOld(folder.resolve(name))) {
                    Files.deleteIfExists(folder.resolve(name));
                }
            }
        } catch (IOException unlisted) {
            return notes;
        }
        return notes;
    }

    private boolean isPlainlyGoingOn(String note) {
        try (InputStream in = open(folder.resolve(note))) {
            return RecordJson.beginsWithOneAlive(in);
        } catch (IOException ended) {
            return false;
        }
    }

    /**
     * Writes the final record and removes the traces of the run going on. Returns a warning when that failed.
     *
     * @param policy the record's, as {@link RecordJson#indented} makes it
     */
    Optional<String> finish(RunRecord record, Optional<String> policy) {
        try {
            PrivateFiles.makeFolder(folder);
            write(record, policy);
            forget(record.summary().id());
            return Optional.empty();
        } catch (IOException | JacksonException failed) {
            return Optional.of("the run is not recorded: " + reason(failed));
        }
    }

    /** Removes the traces of a run that is not to be recorded. Returns a warning when that failed. */
    Optional<String> leaveNothing(String id) {
        try {
            forget(id);
            return Optional.empty();
        } catch (IOException failed) {
            return Optional.of("the note of the run could not be removed: " + reason(failed));
        }
    }

    Path file(String id, String suffix) {
        if (id.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not a run id: " + id);
        }
        return folder.resolve(id + suffix);
    }

    /**
     * Ends a run that goes on, by its supervisor: the app that started it may be gone. The supervisor is asked to, which ends its command and records the run; what
     * heeds nothing is killed after a few seconds, and the run is recorded as interrupted. Takes as long.
     *
     * @return false when there is no such run, or it ended by itself
     * @throws IOException when the supervisor cannot be reached from here, or something of the run goes on
     */
    public boolean stop(String id) throws IOException {
        Optional<ProcessIdentity> supervisor = supervisor(id);
        if (supervisor.isEmpty() || !supervisor.get().isAlive()) {
            return false;
        }
        if (!supervisor.get().end(false) && supervisor.get().isAlive()) {
            throw new IOException("the supervisor of run " + id + " cannot be reached from here");
        }
        if (!hasEnded(supervisor.get())) {
            supervisor.get().end(true);
            if (!hasEnded(supervisor.get())) {
                throw new IOException("the supervisor of run " + id + " does not end");
            }
        }
        // Nothing is left to do when it could record the run.
        recover(id);
        return true;
    }

    private Optional<ProcessIdentity> supervisor(String id) throws IOException {
        try (InputStream in = open(file(id, STARTED))) {
            return RecordJson.readSupervisor(in);
        } catch (NoSuchFileException ended) {
            return Optional.empty();
        }
    }

    private static boolean hasEnded(ProcessIdentity process) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return !process.isAlive();
            }
        }
        return !process.isAlive();
    }

    private Optional<String> recover(String id) throws IOException {
        ProcessIdentity supervisor;
        try (InputStream in = open(file(id, STARTED))) {
            Optional<ProcessIdentity> named = RecordJson.readSupervisor(in);
            if (named.isEmpty()) {
                forgetDamaged(id);
                return Optional.empty();
            }
            if (named.get().isAlive()) {
                return Optional.empty();
            }
            supervisor = named.get();
        } catch (IOException unreadable) {
            forgetDamaged(id);
            return Optional.empty();
        }
        int ended = Survivors.of(file(id, PROCESSES), supervisor).end();
        removeShims(id);
        if (!Files.exists(file(id, RECORD))) {
            Optional<RunSummary> run = unfinished(id);
            if (run.isPresent()) {
                write(new RunRecord(run.get(), Optional.empty(), List.of()));
            }
        }
        forget(id);
        return ended == 0
                ? Optional.empty()
                : Optional.of("run " + id + " was interrupted; " + (ended == 1 ? "1 process" : ended + " processes")
                        + " that it left running ended");
    }

    /** A note that names nobody would stay for ever. It goes when it has been so for a while, can be read to its end, and none of the noted lives. */
    private void forgetDamaged(String id) throws IOException {
        Path note = file(id, STARTED);
        if (isOld(note)
                && isReadToItsEnd(note)
                && !Survivors.of(file(id, PROCESSES), ProcessIdentity.current()).areAlive()) {
            forget(id);
        }
    }

    private static boolean isReadToItsEnd(Path file) {
        try (InputStream in = open(file)) {
            in.transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (IOException notNow) {
            return false;
        }
    }

    /** What is still being written has changed a moment ago. */
    private static boolean isOld(Path file) {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isRegularFile()
                    && found.lastModifiedTime()
                            .toInstant()
                            .isBefore(Instant.now().minus(UNFINISHED));
        } catch (IOException gone) {
            return false;
        }
    }

    private void removeShims(String id) throws IOException {
        try (InputStream in = open(file(id, STARTED))) {
            RecordJson.readShims(in).map(OsPath::of).ifPresent(Preparation::removeShims);
        }
    }

    private Optional<RunSummary> unfinished(String id) {
        try {
            boolean alive;
            try (InputStream in = open(file(id, STARTED))) {
                alive = RecordJson.readSupervisor(in)
                        .map(ProcessIdentity::isAlive)
                        .orElse(false);
            }
            try (InputStream in = open(file(id, STARTED))) {
                RunSummary run = RecordJson.readSummary(in);
                return Optional.of(run.in(alive ? RunSummary.State.RUNNING : RunSummary.State.INTERRUPTED));
            }
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private void write(RunRecord record) throws IOException {
        write(record, record.policy().map(RecordJson::indented));
    }

    private void write(RunRecord record, Optional<String> policy) throws IOException {
        PrivateFiles.replaceAscii(file(record.summary().id(), RECORD), out -> RecordJson.write(out, record, policy));
    }

    private void forget(String id) throws IOException {
        Files.deleteIfExists(file(id, STARTED));
        Files.deleteIfExists(file(id, PROCESSES));
    }

    private boolean delete(String id) {
        try {
            if (unfinished(id)
                    .filter(run -> run.state() == RunSummary.State.RUNNING)
                    .isPresent()) {
                return false;
            }
            forget(id);
            forgetOutput(id);
            return Files.deleteIfExists(file(id, RECORD)) || !Files.exists(file(id, RECORD));
        } catch (IOException kept) {
            return false;
        }
    }

    private static boolean isNothingOlder(Set<String> names, String oldest) {
        for (String name : names) {
            if (name.compareTo(oldest) < 0) {
                return false;
            }
        }
        return true;
    }

    private Set<String> names() throws IOException {
        String @Nullable [] names = folder.toFile().list();
        if (names != null) {
            return new HashSet<>(Arrays.asList(names));
        }
        if (Files.exists(folder)) {
            throw new IOException("cannot be listed: " + folder);
        }
        return Set.of();
    }

    private static String newId(Instant started) {
        String random = Integer.toHexString((int) (System.nanoTime() ^ System.nanoTime() >>> 16) & 0xffff | 0x10000);
        return Timestamps.compact(started) + "-" + random.substring(1);
    }

    /** A pipe would wait for ever for somebody who writes into it. */
    private static InputStream open(Path file) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isRegularFile()) {
            throw new IOException("no regular file: " + file);
        }
        return new BufferedInputStream(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), 1 << 15);
    }

    /** In one line: what the JSON writer adds to a full disk is of no use to anybody. */
    private static String reason(Exception failed) {
        String message =
                failed instanceof IOException io ? FileTrouble.sentence(io) : String.valueOf(failed.getMessage());
        return message.lines().findFirst().orElse("");
    }

    /** Answer of {@link #find}. */
    public sealed interface Found {
        record One(String id) implements Found {}

        /** The prefix stands for more than one run. */
        record Several(List<String> ids) implements Found {
            public Several {
                ids = List.copyOf(ids);
            }
        }

        record None() implements Found {}
    }
}
