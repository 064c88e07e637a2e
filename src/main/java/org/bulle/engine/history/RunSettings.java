package org.bulle.engine.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bulle.engine.profile.Configuration;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.OsPath;
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
     * Of the file alone, without the profiles; one that does not speak of runs is not parsed. A file that is wrong stops runs and says so: here it is as if it
     * said nothing.
     */
    public static RunSettings of(Path configRoot) {
        Path file = configRoot.resolve("config.toml");
        try {
            String text = Files.readString(file);
            // An escape in the key's quotes could spell it otherwise.
            Optional<Configuration> read = text.contains("runs") || text.contains("\\u")
                    ? ProfileParser.parseConfiguration(OsPath.text(file), text).configuration()
                    : Optional.empty();
            return read.map(RunSettings::of).orElse(DEFAULT);
        } catch (IOException none) {
            return DEFAULT;
        }
    }
}
