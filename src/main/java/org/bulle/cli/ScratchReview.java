package org.bulle.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.bulle.cli.Printer.Style;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.run.UserShell;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchChanges;
import org.bulle.engine.scratch.ScratchException;
import org.bulle.engine.scratch.ScratchStore;

/** Looks at a scratch with the user: after its run, or later by a verb. */
final class ScratchReview {
    private static final int MOST = 40;
    private static final String QUESTION = "[d]iff [p]ull [k]eep [s]hell [w]ipe? ";

    private final Session session;
    private final Printer printer;
    private final ScratchStore store;
    private final String config;
    private final boolean keep;
    private final boolean maybeInUse;

    /**
     * @param config the configuration that was named, for the recipe
     * @param keep keep without asking
     * @param maybeInUse the run may have left processes that work in it: then it is not removed even if it looks unchanged
     */
    ScratchReview(Session session, ScratchStore store, Optional<String> config, boolean keep, boolean maybeInUse) {
        this.session = session;
        this.printer = session.printer();
        this.store = store;
        this.config = config.map(root -> " --config " + ShellWord.quote(root)).orElse("");
        this.keep = keep;
        this.maybeInUse = maybeInUse;
    }

    /**
     * What becomes of it when its run is over. Whatever goes wrong here, the scratch stays and its place is said.
     *
     * @param finished false when the run was refused or broke off: then nobody is asked
     */
    void after(Scratch scratch, boolean finished) {
        try {
            ScratchChanges changes = store.changes(scratch);
            if (changes.isUnchanged() && !maybeInUse) {
                store.wipe(scratch);
                printer.remark("bulle: nothing changed in scratch " + scratch.name() + ": it is removed");
                return;
            }
            summary(scratch, changes);
            if (keep || !finished || !Keyboard.isThere() || !ask(scratch)) {
                kept(scratch);
            }
        } catch (IOException | ScratchException failed) {
            printer.warning("scratch " + scratch.name() + " cannot be looked at: " + FileTrouble.sentence(failed));
            kept(scratch);
        }
    }

    private void summary(Scratch scratch, ScratchChanges changes) {
        printer.remark("bulle: scratch " + scratch.name() + ": " + counted(changes));
        changes.files().stream().limit(MOST).forEach(file -> printer.remark("  " + file.status() + " " + file.path()));
        if (changes.files().size() > MOST) {
            printer.remark("  and " + (changes.files().size() - MOST) + " more");
        }
        changes.doubts().forEach(doubt -> printer.warning(doubt));
    }

    /** {@code 2 changed, 1 added, 1 deleted, 3 commits}. */
    static String counted(ScratchChanges changes) {
        StringBuilder text = new StringBuilder();
        add(text, changes.count('M') + changes.count('T'), " changed");
        add(text, changes.count('A'), " added");
        add(text, changes.count('D'), " deleted");
        add(text, changes.commits(), changes.commits() == 1 ? " commit" : " commits");
        if (text.isEmpty() && changes.referencesChanged()) {
            text.append("branches, tags or stashes changed");
        }
        if (text.isEmpty()) {
            text.append(changes.doubts().isEmpty() ? "nothing changed" : "not known");
        }
        return text.toString();
    }

    private static void add(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(count).append(what);
        }
    }

    /** True when the user said what becomes of it. */
    private boolean ask(Scratch scratch) throws IOException, ScratchException {
        Keyboard keyboard = new Keyboard(printer);
        while (true) {
            Optional<String> answer = keyboard.ask(QUESTION);
            if (answer.isEmpty()) {
                printer.remark("");
                return false;
            }
            switch (answer.get()) {
                case "d", "diff" -> attempt(() -> diff(scratch));
                case "p", "pull" -> attempt(() -> pull(scratch));
                case "s", "shell" -> attempt(() -> shell(scratch));
                case "k", "keep" -> {
                    return false;
                }
                case "w", "wipe" -> {
                    if (wipe(scratch, keyboard)) {
                        return true;
                    }
                }
                default -> printer.remark("a letter of d, p, k, s and w");
            }
        }
    }

    /** One thing that is done with a scratch. */
    private interface Deed {
        void now() throws IOException, ScratchException;
    }

    private void attempt(Deed deed) {
        try {
            deed.now();
        } catch (IOException | ScratchException refused) {
            printer.error(FileTrouble.sentence(refused));
        }
        printer.finish();
    }

    /** For reading: nothing in it can move the cursor. */
    void diff(Scratch scratch) throws IOException, ScratchException {
        ByteArrayOutputStream patch = new ByteArrayOutputStream();
        store.diff(scratch, false, patch);
        String text = OsString.decode(patch.toByteArray());
        text.lines().forEach(line -> printer.line(line.replace("\t", "        "), style(line)));
    }

    private static Style style(String line) {
        if (line.startsWith("diff ") || line.startsWith("--- ") || line.startsWith("+++ ")) {
            return Style.BOLD;
        }
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> Style.GREEN;
            case '-' -> Style.RED;
            case '@' -> Style.DIM;
            default -> Style.PLAIN;
        };
    }

    void pull(Scratch scratch) throws IOException, ScratchException {
        printer.text(store.pull(scratch));
        printer.line("the commits are in " + scratch.origin() + "; the scratch stays until it is wiped");
    }

    /** Returns the shell's exit code. */
    int shell(Scratch scratch) throws IOException, ScratchException {
        store.prepareShell(scratch).forEach(printer::remark);
        printer.remark("a shell in " + scratch.workspace() + ", not in a sandbox; leave it to come back");
        printer.finish();
        return UserShell.run(
                OsPath.text(scratch.workspace()),
                session.machine().environment().variables());
    }

    /** Asks, and says whether it is gone. */
    boolean wipe(Scratch scratch, Keyboard keyboard) throws IOException {
        if (!keyboard.confirms("remove " + scratch.name() + " with everything in it?")) {
            return false;
        }
        store.wipe(scratch);
        printer.remark("bulle: scratch " + scratch.name() + " is removed");
        return true;
    }

    private void kept(Scratch scratch) {
        printer.remark("bulle: scratch " + scratch.name() + " is kept in "
                + ShellWord.quote(OsPath.text(scratch.directory())));
        for (String verb : new String[] {"diff", "pull", "shell", "wipe"}) {
            printer.hint("bulle scratch " + verb + " " + ShellWord.quote(scratch.name()) + config);
        }
    }
}
