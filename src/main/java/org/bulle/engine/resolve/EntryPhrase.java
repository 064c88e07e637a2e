package org.bulle.engine.resolve;

import org.bulle.engine.policy.Phrase;

/** What becomes of entries, and why: the reasons of a {@link org.bulle.engine.policy.PolicyEntry.Outcome}. */
public enum EntryPhrase implements Phrase {
    MISSING("does not exist"),
    DANGLING("does not exist (the link leads to {})"),
    MISSING_THERE("{} does not exist"),
    UNSET("{} is not set"),
    UNSET_HERE("not set here"),
    EMPTY("empty"),
    DOUBLE_STAR("has \"**\""),
    TOO_MANY_NAMES("too many names"),
    NO_MATCH("nothing matches"),
    OWN_PROC("/proc/self would be bulle itself; grant /proc"),
    REFUSED("refused"),
    CANNOT_BE_CREATED("cannot be created: {} may not be written"),
    NOT_A_DIRECTORY("{} is not a directory"),
    LEADS_NOWHERE("its links lead in a circle, or through a directory that is missing"),
    UNSEARCHABLE("may not be looked at"),
    NOT_IN_THIS_LIST("not in this list"),
    NO_BARE_NAME("no bare name"),
    NO_PROGRAM("there is no {} on PATH"),
    PACKAGE_TOO_BROAD("its package directory is {statement}"),
    UNKNOWN_RESOLVER("unknown resolver"),
    ONLY_SYSTEM("nothing but system directories"),
    ELSEWHERE("not looked up: this system is {}"),
    NOT_UNTIL_CLONED("not known until the clone is made"),
    THROUGH("{} through {} ({})"),
    PLANTED_LINK("the command could have made the link {} itself; it leads to {}"),
    UNUSABLE("{} {statement}"),
    HIDDEN_PROGRAM("lies in a directory that may not be searched"),
    PROGRAM_IS_DIRECTORY("is a directory"),
    PROGRAM_IS_NO_FILE("is not a regular file"),
    PROGRAM_NOT_EXECUTABLE("is not executable"),
    THE_ROOT("the root of the file system"),
    THE_HOME("the home directory"),
    ABOVE_HOME("a directory above the home directory"),
    OF_THE_SYSTEM("a directory of the whole system"),
    OF_EVERY_APPLICATION("where every application keeps its files"),
    LIMIT_NOT_ASKED("nothing was asked yet that could"),
    TOOL_NOT_ASKED("it was not asked"),
    TOOL_REFUSED("{} was not asked: {}"),
    TOOL_FAILED("{} failed with exit code {}"),
    TOOL_FAILED_SAYING("{} failed with exit code {}: {}"),
    TOOL_SILENT("{} names no {}"),
    TOOL_SLOW("{} did not answer within {} s"),
    TOOL_NOT_WAITED_FOR("{} was not waited for"),
    JAVA_IS_SCRIPT("the java on PATH is a script, not the program of a Java home"),
    NO_HOMEBREW("there is no Homebrew in {}"),
    NO_PYENV_VERSION("pyenv has no version here, or chooses the system's"),
    NO_HOME("there is no home directory"),
    NO_INSTALLATION("the {} on PATH does not lie in the bin directory of an installation");

    private final String english;

    EntryPhrase(String english) {
        this.english = english;
    }

    @Override
    public String english() {
        return english;
    }
}
