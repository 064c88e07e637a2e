package org.bulle.engine.profile;

import java.util.List;
import java.util.Optional;

/**
 * What came of one profile text.
 *
 * @param profile present only when there is no error: a file that is wrong anywhere is not used in part
 * @param problems everything that is wrong, in file order
 */
public record Parsed(Optional<Profile> profile, List<Problem> problems) {
    public Parsed {
        problems = List.copyOf(problems);
    }
}
