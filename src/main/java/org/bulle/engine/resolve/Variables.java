package org.bulle.engine.resolve;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.VariableNames;

/** The path variables of one run. A value stands for itself: nothing in it is expanded again. */
final class Variables {
    /** Taken from the caller's environment, and not trusted. */
    static final List<String> FROM_ENVIRONMENT = List.of(
            "CARGO_HOME",
            "RUSTUP_HOME",
            "GOPATH",
            "GOBIN",
            "GOMODCACHE",
            "NVM_DIR",
            "VOLTA_HOME",
            "PNPM_HOME",
            "BUN_INSTALL",
            "DENO_DIR",
            "NPM_CONFIG_CACHE",
            "npm_config_cache",
            "PYENV_ROOT",
            "UV_CACHE_DIR",
            "PIPX_HOME",
            "RBENV_ROOT",
            "NODENV_ROOT",
            "SDKMAN_DIR",
            "MISE_DATA_DIR",
            "ASDF_DATA_DIR",
            "CODEX_HOME",
            "JAVA_HOME",
            "M2_HOME",
            "GRADLE_USER_HOME",
            "VIRTUAL_ENV");

    private final Map<String, Optional<String>> values = new LinkedHashMap<>();

    /** What a name stands for. */
    sealed interface Meaning {
        record Value(String text) implements Meaning {}

        /** The name is known, but there is no value that can be used. */
        record Unset() implements Meaning {}

        record Unknown() implements Meaning {}
    }

    /**
     * @param workspace real path
     * @param privateRoot what {@code $TMP} stands for
     */
    Variables(Machine machine, SafeValues safe, String workspace, String privateRoot) {
        String home = machine.home();
        values.put("WORKSPACE", Optional.of(workspace));
        values.put("HOME", Optional.of(home).filter(h -> !h.isEmpty()));
        values.put("TMP", Optional.of(privateRoot));
        values.put("TMPDIR", Optional.of(privateRoot));
        switch (machine.platform()) {
            case LINUX -> {
                xdg(safe, home, "CONFIG", "/.config");
                xdg(safe, home, "DATA", "/.local/share");
                xdg(safe, home, "CACHE", "/.cache");
                xdg(safe, home, "STATE", "/.local/state");
                values.put("XDG_RUNTIME_DIR", safe.fromEnvironment("XDG_RUNTIME_DIR"));
            }
            case MACOS -> {
                put("CONFIG", home, "/Library/Application Support");
                put("DATA", home, "/Library/Application Support");
                put("CACHE", home, "/Library/Caches");
                put("STATE", home, "/Library/Application Support");
            }
        }
        for (String name : FROM_ENVIRONMENT) {
            values.put(name, safe.fromEnvironment(name));
        }
    }

    private void xdg(SafeValues safe, String home, String name, String below) {
        String variable = "XDG_" + name + "_HOME";
        Optional<String> set = safe.fromEnvironment(variable);
        if (set.isPresent()) {
            values.put(name, set);
        } else {
            put(name, home, below);
        }
        values.put(variable, values.get(name));
    }

    private void put(String name, String home, String below) {
        values.put(name, home.isEmpty() ? Optional.empty() : Optional.of(home.equals("/") ? below : home + below));
    }

    /** Adds {@code [vars]} and then {@code --var}, which wins. */
    void define(
            Map<String, Located<String>> configured,
            String file,
            Map<String, String> flags,
            SafeValues safe,
            ProblemLog problems) {
        new java.util.TreeMap<>(configured).forEach((name, value) -> {
            ProblemLog.At at = new ProblemLog.At(file, value.line(), value.column(), name);
            if (!flags.containsKey(name)) {
                define(name, value.value(), at, safe, problems);
            } else {
                checkName(name, at, problems);
            }
        });
        new java.util.TreeMap<>(flags)
                .forEach((name, value) -> define(name, value, ProblemLog.At.flag("--var"), safe, problems));
    }

    private void define(String name, String value, ProblemLog.At at, SafeValues safe, ProblemLog problems) {
        if (!checkName(name, at, problems)) {
            return;
        }
        Optional<String> why = safe.whyNot(value);
        if (why.isPresent()) {
            problems.machine(at, "the path variable " + name + " cannot be used: its value " + why.get());
            values.put(name, Optional.empty());
        } else {
            values.put(name, Optional.of(value));
        }
    }

    private static boolean checkName(String name, ProblemLog.At at, ProblemLog problems) {
        Optional<String> why = VariableNames.refusal(name);
        why.ifPresent(message -> problems.text(at, message));
        return why.isEmpty();
    }

    /** What of the caller's environment resolving looks at, beside putting the command's environment together. */
    static Set<String> namesInEnvironment() {
        return FromEnvironment.NAMES;
    }

    /** Every start asks twice. */
    private static final class FromEnvironment {
        private static final Set<String> NAMES = Collections.unmodifiableSet(names());

        private static Set<String> names() {
            Set<String> names = new TreeSet<>(ToolResolvers.variables());
            names.addAll(FROM_ENVIRONMENT);
            names.addAll(List.of(
                    "HOME",
                    "PATH",
                    "PYENV_VERSION",
                    "XDG_CONFIG_HOME",
                    "XDG_DATA_HOME",
                    "XDG_CACHE_HOME",
                    "XDG_STATE_HOME",
                    "XDG_RUNTIME_DIR"));
            return names;
        }
    }

    Meaning meaning(String name) {
        Optional<String> value = values.get(name);
        if (value == null) {
            return new Meaning.Unknown();
        }
        return value.<Meaning>map(Meaning.Value::new).orElseGet(Meaning.Unset::new);
    }

    Optional<String> value(String name) {
        return values.getOrDefault(name, Optional.empty());
    }

    /** {@code ; did you mean "X"?}, or nothing. */
    String hint(String unknown) {
        return Nearest.hint(unknown, names());
    }

    SortedSet<String> names() {
        return new TreeSet<>(values.keySet());
    }
}
