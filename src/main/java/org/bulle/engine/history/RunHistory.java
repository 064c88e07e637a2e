package org.bulle.engine.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Decision;

/** The recorded runs: one JSON file each under {@code $STATE/bulle/runs}, 0600 in a folder 0700. Nothing here ever changes a run. */
public final class RunHistory {
    private final Path folder;

    public RunHistory(Path folder) {
        this.folder = folder;
    }

    /**
     * @param state the value of {@code $STATE} ({@code $XDG_STATE_HOME} or {@code ~/.local/state})
     */
    public static RunHistory under(Path state) {
        return new RunHistory(state.resolve("bulle").resolve("runs"));
    }

    public Path folder() {
        return folder;
    }

    /**
     * Newest first; runs that are going on and interrupted ones included. A file that cannot be read is left out.
     *
     * @throws IOException when the folder exists and cannot be listed
     */
    public List<RunSummary> list() throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        throw new IOException("not a run folder: " + folder);
    }

    /** What a full id, a unique prefix or {@code last} stands for. */
    public Found find(String id) throws IOException {
        List<String> ids = list().stream().map(RunSummary::id).filter(known -> known.startsWith(id)).toList();
        return ids.isEmpty() ? new Found.None() : ids.size() == 1 ? new Found.One(ids.getFirst()) : new Found.Several(ids);
    }

    /**
     * The whole record; empty when there is none of that id.
     *
     * @throws IOException when it is there and cannot be read
     */
    public Optional<RunRecord> read(String id) throws IOException {
        return Optional.empty();
    }

    /** Records what the user decided about the denials at these positions of the record; an absent decision makes them undecided again. */
    public void decide(String id, List<Integer> denials, Optional<Decision> decision) throws IOException {
        if (read(id).isEmpty()) {
            throw new IOException("no run " + id);
        }
    }

    /** Answer of {@link #find}. */
    public sealed interface Found {
        record One(String id) implements Found {}

        /** The prefix stands for more than one run. */
        record Several(List<String> ids) implements Found {}

        record None() implements Found {}
    }
}
