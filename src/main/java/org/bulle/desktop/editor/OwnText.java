package org.bulle.desktop.editor;

import java.util.Optional;
import javafx.beans.value.ObservableValue;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileEdits;
import org.bulle.engine.profile.TextEntry;

/** A profile's own file while it is edited, for tables elsewhere: the same text, and the same undo, as in the editor. */
public final class OwnText {
    private final DocumentView view;

    OwnText(DocumentView view) {
        this.view = view;
    }

    public DocumentModel model() {
        return view.model();
    }

    /** The entry that begins at a place of the text as it is now; empty when the text is another by now, or no TOML. */
    public Optional<TextEntry> entryAt(int line, int column) {
        try {
            return ProfileEdits.all(model().text()).stream()
                    .filter(entry -> entry.line() == line && entry.column() == column)
                    .findFirst();
        } catch (ProblemException noToml) {
            return Optional.empty();
        }
    }

    public void undo() {
        view.code().area().undo();
        model().check();
    }

    public void redo() {
        view.code().area().redo();
        model().check();
    }

    public ObservableValue<Boolean> undoAvailable() {
        return view.code().area().undoAvailableProperty();
    }

    public ObservableValue<Boolean> redoAvailable() {
        return view.code().area().redoAvailableProperty();
    }

    /** Opens the review of what is not saved. */
    public void save() {
        view.save();
    }
}
