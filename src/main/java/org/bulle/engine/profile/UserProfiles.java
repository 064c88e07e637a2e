package org.bulle.engine.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The user's own profile files, to be written. Each change is one step (the file is there as it was, or whole and new), keeps the text that it
 * replaces, never overwrites a change made elsewhere meanwhile, and can be undone.
 */
public final class UserProfiles {
    private static final int KEPT = 50;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private final Path profiles;
    private final Path versions;

    /**
     * @param configRoot the configuration root, whose {@code profiles} folder holds the files
     * @param versions where replaced texts are kept, one folder for each profile
     */
    public UserProfiles(Path configRoot, Path versions) {
        this.profiles = configRoot.resolve("profiles");
        this.versions = versions;
    }

    /**
     * What was done, enough to undo it.
     *
     * @param before the text that was there; empty when there was no file
     * @param after the text that is there now; empty when the file was removed
     */
    public record Change(String name, Optional<String> before, Optional<String> after) {}

    /** A text that was replaced. */
    public record Version(Instant when, Path file) {}

    /** The file has another text than the change started from. */
    public static final class ChangedElsewhereException extends IOException {
        private static final long serialVersionUID = 1L;

        ChangedElsewhereException(Path file) {
            super(file + " was changed by something else meanwhile");
        }
    }

    /** Where the profile's file is, or would be. */
    public Path file(String name) {
        Optional<String> refusal = ProfileNames.refusal(name);
        if (refusal.isPresent()) {
            throw new IllegalArgumentException(refusal.get());
        }
        return profiles.resolve(name + ".toml");
    }

    /** Its text as it is now; empty when there is no file. */
    public Optional<String> read(String name) throws IOException {
        try {
            return Optional.of(Files.readString(file(name)));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    /**
     * Writes a profile; a text that is wrong is written too, it just cannot run.
     *
     * @param from the text that the change started from; empty when there was to be no file
     */
    public Change write(String name, Optional<String> from, String text) throws IOException {
        return replace(name, from, Optional.of(text));
    }

    /**
     * Removes a profile's file.
     *
     * @param from the text that the user saw
     */
    public Change remove(String name, String from) throws IOException {
        return replace(name, Optional.of(from), Optional.empty());
    }

    /** Brings the text before {@code change} back, unless the file was changed again. */
    public Change undo(Change change) throws IOException {
        return replace(change.name(), change.after(), change.before());
    }

    private Change replace(String name, Optional<String> from, Optional<String> to) throws IOException {
        Path file = file(name);
        Optional<String> now = read(name);
        if (!now.equals(from)) {
            throw new ChangedElsewhereException(file);
        }
        if (now.isPresent()) {
            keep(name, now.get());
        }
        if (to.isEmpty()) {
            Files.deleteIfExists(file);
        } else {
            put(file, to.get());
        }
        return new Change(name, from, to);
    }

    /** A link stays a link: what it names is replaced. */
    private static void put(Path file, String text) throws IOException {
        Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file;
        Path folder = Files.createDirectories(target.toAbsolutePath().getParent());
        Path fresh = Files.createTempFile(folder, ".profile", ".new");
        try {
            Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private void keep(String name, String text) throws IOException {
        Path folder = Files.createDirectories(versions.resolve(name));
        Path kept = folder.resolve(STAMP.format(Instant.now()) + ".toml");
        for (int i = 1; Files.exists(kept); i++) {
            kept = folder.resolve(STAMP.format(Instant.now()) + "-" + i + ".toml");
        }
        Files.writeString(kept, text);
        List<Version> all = versions(name);
        for (Version old : all.subList(Math.min(KEPT, all.size()), all.size())) {
            Files.deleteIfExists(old.file());
        }
    }

    /** What was replaced, newest first. */
    public List<Version> versions(String name) throws IOException {
        Path folder = versions.resolve(file(name).getFileName().toString().replaceFirst("\\.toml$", ""));
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Version> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                found.add(new Version(Files.getLastModifiedTime(file).toInstant(), file));
            }
        }
        return found;
    }
}
