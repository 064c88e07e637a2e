package org.bulle.engine.profile;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where installed profiles came from: the file {@code installed.toml} of the configuration root. */
public record InstalledProfiles(SortedMap<String, Origin> byName) {
    public static final InstalledProfiles NONE = new InstalledProfiles(Collections.emptySortedMap());

    private static final String HEAD = "# Where installed profiles came from; written by bulle profiles install.\n";

    public InstalledProfiles {
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    /**
     * @param source as given, see {@link InstallSource#parse}
     * @param file what the file was called there
     * @param commit of the repository, where it is known
     * @param installed the moment, ISO 8601
     * @param digest SHA-256 of the text as installed, in hexadecimal
     */
    public record Origin(String source, String file, Optional<String> commit, String installed, String digest) {}

    /** What cannot be read is left out: it is only known no more where those came from. */
    static InstalledProfiles parse(String text) {
        SortedMap<String, Origin> found = new TreeMap<>();
        TomlReader.read("installed.toml", text).root().fields().forEach((name, field) -> {
            if (field.value() instanceof TomlNode.Table table
                    && ProfileNames.refusal(name).isEmpty()) {
                String commit = text(table, "commit");
                found.put(
                        name,
                        new Origin(
                                text(table, "source"),
                                text(table, "file"),
                                commit.isEmpty() ? Optional.empty() : Optional.of(commit),
                                text(table, "installed"),
                                text(table, "digest")));
            }
        });
        return new InstalledProfiles(found);
    }

    InstalledProfiles with(String name, Origin origin) {
        SortedMap<String, Origin> all = new TreeMap<>(byName);
        all.put(name, origin);
        return new InstalledProfiles(all);
    }

    String toToml() {
        StringBuilder out = new StringBuilder(HEAD);
        byName.forEach((name, origin) -> {
            out.append("\n[")
                    .append(name.indexOf('.') < 0 ? name : TomlText.quoteBasic(name))
                    .append("]\n");
            line(out, "source", origin.source());
            line(out, "file", origin.file());
            origin.commit().ifPresent(commit -> line(out, "commit", commit));
            line(out, "installed", origin.installed());
            line(out, "digest", origin.digest());
        });
        return out.toString();
    }

    static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static String text(TomlNode.Table table, String key) {
        TomlNode.Field field = table.fields().get(key);
        return field != null && field.value() instanceof TomlNode.Text value ? value.value() : "";
    }

    private static void line(StringBuilder out, String key, String value) {
        out.append(key).append(" = ").append(TomlText.quoteBasic(value)).append('\n');
    }
}
