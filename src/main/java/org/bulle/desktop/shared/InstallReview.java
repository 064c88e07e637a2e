package org.bulle.desktop.shared;

import java.nio.file.Path;
import java.util.List;

/** The page that shows what profiles from elsewhere would grant, before any of them is installed. */
public interface InstallReview {
    /**
     * Opens the review. Nothing is written before the user confirms there.
     *
     * @param sources {@code .toml} files and folders that hold some, as dropped on the window or chosen in a dialog; never empty
     */
    void open(List<Path> sources);
}
