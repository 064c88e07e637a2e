package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bulle.engine.check.Widening;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileAddition;
import org.bulle.engine.profile.ProfileNames;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.ProfileStore.Document;
import org.bulle.engine.resolve.EntryReading;

/** {@code profiles add NAME}: grants put into the user's file of that name. */
final class ProfileAdd {
    private static final int MOST_ATTEMPTS = 50;
    private static final String SOME_WORKSPACE = "/workspace";

    private final Session session;
    private final Path root;

    ProfileAdd(Session session, Path root) {
        this.session = session;
        this.root = root;
    }

    /** Adds to what is there by then: somebody else who changes the file at the same time costs another look, and loses nothing. */
    int add(ProfileAddition.Request request) throws ProblemException, IOException {
        refuseWhatNeverWorks(request);
        for (int attempt = 1; ; attempt++) {
            OptionalInt code = addOnce(request, attempt == MOST_ATTEMPTS);
            if (code.isPresent()) {
                return code.getAsInt();
            }
        }
    }

    /** What no run could start with is better said now than by each run. */
    private void refuseWhatNeverWorks(ProfileAddition.Request request) throws ProblemException {
        EntryReading reading =
                EntryReading.of(session.machine(), Catalog.load(root).configuration(), SOME_WORKSPACE);
        List<Problem> problems = new ArrayList<>();
        request.paths()
                .forEach((list, entries) -> entries.forEach(entry -> {
                    String why = switch (reading.read(MarkedPath.of(entry).text())) {
                        case EntryReading.Meaning.Wrong wrong -> wrong.why();
                        case EntryReading.Meaning.Program program
                        when !list.executes() ->
                            "stands in " + list.key() + "; " + (program.withPackage() ? "pkg" : "which")
                                    + ": is for rox and rwx only";
                        case EntryReading.Meaning.Place _,
                                EntryReading.Meaning.Program _,
                                EntryReading.Meaning.Tool _,
                                EntryReading.Meaning.Unset _ -> "";
                    };
                    if (!why.isEmpty()) {
                        problems.add(new Problem(
                                Problem.Severity.ERROR,
                                Problem.Kind.MACHINE,
                                "",
                                0,
                                0,
                                "--" + list.key(),
                                "--" + list.key() + ": the entry " + Printable.quoted(entry) + " " + why,
                                null));
                    }
                }));
        if (!problems.isEmpty()) {
            throw new ProblemException(problems);
        }
    }

    /** Empty when the file was changed meanwhile, which {@code last} reports. */
    private OptionalInt addOnce(ProfileAddition.Request request, boolean last) throws ProblemException, IOException {
        ProfileStore store = ProfileStore.at(root);
        Path file = root.resolve("profiles").resolve(request.name() + ".toml");
        Optional<String> current =
                isName(request.name()) ? store.read(new Document.ProfileFile(request.name())) : Optional.empty();
        ProfileAddition.Outcome outcome = ProfileAddition.plan(request, current, OsPath.text(file));
        return switch (outcome) {
            case ProfileAddition.Outcome.Nothing _ -> {
                session.printer().line("nothing to add: " + OsPath.text(file) + " has all of it");
                yield OptionalInt.of(ExitCode.OK);
            }
            case ProfileAddition.Outcome.ByHand byHand -> OptionalInt.of(byHand(byHand));
            case ProfileAddition.Outcome.Write write -> write(store, file, write, last);
        };
    }

    private static boolean isName(String name) {
        return ProfileNames.refusal(name).isEmpty();
    }

    private int byHand(ProfileAddition.Outcome.ByHand outcome) {
        session.printer()
                .error(outcome.file() + " was not made by profiles add, so it is left as it is; write there yourself:");
        for (ProfileAddition.Line line : outcome.lines()) {
            session.printer()
                    .line(line.toml() + (line.replaces() > 0 ? "  # in the place of line " + line.replaces() : ""));
        }
        return ExitCode.FAILED;
    }

    private OptionalInt write(ProfileStore store, Path file, ProfileAddition.Outcome.Write write, boolean last)
            throws IOException {
        Catalog before = Catalog.load(root);
        Widening widening = Widening.between(
                before,
                before.with(write.name(), write.text()),
                List.of(write.name()),
                session.machine().platform());
        ProfileStore.Saved saved = store.save(new Document.ProfileFile(write.name()), write.base(), write.text());
        return switch (saved) {
            case ProfileStore.Saved.Changed _ when !last -> OptionalInt.empty();
            case ProfileStore.Saved.Changed _ -> {
                session.printer()
                        .error(OsPath.text(file) + " was changed by something else meanwhile; nothing was written");
                yield OptionalInt.of(ExitCode.FAILED);
            }
            case ProfileStore.Saved.Done _ -> {
                session.printer().line("wrote " + OsPath.text(file));
                GainText.lines(widening).forEach(line -> session.printer().line("  " + line));
                yield OptionalInt.of(ExitCode.OK);
            }
        };
    }
}
