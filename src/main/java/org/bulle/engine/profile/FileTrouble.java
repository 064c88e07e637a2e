package org.bulle.engine.profile;

import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What the system answered about a file, in words: the library says some of its answers by the name of the exception alone. */
public final class FileTrouble {
    private FileTrouble() {}

    /** The file and the reason, as {@code /tmp/x: permission denied}; of other exceptions their message. */
    public static String sentence(Throwable thrown) {
        Throwable cause = cause(thrown);
        return cause instanceof FileSystemException about ? named(about) + reason(about) : otherwise(cause);
    }

    /** The reason alone, where the file has been named already: {@code permission denied}. */
    public static String reason(Throwable thrown) {
        Throwable cause = cause(thrown);
        return cause instanceof FileSystemException about ? reason(about) : otherwise(cause);
    }

    /** Listing a directory wraps what the system answered. */
    private static Throwable cause(Throwable thrown) {
        boolean wraps = thrown instanceof UncheckedIOException || thrown instanceof DirectoryIteratorException;
        Throwable cause = wraps ? thrown.getCause() : null;
        return cause == null ? thrown : cause;
    }

    private static String otherwise(Throwable thrown) {
        if (thrown instanceof CharacterCodingException) {
            return "not UTF-8 text";
        }
        return thrown.getMessage() == null ? "reading or writing failed" : thrown.getMessage();
    }

    private static String named(FileSystemException about) {
        String file = about.getFile() == null ? "a file" : about.getFile();
        return about.getOtherFile() == null ? file + ": " : file + " -> " + about.getOtherFile() + ": ";
    }

    private static String reason(FileSystemException about) {
        return switch (about) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or directory";
            case FileAlreadyExistsException _ -> "exists already";
            case DirectoryNotEmptyException _ -> "the directory is not empty";
            case NotDirectoryException _ -> "not a directory";
            case FileSystemLoopException _ -> "its links lead in a circle";
            default -> about.getReason() == null ? "the system refuses it" : about.getReason();
        };
    }
}
