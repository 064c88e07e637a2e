package org.bulle.engine.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.FileTrouble;

/**
 * The cgroup v2 hierarchy as this process finds it (Documentation/admin-guide/cgroup-v2.rst), and where in it a group for a run can be made: below a
 * group that is delegated to us. Looks only.
 */
final class ControlGroups {
    private static final String FILE_SYSTEM = "cgroup2";
    /** The user's own service manager, which is a second master of everything below it. */
    private static final String USER_MANAGER = "user@.*\\.service";

    private final Path membership;
    private final Path mounts;
    private final boolean managed;
    private final Predicate<Path> delegationMark;
    private final LongSupplier self;

    /**
     * @param membership {@code /proc/self/cgroup}
     * @param mounts {@code /proc/self/mountinfo}
     * @param managed systemd is at work: then being allowed to write is not enough, since it takes controllers away from groups that it does not know
     * @param delegationMark whether systemd has marked a group as delegated
     * @param self our process id
     */
    ControlGroups(Path membership, Path mounts, boolean managed, Predicate<Path> delegationMark, LongSupplier self) {
        this.membership = membership;
        this.mounts = mounts;
        this.managed = managed;
        this.delegationMark = delegationMark;
        this.self = self;
    }

    static ControlGroups ofThisProcess() {
        return new ControlGroups(
                Path.of("/proc/self/cgroup"),
                Path.of("/proc/self/mountinfo"),
                Files.isDirectory(Path.of("/run/systemd/system")),
                ControlGroups::isMarked,
                () -> ProcessHandle.current().pid());
    }

    /** systemd sets the extended attribute {@code user.delegate} to 1 on what it delegates. */
    private static boolean isMarked(Path group) {
        try {
            UserDefinedFileAttributeView view = Files.getFileAttributeView(group, UserDefinedFileAttributeView.class);
            if (view == null || !view.list().contains("delegate")) {
                return false;
            }
            ByteBuffer value = ByteBuffer.allocate(view.size("delegate"));
            view.read("delegate", value);
            return new String(value.array(), StandardCharsets.ISO_8859_1).equals("1");
        } catch (IOException | UnsupportedOperationException noAttributes) {
            return false;
        }
    }

    /** Whether groups with certain controllers can be made. */
    sealed interface Found {
        /**
         * @param parent where
         * @param enable controllers that have to be switched on for the groups in it
         * @param besideUs we are in {@code parent} ourselves, and have to step into a group of our own first: no group has both processes and controllers
         *     for its children
         */
        record Usable(Path parent, List<String> enable, boolean besideUs) implements Found {}

        /**
         * @param reason for the user, to stand after "because"
         */
        record Unusable(Statement reason) implements Found {}
    }

    /**
     * @param controllers memory, cpu, pids
     */
    Found find(Set<String> controllers) {
        try {
            Optional<Hierarchy> hierarchy = hierarchy();
            if (hierarchy.isEmpty()) {
                return new Found.Unusable(LimitPhrase.NO_CGROUPS.with());
            }
            return search(hierarchy.get(), controllers);
        } catch (IOException unreadable) {
            return new Found.Unusable(LimitPhrase.UNREADABLE.with(FileTrouble.sentence(unreadable)));
        }
    }

    /**
     * @param top where it is mounted
     * @param ours our own group
     */
    private record Hierarchy(Path top, Path ours) {}

    private Optional<Hierarchy> hierarchy() throws IOException {
        Optional<String> path = Files.readAllLines(membership, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith("0::/"))
                .map(line -> line.substring("0::".length()))
                .findFirst();
        if (path.isEmpty() || path.get().startsWith("/..")) {
            return Optional.empty();
        }
        for (String line : Files.readAllLines(mounts, StandardCharsets.ISO_8859_1)) {
            String[] fields = line.split(" ");
            int dash = Arrays.asList(fields).indexOf("-");
            if (dash > 5 && dash + 1 < fields.length && fields[dash + 1].equals(FILE_SYSTEM)) {
                String root = fields[3].equals("/") ? "" : fields[3];
                if ((path.get() + "/").startsWith(root + "/")) {
                    Path top = Path.of(fields[4].replace("\\040", " "));
                    String below = path.get().substring(root.length());
                    return Optional.of(new Hierarchy(top, below.length() < 2 ? top : top.resolve(below.substring(1))));
                }
            }
        }
        return Optional.empty();
    }

