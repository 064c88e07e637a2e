package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.Statement;

/**
 * The one way by which resolving looks at files, so that everything a plan depends on is known. Each question is asked of the system once;
 * the answer holds for the whole resolution. For one thread.
 */
final class MachineFiles {
    private final FileSource source;
    private final String mounts;
    private final Map<String, Observation> observations = new HashMap<>();
    private final Map<String, Optional<List<String>>> listings = new HashMap<>();
    private final Map<String, String> targets = new HashMap<>();

    /** Asks this system. */
    MachineFiles() {
        this(SystemFiles.INSTANCE);
    }

    MachineFiles(FileSource source) {
        this(source, Mounts.digest());
    }

    private MachineFiles(FileSource source, String mounts) {
        this.source = source;
        this.mounts = mounts;
    }

    /** Asks this system for what nobody will keep: its evidence knows nothing of what is mounted. */
    static MachineFiles passing() {
        return new MachineFiles(SystemFiles.INSTANCE, "");
    }

    /** Why nothing is looked up, when this stands for another system. */
    Optional<Statement> elsewhere() {
        return source.elsewhere();
    }

    /** Whether the path was not looked up, and is only taken to be there. */
    boolean assumed(String path) {
        return source.assumes(path);
    }

    /** Why nobody can tell yet whether something is at a path that is missing; empty where that is known. */
    Optional<Statement> unknown(String path) {
        return source.unknown(path);
    }

    /** The status of the path itself; a link is not followed. Only the kind of file counts, and of a directory which one it is. */
    FileStatus status(String path) {
        return observe(path, Observation.KIND).status();
    }

    /** The same, where owner and mode count too. */
    FileStatus owned(String path) {
        return observe(path, Observation.OWNER).status();
    }

    private Observation observe(String path, int aspects) {
        Observation known = observations.get(path);
        if (known == null) {
            known = new Observation(source.status(path), Observation.KIND);
        }
        Observation more = known.with(aspects);
        observations.put(path, more);
        return more;
    }

    /** Whether a name in a listed directory is a directory. That changes only when the directory it stands in does, so that is what is observed. */
    boolean isDirectory(String path) {
        Observation known = observations.get(path);
        return (known == null ? source.status(path) : known.status()).isDirectory();
    }

    /**
     * The path of something that exists, as its directory spells its name: two spellings of one file would be two paths to every comparison. By
     * identity, not by rules of case, which each volume has its own of.
     */
    String spelled(String directory, String name) {
        String path = Paths.child(directory, name);
        if (!source.foldsNames()) {
            return path;
        }
        List<String> names = names(directory).orElse(List.of(name));
        if (names.contains(name)) {
            return path;
        }
        FileStatus.Identity identity = status(path).identity();
        return names.stream()
                .filter(each -> each.equalsIgnoreCase(name))
                .map(each -> Paths.child(directory, each))
                .filter(each -> status(each).identity().equals(identity))
                .findFirst()
                .orElse(path);
    }

    /** What a link says, as it says it; empty when it cannot be read. */
    String target(String link) {
        return targets.computeIfAbsent(link, path -> {
            status(path);
            try {
                return source.target(path);
            } catch (IOException e) {
                return "";
            }
        });
    }

    /** The names in a directory in the order of their bytes, without {@code .} and {@code ..}; empty when it cannot be read. */
    Optional<List<String>> names(String directory) {
        return listings.computeIfAbsent(directory, path -> {
            observe(path, Observation.CONTENT);
            try {
                return Optional.of(source.names(path));
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    /** Whether the user may execute it, as access(2) says; links are followed. */
    boolean mayExecute(String path) {
        return mayAccess(path, Observation.EXECUTE_ASKED, Observation.EXECUTE_ALLOWED);
    }

    /** Whether the user may write it, as access(2) says; links are followed. */
    boolean mayWrite(String path) {
        return mayAccess(path, Observation.WRITE_ASKED, Observation.WRITE_ALLOWED);
    }

    private boolean mayAccess(String path, int asked, int allowed) {
        Observation known = observe(path, Observation.KIND);
        if (!known.has(asked)) {
            boolean may = asked == Observation.WRITE_ASKED ? source.mayWrite(path) : source.mayExecute(path);
            known = observe(path, may ? asked | allowed : asked);
        }
        return known.has(allowed);
    }

    /** The first bytes of a regular file, at most {@code limit}. */
    byte[] head(String path, int limit) throws IOException {
        observe(path, Observation.CONTENT);
        return source.head(path, limit);
    }

    /** For reading here and there in a regular file. */
    SeekableByteChannel open(String path) throws IOException {
        observe(path, Observation.CONTENT);
        return source.open(path);
    }

    /** Notes that somebody else depends on what is in this file or directory. */
    void observeContent(String path) {
        observe(path, Observation.CONTENT);
    }

    /** Everything that was looked at, with what was found. */
    Evidence evidence() {
        return Evidence.of(mounts, observations);
    }

    static FileStatus ask(String path) {
        return SystemFiles.INSTANCE.status(path);
    }
}
