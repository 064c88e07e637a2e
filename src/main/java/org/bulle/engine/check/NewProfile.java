package org.bulle.engine.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.detect.DetectedAccess;
import org.bulle.engine.detect.DetectedPath;
import org.bulle.engine.detect.DetectedProject;
import org.bulle.engine.detect.Detection;
import org.bulle.engine.history.RunRecord;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.profile.Place;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.TomlText;

/** Texts of new profiles made of what is known: a recorded run, a project. */
public final class NewProfile {
    private NewProfile() {}

    /**
     * A profile above the run's own, with the entry suggested for each of its denials. What would expose credentials, lead out of the sandbox or be refused
     * is left out and named in a comment; harmless probes are not mentioned.
     */
    public static String ofDenials(String title, RunRecord run) throws ProblemException {
        String text = head(
                title,
                "What " + String.join(" ", run.summary().command()) + " was denied",
                run.summary().profiles());
        Set<String> left = new LinkedHashSet<>();
        List<String> allowed = new ArrayList<>();
        for (Denial denial : run.denials()) {
            if (denial.harmless() || denial.suggestion().isEmpty()) {
                continue;
            }
            Suggestion suggestion = denial.suggestion().get();
            boolean grantable =
                    suggestion.refused().isEmpty() && !suggestion.entry().isEmpty();
            boolean risky = denial.risk() == Risk.CREDENTIAL || denial.risk() == Risk.ESCAPE;
            if (grantable && !risky && suggestion.list().equals("allow")) {
                allowed.add(suggestion.entry());
            } else if (grantable && !risky) {
                text = ProfileEdits.add(text, Place.of(suggestion.list()), suggestion.entry());
            } else {
                String why = suggestion
                        .refused()
                        .map(Statement::english)
                        .orElse(denial.risk().key());
                left.add("# Left out: " + denial.access().key() + " " + denial.target() + " (" + why + ")");
            }
        }
        for (String entry : Capabilities.withoutCovered(allowed)) {
            text = ProfileEdits.add(text, Place.of("allow"), entry);
        }
        return text + comments(left);
    }

    /** What a detected project needs: the profiles that run it, the caches that its tool writes, what is run in the workspace. */
    public static String ofProject(String title, Detection detection) throws ProblemException {
        Set<String> parents = new LinkedHashSet<>();
        List<String> labels = new ArrayList<>();
        Set<String> notes = new LinkedHashSet<>();
        for (DetectedProject project : detection.projects()) {
            parents.addAll(project.profiles());
            labels.add(project.label());
            project.test().ifPresent(command -> notes.add("# Test: " + command));
            project.build().ifPresent(command -> notes.add("# Build: " + command));
        }
        String text = head(title, String.join(" and ", labels), List.copyOf(parents));
        DetectedAccess access = detection.access();
        for (DetectedPath path : access.paths()) {
            text = ProfileEdits.add(text, Place.of(path.list().key()), path.entry());
        }
        for (String name : access.env()) {
            text = ProfileEdits.add(text, Place.of("env"), name);
        }
        return text + comments(notes);
    }

    /**
     * A profile above others, with what a run was given beside them.
     *
     * @param command what it runs by itself; empty for what its parents run
     * @param entries by the key of their list
     * @param flags what a run has and a profile cannot hold, as on the command line; named in a comment
     */
    public static String ofRun(
            String title, List<String> profiles, String command, Map<String, List<String>> entries, List<String> flags)
            throws ProblemException {
        String text = head(title, "Made of a run of " + String.join(", ", profiles), profiles);
        if (!command.isEmpty()) {
            text = ProfileEdits.set(text, Place.of("default_app"), command);
        }
        for (Map.Entry<String, List<String>> list : entries.entrySet()) {
            for (String entry : list.getValue()) {
                text = ProfileEdits.add(text, Place.of(list.getKey()), entry);
            }
        }
        return flags.isEmpty()
                ? text
                : text + comments(Set.of("# Not part of a profile, given to each run: " + String.join(" ", flags)));
    }

    private static String comments(Set<String> lines) {
        StringBuilder out = new StringBuilder();
        lines.forEach(line -> out.append(Printable.escape(line)).append('\n'));
        return out.toString();
    }

    private static String head(String title, String description, List<String> parents) throws ProblemException {
        String text = "title = " + TomlText.quote(title) + "\ndescription = " + TomlText.quote(description) + "\n";
        for (String parent : parents) {
            text = ProfileEdits.add(text, Place.of("inherits"), parent);
        }
        return text;
    }
}
