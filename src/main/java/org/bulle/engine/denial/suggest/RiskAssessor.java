package org.bulle.engine.denial.suggest;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Capabilities;

/**
 * What a grant on a path would put at stake. Knows places by their usual names; that it does not know a place is no promise.
 */
public final class RiskAssessor {
    /** Why writing and executing together are worth a look; a clause that follows the path. */
    public static final Statement CHANGED_AND_RUN = RiskPhrase.CHANGED_AND_RUN.with();

    private final Surroundings around;

    public RiskAssessor(Surroundings around) {
        this.around = around;
    }

    /**
     * A judgement with its reason.
     *
     * @param why a clause that follows the path: "holds keys of ssh"; empty without a risk
     */
    public record Judgement(Risk risk, Statement why) {
        public static final Judgement NONE = new Judgement(Risk.NONE, Statement.NONE);
    }

    /** Below home, relative to it: places with keys and tokens. A directory counts with everything in it. */
    private static final Map<String, Statement> CREDENTIALS = Map.ofEntries(
            Map.entry(".ssh", RiskPhrase.KEYS_OF.with("ssh")),
            Map.entry(".gnupg", RiskPhrase.KEYS_OF.with("GnuPG")),
            Map.entry(".aws", RiskPhrase.CREDENTIALS_OF.with("AWS")),
            Map.entry(".kube", RiskPhrase.CLUSTER_CREDENTIALS.with()),
            Map.entry(".docker", RiskPhrase.REGISTRY_CREDENTIALS_OF.with("Docker")),
            Map.entry(".azure", RiskPhrase.CREDENTIALS_OF.with("Azure")),
            Map.entry(".config/gcloud", RiskPhrase.CREDENTIALS_OF.with("Google Cloud")),
            Map.entry(".config/gh", RiskPhrase.TOKENS_OF.with("GitHub")),
            Map.entry(".config/hub", RiskPhrase.TOKENS_OF.with("GitHub")),
            Map.entry(".config/glab-cli", RiskPhrase.TOKENS_OF.with("GitLab")),
            Map.entry(".config/op", RiskPhrase.SESSIONS_OF.with("1Password")),
            Map.entry(".config/rclone", RiskPhrase.CLOUD_CREDENTIALS.with()),
            Map.entry(".config/containers/auth.json", RiskPhrase.REGISTRY_CREDENTIALS.with()),
            Map.entry(".config/git/credentials", RiskPhrase.PASSWORDS_OF.with("git")),
            Map.entry(".git-credentials", RiskPhrase.PASSWORDS_OF.with("git")),
            Map.entry(".netrc", RiskPhrase.HOST_PASSWORDS.with()),
            Map.entry(".authinfo", RiskPhrase.HOST_PASSWORDS.with()),
            Map.entry(".authinfo.gpg", RiskPhrase.HOST_PASSWORDS.with()),
            Map.entry(".password-store", RiskPhrase.PASSWORDS.with()),
            Map.entry(".local/share/keyrings", RiskPhrase.KEYRING.with()),
            Map.entry(".local/share/kwalletd", RiskPhrase.WALLET.with()),
            Map.entry(".pki", RiskPhrase.CERTIFICATES.with()),
            Map.entry(".npmrc", RiskPhrase.MAY_HOLD_TOKEN_OF.with("npm")),
            Map.entry(".yarnrc.yml", RiskPhrase.MAY_HOLD_TOKEN_OF.with("npm")),
            Map.entry(".pypirc", RiskPhrase.TOKEN_OF.with("PyPI")),
            Map.entry(".gem/credentials", RiskPhrase.TOKEN_OF.with("RubyGems")),
            Map.entry(".cargo/credentials", RiskPhrase.TOKEN_OF.with("crates.io")),
            Map.entry(".cargo/credentials.toml", RiskPhrase.TOKEN_OF.with("crates.io")),
            Map.entry(".m2/settings.xml", RiskPhrase.REPOSITORY_PASSWORDS.with()),
            Map.entry(".m2/settings-security.xml", RiskPhrase.MASTER_PASSWORD_OF.with("Maven")),
            Map.entry(".gradle/gradle.properties", RiskPhrase.BUILD_PASSWORDS.with()),
            Map.entry(".terraform.d", RiskPhrase.TOKENS_OF.with("Terraform")),
            Map.entry(".vault-token", RiskPhrase.IS_TOKEN_OF.with("Vault")),
            Map.entry(".pgpass", RiskPhrase.PASSWORDS_OF.with("PostgreSQL")),
            Map.entry(".my.cnf", RiskPhrase.MAY_HOLD_PASSWORDS_OF.with("MySQL")),
            Map.entry(".mozilla", RiskPhrase.BROWSER.with()),
            Map.entry(".thunderbird", RiskPhrase.MAIL_PROGRAM.with()),
            Map.entry(".config/google-chrome", RiskPhrase.BROWSER.with()),
            Map.entry(".config/chromium", RiskPhrase.BROWSER.with()),
            Map.entry(".config/BraveSoftware", RiskPhrase.BROWSER.with()),
            Map.entry(".config/microsoft-edge", RiskPhrase.BROWSER.with()),
            Map.entry(".config/vivaldi", RiskPhrase.BROWSER.with()),
            Map.entry(".config/opera", RiskPhrase.BROWSER.with()),
            Map.entry(".claude.json", RiskPhrase.LOGIN_OF.with("Claude Code")),
            Map.entry(".claude/.credentials.json", RiskPhrase.LOGIN_OF.with("Claude Code")),
            Map.entry(".codex/auth.json", RiskPhrase.LOGIN_OF.with("Codex")),
            Map.entry(".gemini/oauth_creds.json", RiskPhrase.LOGIN_OF.with("Gemini")),
            Map.entry("Library/Keychains", RiskPhrase.KEYCHAIN.with()),
            Map.entry("Library/Cookies", RiskPhrase.COOKIES.with()));

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
    private static final Map<String, Statement> STARTED_LATER = Map.ofEntries(
            Map.entry(".bashrc", RiskPhrase.RUN_BY_SHELLS.with()),
            Map.entry(".bash_profile", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".bash_login", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".bash_logout", RiskPhrase.RUN_AT_LOGOUT.with()),
            Map.entry(".bash_aliases", RiskPhrase.RUN_BY_SHELLS.with()),
            Map.entry(".profile", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".zshrc", RiskPhrase.RUN_BY_SHELLS.with()),
            Map.entry(".zshenv", RiskPhrase.RUN_BY_SHELLS.with()),
            Map.entry(".zprofile", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".zlogin", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".inputrc", RiskPhrase.DECIDES_KEYS.with()),
            Map.entry(".xprofile", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".xinitrc", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".xsession", RiskPhrase.RUN_BY_LOGINS.with()),
            Map.entry(".config/fish", RiskPhrase.RUN_BY_SHELLS.with()),
            Map.entry(".config/autostart", RiskPhrase.STARTED_AT_LOGIN.with()),
            Map.entry(".config/systemd", RiskPhrase.STARTED_BY_SERVICES.with()),
            Map.entry(".config/environment.d", RiskPhrase.SETS_LOGIN_ENVIRONMENT.with()),
            Map.entry(".local/share/applications", RiskPhrase.DECIDES_CLICKS.with()),
            Map.entry(".local/share/systemd", RiskPhrase.STARTED_BY_SERVICES.with()),
            Map.entry(".local/bin", RiskPhrase.ON_SHELLS_PATH.with()),
            Map.entry("bin", RiskPhrase.ON_SHELLS_PATH.with()),
            Map.entry(".gitconfig", RiskPhrase.DECIDES_RUNS_OF.with("git")),
            Map.entry(".config/git", RiskPhrase.DECIDES_RUNS_OF.with("git")),
            Map.entry(".vimrc", RiskPhrase.RUN_BY.with("vim")),
            Map.entry(".vim", RiskPhrase.RUN_BY.with("vim")),
            Map.entry(".config/nvim", RiskPhrase.RUN_BY.with("Neovim")),
            Map.entry(".emacs", RiskPhrase.RUN_BY.with("Emacs")),
            Map.entry(".emacs.d", RiskPhrase.RUN_BY.with("Emacs")),
            Map.entry(".tmux.conf", RiskPhrase.RUN_BY.with("tmux")),
            Map.entry(".config/tmux", RiskPhrase.RUN_BY.with("tmux")),
            Map.entry(".gradle/init.d", RiskPhrase.RUN_BY_BUILDS_OF.with("Gradle")),
            Map.entry(".gradle/init.gradle", RiskPhrase.RUN_BY_BUILDS_OF.with("Gradle")),
            Map.entry(".gradle/init.gradle.kts", RiskPhrase.RUN_BY_BUILDS_OF.with("Gradle")),
            Map.entry(".m2/settings.xml", RiskPhrase.DECIDES_SOURCES_OF.with("Maven")),
            Map.entry(".mavenrc", RiskPhrase.RUN_BY_BUILDS_OF.with("Maven")),
            Map.entry(".npmrc", RiskPhrase.DECIDES_SOURCES_OF.with("npm")),
            Map.entry(".cargo/config.toml", RiskPhrase.DECIDES_RUNS_OF.with("cargo")),
            Map.entry(".cargo/bin", RiskPhrase.ON_SHELLS_PATH.with()),
            Map.entry(".config/pip", RiskPhrase.DECIDES_SOURCES_OF.with("pip")),
            Map.entry(".vscode", RiskPhrase.RUN_BY_EDITOR.with()),
            Map.entry(".config/Code/User", RiskPhrase.RUN_BY_EDITOR.with()),
            Map.entry(".claude/settings.json", RiskPhrase.DECIDES_RUNS_OF.with("Claude Code")),
            Map.entry(".ssh", RiskPhrase.DECIDES_LOGINS.with()),
            Map.entry("Library/LaunchAgents", RiskPhrase.STARTED_AT_LOGIN.with()));

