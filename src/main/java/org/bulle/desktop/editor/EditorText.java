package org.bulle.desktop.editor;

import org.bulle.engine.profile.TextEdit;

/** The one text that typing and the tables change. */
public interface EditorText {
    String get();

    /** Of the text, without making a copy of it. */
    int length();

    /** Makes one change, which one step of undo takes back. */
    void apply(TextEdit edit);
}
