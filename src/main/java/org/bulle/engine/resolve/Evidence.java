package org.bulle.engine.resolve;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.profile.OsPath;

/**
 * Everything on the machine's disks that a result was computed from. While it holds, computing again would give the same.
 *
 * <p>In the trees of the system, where a directory rarely changes, the directory's own change time stands for what was asked about the names in it:
 * one look instead of many.
 */
public final class Evidence {
    /** A file that changes twice within the grain of its time stamps looks unchanged; older than this it cannot. */
    private static final Duration GRAIN = Duration.ofSeconds(2);

    /** No table of mounts has this digest. */
    private static final String CHANGED = "changed meanwhile";

    private static final int MOST_PATHS = 200_000;
    private static final List<String> QUIET_TREES =
            List.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store");
    /** Their inodes come and go without anything having changed. */
    private static final List<String> VIRTUAL_TREES = List.of("/proc", "/sys");

    private final String mounts;
    private final Map<String, Observation> observations;

    private Evidence(String mounts, Map<String, Observation> observations) {
        this.mounts = mounts;
        this.observations = observations;
    }

    /** Nothing was looked at. */
    public static Evidence none() {
        return new Evidence("", Map.of());
    }

    /**
     * @param mounts a digest of what is mounted where, which a directory's time stamps do not tell; empty when that cannot be known
     */
    static Evidence of(String mounts, Map<String, Observation> observed) {
        Set<String> stamped = new HashSet<>();
        for (String path : observed.keySet()) {
            if (!mounts.isEmpty() && standsInAQuietDirectory(path, observed)) {
                stamped.add(Paths.parent(path));
            }
        }
        Map<String, Observation> kept = new HashMap<>();
        observed.forEach((path, observation) -> {
            if (stamped.contains(path)) {
                kept.put(path, observation.with(Observation.CONTENT));
            } else if (!stamped.contains(Paths.parent(path)) || !standsInAQuietDirectory(path, observed)) {
                kept.put(path, observation);
            }
        });
        return new Evidence(mounts, kept);
    }

    /** Nothing but its being there was asked, and that the directory can tell. */
    private static boolean standsInAQuietDirectory(String path, Map<String, Observation> observed) {
        Observation observation = observed.get(path);
        Observation above = observed.get(Paths.parent(path));
        return observation != null
                && observation.aspects() == Observation.KIND
                && above != null
                && above.status().isDirectory()
                && isIn(QUIET_TREES, Paths.parent(path));
    }

    private static boolean isIn(List<String> trees, String path) {
        // No stream: a kept plan asks it of a thousand paths before anything is compiled.
        for (int i = 0; i < trees.size(); i++) {
            if (PathTree.isWithin(path, trees.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Both together. */
    public Evidence and(Evidence other) {
        Map<String, Observation> all = new HashMap<>(observations);
        other.observations.forEach(
                (path, observation) -> all.merge(path, observation, (mine, theirs) -> mine.with(theirs.aspects())));
        return new Evidence(sameMounts(other), all);
    }

    private String sameMounts(Evidence other) {
        if (mounts.isEmpty() || mounts.equals(other.mounts)) {
            return other.mounts;
        }
        return other.mounts.isEmpty() ? mounts : CHANGED;
    }

    /**
     * What a program looked at, as seen from outside while it ran.
     *
     * @param looked every path that it named to the kernel, absolute
     * @param opened those that it opened
     */
    public static Evidence ofExamined(Collection<String> looked, Set<String> opened) {
        MachineFiles files = new MachineFiles();
        for (String path : looked) {
            if (isIn(VIRTUAL_TREES, path) || PathTree.isWithin(path, "/dev")) {
                continue;
            }
            PathWalk walk = PathWalk.follow(files, path);
            if (walk.exists()) {
                files.owned(walk.path());
            }
            if (opened.contains(path)
                    && (walk.status().isFile() || walk.status().isDirectory())) {
                files.observeContent(walk.path());
                observeInterpreter(files, walk);
            }
        }
        return files.evidence();
    }

    /** The kernel opens a script's interpreter by itself, unseen. */
    private static void observeInterpreter(MachineFiles files, PathWalk walk) {
        if (!walk.status().isFile()) {
            return;
        }
        try {
            Optional<Shebang> shebang = Shebang.of(files.head(walk.path(), Shebang.LONGEST));
            shebang.map(line -> PathWalk.follow(files, line.interpreter()))
                    .ifPresent(interpreter -> files.observeContent(interpreter.path()));
        } catch (IOException e) {
            // It cannot be read, so the kernel could not either.
            return;
        }
    }

    /** The same without what lies in a directory that is made anew for every run. */
    Evidence without(String directory) {
        Map<String, Observation> kept = new HashMap<>(observations);
        kept.keySet().removeIf(path -> PathTree.isWithin(path, directory));
        return new Evidence(mounts, kept);
    }

    /** Whether every path still answers as it did. */
    public boolean holds() {
        if (!mounts.isEmpty() && !mounts.equals(Mounts.digest())) {
            return false;
        }
        for (Map.Entry<String, Observation> entry : observations.entrySet()) {
            if (!holds(entry.getKey(), entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(String path, Observation then) {
        return then.sameAs(MachineFiles.ask(path), !isVirtual(path))
                && Observation.stillAllows(then.aspects(), OsPath.of(path));
    }

    /**
     * Whether everything had been still for long enough when the work began, so that a later change is sure to be seen.
     *
     * @param start when the first file was looked at
     */
    public boolean isSettled(Instant start) {
        long latest = TimeUnit.SECONDS.toNanos(start.getEpochSecond()) + start.getNano() - GRAIN.toNanos();
        return observations.values().stream()
                .filter(observation -> observation.has(Observation.CONTENT)
                        || observation.status().isLink())
                .allMatch(observation -> observation.status().changed() <= latest
                        && observation.status().modified() <= latest);
    }

    String mounts() {
        return mounts;
    }

    Map<String, Observation> observations() {
        return observations;
    }

    static boolean isVirtual(String path) {
        return isIn(VIRTUAL_TREES, path);
    }

    /** How many paths are looked at to see whether it holds. */
    public int size() {
        return observations.size();
    }

    public void write(DataOutput out) throws IOException {
        out.writeUTF(mounts);
        out.writeInt(observations.size());
        for (Map.Entry<String, Observation> entry : new TreeMap<>(observations).entrySet()) {
            byte[] path = OsString.encode(entry.getKey());
            out.writeShort(path.length);
            out.write(path);
            out.writeByte(entry.getValue().aspects());
            entry.getValue().status().write(out);
        }
    }

    public static Evidence read(DataInput in) throws IOException {
        String mounts = in.readUTF();
        int count = in.readInt();
        if (count < 0 || count > MOST_PATHS) {
            throw new IOException("not evidence");
        }
        Map<String, Observation> observations = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) {
            byte[] path = new byte[in.readUnsignedShort()];
            in.readFully(path);
            int aspects = in.readUnsignedByte();
            observations.put(OsString.decode(path), new Observation(FileStatus.read(in), aspects));
        }
        return new Evidence(mounts, observations);
    }
}
