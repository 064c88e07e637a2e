package org.bulle.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchChanges;
import org.bulle.engine.scratch.ScratchException;
import org.bulle.engine.scratch.ScratchStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/** The verbs of {@code scratch}. */
final class ScratchCommand {
    private ScratchCommand() {}

    /** What can be done with a kept scratch. */
    enum Verb {
        LIST("list", "list the scratches that are kept"),
        DIFF("diff", "print what changed in a scratch, as a patch"),
        PULL("pull", "take the commits of a scratch over into the repository it came from"),
        SHELL("shell", "open your shell in a scratch, outside the sandbox"),
        WIPE("wipe", "remove a scratch");

        private final String word;
        private final String summary;

        Verb(String word, String summary) {
            this.word = word;
            this.summary = summary;
        }

        String word() {
            return word;
        }

        String summary() {
            return summary;
        }
    }

    static List<String> verbs() {
        return Arrays.stream(Verb.values()).map(Verb::word).toList();
    }

    static Callable<Integer> of(Verb verb, Session session) {
        return switch (verb) {
            case LIST -> new ListAll(session);
            case DIFF -> new Diff(session);
            case PULL -> new Pull(session);
            case SHELL -> new Shell(session);
            case WIPE -> new Wipe(session);
        };
    }

    /** Which scratch is meant. */
    static final class Which {
        @Parameters(
                paramLabel = "SCRATCH",
                arity = "0..1",
                description =
                        "its id or the beginning of it; not needed when there is only one, or one of this directory")
        private @Nullable String id;

        private Scratch in(ScratchStore store, Session session) throws ProblemException, IOException {
            try {
                return store.find(
                        Optional.ofNullable(id), OsPath.of(session.machine().cwd()));
            } catch (ScratchException unknown) {
                throw Session.problem(Problem.Kind.MACHINE, "", unknown.getMessage());
            }
        }
    }

    private static int refused(Session session, ScratchException why) {
        session.printer().error(why.getMessage());
        return ExitCode.FAILED;
    }

    @Command(description = "list the scratches that are kept")
    private static final class ListAll implements Callable<Integer> {
        private final Session session;

        @Mixin
        private final Inspection inspection = new Inspection();

        private ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws ProblemException, IOException {
            ScratchStore store = session.scratches(session.catalog(inspection.config()));
            List<Scratch> scratches = store.list();
            if (inspection.json()) {
                JsonOutput.print(session.printer(), out -> {
                    out.writeStartArray();
                    scratches.forEach(scratch -> json(out, scratch, look(store, scratch), Optional.empty()));
                    out.writeEndArray();
                });
            } else {
                table(store, scratches);
            }
            store.damaged(scratches)
                    .forEach(folder -> session.printer()
                            .warning(folder + " is a scratch whose record cannot be read; its files are there"));
            return ExitCode.OK;
        }

        private void table(ScratchStore store, List<Scratch> scratches) {
            Table table = new Table("ID", "AGE", "CHANGES", "ORIGIN");
            for (Scratch scratch : scratches) {
                ScratchChanges changes = look(store, scratch);
                table.row(
                        scratch.name(),
                        age(Duration.between(scratch.created(), Instant.now())),
                        ScratchReview.counted(changes),
                        OsPath.text(scratch.originWorkspace()));
            }
            if (table.isEmpty()) {
                session.printer().line("no scratches are kept in " + store.root());
            } else {
                table.print(session.printer(), "");
            }
        }
    }

    /** What happened in it; what cannot be seen is a doubt, not an error that hides the other scratches. */
    private static ScratchChanges look(ScratchStore store, Scratch scratch) {
        try {
            return store.changes(scratch);
        } catch (IOException | ScratchException failed) {
            return new ScratchChanges(List.of(), 0, false, false, List.of(FileTrouble.sentence(failed)), "");
        }
    }

    static String age(Duration duration) {
        if (duration.toDays() > 0) {
            return duration.toDays() + "d";
        }
        if (duration.toHours() > 0) {
            return duration.toHours() + "h";
        }
        return duration.toMinutes() > 0 ? duration.toMinutes() + "min" : Math.max(0, duration.toSeconds()) + "s";
    }

