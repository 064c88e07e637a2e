package org.bulle.engine.denial.suggest;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Capabilities;

/**
 * What a grant on a path would put at stake. Knows places by their usual names; that it does not know a place is no promise.
 */
public final class RiskAssessor {
    /** Why writing and executing together are worth a look; a clause that follows the path. */
    public static final String CHANGED_AND_RUN = "can be changed and then run";

    private final Surroundings around;

    public RiskAssessor(Surroundings around) {
        this.around = around;
    }

    /**
     * A judgement with its reason.
     *
     * @param why a clause that follows the path: "holds keys of ssh"; empty without a risk
     */
    public record Judgement(Risk risk, String why) {
        public static final Judgement NONE = new Judgement(Risk.NONE, "");
    }

    /** Below home, relative to it: places with keys and tokens. A directory counts with everything in it. */
    private static final Map<String, String> CREDENTIALS = Map.ofEntries(
            Map.entry(".ssh", "holds the keys of ssh"),
            Map.entry(".gnupg", "holds the keys of GnuPG"),
            Map.entry(".aws", "holds credentials of AWS"),
            Map.entry(".kube", "holds credentials of Kubernetes clusters"),
            Map.entry(".docker", "holds registry credentials of Docker"),
            Map.entry(".azure", "holds credentials of Azure"),
            Map.entry(".config/gcloud", "holds credentials of Google Cloud"),
            Map.entry(".config/gh", "holds tokens of GitHub"),
            Map.entry(".config/hub", "holds tokens of GitHub"),
            Map.entry(".config/glab-cli", "holds tokens of GitLab"),
            Map.entry(".config/op", "holds sessions of 1Password"),
            Map.entry(".config/rclone", "holds credentials of cloud storage"),
            Map.entry(".config/containers/auth.json", "holds registry credentials"),
            Map.entry(".config/git/credentials", "holds passwords of git"),
            Map.entry(".git-credentials", "holds passwords of git"),
            Map.entry(".netrc", "holds passwords for hosts"),
            Map.entry(".authinfo", "holds passwords for hosts"),
            Map.entry(".authinfo.gpg", "holds passwords for hosts"),
            Map.entry(".password-store", "holds passwords"),
            Map.entry(".local/share/keyrings", "is the keyring of the desktop"),
            Map.entry(".local/share/kwalletd", "is the wallet of the desktop"),
            Map.entry(".pki", "holds certificates and keys"),
            Map.entry(".npmrc", "can hold a token of npm"),
            Map.entry(".yarnrc.yml", "can hold a token of npm"),
            Map.entry(".pypirc", "holds a token of PyPI"),
            Map.entry(".gem/credentials", "holds a token of RubyGems"),
            Map.entry(".cargo/credentials", "holds a token of crates.io"),
            Map.entry(".cargo/credentials.toml", "holds a token of crates.io"),
            Map.entry(".m2/settings.xml", "can hold passwords of Maven repositories"),
            Map.entry(".m2/settings-security.xml", "holds the master password of Maven"),
            Map.entry(".gradle/gradle.properties", "can hold passwords of Gradle builds"),
            Map.entry(".terraform.d", "holds tokens of Terraform"),
            Map.entry(".vault-token", "is a token of Vault"),
            Map.entry(".pgpass", "holds passwords of PostgreSQL"),
            Map.entry(".my.cnf", "can hold passwords of MySQL"),
            Map.entry(".mozilla", "is the profile of a browser"),
            Map.entry(".thunderbird", "is the profile of a mail program"),
            Map.entry(".config/google-chrome", "is the profile of a browser"),
            Map.entry(".config/chromium", "is the profile of a browser"),
            Map.entry(".config/BraveSoftware", "is the profile of a browser"),
            Map.entry(".config/microsoft-edge", "is the profile of a browser"),
            Map.entry(".config/vivaldi", "is the profile of a browser"),
            Map.entry(".config/opera", "is the profile of a browser"),
            Map.entry(".claude.json", "holds the login of Claude Code"),
            Map.entry(".claude/.credentials.json", "holds the login of Claude Code"),
            Map.entry(".codex/auth.json", "holds the login of Codex"),
            Map.entry(".gemini/oauth_creds.json", "holds the login of Gemini"),
            Map.entry("Library/Keychains", "is the keychain"),
            Map.entry("Library/Cookies", "holds cookies"));

