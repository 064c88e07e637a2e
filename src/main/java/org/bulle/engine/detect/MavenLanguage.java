package org.bulle.engine.detect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.profile.OsPath;

/** Maven, with its wrapper when the project has one. */
final class MavenLanguage implements Language {
    @Override
    public String label() {
        return "Java (Maven)";
    }

    @Override
    public List<String> markers() {
        return List.of("pom.xml");
    }

    @Override
    public DetectedProject project(Surroundings surroundings) {
        String maven = surroundings.has("mvnw") ? "./mvnw" : "mvn";
        String standard = surroundings.home() + "/.m2/repository";
        String repository = MavenSettings.localRepository(OsPath.of(surroundings.home()))
                .filter(surroundings::isOwnDirectory)
                .orElse(standard);
        return new DetectedProject(
                "maven",
                label(),
                List.of("java", "maven"),
                Optional.of(maven + " -B -q -o test"),
                Optional.of(maven + " -B -q -o compile"),
                notes(maven, repository, repository.equals(standard)),
                new DetectedAccess(
                        List.of(
                                Surroundings.cache(repository),
                                Surroundings.programs(surroundings.home() + "/.m2/wrapper")),
                        List.of(surroundings.output("target"), surroundings.program("mvnw")),
                        List.of("JAVA_HOME")));
    }

    private static List<String> notes(String maven, String repository, boolean standard) {
        List<String> notes = new ArrayList<>();
        notes.add("One test: `" + maven + " -B -q -o test -Dtest=ClassName#method`.");
        notes.add(
                "These commands are offline (`-o`), because the sandbox has no network. When a plugin or a dependency is missing from the local"
                        + " repository, ask the user to fetch it once: `bulle maven-install --detect -- " + maven
                        + " -B -q test`.");
        notes.add("`~/.m2/settings.xml` is read-only in the sandbox.");
        if (!standard) {
            notes.add("The local repository is `" + repository + "`, as `~/.m2/settings.xml` says.");
        }
        return notes;
    }
}
