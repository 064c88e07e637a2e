package org.bulle.desktop.shared;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.bulle.engine.profile.ProblemException;

/** The page that shows what profiles from elsewhere would grant, before any of them is installed. Nothing is written before the user confirms there. */
public interface InstallReview {
    /** The text of a new profile, for its title. */
    @FunctionalInterface
    interface NewText {
        String of(String title) throws ProblemException;
    }

    /**
     * Asks for the name of a new profile, and shows its text before it is written.
     *
     * @param then told the name of what was written
     */
    void create(NewText text, Consumer<String> then);

    /**
     * Opens the review.
     *
     * @param sources {@code .toml} files and folders that hold some, as dropped on the window or chosen in a dialog; never empty
     */
    void open(List<Path> sources);

    /** Asks for a source first: a file, a folder, a git repository, GitHub. */
    void ask();

    /** Asks the sources of installed profiles what has changed since. */
    void updates();
}
