package org.bulle.engine.run;

import java.io.IOException;
import org.bulle.engine.profile.Platform;

/**
 * A pseudo-terminal: we hold its master side, a command gets the other as its controlling terminal. One thread may read while another writes or
 * resizes.
 */
public sealed interface Terminal extends AutoCloseable permits LinuxPseudoTerminal, MacPseudoTerminal {

    /**
     * Opens a new one.
     *
     * @param columns in characters
     * @param rows in characters
     * @throws IOException when the system has none left, or no place for them
     */
    static Terminal open(int columns, int rows) throws IOException {
        return switch (Platform.current()) {
            case LINUX -> LinuxPseudoTerminal.open(columns, rows);
            case MACOS -> MacPseudoTerminal.open(columns, rows);
        };
    }

    /** The path of the command's side. */
    String path();

    /** The program in the terminal is told by SIGWINCH. */
    void resize(int columns, int rows) throws IOException;

    /**
     * Waits for output.
     *
     * @return how many bytes were read; -1 when the last process has closed its side, or this terminal was closed
     */
    int read(byte[] into) throws IOException;

    /**
     * Types: all of it, waiting where the program does not read.
     *
     * @throws IOException also when this terminal is closed meanwhile
     */
    void write(byte[] bytes) throws IOException;

    /** Hangs up: the processes of the session get SIGHUP. A waiting {@link #read} ends. */
    @Override
    void close();
}
