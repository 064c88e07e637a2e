package org.bulle.engine.resolve;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.seatbelt.PathFacts;

/** A Mac that always looks the same: its directories, the tools of a developer, one user's home. Nothing of the machine that the tests run on. */
final class FakeMac implements FileSource, PathFacts {
    static final String HOME = "/Users/ann";
    static final String WORKSPACE = HOME + "/project";
    static final int UID = 501;

    private final TreeMap<String, FileStatus.Kind> kinds = new TreeMap<>(ByteOrder.INSTANCE);
    private final Map<String, String> links = new TreeMap<>();

    FakeMac() {
        directories(
                "/bin",
                "/sbin",
                "/usr/bin",
                "/usr/sbin",
                "/usr/lib",
                "/usr/libexec",
                "/usr/share/terminfo",
                "/usr/share/zoneinfo",
                "/usr/local/bin",
                "/System/Library/Keychains",
                "/System/Library/Security",
                "/System/Volumes/Preboot/Cryptexes",
                "/System/Cryptexes",
                "/Library/Apple",
                "/Library/Fonts",
                "/Library/Keychains",
                "/Library/Preferences",
                "/Library/Developer/CommandLineTools/usr",
                "/Applications/Xcode.app/Contents/Developer",
                "/opt/homebrew/bin",
                "/opt/homebrew/sbin",
                "/opt/homebrew/lib",
                "/opt/homebrew/opt",
                "/opt/homebrew/share",
                "/opt/homebrew/etc",
                "/private/etc/ssl",
                "/private/tmp",
                "/private/var/db/dyld",
                "/private/var/db/timezone",
                "/private/var/db/mds/messages",
                "/private/var/select",
                "/private/var/folders/zz/0/T",
                HOME + "/Library/Application Support",
                HOME + "/Library/Caches",
                HOME + "/Library/Fonts",
                HOME + "/Library/Keychains",
                HOME + "/Library/Preferences",
                HOME + "/.ssh",
                HOME + "/.cargo",
                HOME + "/.rustup",
                HOME + "/go",
                WORKSPACE + "/node_modules");
        files(
                "/private/etc/passwd",
                "/private/etc/group",
                "/private/etc/hosts",
                "/private/etc/resolv.conf",
                "/private/etc/services",
                "/private/etc/protocols",
                "/private/etc/bashrc",
                "/private/etc/zshrc",
                "/private/etc/gitconfig",
                "/Library/Keychains/System.keychain",
                HOME + "/.gitconfig",
                HOME + "/.netrc",
                HOME + "/.claude.json",
                HOME + "/.ssh/known_hosts",
                HOME + "/.ssh/id_ed25519");
        others(
                "/dev/null",
                "/dev/zero",
                "/dev/tty",
                "/dev/random",
                "/dev/urandom",
                "/dev/ptmx",
                "/dev/ttys000",
                "/dev/ttys001");
        others("/private/var/run/mDNSResponder", "/private/var/run/docker.sock");
        link("/etc", "private/etc");
        link("/tmp", "private/tmp");
        link("/var", "private/var");
        link("/private/var/db/xcode_select_link", "/Applications/Xcode.app/Contents/Developer");
        for (String tool :
                List.of("sh", "bash", "zsh", "cat", "ls", "cp", "mv", "rm", "mkdir", "echo", "date", "kill")) {
            files("/bin/" + tool);
        }
        for (String tool : List.of(
                "env",
                "git",
                "perl",
                "sed",
                "awk",
                "grep",
                "find",
                "tr",
                "less",
                "ssh",
                "xcode-select",
                "true",
                "java",
                "make")) {
            files("/usr/bin/" + tool);
        }
        files("/opt/homebrew/bin/brew");
        keg("git", "2.51.0", "git");
        keg("node", "25.1.0", "node");
        keg("go", "1.25.4", "go");
        keg("ripgrep", "15.1.0", "rg");
        keg("claude", "2.0.0", "claude");
    }

    /** One with more files, by their paths. */
    static FakeMac with(String... more) {
        FakeMac mac = new FakeMac();
        mac.files(more);
        return mac;
    }

