package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;

/** Strict decoding of config.toml. */
final class ConfigurationDecoder {
    private static final List<String> TABLES =
            List.of("linux", "macos", "profiles", "vars", "scratch", "defaults", "runs");
    /** Of {@code [defaults]}, what is no table. */
    static final List<String> DEFAULTS =
            List.of("profile", "timeout", "env", "ro", "rox", "rw", "rwx", "strict_limits", "detect");

    private static final List<String> DEFAULTS_TABLES = List.of("limits", "linux", "macos");
    static final List<String> SCRATCH = List.of("dir");
    static final List<String> RUNS = List.of("keep", "days", "keep_output");
    /** The tables that can stand in config.toml beside those of each platform; a profile's needs a name. */
    static final List<String> HEADS = List.of(
            "vars",
            "scratch",
            "runs",
            "defaults",
            "defaults.limits",
            "defaults.linux.limits",
            "defaults.macos.limits",
            "profiles.");

    private static final int MOST_RUNS = 1_000_000;
    private static final int MOST_DAYS = 36_500;

    private final String file;
    private final String source;
    private final Decoder decoder;

    ConfigurationDecoder(String file, String source, List<Problem> problems) {
        this.file = file;
        this.source = source;
        this.decoder = new Decoder(file, problems);
    }

    Configuration decode(TomlNode.Table root) {
        List<String> known = new ArrayList<>(Decoder.SETTINGS);
        known.addAll(TABLES);
        decoder.unknownKeys(root, known, "");
        return new Configuration(
                file,
                source,
                decoder.settings(root),
                decoder.platforms(root),
                profiles(root),
                vars(root),
                scratch(root),
                defaults(root),
                runs(root));
    }

    private Map<String, Profile> profiles(TomlNode.Table root) {
        Map<String, Profile> found = new LinkedHashMap<>();
        decoder.table(root, "profiles").ifPresent(table -> {
            for (TomlNode.Field field : table.fields().values()) {
                Optional<String> refusal = ProfileNames.refusal(field.key());
                if (refusal.isPresent()) {
                    decoder.error(field, "profiles", refusal.get(), null);
                } else {
                    decoder.table(table, field.key())
                            .ifPresent(inner -> found.put(
                                    field.key(), decoder.profile(field.key(), Layer.CONFIG_PROFILE, source, inner)));
                }
            }
        });
        return found;
    }

    private Map<String, Located<String>> vars(TomlNode.Table root) {
        Map<String, Located<String>> found = new LinkedHashMap<>();
        decoder.table(root, "vars").ifPresent(table -> {
            for (TomlNode.Field field : table.fields().values()) {
                Optional<String> refusal = VariableNames.refusal(field.key());
                if (refusal.isPresent()) {
                    decoder.error(field, Printable.escape(field.key()), refusal.get(), null);
                } else {
                    decoder.text(table, field.key()).ifPresent(value -> found.put(field.key(), value));
                }
            }
        });
        return found;
    }

    private Optional<Located<String>> scratch(TomlNode.Table root) {
        return decoder.table(root, "scratch").flatMap(table -> {
            decoder.unknownKeys(table, SCRATCH, "scratch");
            return decoder.text(table, "dir");
        });
    }

    private Configuration.Runs runs(TomlNode.Table root) {
        return decoder.table(root, "runs")
                .map(table -> {
                    decoder.unknownKeys(table, RUNS, "runs");
                    return new Configuration.Runs(
                            number(table, "keep", MOST_RUNS),
                            number(table, "days", MOST_DAYS),
                            decoder.flag(table, "keep_output"));
                })
                .orElse(Configuration.Runs.NONE);
    }

    private Optional<Located<Integer>> number(TomlNode.Table table, String key, int most) {
        TomlNode.Field field = table.fields().get(key);
        if (field == null) {
            return Optional.empty();
        }
        TomlNode value = field.value();
        if (value instanceof TomlNode.Whole whole && whole.value() >= 0 && whole.value() <= most) {
            return Optional.of(new Located<>((int) whole.value(), whole.line(), whole.column()));
        }
        String what = switch (value) {
            case TomlNode.Whole whole -> Long.toString(whole.value());
            case TomlNode.Text text -> "the text " + Printable.quoted(text.value());
            case TomlNode.Flag _, TomlNode.Other _, TomlNode.Items _, TomlNode.Table _ -> value.describe();
        };
        decoder.error(value, key, key + " needs a whole number from 0 to " + most + ", not " + what, null);
        return Optional.empty();
    }

