package org.bulle.engine.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.PolicyEntry;
import org.bulle.engine.profile.OsPath;

/**
 * Why a policy gives what it gives on a path. {@link KernelProbe} says whether the kernel agrees.
 *
 * @param path as asked, absolute
 * @param real links followed; of a missing path the part that exists
 * @param rights of every grant that covers the path; empty when none does
 * @param covers those grants, the nearest first
 * @param skipped entries that name the path and grant nothing
 */
public record PathExplanation(
        String path,
        String real,
        boolean exists,
        Optional<AccessList> rights,
        List<Cover> covers,
        List<PolicyEntry> skipped) {
    public PathExplanation {
        covers = List.copyOf(covers);
        skipped = List.copyOf(skipped);
    }

    /**
     * A grant on the path or above it.
     *
     * @param entries that stand for it; empty for a grant of the run itself
     */
    public record Cover(Grant grant, List<PolicyEntry> entries) {
        public Cover {
            entries = List.copyOf(entries);
        }
    }

    /**
     * @param path absolute
     */
    public static PathExplanation of(Policy policy, String path) {
        return of(policy, path, real(path), exists(path));
    }

    /** Of a path whose place and existence are known otherwise. */
    public static PathExplanation of(Policy policy, String path, String real, boolean exists) {
        List<Cover> covers = policy.grants().stream()
                .filter(grant -> PathTree.isWithin(real, grant.path()))
                .sorted(Comparator.comparingInt((Grant grant) -> grant.path().length())
                        .reversed())
                .map(grant -> new Cover(grant, entries(policy, grant)))
                .toList();
        return new PathExplanation(
                path,
                real,
                exists,
                covers.stream().map(cover -> cover.grant().access()).reduce(AccessList::union),
                covers,
                policy.entries().stream()
                        .filter(entry -> entry.outcome() instanceof PolicyEntry.Outcome.Skipped
                                && entry.text().equals(path))
                        .toList());
    }

    private static List<PolicyEntry> entries(Policy policy, Grant grant) {
        return policy.entries().stream()
                .filter(entry -> entry.paths().contains(grant.path()))
                .toList();
    }

    private static boolean exists(String path) {
        try {
            return Files.exists(OsPath.of(path));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    private static String real(String path) {
        try {
            Path at = OsPath.of(path).normalize();
            Path missing = null;
            while (!Files.exists(at) && at.getParent() != null) {
                Path name = at.getFileName();
                missing = missing == null ? name : name.resolve(missing);
                at = at.getParent();
            }
            Path found = at.toRealPath();
            return OsPath.text(missing == null ? found : found.resolve(missing));
        } catch (IOException | InvalidPathException unreadable) {
            return path;
        }
    }
}
