package org.bulle.engine.run;

import org.bulle.engine.policy.Phrase;

/** Why this system does not keep a limit. */
public enum LimitPhrase implements Phrase {
    NO_CGROUPS("cgroup v2 is not mounted here"),
    UNREADABLE("cgroup v2 cannot be looked at: {}"),
    NO_CONTROLLER("cgroup v2 has no controller {} here (it may be switched off, or belong to cgroup v1)"),
    OWN_GROUP("{statement}; systemd-run --user --scope -p Delegate=yes starts a program in a group of its own"),
    NOT_DELEGATED("the cgroup {} is not delegated to you"),
    OF_SYSTEMD("the cgroup {} is systemd's and not delegated"),
    THREADED("the cgroup {} is threaded"),
    LACKS_CONTROLLER("the cgroup {} has no controller {}"),
    NOT_HANDED_ON("the cgroup {} does not hand {} on"),
    OTHER_PROCESSES("the cgroup {} has other processes in it, so that no limits can be set below it"),
    SMALL_SHARE("the kernel knows no share of a processor below 0.1%"),
    MAC_PROCESSES("macOS counts the processes of a user, not those of a run"),
    MAC_PROCESSORS("macOS has no limit on the processors of a run"),
    MAC_MEMORY("macOS has no limit on the memory of a run");

    private final String english;

    LimitPhrase(String english) {
        this.english = english;
    }

    @Override
    public String english() {
        return english;
    }
}
