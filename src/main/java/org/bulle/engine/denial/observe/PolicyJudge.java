package org.bulle.engine.denial.observe;

import java.util.List;
import java.util.function.Predicate;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.sandbox.landlock.HandledAccess;

/**
 * What Landlock allows on a real path under a policy: the union of the rights of the rules on it and on the directories above it. Pure; it explains and
 * predicts, and never decides. Not for concurrent use.
 */
public final class PolicyJudge {
    /** Marks a rule that reaches below its path. */
    private static final long TREE = 1L << 62;

    private final HandledAccess handled;
    private final PathTable rules = new PathTable();
    private int version = 1;

    public PolicyJudge(HandledAccess handled) {
        this.handled = handled;
    }

    /**
     * @param isDirectory whether a granted path is a directory on this machine; a grant on anything else reaches no further than itself
     */
    public static PolicyJudge of(Policy policy, HandledAccess handled, Predicate<String> isDirectory) {
        return of(policy.grants(), handled, isDirectory);
    }

    public static PolicyJudge of(List<Grant> grants, HandledAccess handled, Predicate<String> isDirectory) {
        PolicyJudge judge = new PolicyJudge(handled);
        for (Grant grant : grants) {
            judge.add(grant.path(), grant.access(), isDirectory.test(grant.path()));
        }
        return judge;
    }

    public HandledAccess handled() {
        return handled;
    }

    /** The rights that a rule of this list gives. */
    public long rightsOf(AccessList list, boolean directory) {
        return directory ? handled.onDirectory(list) : handled.onFile(list);
    }

    /** Adds a rule; rights on one path are a union. */
    public void add(String path, AccessList list, boolean directory) {
        set(OsString.encode(path), rightsOf(list, directory), directory, true);
    }

    /** The LANDLOCK_ACCESS_FS_* rights on a real path, absolute and clean. */
    public long rights(String path) {
        byte[] bytes = OsString.encode(path);
        return rights(bytes, bytes.length);
    }

    public boolean allows(String path, long needed) {
        return missing(rights(path), needed) == 0;
    }

    /** What of the needed rights this kernel enforces and nothing grants. */
    public long missing(long rights, long needed) {
        return needed & handled.fs() & ~rights;
    }

    /** As {@link #rights(String)}, without allocating. */
    long rights(byte[] path, int length) {
        return rights(path, length, false);
    }

    /** Of the rules on a directory, and on those above it, that reach below: with {@link #ownRights} the rights of what is in it. */
    long rightsBelow(byte[] directory, int length) {
        return rights(directory, length, true);
    }

    /** Of the rule on this path alone. */
    long ownRights(byte[] path, int length, int hash) {
        return rule(path, length, hash, false) & ~TREE;
    }

    /** Of the rule on this path alone, where it reaches below. */
    long ownRightsBelow(byte[] path, int length, int hash) {
        return rule(path, length, hash, true) & ~TREE;
    }

    /** Another one, never 0, whenever rules have changed. */
    int version() {
        return version;
    }

    private long rights(byte[] path, int length, boolean below) {
        long rights = rule(path, 1, PathTable.hash(0, (byte) '/'), true);
        int hash = 0;
        for (int i = 0; i < length; i++) {
            if (path[i] == '/' && i > 0) {
                rights |= rule(path, i, hash, true);
            }
            // As PathTable.hash, which is not called for each byte in code that is not compiled yet.
            hash = 31 * hash + path[i];
        }
        rights |= rule(path, length, hash, below);
        return rights & ~TREE;
    }

    /** Takes the rights of a rule away, because the file that it is tied to is no longer at its path. */
    void lose(byte[] path) {
        set(path, 0, true, false);
    }

    /** Gives them back. */
    void restore(byte[] path, long rights, boolean directory) {
        set(path, rights, directory, false);
    }

    private void set(byte[] path, long rights, boolean directory, boolean add) {
        int hash = PathTable.hash(path, path.length);
        long old = add ? rules.get(path, path.length, hash) : PathTable.NONE;
        long value = rights | (directory ? TREE : 0);
        version = version == -1 ? 1 : version + 1;
        rules.put(path, path.length, hash, old == PathTable.NONE ? value : old | value);
    }

    private long rule(byte[] path, int length, int hash, boolean below) {
        long value = rules.get(path, length, hash);
        return value == PathTable.NONE || below && (value & TREE) == 0 ? 0 : value;
    }
}
