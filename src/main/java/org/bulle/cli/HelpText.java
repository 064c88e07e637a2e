package org.bulle.cli;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The tree of commands as picocli knows it, with the run's flags generated from {@link RunFlag}. */
final class HelpText {
    static final String SYNOPSIS = "bulle [<profile>[,<profile>...] [dir]] [flags] [-- command args...]";
    private static final int WIDTH = 100;

    private HelpText() {}

    static CommandLine commandLine(Session session) {
        CommandSpec root = CommandSpec.create().name("bulle");
        root.usageMessage()
                .customSynopsis(SYNOPSIS)
                .description(
                        "%nRuns a command that can touch only what the profiles and flags grant. Everything before the first -- says what"
                                + " is allowed, everything after it is the command. Without a command the default_app of the profiles runs.%n")
                .commandListHeading("%nSubcommands:%n")
                .footer(
                        "%nExit codes: the command's own; 128+N after signal N; 124 timeout; 126 not allowed to execute; 127 not found;"
                                + " 1 failed; 2 wrong usage or profile; 3 no sandbox here; 4 wrong on this machine; 5 the sandbox could not be"
                                + " installed.",
                        "", "bulle help WORD tells more about a subcommand.");
        addFlags(root, false);
        CommandLine line = new CommandLine(root);
        for (Subcommand subcommand : Subcommand.values()) {
            CommandLine child = child(subcommand, session);
            child.getCommandSpec()
                    .usageMessage()
                    .description(subcommand.summary())
                    .hidden(subcommand.isHidden());
            line.addSubcommand(subcommand.word(), child);
        }
        line.setUsageHelpWidth(WIDTH);
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        line.setExpandAtFiles(false);
        line.setPosixClusteredShortOptionsAllowed(false);
        return line;
    }

    private static CommandLine child(Subcommand subcommand, Session session) {
        return switch (subcommand) {
            case SHOW -> show(session);
            case SCRATCH -> scratch(session);
            case PROFILES -> new CommandLine(new ProfilesCommand(session));
            case RESOLVERS -> new CommandLine(new ResolversCommand(session));
            case RUNS -> new CommandLine(new RunsCommand(session));
            case DETECT -> new CommandLine(new DetectCommand(session));
            case DESKTOP -> desktop();
            case COMPLETION -> new CommandLine(new CompletionCommand(session));
            case HELP, COMPLETE -> new CommandLine(CommandSpec.create());
            case VERSION -> new CommandLine(new VersionCommand(session));
        };
    }

    private static CommandLine desktop() {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().customSynopsis("bulle desktop [--config DIR] [FILE...]");
        spec.usageMessage()
                .footer(
                        "%nFILE: a profile, or a folder of them, to be reviewed and then installed. The window needs a display.");
        spec.addOption(OptionSpec.builder("--config")
                .type(String.class)
                .paramLabel("DIR")
                .description("take profiles and config.toml from DIR instead of your configuration")
                .build());
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("print this help")
                .build());
        return new CommandLine(spec);
    }

    private static CommandLine show(Session session) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().customSynopsis("bulle show [policy] " + SYNOPSIS.substring("bulle ".length()));
        addFlags(spec, true);
        CommandLine show = new CommandLine(spec);
        show.addSubcommand("profiles", new CommandLine(new ShowProfilesCommand(session)));
        show.addSubcommand("config", new CommandLine(new ShowConfigCommand(session)));
        show.addSubcommand("resolvers", new CommandLine(new ResolversCommand(session)));
        return show;
    }

    private static CommandLine scratch(Session session) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage()
                .customSynopsis(
                        "bulle scratch " + SYNOPSIS.substring("bulle ".length()),
                        "bulle scratch list|diff|pull|shell|wipe [SCRATCH]");
        addFlags(spec, false);
        CommandLine scratch = new CommandLine(spec);
        for (ScratchCommand.Verb verb : ScratchCommand.Verb.values()) {
            scratch.addSubcommand(verb.word(), new CommandLine(ScratchCommand.of(verb, session)));
        }
        return scratch;
    }

    /** One group of options for each topic. */
    static void addFlags(CommandSpec spec, boolean inspecting) {
        int order = 0;
        for (RunFlag.Topic topic : RunFlag.Topic.values()) {
            List<RunFlag> flags = Arrays.stream(RunFlag.values())
                    .filter(flag -> flag.topic() == topic && (inspecting || !flag.onlyInspects()))
                    .toList();
            if (!flags.isEmpty()) {
                ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                        .heading("%n" + topic.heading() + ":%n")
                        .validate(false)
                        .order(order++);
                for (RunFlag flag : flags) {
                    group.addArg(option(flag, order++));
                }
                spec.addArgGroup(group.build());
            }
        }
        spec.usageMessage().sortOptions(false);
    }

    private static OptionSpec option(RunFlag flag, int order) {
        OptionSpec.Builder option = OptionSpec.builder(flag.flag())
                .description(flag.summary().replace("%", "%%"))
                .order(order);
        return flag.takesValue()
                ? option.type(String[].class)
                        .arity("1")
                        .paramLabel(flag.label())
                        .build()
                : option.type(boolean.class).arity("0").build();
    }
}
