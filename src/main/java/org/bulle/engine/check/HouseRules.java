package org.bulle.engine.check;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.Settings;
import org.bulle.engine.resolve.EntryReading.Meaning;

/** What a profile of a tool should keep to, so that it works on other machines and together with other profiles. */
final class HouseRules {
    private static final Set<String> ABOUT_THE_NETWORK = Set.of("network", "offline", "default");
    private static final Set<String> SWITCHES = Set.of("0", "1", "true", "false", "on", "off", "yes", "no");
    private static final Set<String> ALWAYS_THERE = Set.of(
            "/",
            "/bin",
            "/dev/full",
            "/dev/null",
            "/dev/random",
            "/dev/tty",
            "/dev/urandom",
            "/dev/zero",
            "/etc",
            "/home",
            "/lib",
            "/proc",
            "/sbin",
            "/tmp",
            "/usr",
            "/usr/bin",
            "/usr/lib",
            "/usr/sbin",
            "/usr/share",
            "/var",
            "/var/tmp");
    private static final Set<String> CACHE_ASPECTS = Set.of(
            "uv:cache",
            "uv:tools",
            "uv:python",
            "npm:cache",
            "pip:cache",
            "go:path",
            "go:modcache",
            "r:libs",
            "r:libs-user",
            "maven:repository",
            "gradle:user-home",
            "cargo:home",
            "rustup:home",
            "tex:var",
            "tex:config",
            "tex:home");
    private static final Pattern CACHE_PLACE = Pattern.compile(
            "(?:\\$CACHE|\\$\\{?XDG_CACHE_HOME|(?:~|\\$HOME)/\\.(?:cache|npm|m2|gradle|cargo|rustup|ivy2|sbt|yarn|pnpm|nuget|gem|bundle|pub-cache|deno|bun)"
                    + "|\\$\\{?(?:CARGO_HOME|RUSTUP_HOME|GOPATH|GOMODCACHE|NPM_CONFIG_CACHE|npm_config_cache|PNPM_HOME|BUN_INSTALL|DENO_DIR|UV_CACHE_DIR"
                    + "|GRADLE_USER_HOME|M2_HOME)|(?:~|\\$HOME)/go/pkg).*");

    private HouseRules() {}

    /** Says nothing about a layer that changes an app: those have state of their own, and the network. */
    static void check(Profile layer, boolean isApp, Findings findings) {
        if (isApp) {
            return;
        }
        boolean installs = layer.name().endsWith("-install");
        for (Settings settings : settings(layer)) {
            if (!installs && isToolchain(layer)) {
                settings.allow().forEach(capability -> network(layer, capability, "allow", findings));
                settings.deny().forEach(capability -> network(layer, capability, "deny", findings));
            }
            settings.env().forEach(entry -> forcedValue(entry, findings));
        }
        if (!installs) {
            OwnEntry.of(layer).stream()
                    .filter(entry -> entry.list().writes())
                    .forEach(entry -> writableCache(entry, findings));
        }
    }

    /** Whether an entry fails on a machine that lacks what it names, though the author may not know every machine. */
    static void missingMarker(OwnEntry entry, Meaning meaning, Findings findings) {
        if (entry.path().optional()) {
            return;
        }
        String text = entry.path().text();
        String fix = "?" + entry.path().entry();
        switch (meaning) {
            case Meaning.Program program ->
                findings.warn(
                        entry.written(),
                        entry.list().key(),
                        "a run fails where there is no " + program.name() + "; mark the entry with ?",
                        fix);
            case Meaning.Tool tool ->
                findings.warn(
                        entry.written(),
                        entry.list().key(),
                        "a run fails where " + tool.tool() + " is missing or does not answer; mark the entry with ?",
                        fix);
            case Meaning.Place place -> {
                if (entry.list().writes() && !entry.path().create() && !isAlwaysThere(text)) {
                    findings.warn(
                            entry.written(),
                            entry.list().key(),
                            "a run fails where this does not exist; mark the entry with ? to skip it or with + to make it",
                            fix);
                }
            }
            case Meaning.Unset unset -> {
                if (entry.list().writes()) {
                    findings.warn(
                            entry.written(),
                            entry.list().key(),
                            "a run fails where $" + unset.variable() + " is not set; mark the entry with ?",
                            fix);
                }
            }
            case Meaning.Wrong wrong -> {}
        }
    }

    private static boolean isAlwaysThere(String text) {
        String clean = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return ALWAYS_THERE.contains(clean)
                || clean.equals("$WORKSPACE")
                || clean.equals(".")
                || clean.equals("$TMP")
                || clean.equals("$TMP/bulle/tmp")
                || clean.equals("$TMPDIR/bulle/tmp");
    }

    private static boolean isToolchain(Profile layer) {
        boolean runsPrograms = settings(layer).stream()
                .anyMatch(settings -> !settings.paths(AccessList.ROX).isEmpty()
                        || !settings.paths(AccessList.RWX).isEmpty());
        return runsPrograms && !ABOUT_THE_NETWORK.contains(layer.name());
    }

    private static void network(Profile layer, Located<String> capability, String key, Findings findings) {
        findings.warn(
                capability,
                key,
                "a toolchain says nothing about the network, so that it combines with any profile in any order; leave it to the profile that is run with it, or to "
                        + layer.name() + "-install",
                "");
    }

    private static void forcedValue(Located<String> written, Findings findings) {
        EnvEntry entry = EnvEntry.of(written.value());
        String value = entry.value().orElse("");
        boolean redirect = value.contains("$TMP/") || value.contains("$TMPDIR/") || value.equals("$TMP");
        boolean cacheSwitch = entry.name().toUpperCase(Locale.ROOT).contains("CACHE")
                && SWITCHES.contains(value.toLowerCase(Locale.ROOT));
        if (entry.value().isPresent() && !redirect && !cacheSwitch) {
            findings.warn(
                    written,
                    "env",
                    "the value of " + entry.name()
                            + " is forced, and a user's own setting is lost; name the variable alone to pass it on",
                    org.bulle.engine.profile.TomlText.quote(entry.name()));
        }
    }

    private static void writableCache(OwnEntry entry, Findings findings) {
        String text = entry.path().text();
        if (CACHE_ASPECTS.contains(text) || CACHE_PLACE.matcher(text).matches()) {
            findings.warn(
                    entry.written(),
                    entry.list().key(),
                    "what is written here is loaded later by programs outside the sandbox; put it into a profile of its own, "
                            + entry.layer().name() + "-install",
                    null);
        }
    }

    private static List<Settings> settings(Profile layer) {
        List<Settings> all = new java.util.ArrayList<>(List.of(layer.settings()));
        all.addAll(layer.platforms().values());
        return all;
    }
}
