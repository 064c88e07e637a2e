package org.bulle.engine.detect;

import java.util.List;
import java.util.Optional;

/**
 * One project of a directory.
 *
 * @param id {@code maven}, {@code gradle} or {@code python}
 * @param label for people: "Java (Maven)"
 * @param profiles the built-in profiles that run it
 * @param test the command that runs all tests without the network, as typed in a shell
 * @param build likewise for the build, where there is one
 * @param notes sentences for whoever works on the project, in Markdown
 */
public record DetectedProject(
        String id,
        String label,
        List<String> profiles,
        Optional<String> test,
        Optional<String> build,
        List<String> notes,
        DetectedAccess access) {
    public DetectedProject {
        profiles = List.copyOf(profiles);
        notes = List.copyOf(notes);
    }
}