    private Found search(Hierarchy hierarchy, Set<String> controllers) throws IOException {
        Set<String> known = words(hierarchy.top().resolve("cgroup.controllers"));
        Set<String> missing = new TreeSet<>(controllers);
        missing.removeAll(known);
        if (!missing.isEmpty()) {
            return new Found.Unusable(LimitPhrase.NO_CONTROLLER.with(String.join(", ", missing)));
        }
        List<Statement> reasons = new ArrayList<>();
        for (Path group = hierarchy.ours();
                group != null && group.startsWith(hierarchy.top());
                group = group.getParent()) {
            Found found = at(group, hierarchy, controllers);
            if (found instanceof Found.Usable) {
                return found;
            }
            reasons.add(((Found.Unusable) found).reason());
        }
        return new Found.Unusable(LimitPhrase.OWN_GROUP.with(reasons.getFirst()));
    }

    private Found at(Path group, Hierarchy hierarchy, Set<String> controllers) throws IOException {
        String name = "/" + hierarchy.top().relativize(group);
        if (!Files.isWritable(group) || !Files.isWritable(group.resolve("cgroup.procs"))) {
            return new Found.Unusable(LimitPhrase.NOT_DELEGATED.with(name));
        }
        if (managed && !isDelegated(group, hierarchy.top())) {
            return new Found.Unusable(LimitPhrase.OF_SYSTEMD.with(name));
        }
        Path type = group.resolve("cgroup.type");
        if (Files.exists(type) && !Files.readString(type).strip().equals("domain")) {
            return new Found.Unusable(LimitPhrase.THREADED.with(name));
        }
        Set<String> lacking = new TreeSet<>(controllers);
        lacking.removeAll(words(group.resolve("cgroup.controllers")));
        if (!lacking.isEmpty()) {
            return new Found.Unusable(LimitPhrase.LACKS_CONTROLLER.with(name, String.join(", ", lacking)));
        }
        Set<String> enable = new TreeSet<>(controllers);
        enable.removeAll(words(group.resolve("cgroup.subtree_control")));
        if (enable.isEmpty()) {
            return new Found.Usable(group, List.of(), false);
        }
        return enabling(group, name, hierarchy, enable);
    }

    /** Controllers are switched on only in our own group: above it somebody else decides. */
    private Found enabling(Path group, String name, Hierarchy hierarchy, Set<String> enable) throws IOException {
        if (!group.equals(hierarchy.ours()) || !Files.isWritable(group.resolve("cgroup.subtree_control"))) {
            return new Found.Unusable(LimitPhrase.NOT_HANDED_ON.with(name, String.join(", ", enable)));
        }
        List<String> members = List.copyOf(words(group.resolve("cgroup.procs")));
        boolean isTop = group.equals(hierarchy.top()) && !Files.exists(group.resolve("cgroup.type"));
        if (isTop || members.isEmpty()) {
            return new Found.Usable(group, List.copyOf(enable), false);
        }
        return members.equals(List.of(Long.toString(self.getAsLong())))
                ? new Found.Usable(group, List.copyOf(enable), true)
                : new Found.Unusable(LimitPhrase.OTHER_PROCESSES.with(name));
    }

    /** Marked itself, or below a marked one that is not the user's service manager. */
    private boolean isDelegated(Path group, Path top) {
        for (Path each = group; each != null && each.startsWith(top); each = each.getParent()) {
            if (delegationMark.test(each)) {
                return !String.valueOf(each.getFileName()).matches(USER_MANAGER);
            }
        }
        return false;
    }

    private static Set<String> words(Path file) throws IOException {
        Set<String> words = new TreeSet<>(Arrays.asList(
                Files.readString(file, StandardCharsets.ISO_8859_1).strip().split("\\s+")));
        words.remove("");
        return words;
    }
}
