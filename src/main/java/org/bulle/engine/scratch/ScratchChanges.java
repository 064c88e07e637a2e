package org.bulle.engine.scratch;

import java.util.List;

/**
 * What happened in a scratch since it was made.
 *
 * @param files against what the user saw at the start, committed or not
 * @param commits how many commits its HEAD has that the base has not
 * @param referencesChanged a branch, tag or stash was made, moved or removed
 * @param dirty the files differ from the HEAD commit
 * @param doubts why not everything could be seen; then nothing is called unchanged
 * @param tree the files as they were looked at, as a tree of our own repository; empty when they could not be
 */
public record ScratchChanges(
        List<FileChange> files,
        int commits,
        boolean referencesChanged,
        boolean dirty,
        List<String> doubts,
        String tree) {
    public ScratchChanges {
        files = List.copyOf(files);
        doubts = List.copyOf(doubts);
    }

    /**
     * @param status A, D, M or T, as Git says
     */
    public record FileChange(char status, String path) {}

    public boolean isUnchanged() {
        return files.isEmpty() && commits == 0 && !referencesChanged && doubts.isEmpty();
    }

    public long count(char status) {
        return files.stream().filter(file -> file.status() == status).count();
    }
}
