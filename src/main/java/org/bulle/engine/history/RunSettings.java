package org.bulle.engine.history;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.ParsedConfiguration;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileParser;

/**
 * {@code [runs]} of config.toml, with what holds where it says nothing.
 *
 * @param retention how many records are kept, and for how long
 * @param keepOutput whether the app keeps what its runs said
 */
public record RunSettings(Retention retention, boolean keepOutput) {
    public static final RunSettings DEFAULT = new RunSettings(Retention.DEFAULT, true);

    public static RunSettings of(Configuration configuration) {
        Configuration.Runs runs = configuration.runs();
        int most = runs.keep().map(Located::value).orElse(Retention.DEFAULT.runs());
        // An age that was asked for holds for the newest records as well.
        Retention retention = runs.days().isPresent()
                ? Retention.exactly(most, Duration.ofDays(runs.days().get().value()))
                : new Retention(most, Retention.DEFAULT.age(), Math.min(most, Retention.DEFAULT.least()));
        return new RunSettings(retention, runs.keepOutput().map(Located::value).orElse(true));
    }

    /**
     * Of the file alone, without the profiles. Nothing is made up for a file that is wrong: records that it says to keep would be deleted.
     *
     * @throws ProblemException when it has a mistake anywhere, for a slip in the name of the table is one outside of it; or when it cannot be read
     */
    public static RunSettings of(Path configRoot) throws ProblemException {
        return of(configRoot, text -> true);
    }

    /**
     * The same for a file that a run was planned with, which was found right then: where it does not speak of runs, it is not parsed again.
     *
     * @throws ProblemException as {@link #of(Path)}, should it have changed
     */
    public static RunSettings ofPlanned(Path configRoot) throws ProblemException {
        // An escape in the key's quotes could spell it otherwise.
        return of(configRoot, text -> text.contains("runs") || text.contains("\\"));
    }

    private static RunSettings of(Path configRoot, Predicate<String> speaksOfRuns) throws ProblemException {
        ParsedConfiguration read = ProfileParser.readConfiguration(configRoot.resolve("config.toml"), speaksOfRuns);
        if (!read.problems().isEmpty()) {
            throw new ProblemException(read.problems());
        }
        return read.configuration().map(RunSettings::of).orElse(DEFAULT);
    }
}
