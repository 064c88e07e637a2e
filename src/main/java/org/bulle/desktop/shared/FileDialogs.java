package org.bulle.desktop.shared;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The system's file dialogs. */
public interface FileDialogs {
    Optional<Path> chooseFolder(String title, Optional<Path> from);

    List<Path> chooseFiles(String title, String description, String pattern);

    Optional<Path> chooseTarget(String title, String proposedName);
}
