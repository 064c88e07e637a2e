package org.bulle.engine.denial.suggest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.Printable;

/** Spells a path as a profile entry that means the same on another machine, and as an argument for a shell. */
final class PathSpelling {
    /** Where a tool keeps its files when its variable is not set. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("CARGO_HOME", "~/.cargo"),
            Map.entry("RUSTUP_HOME", "~/.rustup"),
            Map.entry("GOPATH", "~/go"),
            Map.entry("NVM_DIR", "~/.nvm"),
            Map.entry("VOLTA_HOME", "~/.volta"),
            Map.entry("BUN_INSTALL", "~/.bun"),
            Map.entry("PYENV_ROOT", "~/.pyenv"),
            Map.entry("RBENV_ROOT", "~/.rbenv"),
            Map.entry("SDKMAN_DIR", "~/.sdkman"),
            Map.entry("GRADLE_USER_HOME", "~/.gradle"),
            Map.entry("CODEX_HOME", "~/.codex"));

    /** Of variables with the same value the first is taken. */
    private static final List<String> PREFERRED =
            List.of("WORKSPACE", "TMP", "CONFIG", "DATA", "CACHE", "STATE", "XDG_RUNTIME_DIR", "HOME");

    private static final String SAFE_IN_SHELL =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:+-@%=";

    private final Surroundings around;

    PathSpelling(Surroundings around) {
        this.around = around;
    }

    /** With the longest variable that is a prefix. */
    String entry(String path) {
        Optional<String> variable = longest(path);
        if (variable.isEmpty()) {
            return escape(path);
        }
        String value = around.variables().getOrDefault(variable.get(), "");
        String name = DEFAULTS.containsKey(variable.get())
                ? "${" + variable.get() + ":-" + DEFAULTS.get(variable.get()) + "}"
                : "$" + variable.get();
        return name + escape(path.substring(value.length()));
    }

    /** The variables that mean a whole class of files of applications: what lies one below them belongs to one application. */
    boolean isShared(String path) {
        return List.of("CONFIG", "DATA", "CACHE", "STATE", "XDG_RUNTIME_DIR").stream()
                .anyMatch(name -> path.equals(around.variables().get(name)));
    }

    private Optional<String> longest(String path) {
        String best = "";
        String bestValue = "";
        for (Map.Entry<String, String> variable : around.variables().entrySet()) {
            String value = variable.getValue();
            boolean longer = value.length() > bestValue.length()
                    || value.length() == bestValue.length() && rank(variable.getKey()) < rank(best);
            if (value.length() > 1 && Paths.isIn(path, value) && longer && isPortable(variable.getKey())) {
                best = variable.getKey();
                bestValue = value;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    private static boolean isPortable(String name) {
        return PREFERRED.contains(name)
                || DEFAULTS.containsKey(name)
                || !name.startsWith("XDG_") && !name.equals("TMPDIR");
    }

    private static int rank(String name) {
        int rank = PREFERRED.indexOf(name);
        return rank < 0 ? PREFERRED.size() : rank;
    }

    /** A backslash before what would mean something in an entry. */
    static String escape(String path) {
        StringBuilder out = new StringBuilder(path.length() + 4);
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '$' || c == '*' || c == '[' || c == '\\') {
                out.append('\\');
            }
            out.append(c);
        }
        return out.toString();
    }

    /** True when it can stand in a TOML file, which is UTF-8. */
    static boolean isText(String path) {
        return OsString.isText(path);
    }

    /** {@code --ro ~/x}, with a comma escaped, and quoted for a POSIX shell (and {@code $'...'} for bytes that are no text). */
    String flag(String list, String marker, String path) {
        String home = around.home();
        boolean below =
                marker.isEmpty() && home.length() > 1 && Paths.isIn(path, home) && path.length() > home.length();
        String rest = escape(below ? path.substring(home.length()) : path).replace(",", "\\,");
        String argument = below ? quoteAfterTilde(rest) : quote(marker + rest);
        return "--" + list + " " + argument;
    }

    /** The tilde is ours to expand when it is quoted with the rest. */
    private static String quoteAfterTilde(String rest) {
        return isSafe(rest) ? "~" + rest : quote("~" + rest);
    }

    static String quote(String text) {
        if (isSafe(text)) {
            return text;
        }
        if (text.codePoints().noneMatch(Printable::isHidden)) {
            return "'" + text.replace("'", "'\\''") + "'";
        }
        StringBuilder out = new StringBuilder("$'");
        for (byte b : OsString.encode(text)) {
            int c = b & 0xff;
            if (c < ' ' || c >= 0x7f) {
                out.append(String.format("\\x%02x", c));
            } else if (c == '\'' || c == '\\') {
                out.append('\\').append((char) c);
            } else {
                out.append((char) c);
            }
        }
        return out.append('\'').toString();
    }

    private static boolean isSafe(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> SAFE_IN_SHELL.indexOf(c) >= 0);
    }
}
