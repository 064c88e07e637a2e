package org.bulle.engine.profile;

import java.util.List;
import java.util.Optional;

/**
 * What came of the text of config.toml.
 *
 * @param configuration present only when there is no error, and a text
 * @param problems everything that is wrong, in file order
 */
public record ParsedConfiguration(Optional<Configuration> configuration, List<Problem> problems) {
    public ParsedConfiguration {
        problems = List.copyOf(problems);
    }
}