    private static final Pattern ENVIRONMENT_FILE = Pattern.compile(".*/\\.env(?:\\.[^/]*)?");
    private static final Pattern PRIVATE_KEY =
            Pattern.compile(".*/(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[^/]*\\.(?:p12|pfx|jks|keystore|kdbx|ppk))");
    private static final Pattern AGENT_SOCKET = Pattern.compile(
            "/tmp/ssh-[^/]+/agent\\.\\d+|/run/user/\\d+/(?:gnupg/.*|keyring/.*|ssh-agent\\.socket|openssh_agent|gcr/ssh)|.*/\\.ssh/agent/.*");
    private static final Pattern WAY_OUT = Pattern.compile(
            "(?:/var)?/run/(?:docker\\.sock|containerd/.*|podman/.*|crio/.*|systemd/(?:private|.*\\.sock)|dbus/system_bus_socket|libvirt/.*|snapd\\.socket)"
                    + "|/run/user/\\d+/(?:bus|systemd/.*|podman/.*|docker\\.sock|pipewire-0|wayland-\\d+|at-spi/.*)|/tmp/\\.X11-unix/.*|/tmp/tmux-\\d+/.*");
    private static final Pattern REPOSITORY =
            Pattern.compile(".*/\\.git(?:/(?:hooks(?:/.*)?|config(?:\\.worktree)?|modules(?:/.*)?"
                    + "|worktrees(?:/[^/]+(?:/(?:commondir|gitdir|config\\.worktree))?)?))?");
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
            return new Judgement(Risk.NOTICE, RiskPhrase.EVERY_PROCESS.with());
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
            return new Judgement(Risk.ESCAPE, RiskPhrase.REACHES_OUT.with());
        }
        if (denial.path().isEmpty()) {
            return ofCapability(Suggester.capability(denial)) == Risk.NONE
                    ? Judgement.NONE
                    : new Judgement(Risk.NOTICE, RiskPhrase.NETWORK.with());
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
    public Optional<Statement> whyNeverWhole(String directory) {
        if (directory.equals("/")) {
            return Optional.of(RiskPhrase.ROOT.with());
        }
        if (around.isHome(directory)) {
            return Optional.of(RiskPhrase.HOME.with());
        }
        if (around.isAboveHome(directory)) {
            return Optional.of(RiskPhrase.ABOVE_HOME.with());
        }
        if (STORE_ROOTS.contains(directory)) {
            return Optional.of(RiskPhrase.STORE.with());
        }
        return isCredentialDirectory(directory)
                ? Optional.of(RiskPhrase.CREDENTIAL_DIRECTORY.with())
                : Optional.empty();
    }

    private boolean isCredentialDirectory(String path) {
        return belowHome(path).filter(CREDENTIAL_DIRECTORIES::contains).isPresent();
    }

    private Optional<Judgement> wayOut(String path, AccessList list) {
        if (WAY_OUT.matcher(path).matches()) {
            return escape(RiskPhrase.WAY_OUT.with());
        }
        if (RAW_DEVICE.matcher(path).matches()) {
            return escape(RiskPhrase.RAW_DEVICE.with());
        }
        if (list.writes() && isOwn(path)) {
            return escape(RiskPhrase.OWN_CONFIGURATION.with());
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
        Optional<Statement> known = below(STARTED_LATER, path);
        if (known.isPresent()) {
            return escape(RiskPhrase.OUTSIDE.with(known.get()));
        }
        if (REPOSITORY.matcher(path).matches()) {
            return escape(RiskPhrase.GIT_RUNS.with());
        }
        if (PROJECT_AUTOMATION.matcher(path).matches()) {
            return escape(RiskPhrase.TOOL_RUNS.with());
        }
        if (SYSTEM_STARTUP.matcher(path).matches()) {
            return escape(RiskPhrase.SYSTEM_OBEYS.with());
        }
        if (around.searchPath().stream().anyMatch(directory -> Paths.isIn(path, directory))) {
            return escape(RiskPhrase.ON_PATH.with());
        }
        return Optional.empty();
    }

    private Optional<Judgement> credential(String path) {
        Optional<Statement> known = below(CREDENTIALS, path);
        if (known.isPresent()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, known.get()));
        }
        if (SYSTEM_SECRETS.matcher(path).matches() || PRIVATE_KEY.matcher(path).matches()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, RiskPhrase.KEYS_OR_PASSWORDS.with()));
        }
        if (AGENT_SOCKET.matcher(path).matches()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, RiskPhrase.KEYS_USED.with()));
        }
        if (ENVIRONMENT_FILE.matcher(path).matches()) {
            return Optional.of(new Judgement(Risk.CREDENTIAL, RiskPhrase.PROJECT_SECRETS.with()));
        }
        return Optional.empty();
    }

    /** The entry for the path, for a directory above it, or for something in it. */
    private Optional<Statement> below(Map<String, Statement> places, String path) {
        Optional<String> relative = belowHome(path);
        Optional<Statement> inside = relative.flatMap(directory -> places.entrySet().stream()
                .filter(place -> place.getKey().startsWith(directory + "/"))
                .min(Map.Entry.comparingByKey())
                .map(place -> RiskPhrase.INSIDE.with(
                        new Statement.Verbatim(place.getKey().substring(directory.length() + 1)), place.getValue())));
        if (inside.isPresent() && relative.map(places::get).isEmpty()) {
            return inside;
        }
        while (relative.isPresent() && !relative.get().isEmpty()) {
            Statement why = places.get(relative.get());
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

    private static Optional<Judgement> escape(Statement why) {
        return Optional.of(new Judgement(Risk.ESCAPE, why));
    }
}
