package org.bulle.engine.denial.suggest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bulle.engine.profile.OsPath;

/**
 * A workspace made by {@code git worktree add}: what git keeps of it lies in another repository (gitrepository-layout(5)).
 *
 * @param own what git keeps of this work tree alone: {@code REPOSITORY/.git/worktrees/NAME}
 * @param shared the directory of the repository that all of its work trees share
 */
public record LinkedWorkTree(String own, String shared) {
    private static final String LINK = "gitdir:";
    private static final long LONGEST = 8192;
    /** Where commits go; what git runs and obeys lies beside them. */
    private static final List<String> CONTENT = List.of("objects", "refs", "logs");

    /**
     * Of a workspace whose {@code .git} names a work tree of a repository that names it in turn. The command can write the one and not the other: it cannot
     * make any directory look like its repository.
     */
    public static Optional<LinkedWorkTree> of(String workspace) {
        try {
            Path root = OsPath.of(workspace).toRealPath();
            Path link = root.resolve(".git");
            Optional<String> named = line(link).filter(text -> text.startsWith(LINK));
            if (named.isEmpty()) {
                return Optional.empty();
            }
            Path own = real(root, named.get().substring(LINK.length()).strip());
            Path shared = real(own, line(own.resolve("commondir")).orElse(""));
            boolean namesIt = line(own.resolve("gitdir"))
                    .filter(text -> own.resolve(text).normalize().equals(link))
                    .isPresent();
            boolean repository = own.getParent() != null && own.getParent().equals(shared.resolve("worktrees"));
            return namesIt && repository
                    ? Optional.of(new LinkedWorkTree(OsPath.text(own), OsPath.text(shared)))
                    : Optional.empty();
        } catch (IOException | InvalidPathException other) {
            return Optional.empty();
        }
    }

    private static Path real(Path base, String written) throws IOException {
        return base.resolve(OsPath.of(written)).toRealPath();
    }

    /** Of a small regular file. */
    private static Optional<String> line(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LONGEST) {
            return Optional.empty();
        }
        return Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip());
    }

    /** The part of the repository that a change there needs; empty where that is the whole, with what git runs. */
    Optional<String> part(String path) {
        return Stream.concat(Stream.of(own), CONTENT.stream().map(name -> shared + "/" + name))
                .filter(part -> Paths.isIn(path, part) && !path.equals(part))
                .findFirst();
    }
}
