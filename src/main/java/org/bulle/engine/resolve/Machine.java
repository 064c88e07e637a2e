package org.bulle.engine.resolve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;

/**
 * What resolving may know about the caller; everything else it learns from files and tools. Paths are absolute, in the spelling of
 * {@link org.bulle.engine.policy.OsString}.
 *
 * @param uid the user that the command will run as
 * @param passwdHome the home directory of the password database; empty when there is none
 * @param cwd the current directory
 * @param systemTemp where the private root is made: {@code $TMPDIR} when it is an absolute path, else {@code /tmp}
 * @param token eight hexadecimal digits, new for every run, that name what is private to it
 */
public record Machine(
        CallerEnvironment environment,
        int uid,
        String passwdHome,
        String cwd,
        String systemTemp,
        Platform platform,
        String token) {

    private static final String UID = "\nUid:\t";

    /** This process's caller. */
    public static Machine current() throws IOException {
        CallerEnvironment environment = CallerEnvironment.read();
        return new Machine(
                environment,
                currentUid(),
                passwordHome(),
                currentDirectory(),
                environment.absolute("TMPDIR").orElse("/tmp"),
                Platform.current(),
                newToken());
    }

    /** {@code $HOME} when absolute, else the home of the password database; empty when there is neither. */
    public String home() {
        return environment.absolute("HOME").orElse(passwdHome);
    }

    /**
     * The same with those variables of the caller alone that the paths of a policy can depend on: resolving them sees no others, so that two
     * callers with the same values get the same. The command's environment is put together from all of them.
     */
    public Machine seenByPaths() {
        SortedMap<String, String> seen = new TreeMap<>(environment.variables());
        seen.keySet().retainAll(Variables.namesInEnvironment());
        return new Machine(CallerEnvironment.of(seen), uid, passwdHome, cwd, systemTemp, platform, token);
    }

    /** The Java machine takes {@code user.home} from getpwuid(3). */
    private static String passwordHome() {
        String home = System.getProperty("user.home", "");
        return home.startsWith("/") ? home : "";
    }

    private static int currentUid() throws IOException {
        Path self = Path.of("/proc/self/status");
        if (Files.exists(self)) {
            String status = new String(Files.readAllBytes(self), StandardCharsets.ISO_8859_1);
            int line = status.indexOf(UID);
            if (line >= 0) {
                // The real one, and then the effective one.
                int effective = status.indexOf('\t', line + UID.length()) + 1;
                return Integer.parseUnsignedInt(status, effective, status.indexOf('\t', effective), 10);
            }
        }
        Path probe = Files.createTempFile("bulle", null);
        try {
            return (int) Files.getAttribute(probe, "unix:uid");
        } finally {
            Files.delete(probe);
        }
    }

    private static String currentDirectory() throws IOException {
        Path link = Path.of("/proc/self/cwd");
        return Files.isSymbolicLink(link)
                ? OsPath.text(Files.readSymbolicLink(link))
                : System.getProperty("user.dir", "/");
    }

    private static String newToken() throws IOException {
        try (InputStream random = Files.newInputStream(Path.of("/dev/urandom"))) {
            return HexFormat.of().formatHex(random.readNBytes(4));
        }
    }
}
