package org.bulle.engine.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The user's files on disk. Every change is atomic, keeps the version before it, and never overwrites what somebody else has written meanwhile.
 */
public final class ProfileStore {
    /** Versions kept of one file; the oldest go first. */
    public static final int VERSIONS = 100;

    /** Made when a version is named: every run asks whether a change is pending, and most find none. */
    private static final class Stamp {
        static final DateTimeFormatter FORMAT =
                DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);
    }

    private final Path root;
    private final AtomicFiles files;
    private final Clock clock;

    private ProfileStore(Path root, AtomicFiles.Steps steps, Clock clock) {
        this.root = root;
        this.clock = clock;
        this.files = new AtomicFiles(root, steps, this::nextVersion);
    }

    /** @param root the configuration root, made when the first file is saved */
    public static ProfileStore at(Path root) {
        return new ProfileStore(root, step -> {}, Clock.systemUTC());
    }

    static ProfileStore at(Path root, AtomicFiles.Steps steps, Clock clock) {
        return new ProfileStore(root, steps, clock);
    }

    /** A file of the user's configuration. */
    public sealed interface Document {
        /** {@code profiles/NAME.toml}. */
        record ProfileFile(String name) implements Document {
            public ProfileFile {
                ProfileNames.refusal(name).ifPresent(why -> {
                    throw new IllegalArgumentException(why);
                });
            }
        }

        /** config.toml. */
        record ConfigurationFile() implements Document {}

        /** Where installed profiles came from; ours alone. */
        record InstalledFile() implements Document {}
    }

    /** What became of a save. */
    public sealed interface Saved {
        record Done() implements Saved {}

        /**
         * Somebody changed a file since it was read; nothing was written.
         *
         * @param onDisk what it says now; empty when it is gone
         */
        record Changed(Document document, Optional<String> onDisk) implements Saved {}
    }

    /**
     * One file's change.
     *
     * @param base the text that the change starts from; empty when there was no file
     * @param text the new text; empty to remove the file
     */
    public record Change(Document document, Optional<String> base, Optional<String> text) {}

    /** An older text of a file. */
    public record Version(Document document, Instant saved, Path file) {}

    public Path file(Document document) {
        return switch (document) {
            case Document.ProfileFile profile -> root.resolve("profiles").resolve(profile.name() + ".toml");
            case Document.ConfigurationFile configuration -> root.resolve("config.toml");
            case Document.InstalledFile installed -> root.resolve("installed.toml");
        };
    }

    /** The text on disk; empty when there is no file. */
    public Optional<String> read(Document document) throws IOException {
        return text(file(document));
    }

    /** Saves one file, unless it is no longer what {@code base} says. */
    public Saved save(Document document, Optional<String> base, String text) throws IOException {
        return saveAll(List.of(new Change(document, base, Optional.of(text))));
    }

    /** Removes a file; its last text stays as a version. */
    public Saved remove(Document document, Optional<String> base) throws IOException {
        return saveAll(List.of(new Change(document, base, Optional.empty())));
    }

    /**
     * Makes all the changes, or none.
     *
     * @throws IOException when they could not be made; then every file is as it was
     */
    public Saved saveAll(List<Change> changes) throws IOException {
        return files.locked(() -> {
            for (Change change : changes) {
                Optional<String> now = read(change.document());
                if (!now.equals(change.base())) {
                    return new Saved.Changed(change.document(), now);
                }
            }
            for (Change change : changes) {
                if (change.base().isPresent()) {
                    keep(change.document(), change.base().get());
                }
            }
            Map<Path, Optional<byte[]>> contents = new LinkedHashMap<>();
            for (Change change : changes) {
                contents.put(file(change.document()), change.text().map(text -> text.getBytes(StandardCharsets.UTF_8)));
            }
            files.replace(contents);
            return new Saved.Done();
        });
    }

    /** Finishes what a process that died left half done; does nothing otherwise. */
    public void recover() throws IOException {
        if (AtomicFiles.isPending(root)) {
            files.locked(() -> true);
        }
    }

    /** The versions of a file, newest first; also of one that is gone. */
    public List<Version> versions(Document document) throws IOException {
        List<Version> versions = new ArrayList<>();
        kept(versionsOf(file(document))).forEach((saved, file) -> versions.add(new Version(document, saved, file)));
        return versions;
    }

    /** When each version in a directory was saved, newest first. */
    private static NavigableMap<Instant, Path> kept(Path directory) throws IOException {
        NavigableMap<Instant, Path> kept = new TreeMap<>(Comparator.reverseOrder());
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    instant(entry).ifPresent(saved -> kept.put(saved, entry));
                }
            }
        }
        return kept;
    }

    public String text(Version version) throws IOException {
        return Files.readString(version.file());
    }

    private Path versionsOf(Path file) {
        return root.resolve(".versions").resolve(file.getFileName());
    }

    private void keep(Document document, String text) throws IOException {
        List<Version> known = versions(document);
        if (!known.isEmpty() && text(known.getFirst()).equals(text)) {
            return;
        }
        AtomicFiles.removeLeftovers(versionsOf(file(document)));
        Path version = nextVersion(file(document));
        files.replace(Map.of(version, Optional.of(text.getBytes(StandardCharsets.UTF_8))));
        for (Version old : known.subList(Math.min(known.size(), VERSIONS - 1), known.size())) {
            Files.deleteIfExists(old.file());
        }
    }

    /** A name after all others, so that the order of names is that of time. */
    private Path nextVersion(Path file) throws IOException {
        NavigableMap<Instant, Path> kept = kept(versionsOf(file));
        Instant now = clock.instant();
        if (!kept.isEmpty() && !now.isAfter(kept.firstKey())) {
            now = kept.firstKey().plusNanos(1);
        }
        return versionsOf(file).resolve(Stamp.FORMAT.format(now) + ".toml");
    }

    private static Optional<Instant> instant(Path version) {
        String name = version.getFileName().toString();
        try {
            String stamp = name.endsWith(".toml") ? name.substring(0, name.length() - ".toml".length()) : "";
            return Optional.of(Stamp.FORMAT.parse(stamp, Instant::from));
        } catch (DateTimeParseException notOurs) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file)) {
            throw new IOException(OsPath.text(file) + " is not a regular file");
        }
        try {
            byte[] bytes = Files.readAllBytes(file);
            return switch (TextFile.decode(bytes)) {
                case TextFile.Text text -> Optional.of(text.text());
                case TextFile.Unreadable bad -> throw new IOException(OsPath.text(file) + " " + bad.why());
                case TextFile.Missing missing -> Optional.empty();
            };
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }
}