    private Configuration.Defaults defaults(TomlNode.Table root) {
        return decoder.table(root, "defaults").map(this::defaultsOf).orElse(Configuration.Defaults.NONE);
    }

    private Configuration.Defaults defaultsOf(TomlNode.Table table) {
        List<String> known = new ArrayList<>(DEFAULTS);
        known.addAll(DEFAULTS_TABLES);
        decoder.unknownKeys(table, known, "defaults");
        return new Configuration.Defaults(
                stack(table),
                timeout(table),
                grants(table),
                decoder.flag(table, "strict_limits"),
                decoder.flag(table, "detect"),
                limits(table, "defaults"),
                platformLimits(table));
    }

    /** A profile list as on the command line ({@code "a,b"}), or a TOML list of names. */
    private List<Located<String>> stack(TomlNode.Table table) {
        TomlNode.Field field = table.fields().get("profile");
        if (field == null || !(field.value() instanceof TomlNode.Text text)) {
            return decoder.parents(table, "profile");
        }
        List<Located<String>> names = new ArrayList<>();
        for (String name : text.value().split(",", -1)) {
            Optional<String> refusal = ProfileNames.refusal(name);
            if (refusal.isPresent()) {
                decoder.error(text, "profile", "profile: " + refusal.get(), null);
            } else {
                names.add(new Located<>(name, text.line(), text.column()));
            }
        }
        return names;
    }

    private Optional<Located<String>> timeout(TomlNode.Table table) {
        return scalar(table, "timeout").filter(value -> {
            if (Quantity.duration(value.value()).isPresent()) {
                return true;
            }
            decoder.error(
                    value.line(),
                    value.column(),
                    "timeout",
                    "timeout needs a duration such as \"90s\" or \"2h30m\", not " + Printable.quoted(value.value()),
                    null);
            return false;
        });
    }

    private Settings grants(TomlNode.Table table) {
        Map<AccessList, List<Located<String>>> paths = new EnumMap<>(AccessList.class);
        for (AccessList list : AccessList.values()) {
            paths.put(list, decoder.strings(table, list.key(), EntryText::refusal));
        }
        List<Located<String>> env =
                decoder.strings(table, "env", entry -> EnvEntry.of(entry).refusal(true));
        return new Settings(
                Optional.empty(),
                paths,
                env,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private Map<Platform, Map<String, Located<String>>> platformLimits(TomlNode.Table table) {
        Map<Platform, Map<String, Located<String>>> found = new EnumMap<>(Platform.class);
        for (Platform platform : Platform.values()) {
            decoder.table(table, platform.key()).ifPresent(inner -> {
                decoder.unknownKeys(inner, List.of("limits"), "defaults." + platform.key());
                found.put(platform, limits(inner, "defaults." + platform.key()));
            });
        }
        return found;
    }

    private Map<String, Located<String>> limits(TomlNode.Table table, String where) {
        Map<String, Located<String>> found = new LinkedHashMap<>();
        decoder.table(table, "limits").ifPresent(inner -> {
            decoder.unknownKeys(inner, Quantity.LIMITS, where + ".limits");
            for (String name : Quantity.LIMITS) {
                limit(inner, name).ifPresent(value -> found.put(name, value));
            }
        });
        return found;
    }

    private Optional<Located<String>> limit(TomlNode.Table table, String name) {
        return scalar(table, name).filter(value -> {
            Optional<String> refusal = Quantity.refusal(name, value.value());
            refusal.ifPresent(why -> decoder.error(value.line(), value.column(), name, why, null));
            return refusal.isEmpty();
        });
    }

    /** A string, or a whole number as its digits: {@code nproc = 64} says what {@code nproc = "64"} says. */
    private Optional<Located<String>> scalar(TomlNode.Table table, String key) {
        TomlNode.Field field = table.fields().get(key);
        return field != null && field.value() instanceof TomlNode.Whole whole
                ? Optional.of(new Located<>(Long.toString(whole.value()), whole.line(), whole.column()))
                : decoder.text(table, key);
    }
}
