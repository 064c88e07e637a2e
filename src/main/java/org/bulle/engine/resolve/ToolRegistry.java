package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.Printable;

/** The tool resolvers that there are. The set is ours: a profile chooses from it and can never bring a command. */
final class ToolRegistry {
    /** By entry, {@code tool:aspect}. */
    static final SortedMap<String, ToolAspect> ROWS = rows();

    private ToolRegistry() {}

    /** Why {@code tool:aspect} is not in the registry, with what is; empty when it is there. */
    static Optional<String> unknown(String tool, String aspect) {
        if (ROWS.containsKey(tool + ":" + aspect)) {
            return Optional.empty();
        }
        TreeSet<String> tools = new TreeSet<>();
        TreeSet<String> aspects = new TreeSet<>();
        for (ToolAspect row : ROWS.values()) {
            tools.add(row.tool());
            if (row.tool().equals(tool)) {
                aspects.add(row.aspect());
            }
        }
        if (!aspects.isEmpty()) {
            return Optional.of("names an unknown aspect of " + tool + Nearest.hint(aspect, aspects) + " (known: "
                    + String.join(", ", aspects) + ")");
        }
        tools.add("which");
        tools.add("pkg");
        return Optional.of("names the unknown resolver " + Printable.quoted(tool) + Nearest.hint(tool, tools)
                + " (known: " + String.join(", ", tools) + "); a path of this shape is written ./"
                + Printable.escape(tool + ":" + aspect));
    }

    private static SortedMap<String, ToolAspect> rows() {
        SortedMap<String, ToolAspect> rows = new TreeMap<>();
        asked(rows, "r", "home", "R's home directory", Queries.R, lines -> tagged(lines, "home"));
        asked(
                rows,
                "r",
                "prefix",
                "the root of R's installation",
                Queries.R,
                lines -> tagged(lines, "home").stream()
                        .map(ToolRegistry::prefixOfR)
                        .toList());
        asked(rows, "r", "libs", "R's package libraries", Queries.R, lines -> tagged(lines, "lib"));
        asked(rows, "r", "libs-user", "the user's own R package library", Queries.R, lines -> tagged(lines, "user"));
        asked(rows, "uv", "cache", "uv's cache", Queries.UV_CACHE, lines -> lines);
        asked(rows, "uv", "tools", "the tools that uv installed", Queries.UV_TOOLS, lines -> lines);
        asked(rows, "uv", "python", "the Pythons that uv installed", Queries.UV_PYTHON, lines -> lines);
        asked(rows, "tex", "dist", "the TeX distribution's tree", Queries.tex("TEXMFDIST"), lines -> lines);
        asked(rows, "tex", "sysvar", "TeX's generated files of the system", Queries.tex("TEXMFSYSVAR"), lines -> lines);
        asked(rows, "tex", "var", "TeX's generated files of the user", Queries.tex("TEXMFVAR"), lines -> lines);
        asked(rows, "tex", "config", "TeX's configuration of the user", Queries.tex("TEXMFCONFIG"), lines -> lines);
        asked(rows, "tex", "home", "the user's own TeX tree", Queries.tex("TEXMFHOME"), lines -> lines);
        asked(rows, "quarto", "paths", "Quarto's directories", Queries.QUARTO, lines -> lines);
        asked(rows, "go", "root", "the Go toolchain", Queries.GO, lines -> line(lines, 0));
        asked(rows, "go", "path", "Go's workspace", Queries.GO, lines -> line(lines, 1));
        asked(rows, "go", "modcache", "Go's module cache", Queries.GO, lines -> line(lines, 2));
        asked(rows, "npm", "cache", "npm's cache", Queries.NPM, lines -> lines);
        asked(rows, "python", "prefix", "Python's installation", Queries.PYTHON, lines -> lines);
        asked(rows, "pip", "cache", "pip's cache", Queries.PIP, lines -> lines);
        asked(rows, "xcode", "developer", "the selected Xcode developer directory", Queries.XCODE, lines -> lines);
        asked(rows, "xcode", "app", "the Xcode application", Queries.XCODE, ToolRegistry::enclosingApp);
        looked(
                rows,
                "java",
                "home",
                "the home of the java on PATH, and where its configuration really lies",
                ToolLayouts::javaHome);
        looked(
                rows,
                "maven",
                "home",
                "the home of the mvn on PATH, and where its parts really lie",
                ToolLayouts::mavenHome);
        looked(rows, "maven", "repository", "Maven's local repository", ToolLayouts::mavenRepository);
        looked(rows, "gradle", "home", "the installation of the gradle on PATH", ToolLayouts::gradleHome);
        looked(rows, "gradle", "user-home", "Gradle's user home", ToolLayouts::gradleUserHome);
        looked(rows, "cargo", "home", "Cargo's home", ToolLayouts::cargoHome);
        looked(
                rows,
                "homebrew",
                "prefix",
                "Homebrew's kegs, and what lies beside them in its prefix to reach them",
                ToolLayouts::homebrewPrefix);
        looked(rows, "rustup", "home", "rustup's home", ToolLayouts::rustupHome);
        looked(
                rows,
                "pyenv",
                "version",
                "the Python versions that pyenv chooses in the workspace",
                ToolLayouts::pyenvVersions);
        return Collections.unmodifiableSortedMap(rows);
    }

