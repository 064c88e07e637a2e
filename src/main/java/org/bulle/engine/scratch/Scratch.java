package org.bulle.engine.scratch;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.profile.OsPath;

/**
 * A disposable clone, as it was made.
 *
 * @param name {@code <basename>-<8 hex>}, its id
 * @param directory the clone
 * @param origin the top of the repository that it was cloned from
 * @param prefix where in that repository the workspace was; empty for its top
 * @param base the commit that was checked out
 * @param branch absent when the origin's HEAD was detached
 * @param start the tree that the user saw: the commit with tracked changes and untracked files
 * @param references every reference of the clone and its object, as made
 * @param invocation the arguments of the run that it was made for
 */
public record Scratch(
        String name,
        Path directory,
        Path origin,
        String prefix,
        String base,
        Optional<String> branch,
        String start,
        Map<String, String> references,
        Instant created,
        List<String> invocation) {
    public Scratch {
        references = Map.copyOf(references);
        invocation = List.copyOf(invocation);
    }

    /** The workspace of a run in it. */
    public Path workspace() {
        return directory.resolve(prefix).normalize();
    }

    /** A path inside the clone as the path in the origin that it stands for; any other path as it is. */
    public String toOrigin(String path) {
        return isInside(path)
                ? OsPath.text(origin) + path.substring(OsPath.text(directory).length())
                : path;
    }

    /** True for the clone and everything in it. */
    public boolean isInside(String path) {
        return PathTree.isWithin(path, OsPath.text(directory));
    }

    /** What the command of a policy may write of the real files: a choice of the user's, and worth a word. */
    public List<String> originPathsWrittenBy(Policy policy) {
        String real = OsPath.text(origin);
        return policy.grants().stream()
                .filter(grant -> grant.access().writes() && !isInside(grant.path()))
                .map(Grant::path)
                .filter(path -> PathTree.overlap(path, real))
                .toList();
    }

    /** Where in the origin the workspace of the run stands for. */
    public Path originWorkspace() {
        return origin.resolve(prefix).normalize();
    }

    /** Our own files about it, beside it and out of the command's reach. */
    Path own() {
        return directory.resolveSibling(name + ScratchStore.OWN_SUFFIX);
    }
}
