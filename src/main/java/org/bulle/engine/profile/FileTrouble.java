package org.bulle.engine.profile;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
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
    public static String sentence(IOException thrown) {
        return switch (thrown) {
            case FileSystemException about -> named(about) + reason(about);
            case CharacterCodingException _ -> "not UTF-8 text";
            default -> thrown.getMessage() == null ? "reading or writing failed" : thrown.getMessage();
        };
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
