package org.bulle.engine.policy;

import java.util.Optional;
import java.util.Set;

/** The four path lists of a profile and of a policy, and the rights that each stands for. Rights on one path are a union. */
public enum AccessList {
    RO("ro", Set.of(AccessRight.READ)),
    ROX("rox", Set.of(AccessRight.READ, AccessRight.EXECUTE)),
    RW("rw", Set.of(AccessRight.READ, AccessRight.WRITE)),
    RWX("rwx", Set.of(AccessRight.READ, AccessRight.WRITE, AccessRight.EXECUTE));

    private final String key;
    private final Set<AccessRight> rights;

    AccessList(String key, Set<AccessRight> rights) {
        this.key = key;
        this.rights = rights;
    }

    /** The key of this list in TOML, JSON and flags. */
    public String key() {
        return key;
    }

    public Set<AccessRight> rights() {
        return rights;
    }

    public boolean writes() {
        return this == RW || this == RWX;
    }

    public boolean executes() {
        return this == ROX || this == RWX;
    }

    /** The list whose rights are those of both, so {@code ROX.union(RW) == RWX}. */
    public AccessList union(AccessList other) {
        return of(writes() || other.writes(), executes() || other.executes());
    }

    public boolean covers(AccessList other) {
        return rights.containsAll(other.rights);
    }

    /** The list with this key; empty for every other key. */
    public static Optional<AccessList> ofKey(String key) {
        for (AccessList list : values()) {
            if (list.key.equals(key)) {
                return Optional.of(list);
            }
        }
        return Optional.empty();
    }

    public static AccessList of(boolean write, boolean execute) {
        if (write) {
            return execute ? RWX : RW;
        }
        return execute ? ROX : RO;
    }
}
