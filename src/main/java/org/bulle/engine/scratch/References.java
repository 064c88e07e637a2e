package org.bulle.engine.scratch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The references of a clone, read as files: no Git that would obey the clone's configuration is asked. */
final class References {
    private static final Pattern OBJECT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final Pattern NAME = Pattern.compile("refs/[^\\x00-\\x20~^:?*\\[\\\\]+");
    private static final String SYMBOLIC = "ref: ";
    private static final long LARGEST = 16 << 20;

    private final Path git;

    /**
     * @param git the clone's {@code .git} directory
     */
    References(Path git) {
        this.git = git;
    }

    /** By name; symbolic ones are followed once, what is malformed is left out. */
    Map<String, String> all() throws IOException {
        Map<String, String> found = new TreeMap<>();
        readable(git.resolve("packed-refs")).ifPresent(text -> text.lines().forEach(line -> packed(line, found)));
        Path loose = git.resolve("refs");
        if (Files.isDirectory(loose, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.walk(loose)) {
                for (Path file : (Iterable<Path>)
                        files.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))::iterator) {
                    String name = "refs/" + loose.relativize(file);
                    readable(file)
                            .map(String::strip)
                            .filter(OBJECT.asMatchPredicate())
                            .ifPresent(object -> found.put(name, object));
                }
            }
        }
        return found;
    }

    private static void packed(String line, Map<String, String> found) {
        int blank = line.indexOf(' ');
        if (blank > 0
                && OBJECT.matcher(line.substring(0, blank)).matches()
                && NAME.matcher(line.substring(blank + 1)).matches()) {
            found.put(line.substring(blank + 1), line.substring(0, blank));
        }
    }

    /** The commit that is checked out. */
    Optional<String> head() throws IOException {
        Optional<String> text = readable(git.resolve("HEAD")).map(String::strip);
        if (text.isPresent() && text.get().startsWith(SYMBOLIC)) {
            return Optional.ofNullable(all().get(text.get().substring(SYMBOLIC.length())));
        }
        return text.filter(OBJECT.asMatchPredicate());
    }

    private static Optional<String> readable(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LARGEST) {
            return Optional.empty();
        }
        return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    }
}