    /** Those of them that are directories: never granted as a whole. */
    private static final Set<String> CREDENTIAL_DIRECTORIES = Set.of(
            ".ssh",
            ".gnupg",
            ".aws",
            ".kube",
            ".docker",
            ".azure",
            ".config/gcloud",
            ".config/gh",
            ".config/hub",
            ".config/glab-cli",
            ".config/op",
            ".config/rclone",
            ".password-store",
            ".local/share/keyrings",
            ".local/share/kwalletd",
            ".pki",
            ".terraform.d",
            ".mozilla",
            ".thunderbird",
            ".config/google-chrome",
            ".config/chromium",
            ".config/BraveSoftware",
            ".config/microsoft-edge",
            ".config/vivaldi",
            ".config/opera",
            "Library/Keychains",
            "Library/Cookies");

    /** Below home: what is run or obeyed outside later, when it can be written. */
    private static final Map<String, String> STARTED_LATER = Map.ofEntries(
            Map.entry(".bashrc", "is run by every shell"),
            Map.entry(".bash_profile", "is run by every login"),
            Map.entry(".bash_login", "is run by every login"),
            Map.entry(".bash_logout", "is run at every logout"),
            Map.entry(".bash_aliases", "is run by every shell"),
            Map.entry(".profile", "is run by every login"),
            Map.entry(".zshrc", "is run by every shell"),
            Map.entry(".zshenv", "is run by every shell"),
            Map.entry(".zprofile", "is run by every login"),
            Map.entry(".zlogin", "is run by every login"),
            Map.entry(".inputrc", "decides what keys do in shells"),
            Map.entry(".xprofile", "is run by every login"),
            Map.entry(".xinitrc", "is run by every login"),
            Map.entry(".xsession", "is run by every login"),
            Map.entry(".config/fish", "is run by every shell"),
            Map.entry(".config/autostart", "is started at every login"),
            Map.entry(".config/systemd", "is started by the user's service manager"),
            Map.entry(".config/environment.d", "sets the environment of every login"),
            Map.entry(".local/share/applications", "decides what a click on an application starts"),
            Map.entry(".local/share/systemd", "is started by the user's service manager"),
            Map.entry(".local/bin", "is on the PATH of shells"),
            Map.entry("bin", "is on the PATH of shells"),
            Map.entry(".gitconfig", "decides what git runs"),
            Map.entry(".config/git", "decides what git runs"),
            Map.entry(".vimrc", "is run by vim"),
            Map.entry(".vim", "is run by vim"),
            Map.entry(".config/nvim", "is run by Neovim"),
            Map.entry(".emacs", "is run by Emacs"),
            Map.entry(".emacs.d", "is run by Emacs"),
            Map.entry(".tmux.conf", "is run by tmux"),
            Map.entry(".config/tmux", "is run by tmux"),
            Map.entry(".gradle/init.d", "is run by every Gradle build"),
            Map.entry(".gradle/init.gradle", "is run by every Gradle build"),
            Map.entry(".gradle/init.gradle.kts", "is run by every Gradle build"),
            Map.entry(".m2/settings.xml", "decides where Maven loads from"),
            Map.entry(".mavenrc", "is run by every Maven build"),
            Map.entry(".npmrc", "decides where npm loads from"),
            Map.entry(".cargo/config.toml", "decides what cargo runs"),
            Map.entry(".cargo/bin", "is on the PATH of shells"),
            Map.entry(".config/pip", "decides where pip loads from"),
            Map.entry(".vscode", "is run by the editor"),
            Map.entry(".config/Code/User", "is run by the editor"),
            Map.entry(".claude/settings.json", "decides what Claude Code runs"),
            Map.entry(".ssh", "decides who may log in and what ssh runs"),
            Map.entry("Library/LaunchAgents", "is started at every login"));

