package org.bulle.engine.run;

/** The terminal that we were started from: who is in its foreground, and its modes. For one thread. */
interface HostTerminal extends AutoCloseable {

    int descriptor();

    /** The process group in the foreground, or a negative number when there is none. */
    int foreground();

    void setForeground(int group);

    /** Keeps the modes that the command has set, and puts back those from before. */
    void putModesBack();

    /** Keeps today's modes as ours (a shell may have changed them) and sets the command's again. */
    void setModesOfCommand();

    @Override
    void close();
}
