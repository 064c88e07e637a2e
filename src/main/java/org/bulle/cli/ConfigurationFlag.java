package org.bulle.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a subcommand that acts and prints no data. */
final class ConfigurationFlag {
    @Option(
            names = "--config",
            paramLabel = "DIR",
            description = "take profiles and config.toml from DIR instead of your configuration")
    private @Nullable String config;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    private boolean help;

    Optional<String> config() {
        return Optional.ofNullable(config);
    }
}
