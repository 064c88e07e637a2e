package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.Statement;

/** Where answers about files come from: this system, or what stands for another. Paths are absolute and clean. */
interface FileSource {

    /** Why files are not looked up, when this stands for another system; empty for this one. */
    Optional<Statement> elsewhere();

    /** Of the path itself; a link is not followed. */
    FileStatus status(String path);

    /** Whether a path's status is an assumption, because nothing here can tell. */
    boolean assumes(String path);

    /** Why nobody can tell yet whether something is at a path that is missing; empty where that is known. */
    default Optional<Statement> unknown(String path) {
        return Optional.empty();
    }

    /** Whether a name may be found under another spelling (upper and lower case) than the directory lists it under. */
    boolean foldsNames();

    /** What a link says. */
    String target(String link) throws IOException;

    /** Without {@code .} and {@code ..}, in the order of their bytes. */
    List<String> names(String directory) throws IOException;

    /** As access(2) says. */
    boolean mayExecute(String path);

    /** As access(2) says. */
    boolean mayWrite(String path);

    /** The first bytes of a regular file. */
    byte[] head(String path, int limit) throws IOException;

    SeekableByteChannel open(String path) throws IOException;
}