    private static final Pattern ENVIRONMENT_FILE = Pattern.compile(".*/\\.env(?:\\.[^/]*)?");
    private static final Pattern PRIVATE_KEY =
            Pattern.compile(".*/(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[^/]*\\.(?:p12|pfx|jks|keystore|kdbx|ppk))");
    private static final Pattern AGENT_SOCKET = Pattern.compile(
            "/tmp/ssh-[^/]+/agent\\.\\d+|/run/user/\\d+/(?:gnupg/.*|keyring/.*|ssh-agent\\.socket|openssh_agent|gcr/ssh)|.*/\\.ssh/agent/.*");
    private static final Pattern WAY_OUT = Pattern.compile(
            "(?:/var)?/run/(?:docker\\.sock|containerd/.*|podman/.*|crio/.*|systemd/(?:private|.*\\.sock)|dbus/system_bus_socket|libvirt/.*|snapd\\.socket)"
                    + "|/run/user/\\d+/(?:bus|systemd/.*|podman/.*|docker\\.sock|pipewire-0|wayland-\\d+|at-spi/.*)|/tmp/\\.X11-unix/.*|/tmp/tmux-\\d+/.*");
    private static final Pattern REPOSITORY =
            Pattern.compile(".*/\\.git/(?:hooks(?:/.*)?|config(?:\\.worktree)?|modules(?:/.*)?)");
    private static final Pattern PROJECT_AUTOMATION = Pattern.compile(
            ".*/(?:\\.envrc|\\.vscode/(?:tasks|launch|settings)\\.json|\\.idea(?:/.*)?|\\.mvn(?:/.*)?|\\.husky(?:/.*)?"
                    + "|gradle/wrapper(?:/.*)?|gradlew|mvnw|\\.github/workflows(?:/.*)?|\\.gitlab-ci\\.yml|\\.devcontainer(?:/.*)?|\\.mcp\\.json|\\.claude/settings(?:\\.local)?\\.json)");
    private static final Pattern SYSTEM_STARTUP = Pattern.compile(
            "/etc/(?:cron[^/]*|profile|profile\\.d|bash\\.bashrc|environment|ld\\.so\\.(?:preload|conf|conf\\.d)|sudoers|sudoers\\.d|pam\\.d|systemd|init\\.d|rc[^/]*|xdg/autostart|apt|udev|passwd|group|hosts|ssh)(?:/.*)?"
                    + "|/var/spool/cron(?:/.*)?|/(?:usr/(?:local/)?)?s?bin(?:/.*)?|/(?:usr/)?lib(?:32|64)?(?:/.*)?|/boot(?:/.*)?");
    private static final Pattern SYSTEM_SECRETS = Pattern.compile(
            "/etc/(?:shadow|gshadow)-?|/etc/ssh/ssh_host_[^/]*_key|/etc/ssl/private(?:/.*)?|/etc/krb5\\.keytab");
    private static final Pattern RAW_DEVICE = Pattern.compile(
            "/dev/(?:mem|kmem|port|kvm|fuse|sd[a-z].*|nvme.*|vd[a-z].*|mapper/.*|dm-\\d+|loop.*|uinput|input/.*|tty[S0-9].*)");
    private static final Set<String> STORE_ROOTS = Set.of(
            "/nix/store",
            "/gnu/store",
            "/opt/homebrew/Cellar",
            "/usr/local/Cellar",
            "/home/linuxbrew/.linuxbrew/Cellar");

    /** Of a grant of this list on a path (and, when it is a directory, all below). */
    public Judgement of(String path, AccessList list) {
        Optional<Judgement> worst = wayOut(path, list)
                .or(() -> list.writes() ? startedLater(path) : Optional.empty())
                .or(() -> credential(path));
        if (worst.isPresent()) {
            return worst.get();
        }
        if (list == AccessList.RWX) {
            return new Judgement(Risk.NOTICE, CHANGED_AND_RUN);
        }
        if (path.equals("/proc") || path.startsWith("/proc/")) {
            return new Judgement(Risk.NOTICE, "shows every process of this user");
        }
        return Judgement.NONE;
    }

    /** Of an entry of {@code allow}: one port of this machine is one server, everything else is many. */
    public static Risk ofCapability(String name) {
        return Capabilities.isSinglePort(name) ? Risk.NONE : Risk.NOTICE;
    }

    /** Of a denied access, from itself alone: before it is worked out what entry would allow it, and where none can. */
    public Judgement of(Denial denial) {
        if (denial.access() == Access.SERVICE || denial.access() == Access.SIGNAL) {
            return new Judgement(Risk.ESCAPE, "reaches out of the sandbox");
        }
        if (denial.path().isEmpty()) {
            return ofCapability(Suggester.capability(denial)) == Risk.NONE
                    ? Judgement.NONE
                    : new Judgement(Risk.NOTICE, "is the network");
        }
        String path = denial.path().get();
        return of(path.startsWith("@") ? path.substring(1) : path, needed(denial.access(), path));
    }

    /** The narrowest list that an access to a path takes; what is run from the workspace was written there. */
    AccessList needed(Access access, String path) {
        return switch (access) {
            case READ -> AccessList.RO;
            case EXECUTE -> Paths.isIn(path, around.workspace()) ? AccessList.RWX : AccessList.ROX;
            case WRITE, CREATE, DELETE, RENAME, CONNECT, BIND, SIGNAL, SERVICE -> AccessList.RW;
        };
    }

