package org.bulle.engine.detect;

import java.util.List;
import java.util.Optional;

/** One kind of project. */
interface Language {
    /** The order in which projects of one directory are listed. */
    List<Language> ALL = List.of(new MavenLanguage(), new GradleLanguage(), new PythonLanguage());

    String label();

    /** Names of files, any of which makes a directory such a project. */
    List<String> markers();

    DetectedProject project(Surroundings surroundings);

    default Optional<String> markerIn(Surroundings surroundings) {
        return markers().stream().filter(surroundings::has).findFirst();
    }
}
