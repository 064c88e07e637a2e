package org.bulle.engine.sandbox.seatbelt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.bulle.engine.profile.OsPath;

/** Asks this machine. */
final class MachinePathFacts implements PathFacts {

    @Override
    public Kind kind(String path) {
        try {
            BasicFileAttributes is =
                    Files.readAttributes(OsPath.of(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (is.isDirectory()) {
                return Kind.DIRECTORY;
            }
            return is.isRegularFile() ? Kind.FILE : is.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
        } catch (IOException | InvalidPathException e) {
            return Kind.MISSING;
        }
    }

    /** realpath(3) answers in the case that the volume keeps; rules are compared byte by byte. What does not exist has the spelling of what does above it. */
    @Override
    public List<String> otherSpellings(String path) {
        for (String at = path; !at.equals("/"); at = parent(at)) {
            try {
                Path asked = OsPath.of(at);
                if (Files.isSymbolicLink(asked)) {
                    return List.of();
                }
                String real = OsPath.text(asked.toRealPath());
                String all = (real.equals("/") ? "" : real) + path.substring(at.length());
                return all.equals(path) ? List.of() : List.of(all);
            } catch (IOException | InvalidPathException e) {
                // Not there: what is above may be.
                continue;
            }
        }
        return List.of();
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
