package org.bulle.engine.resolve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.merge.MergedProfile.Sourced;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Command;
import org.bulle.engine.profile.Printable;

/** Finds the command, and what {@code add_exec} grants for it. */
final class CommandResolver {
    private static final int DEEPEST_INTERPRETER = 5;

    private final Ground ground;
    private final List<Draft> drafts = new ArrayList<>();
    private final Map<String, String> shims = new LinkedHashMap<>();
    private final Set<String> seen = new HashSet<>();
    private Optional<PathWalk> program = Optional.empty();

    CommandResolver(Ground ground) {
        this.ground = ground;
    }

    /** The command as given, or else the profiles' default_app. */
    CommandLookup look(List<String> given, Optional<Sourced<String>> defaultApp, boolean addExec) {
        List<String> arguments = given.isEmpty() ? defaultApp.map(this::words).orElse(List.of()) : given;
        if (arguments.isEmpty()) {
            return new CommandLookup.None();
        }
        String name = arguments.getFirst();
        if (ground.files().elsewhere().isPresent()) {
            return new CommandLookup.Found(new Command(name, arguments));
        }
        return switch (find(name)) {
            case ExecutableSearch.Hit.Nothing nothing -> new CommandLookup.NotFound(name);
            case ExecutableSearch.Hit.Unusable unusable ->
                new CommandLookup.NotExecutable(name, unusable.path(), unusable.why());
            case ExecutableSearch.Hit.Program hit -> {
                program = Optional.of(hit.walk());
                if (addExec) {
                    grant(hit.walk(), EntrySyntax.escape(hit.path()), "command", 0);
                }
                yield new CommandLookup.Found(new Command(hit.path(), arguments));
            }
        };
    }

    private List<String> words(Sourced<String> defaultApp) {
        Optional<List<String>> words = ShellWords.split(defaultApp.value());
        if (words.isEmpty() || words.get().isEmpty()) {
            ProblemLog.At at = defaultApp.origins().isEmpty()
                    ? ProblemLog.At.NOWHERE
                    : ProblemLog.At.of(defaultApp.origins().getLast());
            ground.problems()
                    .text(
                            at,
                            Printable.quoted(defaultApp.value())
                                    + (words.isEmpty()
                                            ? " has a quote or backslash without its end"
                                            : " is no command"));
            return List.of();
        }
        return words.get();
    }

    /** A name with a slash is a path, from the workspace, because that is where the command starts. */
    private ExecutableSearch.Hit find(String name) {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            return new ExecutableSearch.Hit.Nothing();
        }
        if (name.indexOf('/') < 0) {
            return ground.programs().find(name);
        }
        return ground.programs().at(Paths.tidy(name.startsWith("/") ? name : ground.workspace() + "/" + name));
    }

    /** The file, its links, and every interpreter that the kernel or env goes through to run it. */
    private void grant(PathWalk walk, String text, String what, int depth) {
        if (!seen.add(walk.path()) || depth > DEEPEST_INTERPRETER) {
            return;
        }
        drafts.add(
                Draft.of(Draft.Written.byRun(text, AccessList.ROX, what), false, List.of(Draft.Target.existing(walk))));
        Optional<Shebang> shebang = shebang(walk.path(), depth == 0);
        if (shebang.isEmpty()) {
            return;
        }
        grantIfProgram(ground.programs().at(shebang.get().interpreter()), depth);
        if (shebang.get().looksUp().isPresent()) {
            String name = shebang.get().looksUp().get();
            ExecutableSearch.Hit hit = ground.programs().find(name);
            if (hit instanceof ExecutableSearch.Hit.Program found) {
                shims.putIfAbsent(name, found.path());
            }
            grantIfProgram(hit, depth);
        }
    }

    /** A script may name any file as its interpreter; only a program becomes one. */
    private void grantIfProgram(ExecutableSearch.Hit hit, int depth) {
        if (hit instanceof ExecutableSearch.Hit.Program found) {
            grant(found.walk(), EntrySyntax.escape(found.path()), "interpreter", depth + 1);
        }
    }

    private Optional<Shebang> shebang(String path, boolean command) {
        try {
            byte[] head = ground.files().head(path, Shebang.LONGEST);
            return command ? Shebang.ofCommand(head) : Shebang.of(head);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What add_exec grants. */
    List<Draft> drafts() {
        return drafts;
    }

    /** Interpreters that env will look up by name. */
    Map<String, String> shims() {
        return shims;
    }

    Optional<PathWalk> program() {
        return program;
    }
}
