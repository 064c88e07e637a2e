package org.bulle.engine.detect;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bulle.engine.detect.Detection.NestedProject;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;

/** Looks for projects in one directory. Costs a few dozen looks at names, whatever the size of the directory. */
public final class Detector {
    /** So many entries of the directory are looked at for folders with build files of their own. */
    private static final int MOST_ENTRIES = 500;

    private final String home;
    private final Map<String, String> environment;
    private final Platform platform;

    /**
     * @param home the user's home directory, absolute
     * @param environment the caller's; {@code GRADLE_USER_HOME} and {@code XDG_CACHE_HOME} count when they are absolute
     */
    public Detector(String home, Map<String, String> environment, Platform platform) {
        this.home = home;
        this.environment = Map.copyOf(environment);
        this.platform = platform;
    }

    /**
     * @param root an absolute directory; one that cannot be read holds no project
     */
    public Detection detect(String root) {
        Surroundings surroundings = in(root);
        List<DetectedProject> projects = new ArrayList<>();
        List<Language> others = new ArrayList<>();
        for (Language language : Language.ALL) {
            if (language.markerIn(surroundings).isPresent()) {
                projects.add(language.project(surroundings));
            } else {
                others.add(language);
            }
        }
        List<NestedProject> nested = new ArrayList<>();
        boolean complete = others.isEmpty() || lookBelow(surroundings, others, nested);
        nested.sort(Comparator.comparing(NestedProject::directory).thenComparing(NestedProject::label));
        return new Detection(root, projects, nested, complete);
    }

    /** False when there was more to see. */
    private boolean lookBelow(Surroundings surroundings, List<Language> languages, List<NestedProject> found) {
        int looked = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(surroundings.directory())) {
            for (Path entry : entries) {
                if (++looked > MOST_ENTRIES) {
                    return false;
                }
                String below = OsPath.text(entry);
                String name = below.substring(below.lastIndexOf('/') + 1);
                if (!name.startsWith(".") && Files.isDirectory(entry)) {
                    lookInto(name, in(below), languages, found);
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException unreadable) {
            return false;
        }
    }

    private static void lookInto(String name, Surroundings below, List<Language> languages, List<NestedProject> found) {
        for (Language language : languages) {
            language.markerIn(below).ifPresent(marker -> found.add(new NestedProject(name, language.label(), marker)));
        }
    }

    private Surroundings in(String directory) {
        return new Surroundings(directory, OsPath.of(directory), home, environment, platform);
    }
}
