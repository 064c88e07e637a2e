package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Statement;

/** This system as it would be once a clone had been made. */
final class FutureCloneFiles implements FileSource {
    private static final int NO_DEVICE = -1;
    private static final int PRIVATE_MODE = 0700;

    private final FileSource here;
    private final FutureClone clone;

    FutureCloneFiles(FileSource here, FutureClone clone) {
        this.here = here;
        this.clone = clone;
    }

    @Override
    public Optional<Statement> elsewhere() {
        return here.elsewhere();
    }

    @Override
    public boolean assumes(String path) {
        return false;
    }

    @Override
    public boolean foldsNames() {
        return here.foldsNames();
    }

    @Override
    public Optional<Statement> unknown(String path) {
        return clone.own(path).filter(FutureClone.Own.UNKNOWN::equals).map(_ -> EntryPhrase.NOT_UNTIL_CLONED.with());
    }

    /** A directory above the clone that would be made with it. */
    private boolean isAbove(String path) {
        return clone.next(path).isPresent() && !here.status(path).exists();
    }

    /** Something that would be made, and not copied. */
    private boolean isMade(String path) {
        return isAbove(path)
                || clone.own(path).filter(own -> own != FutureClone.Own.UNKNOWN).isPresent();
    }

    private static FileStatus made(FileStatus.Kind kind, String path) {
        return new FileStatus(kind, NO_DEVICE, path.hashCode(), PRIVATE_MODE, 0, 0, 0, 0, 0);
    }

    private String now(String path) throws IOException {
        return clone.now(path).orElseThrow(() -> new NoSuchFileException(path));
    }

    @Override
    public FileStatus status(String path) {
        if (isMade(path)) {
            boolean file = clone.own(path).filter(FutureClone.Own.FILE::equals).isPresent();
            return made(file ? FileStatus.Kind.FILE : FileStatus.Kind.DIRECTORY, path);
        }
        return clone.now(path).map(here::status).orElse(FileStatus.MISSING);
    }

    @Override
    public String target(String link) throws IOException {
        return here.target(now(link));
    }

    @Override
    public List<String> names(String directory) throws IOException {
        if (clone.own(directory).isPresent()) {
            return clone.ownNames(directory).stream()
                    .filter(name -> name.indexOf('/') < 0)
                    .sorted(ByteOrder.INSTANCE)
                    .toList();
        }
        List<String> names = new ArrayList<>();
        if (!isAbove(directory)) {
            for (String name : here.names(now(directory))) {
                String path = Paths.child(directory, name);
                if (isMade(path) || clone.now(path).isPresent()) {
                    names.add(name);
                }
            }
        }
        clone.next(directory).filter(next -> !names.contains(next)).ifPresent(names::add);
        names.sort(ByteOrder.INSTANCE);
        return names;
    }

    @Override
    public boolean mayExecute(String path) {
        return isMade(path) && status(path).isDirectory()
                || clone.now(path).filter(here::mayExecute).isPresent();
    }

    @Override
    public boolean mayWrite(String path) {
        return isMade(path) || clone.now(path).filter(here::mayWrite).isPresent();
    }

    @Override
    public byte[] head(String path, int limit) throws IOException {
        return here.head(now(path), limit);
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return here.open(now(path));
    }
}
