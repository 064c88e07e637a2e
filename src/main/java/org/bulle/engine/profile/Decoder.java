package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.jspecify.annotations.Nullable;

/** Strict decoding of the tables that profiles and config.toml share. Collects problems; what is wrong is left out of the result. */
final class Decoder {
    static final List<String> SETTINGS = List.of(
            "default_app",
            "ro",
            "rox",
            "rw",
            "rwx",
            "env",
            "allow",
            "deny",
            "mach_lookup",
            "deny_mach_lookup",
            "add_exec",
            "add_libs");
    static final List<String> DESCRIPTION = List.of("title", "description", "inherits");
    static final List<String> PLATFORMS = List.of("linux", "macos");
    static final List<String> PROFILE = concat(DESCRIPTION, SETTINGS, PLATFORMS);

    private final String file;
    private final List<Problem> problems;

    Decoder(String file, List<Problem> problems) {
        this.file = file;
        this.problems = problems;
    }

    Profile profile(String name, Layer layer, String source, TomlNode.Table table) {
        unknownKeys(table, PROFILE, "");
        return new Profile(
                name,
                layer,
                file,
                source,
                text(table, "title"),
                text(table, "description"),
                parents(table, "inherits"),
                settings(table),
                platforms(table));
    }

    Map<Platform, Settings> platforms(TomlNode.Table table) {
        Map<Platform, Settings> found = new EnumMap<>(Platform.class);
        for (Platform platform : Platform.values()) {
            table(table, platform.key()).ifPresent(inner -> {
                unknownKeys(inner, SETTINGS, platform.key());
                found.put(platform, settings(inner));
            });
        }
        return found;
    }

    Settings settings(TomlNode.Table table) {
        Map<AccessList, List<Located<String>>> paths = new EnumMap<>(AccessList.class);
        for (AccessList list : AccessList.values()) {
            paths.put(list, strings(table, list.key(), EntryText::refusal));
        }
        return new Settings(
                text(table, "default_app"),
                paths,
                strings(table, "env", entry -> EnvEntry.of(entry).refusal(true)),
                strings(table, "allow", Capabilities::allowRefusal),
                strings(table, "deny", Capabilities::denyRefusal),
                strings(table, "mach_lookup", EntryText::serviceRefusal),
                strings(table, "deny_mach_lookup", EntryText::serviceRefusal),
                flag(table, "add_exec"),
                flag(table, "add_libs"));
    }

    /** A string, or a list of strings, each a profile name. */
    List<Located<String>> parents(TomlNode.Table table, String key) {
        TomlNode.Field field = table.fields().get(key);
        if (field == null) {
            return List.of();
        }
        return switch (field.value()) {
            case TomlNode.Text one -> checked(key, List.of(one), ProfileNames::refusal);
            case TomlNode.Items many -> checked(key, many.items(), ProfileNames::refusal);
            case TomlNode.Flag other -> wrongType(field, other, "a profile name or a list of them");
            case TomlNode.Whole other -> wrongType(field, other, "a profile name or a list of them");
            case TomlNode.Other other -> wrongType(field, other, "a profile name or a list of them");
            case TomlNode.Table other -> wrongType(field, other, "a profile name or a list of them");
        };
    }

    Optional<Located<String>> text(TomlNode.Table table, String key) {
        TomlNode.Field field = table.fields().get(key);
        if (field == null) {
            return Optional.empty();
        }
        if (!(field.value() instanceof TomlNode.Text text)) {
            wrongType(field, field.value(), "a string");
            return Optional.empty();
        }
        boolean lines = key.equals("description");
        Optional<String> refusal = EntryText.textRefusal(text.value(), lines);
        if (refusal.isPresent()) {
            error(text, key, key + ": " + refusal.get(), null);
            return Optional.empty();
        }
        return Optional.of(new Located<>(text.value(), text.line(), text.column()));
    }

    Optional<Located<Boolean>> flag(TomlNode.Table table, String key) {
        TomlNode.Field field = table.fields().get(key);
        if (field == null) {
            return Optional.empty();
        }
        if (field.value() instanceof TomlNode.Flag flag) {
            return Optional.of(new Located<>(flag.value(), flag.line(), flag.column()));
        }
        String fix = field.value() instanceof TomlNode.Text text
                        && (text.value().equals("true") || text.value().equals("false"))
                ? text.value()
                : null;
        error(
                field.value(),
                key,
                key + " must be true or false, not " + field.value().describe(),
                fix);
        return Optional.empty();
    }

