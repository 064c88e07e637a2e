package org.bulle.desktop.editor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Texts that were typed and not saved, kept under {@code $STATE/bulle/drafts} until they are saved or given up: closing the app loses nothing. */
final class Drafts {
    private final Path folder;

    /**
     * @param base what was on disk when the text was begun; empty for no file
     */
    record Draft(Optional<String> base, String text) {}

    /** @param state {@code $STATE/bulle} */
    Drafts(Path state) {
        this.folder = state.resolve("drafts");
    }

    /** Never half: the base is written first, and a text without its base is none. */
    synchronized void keep(String file, Optional<String> base, String text) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        write(path(file, base.isPresent() ? ".base" : ".none"), base.orElse(""));
        Files.deleteIfExists(path(file, base.isPresent() ? ".none" : ".base"));
        write(path(file, ".text"), text);
    }

    synchronized void forget(String file) throws IOException {
        for (String part : new String[] {".text", ".base", ".none"}) {
            Files.deleteIfExists(path(file, part));
        }
    }

    synchronized Optional<Draft> find(String file) throws IOException {
        try {
            String text = Files.readString(path(file, ".text"));
            boolean none = Files.exists(path(file, ".none"));
            Optional<String> base = none ? Optional.empty() : Optional.of(Files.readString(path(file, ".base")));
            return Optional.of(new Draft(base, text));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    private static void write(Path target, String text) throws IOException {
        Path fresh = target.resolveSibling(target.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(fresh, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.WRITE);
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path path(String file, String part) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(file.getBytes(StandardCharsets.UTF_8));
            return folder.resolve(HexFormat.of().formatHex(hash, 0, 12) + part);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