    private static void json(JsonGenerator out, Scratch scratch, ScratchChanges changes, Optional<String> patch) {
        out.writeStartObject();
        out.writeStringProperty("id", scratch.name());
        out.writeStringProperty("directory", OsPath.text(scratch.directory()));
        out.writeStringProperty("origin", OsPath.text(scratch.origin()));
        out.writeStringProperty("workspace", OsPath.text(scratch.originWorkspace()));
        out.writeStringProperty("created", scratch.created().toString());
        out.writeStringProperty("base", scratch.base());
        out.writeName("branch");
        out.writeString(scratch.branch().orElse(null));
        JsonOutput.strings(out, "invocation", scratch.invocation());
        out.writeNumberProperty("commits", changes.commits());
        out.writeBooleanProperty("uncommitted", changes.dirty());
        out.writeBooleanProperty("references_changed", changes.referencesChanged());
        out.writeArrayPropertyStart("files");
        for (ScratchChanges.FileChange file : changes.files()) {
            out.writeStartObject();
            out.writeStringProperty("status", String.valueOf(file.status()));
            out.writeStringProperty("path", file.path());
            out.writeEndObject();
        }
        out.writeEndArray();
        JsonOutput.strings(out, "doubts", changes.doubts());
        patch.ifPresent(text -> out.writeStringProperty("patch", text));
        out.writeEndObject();
    }

    @Command(description = "print what changed in a scratch, as a patch")
    private static final class Diff implements Callable<Integer> {
        private final Session session;

        @Mixin
        private final Inspection inspection = new Inspection();

        @Mixin
        private final Which which = new Which();

        private Diff(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws ProblemException, IOException {
            ScratchStore store = session.scratches(session.catalog(inspection.config()));
            Scratch scratch = which.in(store, session);
            try {
                if (inspection.json()) {
                    ByteArrayOutputStream patch = new ByteArrayOutputStream();
                    store.diff(scratch, true, patch);
                    ScratchChanges changes = store.changes(scratch);
                    JsonOutput.print(
                            session.printer(),
                            out -> json(out, scratch, changes, Optional.of(OsString.decode(patch.toByteArray()))));
                } else if (Terminal.isTerminal(1)) {
                    new ScratchReview(session, store, inspection.config(), true, false).diff(scratch);
                } else {
                    store.diff(scratch, true, session.printer().bytes());
                }
                return ExitCode.OK;
            } catch (ScratchException why) {
                return refused(session, why);
            }
        }
    }

    /** A verb that does something to one scratch. */
    private abstract static class Deed implements Callable<Integer> {
        final Session session;

        @Mixin
        private final ConfigurationFlag configuration = new ConfigurationFlag();

        @Mixin
        private final Which which = new Which();

        private Deed(Session session) {
            this.session = session;
        }

        @Override
        public final Integer call() throws ProblemException, IOException {
            ScratchStore store = session.scratches(session.catalog(configuration.config()));
            Scratch scratch = which.in(store, session);
            try {
                return done(new ScratchReview(session, store, configuration.config(), true, false), store, scratch);
            } catch (ScratchException why) {
                return refused(session, why);
            }
        }

        /** Its exit code. */
        abstract int done(ScratchReview review, ScratchStore store, Scratch scratch)
                throws ProblemException, IOException, ScratchException;
    }

    @Command(description = "take the commits of a scratch over into the repository it came from")
    private static final class Pull extends Deed {
        private Pull(Session session) {
            super(session);
        }

        @Override
        int done(ScratchReview review, ScratchStore store, Scratch scratch) throws IOException, ScratchException {
            review.pull(scratch);
            return ExitCode.OK;
        }
    }

    @Command(description = "open your shell in a scratch, outside the sandbox")
    private static final class Shell extends Deed {
        private Shell(Session session) {
            super(session);
        }

        @Override
        int done(ScratchReview review, ScratchStore store, Scratch scratch) throws IOException, ScratchException {
            return review.shell(scratch);
        }
    }

    @Command(description = "remove a scratch")
    private static final class Wipe extends Deed {
        @Option(names = "--yes", description = "do not ask")
        private boolean yes;

        private Wipe(Session session) {
            super(session);
        }

        @Override
        int done(ScratchReview review, ScratchStore store, Scratch scratch)
                throws ProblemException, IOException, ScratchException {
            if (yes) {
                store.wipe(scratch);
                session.printer().remark("bulle: scratch " + scratch.name() + " is removed");
                return ExitCode.OK;
            }
            if (!Keyboard.isThere()) {
                throw Session.problem(
                        Problem.Kind.TEXT,
                        "",
                        "wipe asks, and there is no terminal to ask on; --yes removes without asking");
            }
            return review.wipe(scratch, new Keyboard(session.printer())) ? ExitCode.OK : ExitCode.FAILED;
        }
    }
}
