package org.bulle.cli;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;

/**
 * Every flag that may stand before the {@code --} of a run, once: parser, help, completion and manual read this table and nothing else.
 */
enum RunFlag {
    CONFIG(
            "--config",
            "DIR",
            Use.LAST,
            Topic.SELECTION,
            Offer.DIRECTORIES,
            "take profiles and config.toml from DIR instead of your configuration"),
    NO_DEFAULTS("--no-defaults", "", Use.SWITCH, Topic.SELECTION, Offer.NOTHING, "ignore [defaults] of config.toml"),
    DETECT(
            "--detect",
            "",
            Use.SWITCH,
            Topic.SELECTION,
            Offer.NOTHING,
            "add what the project in the workspace needs to be built and tested"),
    VAR(
            "--var",
            "NAME=VALUE",
            Use.EACH,
            Topic.SELECTION,
            Offer.NOTHING,
            "set a path variable; beats [vars] of config.toml"),
    NO_CACHE("--no-cache", "", Use.SWITCH, Topic.SELECTION, Offer.NOTHING, "look everything up anew"),

    RO("--ro", "PATH", Use.LIST, Topic.GRANTS, Offer.PATHS, "allow reading PATH"),
    ROX("--rox", "PATH", Use.LIST, Topic.GRANTS, Offer.PATHS, "allow reading and executing PATH"),
    RW("--rw", "PATH", Use.LIST, Topic.GRANTS, Offer.PATHS, "allow reading and writing PATH"),
    RWX("--rwx", "PATH", Use.LIST, Topic.GRANTS, Offer.PATHS, "allow reading, writing and executing PATH"),
    NO_WORKSPACE(
            "--no-workspace", "", Use.SWITCH, Topic.GRANTS, Offer.NOTHING, "run in the workspace without granting it"),
    ALLOW(
            "--allow",
            "CAPABILITY",
            Use.LIST,
            Topic.GRANTS,
            Offer.CAPABILITIES,
            "allow network, or only loopback, or only loopback:PORT or loopback:FIRST-LAST"),
    DENY("--deny", "CAPABILITY", Use.LIST, Topic.GRANTS, Offer.CAPABILITIES, "deny network or loopback"),

    ENV(
            "--env",
            "NAME[=VALUE]",
            Use.EACH,
            Topic.ENVIRONMENT,
            Offer.VARIABLES,
            "pass a variable (NAME or 'GLOB_*') or set it (NAME=VALUE)"),
    ENV_FILE("--env-file", "FILE", Use.LAST, Topic.ENVIRONMENT, Offer.FILES, "set the NAME=VALUE lines of FILE"),
    ENV_ALL_EXCEPT(
            "--env-all-except",
            "NAME",
            Use.LIST,
            Topic.ENVIRONMENT,
            Offer.VARIABLES,
            "pass your whole environment but for these variables"),

    TIMEOUT(
            "--timeout",
            "DURATION",
            Use.LAST,
            Topic.LIMITS,
            Offer.NOTHING,
            "end the run after DURATION (90s, 2h30m); 0 for never"),
    MEMORY("--memory", "SIZE", Use.LAST, Topic.LIMITS, Offer.NOTHING, "memory of the whole run (512M, 1.5G)"),
    CPU(
            "--cpu",
            "N%",
            Use.LAST,
            Topic.LIMITS,
            Offer.NOTHING,
            "processor time of the whole run; 200% is two processors"),
    NPROC("--nproc", "N", Use.LAST, Topic.LIMITS, Offer.NOTHING, "processes and threads of the whole run"),
    NOFILE("--nofile", "N", Use.LAST, Topic.LIMITS, Offer.NOTHING, "open files of each process"),
    FSIZE("--fsize", "SIZE", Use.LAST, Topic.LIMITS, Offer.NOTHING, "size of each file that is written"),
    CPU_TIME(
            "--cpu-time",
            "DURATION",
            Use.LAST,
            Topic.LIMITS,
            Offer.NOTHING,
            "processor time of each process, in whole seconds"),
    STRICT_LIMITS(
            "--strict-limits",
            "",
            Use.SWITCH,
            Topic.LIMITS,
            Offer.NOTHING,
            "refuse the run when a limit cannot be enforced"),
    KEEP_CHILDREN(
            "--keep-children",
            "",
            Use.SWITCH,
            Topic.LIMITS,
            Offer.NOTHING,
            "do not end what the command leaves running"),

