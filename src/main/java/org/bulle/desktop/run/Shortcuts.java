package org.bulle.desktop.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.desktop.shared.Messages;
import org.bulle.engine.profile.OsPath;

/** "These profiles on this folder" as a file on the desktop. */
final class Shortcuts {
    private Shortcuts() {}

    /**
     * Makes it in the background.
     *
     * @param told a sentence of what came of it, on the UI thread
     */
    static void make(RunDraft draft, DesktopContext context, Consumer<String> told) {
        Messages messages = context.messages();
        List<String> words = new ArrayList<>(context.engine().launcher());
        words.addAll(draft.arguments());
        String folder = draft.workspace().substring(draft.workspace().lastIndexOf('/') + 1);
        String name = String.join(", ", draft.profiles()) + " - " + (folder.isEmpty() ? "/" : folder);
        context.tasks()
                .run(
                        () -> new DesktopShortcut(context.engine().environment()).make(name, words, draft.workspace()),
                        file -> told.accept(messages.get(
                                "run.shortcut.made", context.engine().abbreviate(OsPath.text(file)))),
                        failure -> told.accept(messages.get("run.shortcut.failed", failure.message())));
    }
}
