package org.bulle.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The words that are no profile when they stand first. */
enum Subcommand {
    SHOW("show", "print the policy of a run, or what there is to select from"),
    PROFILES("profiles", "list, check, install and extend profiles"),
    SCRATCH("scratch", "run in a disposable clone, and look at, take over or remove what such runs left"),
    RESOLVERS("resolvers", "print every resolver and what it reports here"),
    RUNS("runs", "list, show and repeat recorded runs"),
    DETECT("detect", "say what the project in a directory is, and how it is built and tested"),
    DESKTOP("desktop", "open the desktop app"),
    COMPLETION("completion", "print the completion script for a shell"),
    HELP("help", "print help on a subcommand"),
    VERSION("version", "print the version and what this system can enforce"),
    COMPLETE("__complete", "");

    private final String word;
    private final String summary;

    Subcommand(String word, String summary) {
        this.word = word;
        this.summary = summary;
    }

    String word() {
        return word;
    }

    String summary() {
        return summary;
    }

    /** True for what only scripts type. */
    boolean isHidden() {
        return summary.isEmpty();
    }

    static Optional<Subcommand> of(String word) {
        for (Subcommand subcommand : values()) {
            if (subcommand.word.equals(word)) {
                return Optional.of(subcommand);
            }
        }
        return Optional.empty();
    }

    static List<String> words() {
        return Arrays.stream(values())
                .filter(subcommand -> !subcommand.isHidden())
                .map(Subcommand::word)
                .toList();
    }
}
