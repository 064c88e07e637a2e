package org.bulle.engine.detect;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bulle.engine.policy.AccessList;

/** Python, with the project's own interpreter when it has one. */
final class PythonLanguage implements Language {
    /** A TOML table header: {@code [tool.poetry]} or one below it. */
    private static final Pattern POETRY = Pattern.compile(
            "^[ \\t]*\\[[ \\t]*[\"']?tool[\"']?[ \\t]*\\.[ \\t]*[\"']?poetry[\"']?[ \\t]*[].]", Pattern.MULTILINE);

    @Override
    public String label() {
        return "Python";
    }

    @Override
    public List<String> markers() {
        return List.of(
                "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "pytest.ini", "tox.ini", "Pipfile");
    }

    @Override
    public DetectedProject project(Surroundings surroundings) {
        String python = interpreter(surroundings);
        String home = surroundings.home();
        return new DetectedProject(
                "python",
                label(),
                List.of("python"),
                Optional.of(python + " -m pytest -q"),
                Optional.empty(),
                notes(python, installer(surroundings, python)),
                new DetectedAccess(
                        List.of(
                                Surroundings.programs(home + "/.local/share/uv"),
                                Surroundings.cache(surroundings.cache() + "/pip"),
                                // uv follows the XDG layout on macOS as well.
                                Surroundings.cache(surroundings.directory("XDG_CACHE_HOME", home + "/.cache") + "/uv"),
                                // Poetry keeps its virtual environments here.
                                Surroundings.programs(surroundings.cache() + "/pypoetry")),
                        List.of(environment(surroundings, ".venv"), environment(surroundings, "venv")),
                        List.of("VIRTUAL_ENV")));
    }

    private static DetectedPath environment(Surroundings surroundings, String name) {
        DetectedPath program = surroundings.program(name);
        return new DetectedPath(AccessList.RWX, program.path(), false);
    }

    private static String interpreter(Surroundings surroundings) {
        if (surroundings.has(".venv/bin/python")) {
            return ".venv/bin/python";
        }
        if (surroundings.has("venv/bin/python")) {
            return "venv/bin/python";
        }
        if (surroundings.has("uv.lock")) {
            return "uv run --offline python";
        }
        return isPoetry(surroundings) ? "poetry run python" : "python3";
    }

    private static boolean isPoetry(Surroundings surroundings) {
        return surroundings
                .text("pyproject.toml")
                .filter(text -> POETRY.matcher(text).find())
                .isPresent();
    }

    private static String installer(Surroundings surroundings, String python) {
        if (surroundings.has("uv.lock")) {
            return "uv sync";
        }
        if (isPoetry(surroundings)) {
            return "poetry install";
        }
        return python + " -m pip install " + (surroundings.has("requirements.txt") ? "-r requirements.txt" : "NAME");
    }

    private static List<String> notes(String python, String installer) {
        return List.of(
                "One test: `" + python + " -m pytest -q path/to/test_file.py::test_name`.",
                "The sandbox has no network. When a package is missing, ask the user to install it once: `bulle python-install --detect -- "
                        + installer + "`.");
    }
}
