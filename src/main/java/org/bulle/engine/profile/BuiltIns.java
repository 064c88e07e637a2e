package org.bulle.engine.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The TOML texts of the profiles that come with the product. They are read one by one, when they are asked for. */
public final class BuiltIns {
    /** The files of {@code profiles/}, packed beside the classes. A jar cannot be listed cheaply, so they are named here; a test compares. */
    private static final List<String> PACKED = List.of(
            "claude",
            "codex",
            "coreutils",
            "default",
            "docker",
            "floor",
            "gemini",
            "git",
            "go",
            "go-install",
            "gradle",
            "gradle-install",
            "gui",
            "java",
            "keychain",
            "latex",
            "macos-certs",
            "macos-devtools",
            "macos-dns",
            "maven",
            "maven-install",
            "network",
            "node",
            "node-install",
            "offline",
            "opencode",
            "pandoc",
            "pi",
            "proc",
            "python",
            "python-install",
            "quarto",
            "r",
            "r-install",
            "rust",
            "rust-install",
            "ssh-agent",
            "terminal",
            "tool",
            "user-bin",
            "uv",
            "uv-install");

    private final SortedSet<String> names;
    private final Function<String, String> texts;

    private BuiltIns(SortedSet<String> names, Function<String, String> texts) {
        this.names = names;
        this.texts = texts;
    }

    /** Those of this product. */
    public static BuiltIns packed() {
        return new BuiltIns(new TreeSet<>(PACKED), BuiltIns::read);
    }

    /** A closed set of texts by name. */
    public static BuiltIns of(Map<String, String> texts) {
        Map<String, String> copy = new TreeMap<>(texts);
        return new BuiltIns(new TreeSet<>(copy.keySet()), name -> copy.getOrDefault(name, ""));
    }

    public SortedSet<String> names() {
        return new TreeSet<>(names);
    }

    public boolean contains(String name) {
        return names.contains(name);
    }

    /** The text of one; empty when there is none of that name. */
    public Optional<String> text(String name) {
        return names.contains(name) ? Optional.of(texts.apply(name)) : Optional.empty();
    }

    /** What problems and origins call the file. */
    public static String file(String name) {
        return "built-in:" + name + ".toml";
    }

    private static String read(String name) {
        try (InputStream in = BuiltIns.class.getResourceAsStream("/org/bulle/profiles/" + name + ".toml")) {
            if (in == null) {
                throw new IllegalStateException("the built-in profile " + name + " is missing from this installation");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
