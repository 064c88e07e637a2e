package org.bulle.engine.jna;

import java.io.IOException;
import java.util.logging.LogManager;

/**
 * The log manager of the command line, named in its start script. JNA asks for a logger when it is loaded; setting up logging for it reads a file and looks
 * for providers in every jar, a tenth of a short run, and nothing is ever logged there.
 */
public final class SilentLogs extends LogManager {

    /**
     * Refuses, and with it everything that would follow.
     *
     * @throws IOException always; the Java machine goes on with loggers that have no handler
     */
    @Override
    public void readConfiguration() throws IOException {
        throw new IOException("nothing is logged");
    }
}