    /** A directory that is never granted as a whole: its name in words; empty for others. */
    public Optional<String> whyNeverWhole(String directory) {
        if (directory.equals("/")) {
            return Optional.of("the root of the file system");
        }
        if (around.isHome(directory)) {
            return Optional.of("the home directory");
        }
        if (around.isAboveHome(directory)) {
            return Optional.of("a directory above the home directory");
        }
        if (STORE_ROOTS.contains(directory)) {
            return Optional.of("the root of a package store");
        }
        return isCredentialDirectory(directory) ? Optional.of("a directory of credentials") : Optional.empty();
    }

    private boolean isCredentialDirectory(String path) {
        return belowHome(path).filter(CREDENTIAL_DIRECTORIES::contains).isPresent();
    }

    private Optional<Judgement> wayOut(String path, AccessList list) {
        if (WAY_OUT.matcher(path).matches()) {
            return escape("leads out of the sandbox");
        }
        if (RAW_DEVICE.matcher(path).matches()) {
            return escape("is a device under the file systems and programs of this machine");
        }
        if (list.writes() && isOwn(path)) {
            return escape("is the sandbox's own configuration");
        }
        return Optional.empty();
    }

    private boolean isOwn(String path) {
        return ownDirectories().anyMatch(own -> Paths.isIn(path, own) || Paths.isIn(own, path));
    }

    private java.util.stream.Stream<String> ownDirectories() {
        return java.util.stream.Stream.of("CONFIG", "STATE")
                .map(around.variables()::get)
                .filter(java.util.Objects::nonNull)
                .map(value -> value + "/bulle");
    }

    private Optional<Judgement> startedLater(String path) {
        Optional<String> known = below(STARTED_LATER, path);
        if (known.isPresent()) {
            return escape(known.get() + " outside the sandbox");
        }
        if (REPOSITORY.matcher(path).matches()) {
            return escape("decides what git runs outside the sandbox");
        }
        if (PROJECT_AUTOMATION.matcher(path).matches()) {
            return escape("is run by a tool outside the sandbox");
        }
        if (SYSTEM_STARTUP.matcher(path).matches()) {
            return escape("belongs to the system, which runs and obeys it");
        }
        if (around.searchPath().stream().anyMatch(directory -> Paths.isIn(path, directory))) {
            return escape("is on the PATH");
        }
        return Optional.empty();
    }

    private Optional<Judgement> credential(String path) {
        Optional<String> known = below(CREDENTIALS, path);
        if (known.isPresent()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, known.get()));
        }
        if (SYSTEM_SECRETS.matcher(path).matches() || PRIVATE_KEY.matcher(path).matches()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, "holds keys or passwords"));
        }
        if (AGENT_SOCKET.matcher(path).matches()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, "lets keys be used"));
        }
        if (ENVIRONMENT_FILE.matcher(path).matches()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, "usually holds tokens and passwords of a project"));
        }
        return Optional.empty();
    }

    /** The entry for the path, for a directory above it, or for something in it. */
    private Optional<String> below(Map<String, String> places, String path) {
        Optional<String> relative = belowHome(path);
        Optional<String> inside = relative.flatMap(directory -> places.keySet().stream()
                .filter(place -> place.startsWith(directory + "/"))
                .sorted()
                .findFirst()
                .map(place -> "has " + place.substring(directory.length() + 1) + " in it, which " + places.get(place)));
        if (inside.isPresent() && relative.map(places::get).isEmpty()) {
            return inside;
        }
        while (relative.isPresent() && !relative.get().isEmpty()) {
            String why = places.get(relative.get());
            if (why != null) {
                return Optional.of(why);
            }
            int slash = relative.get().lastIndexOf('/');
            relative = slash < 0 ? Optional.empty() : Optional.of(relative.get().substring(0, slash));
        }
        return Optional.empty();
    }

    private Optional<String> belowHome(String path) {
        return java.util.stream.Stream.concat(java.util.stream.Stream.of(around.home()), around.homes().stream())
                .filter(home -> !home.isEmpty() && Paths.isIn(path, home) && path.length() > home.length())
                .map(home -> path.substring(home.endsWith("/") ? home.length() : home.length() + 1))
                .findFirst();
    }

    private static Optional<Judgement> escape(String why) {
        return Optional.of(new Judgement(Risk.ESCAPE, why));
    }
}