    private static void asked(
            Map<String, ToolAspect> rows,
            String tool,
            String aspect,
            String description,
            ToolQuery query,
            Function<List<String>, List<String>> pick) {
        rows.put(
                tool + ":" + aspect,
                new ToolAspect(tool, aspect, description, new ToolAspect.Source.Asked(query, pick)));
    }

    private static void looked(
            Map<String, ToolAspect> rows, String tool, String aspect, String description, ToolAspect.Looking look) {
        rows.put(tool + ":" + aspect, new ToolAspect(tool, aspect, description, new ToolAspect.Source.Looked(look)));
    }

    /** The questions. Each leaves out the user's own start-up and configuration files where the tool can. */
    private static final class Queries {
        static final ToolQuery R = new ToolQuery(
                "Rscript",
                List.of(
                        "--no-environ",
                        "--no-site-file",
                        "--no-init-file",
                        "-e",
                        "cat(paste0('home=', R.home()), paste0('lib=', .libPaths()), paste0('user=', path.expand(Sys.getenv('R_LIBS_USER'))), sep='\\n')"),
                Map.of(),
                List.of("R_HOME", "R_LIBS", "R_LIBS_USER", "R_LIBS_SITE"),
                true);
        static final ToolQuery UV_CACHE = uv("cache", "dir");
        static final ToolQuery UV_TOOLS = uv("tool", "dir");
        static final ToolQuery UV_PYTHON = uv("python", "dir");
        static final ToolQuery QUARTO = new ToolQuery("quarto", List.of("--paths"), Map.of(), List.of());
        static final ToolQuery GO = new ToolQuery(
                "go",
                List.of("env", "GOROOT", "GOPATH", "GOMODCACHE"),
                Map.of("GOENV", "off", "GOTOOLCHAIN", "local", "GOFLAGS", "", "GOTELEMETRY", "off"),
                List.of("GOROOT", "GOPATH", "GOMODCACHE"));
        static final ToolQuery NPM = new ToolQuery(
                "npm",
                List.of("config", "get", "cache"),
                Map.of(
                        "npm_config_userconfig", "/dev/null",
                        "npm_config_logs_max", "0",
                        "npm_config_update_notifier", "false",
                        "npm_config_loglevel", "error"),
                List.of("npm_config_cache", "NPM_CONFIG_CACHE"));
        static final ToolQuery PYTHON = new ToolQuery(
                "python3",
                List.of(
                        "-I",
                        "-B",
                        "-c",
                        "import sys; print(*sorted({sys.prefix, sys.base_prefix, sys.exec_prefix}), sep='\\n')"),
                Map.of(),
                List.of("PYENV_ROOT"));
        static final ToolQuery PIP = new ToolQuery(
                "pip",
                List.of("cache", "dir"),
                Map.of(
                        "PIP_CONFIG_FILE",
                        "/dev/null",
                        "PYTHONNOUSERSITE",
                        "1",
                        "PYTHONDONTWRITEBYTECODE",
                        "1",
                        "PIP_DISABLE_PIP_VERSION_CHECK",
                        "1"),
                List.of("PIP_CACHE_DIR", "XDG_CACHE_HOME", "PYENV_ROOT"));
        static final ToolQuery XCODE = new ToolQuery("xcode-select", List.of("-p"), Map.of(), List.of("DEVELOPER_DIR"));

        private static ToolQuery uv(String... arguments) {
            return new ToolQuery(
                    "uv",
                    List.of(arguments),
                    Map.of("UV_NO_CONFIG", "1"),
                    List.of("UV_CACHE_DIR", "UV_TOOL_DIR", "UV_PYTHON_INSTALL_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME"));
        }

        static ToolQuery tex(String variable) {
            return new ToolQuery("kpsewhich", List.of("-var-value", variable), Map.of(), List.of(variable));
        }
    }

    private static List<String> tagged(List<String> lines, String tag) {
        return lines.stream()
                .filter(line -> line.startsWith(tag + "="))
                .map(line -> line.substring(tag.length() + 1))
                .toList();
    }

    /** One line of several; a list of paths in it becomes several. */
    private static List<String> line(List<String> lines, int index) {
        return index < lines.size() ? List.of(lines.get(index).split(":")) : List.of();
    }

    private static String prefixOfR(String home) {
        for (String end : List.of("/lib/R", "/lib64/R")) {
            if (home.endsWith(end) && home.length() > end.length()) {
                return home.substring(0, home.length() - end.length());
            }
        }
        return home;
    }

    private static List<String> enclosingApp(List<String> lines) {
        List<String> out = new ArrayList<>();
        for (String line : lines) {
            for (String path = line; path.length() > 1; path = Paths.parent(path)) {
                if (path.endsWith(".app")) {
                    out.add(path);
                }
            }
        }
        return out;
    }
}
