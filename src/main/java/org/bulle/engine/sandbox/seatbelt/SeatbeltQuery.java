package org.bulle.engine.sandbox.seatbelt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.Availability;

/** Asks the system by trying: an empty sandbox around a program that does nothing. */
final class SeatbeltQuery {
    private static final Path PROGRAM = Path.of("/usr/bin/sandbox-exec");
    private static final List<String> TRIAL =
            List.of(PROGRAM.toString(), "-p", "(version 1)(allow default)", "/usr/bin/true");
    private static final int PATIENCE_SECONDS = 5;
    private static final int LONGEST = 400;

    Availability ask() {
        if (Platform.current() != Platform.MACOS) {
            return new Availability.Unavailable("Seatbelt is part of macOS, and this system is "
                    + Platform.current().key());
        }
        if (!Files.isExecutable(PROGRAM)) {
            return new Availability.Unavailable("there is no " + PROGRAM + ", which applies a sandbox's rules");
        }
        try {
            Process trial = new ProcessBuilder(TRIAL).redirectErrorStream(true).start();
            trial.getOutputStream().close();
            String said = new String(trial.getInputStream().readNBytes(LONGEST), StandardCharsets.UTF_8);
            if (!trial.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                trial.destroyForcibly();
                return new Availability.Unavailable(PROGRAM + " did not answer");
            }
            return SandboxExec.explain(trial.exitValue(), said);
        } catch (IOException e) {
            return new Availability.Unavailable(PROGRAM + " cannot be run: " + FileTrouble.sentence(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Availability.Unavailable("the question was interrupted");
        }
    }
}
