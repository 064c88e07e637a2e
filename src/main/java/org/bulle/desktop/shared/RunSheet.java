package org.bulle.desktop.shared;

/** The sheet that runs a command under the header's stack and workspace. */
public interface RunSheet {
    /**
     * @param command as typed in a shell; empty for what the profiles start by themselves
     */
    void open(String command);
}
