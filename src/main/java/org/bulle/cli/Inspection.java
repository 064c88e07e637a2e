package org.bulle.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every inspecting subcommand has, also behind the words below it. */
final class Inspection {
    @Option(
            names = "--config",
            scope = ScopeType.INHERIT,
            paramLabel = "DIR",
            description = "take profiles and config.toml from DIR instead of your configuration")
    private @Nullable String config;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "print JSON")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "print this help")
    private boolean help;

    Optional<String> config() {
        return Optional.ofNullable(config);
    }

    boolean json() {
        return json;
    }
}