    List<Located<String>> strings(TomlNode.Table table, String key, Function<String, Optional<String>> refusal) {
        TomlNode.Field field = table.fields().get(key);
        if (field == null) {
            return List.of();
        }
        if (field.value() instanceof TomlNode.Items items) {
            return checked(key, items.items(), refusal);
        }
        String fix = field.value() instanceof TomlNode.Text text ? "[" + TomlText.quote(text.value()) + "]" : null;
        error(
                field.value(),
                key,
                key + " must be a list of strings, not " + field.value().describe(),
                fix);
        return List.of();
    }

    Optional<TomlNode.Table> table(TomlNode.Table table, String key) {
        TomlNode.Field field = table.fields().get(key);
        if (field == null) {
            return Optional.empty();
        }
        if (field.value() instanceof TomlNode.Table inner) {
            return Optional.of(inner);
        }
        wrongType(field, field.value(), "a table");
        return Optional.empty();
    }

    /** Reports each key of {@code table} that is not known there; {@code where} is the table's name, empty for the top level. */
    void unknownKeys(TomlNode.Table table, Collection<String> known, String where) {
        for (TomlNode.Field field : table.fields().values()) {
            if (!known.contains(field.key())) {
                unknownKey(field, known, where);
            }
        }
    }

    private void unknownKey(TomlNode.Field field, Collection<String> known, String where) {
        String key = field.key();
        String place = where.isEmpty() ? "" : " in [" + Printable.escape(where) + "]";
        if (PROFILE.contains(key)) {
            String reason =
                    DESCRIPTION.contains(key) || PLATFORMS.contains(key) ? "; it belongs at the top of a profile" : "";
            error(
                    field,
                    Printable.escape(key),
                    "key " + Printable.quoted(key) + " is not allowed" + place + reason,
                    null);
            return;
        }
        Optional<String> nearest = Nearest.suggest(key, known);
        String hint = nearest.map(found -> "; did you mean \"" + found + "\"?").orElse("");
        error(
                field,
                Printable.escape(key),
                "unknown key " + Printable.quoted(key) + place + hint,
                nearest.orElse(null));
    }

    private List<Located<String>> checked(
            String key, List<TomlNode> nodes, Function<String, Optional<String>> refusal) {
        List<Located<String>> found = new ArrayList<>(nodes.size());
        for (TomlNode node : nodes) {
            if (!(node instanceof TomlNode.Text text)) {
                error(node, key, key + " must hold strings only, not " + node.describe(), null);
                continue;
            }
            Optional<String> refused = refusal.apply(text.value());
            if (refused.isPresent()) {
                error(text, key, key + ": " + refused.get(), fixOf(key, text.value()));
            } else {
                found.add(new Located<>(text.value(), text.line(), text.column()));
            }
        }
        return found;
    }

    /** None for what names a port: a fix must not allow, or deny, all the others. */
    private static @Nullable String fixOf(String key, String value) {
        return (key.equals("allow") || key.equals("deny")) && value.indexOf(':') < 0
                ? Nearest.suggest(value, Capabilities.ALL).map(TomlText::quote).orElse(null)
                : null;
    }

    <T> List<T> wrongType(TomlNode.Field field, TomlNode value, String wanted) {
        error(
                value,
                Printable.escape(field.key()),
                Printable.escape(field.key()) + " must be " + wanted + ", not " + value.describe(),
                null);
        return List.of();
    }

    void error(TomlNode at, String key, String message, @Nullable String fix) {
        error(at.line(), at.column(), key, message, fix);
    }

    void error(TomlNode.Field at, String key, String message, @Nullable String fix) {
        error(at.line(), at.column(), key, message, fix);
    }

    void error(int line, int column, String key, String message, @Nullable String fix) {
        problems.add(new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, file, line, column, key, message, fix));
    }

    @SafeVarargs
    private static List<String> concat(List<String>... lists) {
        List<String> all = new ArrayList<>();
        for (List<String> list : lists) {
            all.addAll(list);
        }
        return List.copyOf(all);
    }
}