    SCRATCH(
            "--scratch",
            "",
            Use.SWITCH,
            Topic.SCRATCH,
            Offer.NOTHING,
            "run in a disposable clone of the workspace's Git repository; relative paths in flags are in the clone"),
    SCRATCH_KEEP(
            "--scratch-keep",
            "",
            Use.SWITCH,
            Topic.SCRATCH,
            Offer.NOTHING,
            "the same, and keep the clone without asking when something changed in it"),

    DENIALS(
            "--denials",
            "HOW",
            Use.LAST,
            Topic.REPORT,
            Offer.DENIALS,
            "how denials are found: observe, audit, auto or off"),
    REPORT(
            "--report",
            "",
            Use.SWITCH,
            Topic.REPORT,
            Offer.NOTHING,
            "print what was denied also when the command succeeds"),

    PLATFORM(
            "--platform",
            "SYSTEM",
            Use.LAST,
            Topic.INSPECTION,
            Offer.PLATFORMS,
            "show the policy as linux or macos would see it"),
    SBPL(
            "--sbpl",
            "",
            Use.SWITCH,
            Topic.INSPECTION,
            Offer.NOTHING,
            "print the rules for macOS's Seatbelt; with --platform macos anywhere"),
    WHY(
            "--why",
            "PATH",
            Use.LAST,
            Topic.INSPECTION,
            Offer.PATHS,
            "explain what is granted on PATH and why, and ask the kernel"),
    JSON("--json", "", Use.SWITCH, Topic.INSPECTION, Offer.NOTHING, "print JSON");

    /** How often a flag may be given, and what its value is. */
    enum Use {
        /** No value. */
        SWITCH,
        /** One value; the last one given counts, so that an alias can be overridden. */
        LAST,
        /** Any number of times, each value as it is. */
        EACH,
        /** Any number of times, each value a list separated by commas. */
        LIST
    }

    /** Under which heading help and manual print a flag. */
    enum Topic {
        SELECTION("Profiles and configuration"),
        GRANTS("Grants on top of the profiles"),
        ENVIRONMENT("Environment"),
        LIMITS("Limits and processes"),
        SCRATCH("Scratch"),
        REPORT("Report of denials"),
        INSPECTION("Only with show");

        private final String heading;

        Topic(String heading) {
            this.heading = heading;
        }

        String heading() {
            return heading;
        }
    }

    /** What completion offers for the value. */
    enum Offer {
        NOTHING,
        FILES,
        DIRECTORIES,
        PATHS,
        VARIABLES,
        CAPABILITIES("network", "loopback"),
        PLATFORMS("linux", "macos"),
        DENIALS("auto", "observe", "audit", "off");

        private final List<String> words;

        Offer(String... words) {
            this.words = List.of(words);
        }

        /** The only values there are; empty when any text will do. */
        List<String> words() {
            return words;
        }
    }

    private final String name;
    private final String label;
    private final Use use;
    private final Topic topic;
    private final Offer offer;
    private final String summary;

    RunFlag(String name, String label, Use use, Topic topic, Offer offer, String summary) {
        this.name = name;
        this.label = label;
        this.use = use;
        this.topic = topic;
        this.offer = offer;
        this.summary = summary;
    }

    /** With its dashes. */
    String flag() {
        return name;
    }

    /** What help calls the value; empty for a switch. */
    String label() {
        return label;
    }

    Use use() {
        return use;
    }

    Topic topic() {
        return topic;
    }

    Offer offer() {
        return offer;
    }

    String summary() {
        return summary;
    }

    boolean takesValue() {
        return use != Use.SWITCH;
    }

    /** True for those that {@code show} takes and a run does not. */
    boolean onlyInspects() {
        return topic == Topic.INSPECTION;
    }

    static Optional<RunFlag> of(String flag) {
        for (RunFlag each : values()) {
            if (each.name.equals(flag)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The flag that adds to a path list. */
    static RunFlag of(AccessList list) {
        return switch (list) {
            case RO -> RO;
            case ROX -> ROX;
            case RW -> RW;
            case RWX -> RWX;
        };
    }

    /** The flags that set a limit; the name of the limit is that of the flag without its dashes. */
    static List<RunFlag> limits() {
        return List.of(MEMORY, CPU, NPROC, NOFILE, FSIZE, CPU_TIME);
    }
}
