package org.bulle.desktop.shared;

import java.nio.file.Path;
import java.util.List;

/** The page that shows what profiles from elsewhere would grant, before any of them is installed. Nothing is written before the user confirms there. */
public interface InstallReview {
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
