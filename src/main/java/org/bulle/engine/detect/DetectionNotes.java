package org.bulle.engine.detect;

import java.util.stream.Collectors;

/** A detection as a section of Markdown for an agent's instructions. The same detection gives the same bytes. */
public final class DetectionNotes {
    private DetectionNotes() {}

    /** Empty when nothing was found. */
    public static String markdown(Detection detection) {
        if (detection.projects().isEmpty()) {
            return "";
        }
        return detection.projects().stream()
                .map(DetectionNotes::section)
                .collect(Collectors.joining("\n", "# Build and test (detected by Bulle)\n\n", ""));
    }

    private static String section(DetectedProject project) {
        StringBuilder out = new StringBuilder("## ").append(project.label()).append("\n\n");
        project.test()
                .ifPresent(command -> out.append("- Test: `").append(command).append("`\n"));
        project.build()
                .ifPresent(command -> out.append("- Build: `").append(command).append("`\n"));
        project.notes().forEach(note -> out.append("- ").append(note).append('\n'));
        return out.toString();
    }
}
