package org.bulle.desktop.shared;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/** {@link FileDialogs} of the desktop environment. */
public final class SystemFileDialogs implements FileDialogs {
    private final Supplier<Window> owner;

    public SystemFileDialogs(Supplier<Window> owner) {
        this.owner = owner;
    }

    @Override
    public Optional<Path> chooseFolder(String title, Optional<Path> from) {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle(title);
        from.filter(Files::isDirectory).map(Path::toFile).ifPresent(chooser::setInitialDirectory);
        return Optional.ofNullable(chooser.showDialog(owner.get())).map(File::toPath);
    }

    @Override
    public List<Path> chooseFiles(String title, String description, String pattern) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(title);
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(description, pattern));
        List<File> chosen = chooser.showOpenMultipleDialog(owner.get());
        return chosen == null ? List.of() : chosen.stream().map(File::toPath).toList();
    }

    @Override
    public Optional<Path> chooseTarget(String title, String proposedName) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(title);
        chooser.setInitialFileName(proposedName);
        return Optional.ofNullable(chooser.showSaveDialog(owner.get())).map(File::toPath);
    }
}