    /** One without the kegs and the brew of Apple silicon. */
    static FakeMac onIntel(String... more) {
        FakeMac mac = with(more);
        mac.kinds.keySet().removeIf(path -> PathTree.isWithin(path, "/opt/homebrew"));
        return mac;
    }

    private void keg(String name, String version, String program) {
        String path = "/opt/homebrew/Cellar/" + name + "/" + version + "/bin/" + program;
        files(path);
        link("/opt/homebrew/bin/" + program, "../Cellar/" + name + "/" + version + "/bin/" + program);
    }

    private void directories(String... paths) {
        for (String path : paths) {
            for (String at = path; !at.equals("/"); at = Paths.parent(at)) {
                kinds.putIfAbsent(at, FileStatus.Kind.DIRECTORY);
            }
        }
    }

    private void files(String... paths) {
        for (String path : paths) {
            directories(Paths.parent(path));
            kinds.put(path, FileStatus.Kind.FILE);
        }
    }

    private void others(String... paths) {
        for (String path : paths) {
            directories(Paths.parent(path));
            kinds.put(path, FileStatus.Kind.OTHER);
        }
    }

    private void link(String path, String target) {
        directories(Paths.parent(path));
        kinds.put(path, FileStatus.Kind.LINK);
        links.put(path, target);
    }

    static Machine machine() {
        return new Machine(
                CallerEnvironment.of(Map.of(
                        "HOME", HOME,
                        "PATH", "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                        "TMPDIR", "/var/folders/zz/0/T/",
                        "LANG", "en_US.UTF-8")),
                UID,
                HOME,
                WORKSPACE,
                "/var/folders/zz/0/T",
                Platform.MACOS,
                "0123abcd");
    }

    @Override
    public Optional<Statement> elsewhere() {
        return Optional.empty();
    }

    @Override
    public FileStatus status(String path) {
        String kept = kinds.containsKey(path)
                ? path
                : kinds.keySet().stream()
                        .filter(path::equalsIgnoreCase)
                        .findFirst()
                        .orElse(path);
        FileStatus.Kind kind =
                path.equals("/") ? FileStatus.Kind.DIRECTORY : kinds.getOrDefault(kept, FileStatus.Kind.MISSING);
        if (kind == FileStatus.Kind.MISSING) {
            return FileStatus.MISSING;
        }
        boolean own = PathTree.isWithin(path, HOME) || PathTree.isWithin(path, "/private/var/folders/zz/0");
        return new FileStatus(kind, 1, kept.hashCode(), 0755, own ? UID : 0, 0, 0, 0, 0);
    }

    @Override
    public boolean assumes(String path) {
        return false;
    }

    @Override
    public boolean foldsNames() {
        return true;
    }

    @Override
    public String target(String link) throws IOException {
        String target = links.get(link);
        if (target == null) {
            throw new NoSuchFileException(link);
        }
        return target;
    }

    @Override
    public List<String> names(String directory) {
        List<String> names = new ArrayList<>();
        String below = directory.equals("/") ? "/" : directory + "/";
        for (String path : kinds.tailMap(below, false).keySet()) {
            if (!path.startsWith(below)) {
                break;
            }
            if (path.indexOf('/', below.length()) < 0) {
                names.add(path.substring(below.length()));
            }
        }
        return names;
    }

    @Override
    public boolean mayExecute(String path) {
        return status(path).exists();
    }

    @Override
    public boolean mayWrite(String path) {
        return status(path).uid() == UID;
    }

    @Override
    public byte[] head(String path, int limit) {
        return new byte[0];
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        throw new NoSuchFileException(path);
    }

    @Override
    public PathFacts.Kind kind(String path) {
        return switch (status(path).kind()) {
            case MISSING, DENIED -> PathFacts.Kind.MISSING;
            case DIRECTORY -> PathFacts.Kind.DIRECTORY;
            case FILE -> PathFacts.Kind.FILE;
            case LINK -> PathFacts.Kind.LINK;
            case OTHER -> PathFacts.Kind.OTHER;
        };
    }

    @Override
    public List<String> otherSpellings(String path) {
        return List.of();
    }
}
