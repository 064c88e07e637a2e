package org.bulle.engine.detect;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.profile.OsPath;

/**
 * The one thing that matters to us in {@code ~/.m2/settings.xml}: where the local repository is. Read as text, since starting an XML parser takes
 * longer than all the rest of detection. A project's own {@code .mvn} is never asked: it is not the user's.
 */
public final class MavenSettings {
    private static final Pattern IGNORED = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final Pattern REPOSITORY = Pattern.compile("<localRepository>\\s*([^<>]*?)\\s*</localRepository>");
    private static final String HOME = "${user.home}";

    private MavenSettings() {}

    /** {@code <localRepository>} when it is absolute or starts with <code>${user.home}</code>; nothing when it is not said, or otherwise. */
    public static Optional<String> localRepository(Path home) {
        return Surroundings.read(home.resolve(".m2/settings.xml"))
                .flatMap(text -> localRepository(text, OsPath.text(home)));
    }

    /**
     * The same of a text that was read elsewhere.
     *
     * @param settings the whole file
     */
    public static Optional<String> localRepository(String settings, String home) {
        Matcher found = REPOSITORY.matcher(IGNORED.matcher(settings).replaceAll(""));
        if (!found.find()) {
            return Optional.empty();
        }
        String value = unescape(found.group(1));
        String expanded = value.startsWith(HOME) ? home + value.substring(HOME.length()) : value;
        return expanded.startsWith("/") && !expanded.contains("${") ? Optional.of(clean(expanded)) : Optional.empty();
    }

    private static String clean(String path) {
        return OsPath.text(OsPath.of(path).normalize());
    }

    private static String unescape(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&amp;", "&");
    }
}
