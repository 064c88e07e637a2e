package org.bulle.engine.scratch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Takes out of a clone's {@code .git} whatever Git would obey there, before the user's own Git works in it. */
final class ScratchShell {
    /** What a fresh clone of ours does not have, or has in a form that we write anew. */
    private static final List<String> OBEYED = List.of(
            "config",
            "config.worktree",
            "hooks",
            "info/attributes",
            "info/exclude",
            "info/grafts",
            "info/sparse-checkout",
            "objects/info/alternates",
            "objects/info/http-alternates",
            "commondir",
            "gitdir",
            "modules",
            "worktrees",
            "rebase-merge",
            "rebase-apply",
            "sequencer",
            "BISECT_START",
            "BISECT_RUN",
            "MERGE_HEAD",
            "refs/replace",
            "shallow",
            "fsmonitor--daemon",
            "fsmonitor--daemon.ipc");
    /** Our clone's name for the repository that it was made from. */
    private static final String HOME_REMOTE = "bulle-origin";

    private final Git git;
    private final Scratch scratch;

    ScratchShell(Git git, Scratch scratch) {
        this.git = git;
        this.scratch = scratch;
    }

    List<String> prepare(List<String> nested) throws IOException, ScratchException {
        Path dotGit = scratch.directory().resolve(".git");
        if (!Files.isDirectory(dotGit, LinkOption.NOFOLLOW_LINKS)) {
            throw new ScratchException(
                    "no shell was opened: .git is not a folder any more, so another repository would be in use");
        }
        Path aside = Files.createDirectories(scratch.own().resolve("left-by-the-run"));
        for (String name : OBEYED) {
            setAside(dotGit, name, aside);
        }
        Files.writeString(
                dotGit.resolve("config"),
                "[core]\n\trepositoryformatversion = " + version() + "\n\tbare = false\n" + extensions());
        List<String> advice = new ArrayList<>();
        remotes(advice);
        if (!nested.isEmpty()) {
            advice.add("these folders hold repositories of their own, whose settings were not cleaned: "
                    + String.join(", ", nested));
        }
        return advice;
    }

    /** A parent that is a link would lead out of the clone: then the parent is what is moved. */
    private static void setAside(Path dotGit, String name, Path aside) throws IOException {
        Path at = dotGit;
        for (Path part : Path.of(name)) {
            at = at.resolve(part);
            if (Files.isSymbolicLink(at)) {
                break;
            }
        }
        if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            Path to = aside.resolve(dotGit.relativize(at).toString().replace('/', '_') + "-" + System.nanoTime());
            Files.move(at, to);
        }
    }

    private int version() {
        return isSha1() ? 0 : 1;
    }

    private boolean isSha1() {
        return scratch.base().length() == 40;
    }

    private String extensions() {
        return isSha1() ? "" : "[extensions]\n\tobjectFormat = sha256\n";
    }

    private void remotes(List<String> advice) throws IOException, ScratchException {
        ScratchOrigin origin = ScratchOrigin.of(git, scratch.origin());
        for (String[] setting : origin.localSettings()) {
            set(setting[0], setting[1]);
        }
        set("diff.ignoreSubmodules", "all");
        List<String> names = new ArrayList<>();
        for (String line : git.asUser(
                        scratch.origin(),
                        List.of("config", "--local", "--get-regexp", "^remote\\..*\\.(url|pushurl|fetch)$"))
                .text()
                .lines()
                .toList()) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                git.asked(scratch.directory(), "config", "--add", line.substring(0, blank), line.substring(blank + 1));
                names.add(line.substring("remote.".length(), line.lastIndexOf('.', blank)));
            }
        }
        set("remote." + HOME_REMOTE + ".url", scratch.origin().toString());
        set("remote." + HOME_REMOTE + ".fetch", "+refs/heads/*:refs/remotes/" + HOME_REMOTE + "/*");
        String remote = names.contains("origin") ? "origin" : names.isEmpty() ? HOME_REMOTE : names.getFirst();
        advice.add("to push: git push " + remote + " HEAD:refs/heads/" + scratch.name());
    }

    private void set(String name, String value) throws IOException, ScratchException {
        git.asked(scratch.directory(), "config", name, value);
    }
}
