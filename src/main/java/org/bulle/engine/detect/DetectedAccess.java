package org.bulle.engine.detect;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.Settings;

/**
 * What a run is given on top of its profiles, when the user asks for it with {@code --detect}.
 *
 * @param caches directories below home that the build tool writes; never its settings or init scripts
 * @param workspace what the build has to execute inside the workspace
 * @param env names of variables to pass
 */
public record DetectedAccess(List<DetectedPath> caches, List<DetectedPath> workspace, List<String> env) {
    private static final String FLAG = "--detect";
    public static final DetectedAccess NONE = new DetectedAccess(List.of(), List.of(), List.of());

    public DetectedAccess {
        caches = List.copyOf(caches);
        workspace = List.copyOf(workspace);
        env = List.copyOf(env);
    }

    /** The caches, then what is in the workspace. */
    public List<DetectedPath> paths() {
        return Stream.concat(caches.stream(), workspace.stream()).toList();
    }

    /** The paths of the caches that are written. */
    public List<String> writePaths() {
        return caches.stream()
                .filter(path -> path.list().writes())
                .map(DetectedPath::path)
                .toList();
    }

    /** The paths of what the build executes inside the workspace. */
    public List<String> runPaths() {
        return workspace.stream().map(DetectedPath::path).toList();
    }

    /** The same with what is in the workspace at another place. */
    public DetectedAccess moved(UnaryOperator<String> place) {
        return new DetectedAccess(
                caches,
                workspace.stream()
                        .map(path -> path.at(place.apply(path.path())))
                        .toList(),
                env);
    }

    /** The same as a profile, so that it merges like one. */
    public Profile asProfile() {
        Map<AccessList, List<Located<String>>> lists = new EnumMap<>(AccessList.class);
        for (AccessList list : AccessList.values()) {
            lists.put(
                    list,
                    paths().stream()
                            .filter(path -> path.list() == list)
                            .map(path -> here(path.entry()))
                            .toList());
        }
        Settings settings = new Settings(
                Optional.empty(),
                lists,
                env.stream().map(DetectedAccess::here).toList(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return new Profile(FLAG, Layer.RUN, "", "", Optional.empty(), Optional.empty(), List.of(), settings, Map.of());
    }

    private static Located<String> here(String text) {
        return new Located<>(text, 0, 0);
    }

    /** Both, each path and name once, in the order of first mention. */
    public DetectedAccess merge(DetectedAccess other) {
        return new DetectedAccess(
                union(caches, other.caches), union(workspace, other.workspace), union(env, other.env));
    }

    private static <T> List<T> union(List<T> first, List<T> second) {
        Set<T> all = new LinkedHashSet<>(first);
        all.addAll(second);
        return new ArrayList<>(all);
    }
}
