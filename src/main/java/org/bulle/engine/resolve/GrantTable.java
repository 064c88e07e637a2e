package org.bulle.engine.resolve;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;

/** The grants so far, one for each path; rights on one path are a union, and reach everything below it. */
final class GrantTable {
    private final TreeMap<String, AccessList> byPath = new TreeMap<>(ByteOrder.INSTANCE);

    void add(String path, AccessList list) {
        byPath.merge(path, list, AccessList::union);
    }

    /** The rights on a path that it has itself or from above; empty when nothing is granted. */
    Optional<AccessList> on(String path) {
        AccessList all = null;
        for (String at = path; ; at = Paths.parent(at)) {
            AccessList here = byPath.get(at);
            if (here != null) {
                all = all == null ? here : all.union(here);
            }
            if (at.equals("/")) {
                return Optional.ofNullable(all);
            }
        }
    }

    boolean covers(String path, AccessList list) {
        return on(path).map(all -> all.covers(list)).orElse(false);
    }

    boolean mayWrite(String path) {
        return on(path).map(AccessList::writes).orElse(false);
    }

    boolean mayExecute(String path) {
        return on(path).map(AccessList::executes).orElse(false);
    }

    Map<String, AccessList> byPath() {
        return byPath;
    }

    List<Grant> grants() {
        return byPath.entrySet().stream()
                .map(entry -> new Grant(entry.getKey(), entry.getValue()))
                .toList();
    }
}
