package org.bulle.engine.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;

/** Tells one build of this program from another: what one has computed, another may compute differently. */
final class BuildIdentity {
    private BuildIdentity() {}

    /** From the jar that this class was loaded from; empty when it comes from a directory of classes, which can change at any time. */
    static Optional<String> ofThisProgram() {
        CodeSource source = BuildIdentity.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return Optional.empty();
        }
        try {
            Path jar = Path.of(source.getLocation().toURI());
            if (!Files.isRegularFile(jar)) {
                return Optional.empty();
            }
            Map<String, Object> is = Files.readAttributes(jar, "unix:dev,ino,size,lastModifiedTime,ctime");
            return Optional.of(jar + " " + is.get("dev") + " " + is.get("ino") + " " + is.get("size") + " "
                    + is.get("lastModifiedTime") + " " + is.get("ctime"));
        } catch (IOException | URISyntaxException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
