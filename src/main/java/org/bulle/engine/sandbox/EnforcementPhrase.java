package org.bulle.engine.sandbox;

import org.bulle.engine.policy.Phrase;

/** What a policy asks the system to enforce, in which words, and why it does not: the parts of an {@link org.bulle.engine.policy.EnforcementStatus}. */
public enum EnforcementPhrase implements Phrase {
    FILES("files"),
    TRUNCATION("truncation"),
    MOVES("moves"),
    DEVICES("devices"),
    FILE_ATTRIBUTES("file attributes"),
    NETWORK("network"),
    UNIX_SOCKETS("unix sockets"),
    ABSTRACT_SOCKETS("abstract sockets"),
    SIGNALS("signals"),
    SYSTEM_CALLS("system calls"),
    SUPERVISION("supervision"),
    LIMIT("{} limit"),
    THIS_BACKEND("this backend"),
    ROOT_NAMES("names in /"),
    SINGLE_FILES("single files"),
    SAVING("saving"),
    TERMINAL_INJECTION("terminal injection"),
    PROCESS_INFORMATION("process information"),
    MACH_SERVICES("Mach services"),
    TIMEOUT("timeout"),
    LEFTOVERS("leftovers"),
    HERE("here"),

    ONLY_GRANTED("only the granted paths"),
    ONLY_WRITABLE("only where writing is granted"),
    BETWEEN_GRANTS("moves and hard links between granted directories"),
    DEVICES_WRITABLE("device control only where writing is granted"),
    UNCHANGED_OUTSIDE("unchanged outside the grants"),
    WHOLE_NETWORK("full"),
    NO_NETWORK("none"),
    LOOPBACK("loopback: TCP within this machine"),
    LOOPBACK_PORTS("loopback: TCP within this machine, ports {}"),
    LOOPBACK_KEY("loopback"),
    WRITABLE_SOCKETS("connections only to sockets that writing is granted on"),
    OWN_SOCKETS("connections only to sockets of the command itself"),
    OWN_PROCESSES("only to processes of the command itself"),
    OF_OWN_PROCESSES("only of processes of the command itself"),
    NO_ADMINISTRATION("no administration of the machine, no namespaces, no keyrings, no terminal injection"),
    SEEN("executions and connections are seen by the supervisor"),
    PROVEN("proven by running it"),
    NOT_LISTED("not even listed"),
    NOTHING_TYPED("nothing is typed into the terminal"),
    ENDED_IN_TIME("everything is ended when the time is over"),
    LEFT_IS_ENDED("what the command leaves running is ended"),
    ONLY_THE_FILE("only the file may be written"),
    SAVED_BY_ANY("a file that may be written can be saved by any program"),
    NO_SERVICE("none"),
    ONE_SERVICE("the one named"),
    SERVICES("the {} named"),
    GRANTS("{} grants"),
    RUN_UNDER("a run under {}"),

    LACKS_TRUNCATE(
            "needs Landlock ABI {}, this kernel has {}: truncate(2) is refused everywhere, also where writing is granted"),
    LACKS_MOVES("needs Landlock ABI {}, this kernel has {}: all of them are refused"),
    LACKS_DEVICES("needs Landlock ABI {}, this kernel has {}: a device that can be opened can be controlled"),
    LACKS_SIGNALS("needs Landlock ABI {}, this kernel has {}: every process of this user can be signalled"),
    ATTRIBUTES_OPEN(
            "Landlock does not restrict stat, chmod, chown, utimes and extended attributes: the user's own rights decide"),
    NETWORK_CLOSED("{statement}; the network is denied altogether"),
    UNIX_CLOSED("{statement}; unix sockets are denied altogether"),
    INTERRUPTIBLE("before Linux 5.19 a signal can interrupt a supervised call, which then fails with EINTR"),
    OCCUPIED("this run is itself inside a supervised sandbox, and the kernel allows one supervisor"),
    NOT_ASKED("the kernel was not asked"),
    NO_FILTER("the kernel refuses a seccomp filter: {}"),
    NEVER_RUN("its text is generated and unit-tested; it has not yet run on a Mac (packaging/macos-check)"),
    LOADER_LISTS("the system's loader has to list the root directory itself, not what is in it"),
    SOMETIMES_TYPED("it is refused only where this macOS can tell one request to a device from another"),
    GROUP_ONLY(
            "macOS tells nobody of a process that left its parent: only the process group is ended, and in a pipeline or script not even that; a child that made itself a daemon can survive"),
    NAMES_BESIDE(
            "names beside it that programs save through (.tmp, .lock, .bak, .swp, ~ and their like) may be written too: {}"),
    IN_PLACE_ONLY("the path has characters that a pattern cannot have, so it can only be saved in place: {}"),
    TOO_MANY_PORTS("Seatbelt has to be given each port by itself, at most {} of them: no connection is allowed"),
    NO_LISTENING(
            "connections to this machine are allowed; listening is refused, because Seatbelt cannot keep other machines from what listens here"),
    ELSEWHERE("this system is {}"),
    WHAT_MACOS_WOULD_DO("this system is {}; what follows is what macOS would do");

    private final String english;

    EnforcementPhrase(String english) {
        this.english = english;
    }

    @Override
    public String english() {
        return english;
    }
}
