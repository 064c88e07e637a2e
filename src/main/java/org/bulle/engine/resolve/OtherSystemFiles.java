package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;

/**
 * Stands for a system that is not this one. The workspace and what exists in the home directory are looked up here; everything else is taken to be a
 * directory that is there, because nothing here can tell.
 */
final class OtherSystemFiles implements FileSource {
    private static final int NO_DEVICE = -1;
    private static final int OPEN_MODE = 0755;

    private final FileSource here;
    private final List<String> homes;
    private final List<String> known;

    private OtherSystemFiles(FileSource here, List<String> homes, List<String> known) {
        this.here = here;
        this.homes = homes;
        this.known = known;
    }

    /**
     * @param workspace as given, absolute
     */
    static OtherSystemFiles of(Machine machine, String workspace) {
        return new OtherSystemFiles(
                SystemFiles.INSTANCE,
                List.of(machine.home(), machine.passwdHome()).stream()
                        .filter(home -> !home.isEmpty())
                        .map(Paths::tidy)
                        .toList(),
                List.of(Paths.tidy(workspace), Paths.tidy(machine.cwd()), Paths.tidy(machine.systemTemp())));
    }

    @Override
    public Optional<Statement> elsewhere() {
        return Optional.of(EntryPhrase.ELSEWHERE.with(Platform.current().key()));
    }

    @Override
    public boolean assumes(String path) {
        if (isOnTheWay(path, homes) || isOnTheWay(path, known) || isIn(path, known)) {
            return false;
        }
        return !isIn(path, homes) || !here.status(path).exists();
    }

    private static boolean isOnTheWay(String path, List<String> places) {
        return places.stream().anyMatch(place -> PathTree.isWithin(place, path));
    }

    private static boolean isIn(String path, List<String> places) {
        return places.stream().anyMatch(place -> !place.equals("/") && PathTree.isWithin(path, place));
    }

    @Override
    public FileStatus status(String path) {
        return assumes(path)
                ? new FileStatus(FileStatus.Kind.DIRECTORY, NO_DEVICE, path.hashCode(), OPEN_MODE, 0, 0, 0, 0, 0)
                : here.status(path);
    }

    @Override
    public boolean foldsNames() {
        return false;
    }

    @Override
    public String target(String link) throws IOException {
        return here.target(link);
    }

    @Override
    public List<String> names(String directory) throws IOException {
        if (assumes(directory)) {
            throw new IOException(elsewhere().orElseThrow().english());
        }
        return here.names(directory);
    }

    @Override
    public boolean mayExecute(String path) {
        return assumes(path) || here.mayExecute(path);
    }

    @Override
    public boolean mayWrite(String path) {
        return !assumes(path) && here.mayWrite(path);
    }

    @Override
    public byte[] head(String path, int limit) throws IOException {
        return here.head(path, limit);
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return here.open(path);
    }
}
