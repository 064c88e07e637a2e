package org.bulle.engine.denial.suggest;

import org.bulle.engine.policy.Phrase;

/** Why nothing is suggested for a denial. */
public enum RefusalPhrase implements Phrase {
    NO_SIGNALS("processes outside the sandbox are never signalled or traced from inside"),
    NO_ABSTRACT_SOCKETS("a socket that has a name and no file is never reached from inside when it was made outside"),
    NO_OTHER_PROCESSES(
            "the memory, environment and open files of other processes stay closed, whatever is granted in /proc"),
    NEVER_WHOLE("{statement} is never granted as a whole; grant single files in it"),
    NEVER_WHOLE_AT_ALL("{statement} is never granted as a whole"),
    SHARED_TEMP(
            "{} belongs to everybody: let the command use the private temp directory (inherit the profile tool, which sets TMPDIR)"),
    DELETING("deleting needs the directory {} to be writable, and that is {statement}"),
    RENAMING("renaming needs the directory {} to be writable, and that is {statement}"),
    INNER_SANDBOX(
            "a sandbox inside this one (bubblewrap, Chromium's, a container) cannot start: switch it off in the program, this one confines it already"),
    NO_MOUNTS("file systems are never mounted from inside"),
    NO_KEYRINGS("the kernel's keyrings stay closed"),
    NO_TYPING("typing into the terminal that outlives the sandbox is never allowed"),
    NO_SOCKET_OPTIONS("options that lead a socket off this machine are refused under loopback"),
    NO_SUCH_CALL("no profile can allow this call"),
    NOT_SPELLED("it could not be spelled"),
    UNKNOWN("it is unknown"),
    REFUSED("it is refused"),
    NO_INNER_MAC_SANDBOX(
            "macOS refuses a sandbox inside this one: switch it off in the program, this one confines it already"),
    NOT_TRIED("it was not tried"),
    GRANTS_NOTHING("the entry {} would grant nothing: {statement}"),
    NOT_ENOUGH("a grant on {} would not be enough");

    private final String english;

    RefusalPhrase(String english) {
        this.english = english;
    }

    @Override
    public String english() {
        return english;
    }
}
