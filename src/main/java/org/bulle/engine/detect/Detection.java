package org.bulle.engine.detect;

import java.util.List;

/**
 * What was found in one directory.
 *
 * @param root the absolute directory, in the spelling of {@link org.bulle.engine.policy.OsString}
 * @param projects in the fixed order Maven, Gradle, Python; a directory can hold several
 * @param nested build files of other kinds one level below, which are suggested and never used; sorted by directory
 * @param complete false when the directory has more entries than were looked at for {@code nested}
 */
public record Detection(String root, List<DetectedProject> projects, List<NestedProject> nested, boolean complete) {
    public Detection {
        projects = List.copyOf(projects);
        nested = List.copyOf(nested);
    }

    /** What all projects together need. */
    public DetectedAccess access() {
        return projects.stream().map(DetectedProject::access).reduce(DetectedAccess.NONE, DetectedAccess::merge);
    }

    /**
     * A build file in a folder below, whose folder would have to be the workspace.
     *
     * @param directory the folder's name, relative to the root
     * @param label of the project that it would be: "Java (Maven)"
     * @param marker the build file's name
     */
    public record NestedProject(String directory, String label, String marker) {}
}
