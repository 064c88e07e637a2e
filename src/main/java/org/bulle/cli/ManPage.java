package org.bulle.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page bulle(1) in the man macros of groff_man(7), from the same tables as the help. */
final class ManPage {
    private final StringBuilder out = new StringBuilder();

    private ManPage() {}

    /**
     * @param root the tree of {@link HelpText}
     */
    static String of(CommandLine root, String version) {
        ManPage page = new ManPage();
        page.head(version);
        page.flags();
        page.subcommands(root);
        page.tail();
        return page.out.toString();
    }

    private void head(String version) {
        out.append(".TH BULLE 1 \"\" \"bulle ").append(version).append("\" \"User Commands\"\n");
        section("NAME");
        text("bulle - run a command that can touch only what is granted to it");
        section("SYNOPSIS");
        out.append(
                ".B bulle\n[\\fIprofile\\fR[,\\fIprofile\\fR...] [\\fIdir\\fR]] [\\fIflags\\fR] [\\-\\- \\fIcommand\\fR \\fIargs\\fR...]\n.br\n");
        out.append(".B bulle\n\\fIsubcommand\\fR ...\n");
        section("DESCRIPTION");
        text(
                "Runs a command in a sandbox that the kernel enforces. Everything before the first -- says what is allowed, everything"
                        + " after it is the command, untouched. The first word is a list of profiles, the second the workspace: the working"
                        + " directory, which the command may read and write. Without a command the default_app of the profiles runs. Without a"
                        + " profile, [defaults] profile of config.toml applies, else the profile default.");
        text(".PP", "Nothing is inherited but the environment that the profiles name and the descriptors 0, 1 and 2.");
    }

    private void flags() {
        section("FLAGS");
        text(
                "Flags stand anywhere before the --. A value may follow an equals sign. Where a list is taken, \\, is a comma within an"
                        + " element. Before a path, ? makes it optional and + has it created when it is missing.");
        for (RunFlag.Topic topic : RunFlag.Topic.values()) {
            List<RunFlag> flags = Arrays.stream(RunFlag.values())
                    .filter(flag -> flag.topic() == topic)
                    .toList();
            if (!flags.isEmpty()) {
                out.append(".SS ").append(escape(topic.heading())).append('\n');
                flags.forEach(flag -> term(flag.flag(), flag.label(), flag.summary() + repeats(flag)));
            }
        }
    }

    private static String repeats(RunFlag flag) {
        return switch (flag.use()) {
            case SWITCH, LAST -> "";
            case EACH -> "; may be repeated";
            case LIST -> "; a comma list, may be repeated";
        };
    }

    private void subcommands(CommandLine root) {
        section("SUBCOMMANDS");
        root.getSubcommands().forEach((word, command) -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                command(word, command);
                command.getSubcommands().forEach((second, below) -> command(word + " " + second, below));
            }
        });
    }

    private void command(String words, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        String parameters = spec.positionalParameters().stream()
                .map(parameter -> " " + (parameter.arity().min() == 0 || parameter.defaultValue() != null ? "[" : "")
                        + parameter.paramLabel()
                        + (parameter.arity().min() == 0 || parameter.defaultValue() != null ? "]" : ""))
                .collect(Collectors.joining());
        out.append(".TP\n.B ").append(escape(words + parameters)).append('\n');
        Stream.of(spec.usageMessage().description())
                .forEach(line -> out.append(escape(plain(line))).append(".\n"));
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            for (String line : parameter.description()) {
                out.append(".br\n").append(escape(plain(line))).append('\n');
            }
        }
        spec.options().stream()
                .filter(option -> !option.usageHelp() && option.group() == null)
                .forEach(option -> out.append(".br\n\\fB")
                        .append(escape(option.longestName()))
                        .append("\\fR")
                        .append(option.arity().max() > 0 ? " \\fI" + escape(option.paramLabel()) + "\\fR" : "")
                        .append(": ")
                        .append(escape(plain(String.join(" ", option.description()))))
                        .append('\n'));
    }

    /** Without picocli's escapes. */
    private static String plain(String text) {
        return text.replace("%%", "%").replace("%n", "").replace("$$", "$");
    }

    private void tail() {
        section("EXIT STATUS");
        text("The command's own, and:");
        term("128+N", "", "the command was killed by signal N");
        term("1", "", "failed with no usable status");
        term("2", "", "wrong usage, profile or key; also a limit that --strict-limits insists on");
        term("3", "", "this system has no sandbox");
        term("4", "", "wrong on this machine or in a path entry");
        term("5", "", "the sandbox could not be installed");
        term("124", "", "ended by --timeout");
        term("126", "", "the command was found but may not be executed");
        term("127", "", "the command was not found");
        section("FILES");
        term("~/.config/bulle/config.toml", "", "variables, defaults, and what no profile may allow");
        term("~/.config/bulle/profiles/NAME.toml", "", "profiles; one of a built-in name is merged over that");
        term("~/.local/state/bulle/runs", "", "records of runs");
        section("ENVIRONMENT");
        term("NO_COLOR", "", "when set and not empty, no colours");
        term("BULLE_DEBUG", "", "1 prints where an unexpected error happened");
        section("EXAMPLES");
        example("bulle claude", "runs the default_app of the profile claude in the current directory");
        example("bulle tool,git -- git log", "runs git with the system's programs and its own configuration");
        example("bulle -- ./script", "runs a script that sees itself, its libraries, the workspace and the network");
        example("bulle show node,offline ~/project -- npm test", "prints what that run would be allowed");
        section("SEE ALSO");
        out.append(".BR landlock (7),\n.BR seccomp (2)\n");
    }

    private void example(String command, String what) {
        out.append(".TP\n.B ")
                .append(escape(command))
                .append('\n')
                .append(escape(what))
                .append('\n');
    }

    private void section(String name) {
        out.append(".SH ").append(name).append('\n');
    }

    private void text(String... lines) {
        for (String line : lines) {
            out.append(line.equals(".PP") ? line : escape(line)).append('\n');
        }
    }

    private void term(String name, String label, String what) {
        out.append(".TP\n\\fB").append(escape(name)).append("\\fR");
        if (!label.isEmpty()) {
            out.append(" \\fI").append(escape(label)).append("\\fR");
        }
        out.append('\n').append(escape(what)).append('\n');
    }

    /** Nothing in {@code text} is a request, and each dash is the one that can be searched for and copied. */
    private static String escape(String text) {
        String safe = text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("'", "\\(aq")
                .replace("~", "\\(ti")
                .replace("^", "\\(ha");
        return safe.startsWith(".") ? "\\&" + safe : safe;
    }
}
