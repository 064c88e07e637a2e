package org.bulle.engine.denial.suggest;

import org.bulle.engine.policy.Phrase;

/** What a grant puts at stake: clauses that follow what is granted. */
public enum RiskPhrase implements Phrase {
    KEYS_OF("holds the keys of {}"),
    CREDENTIALS_OF("holds credentials of {}"),
    CLUSTER_CREDENTIALS("holds credentials of Kubernetes clusters"),
    CLOUD_CREDENTIALS("holds credentials of cloud storage"),
    REGISTRY_CREDENTIALS_OF("holds registry credentials of {}"),
    REGISTRY_CREDENTIALS("holds registry credentials"),
    TOKENS_OF("holds tokens of {}"),
    TOKEN_OF("holds a token of {}"),
    MAY_HOLD_TOKEN_OF("can hold a token of {}"),
    IS_TOKEN_OF("is a token of {}"),
    SESSIONS_OF("holds sessions of {}"),
    PASSWORDS("holds passwords"),
    PASSWORDS_OF("holds passwords of {}"),
    HOST_PASSWORDS("holds passwords for hosts"),
    MAY_HOLD_PASSWORDS_OF("can hold passwords of {}"),
    REPOSITORY_PASSWORDS("can hold passwords of Maven repositories"),
    BUILD_PASSWORDS("can hold passwords of Gradle builds"),
    MASTER_PASSWORD_OF("holds the master password of {}"),
    LOGIN_OF("holds the login of {}"),
    KEYRING("is the keyring of the desktop"),
    WALLET("is the wallet of the desktop"),
    KEYCHAIN("is the keychain"),
    CERTIFICATES("holds certificates and keys"),
    COOKIES("holds cookies"),
    BROWSER("is the profile of a browser"),
    MAIL_PROGRAM("is the profile of a mail program"),
    KEYS_OR_PASSWORDS("holds keys or passwords"),
    KEYS_USED("lets keys be used"),
    PROJECT_SECRETS("usually holds tokens and passwords of a project"),
    SECRET("usually holds a secret"),
    EVERY_VARIABLE("passes every variable, with whatever tokens and passwords are among them"),

    RUN_BY("is run by {}"),
    RUN_BY_SHELLS("is run by every shell"),
    RUN_BY_LOGINS("is run by every login"),
    RUN_AT_LOGOUT("is run at every logout"),
    RUN_BY_EDITOR("is run by the editor"),
    RUN_BY_BUILDS_OF("is run by every {} build"),
    STARTED_AT_LOGIN("is started at every login"),
    STARTED_BY_SERVICES("is started by the user's service manager"),
    SETS_LOGIN_ENVIRONMENT("sets the environment of every login"),
    DECIDES_KEYS("decides what keys do in shells"),
    DECIDES_CLICKS("decides what a click on an application starts"),
    DECIDES_RUNS_OF("decides what {} runs"),
    DECIDES_SOURCES_OF("decides where {} loads from"),
    DECIDES_LOGINS("decides who may log in and what ssh runs"),
    ON_SHELLS_PATH("is on the PATH of shells"),
    ON_PATH("is on the PATH"),
    LOADS_AND_RUNS("decides what programs load and run"),
    GIT_RUNS("decides what git runs outside the sandbox"),
    TOOL_RUNS("is run by a tool outside the sandbox"),
    SYSTEM_OBEYS("belongs to the system, which runs and obeys it"),
    OUTSIDE("{statement} outside the sandbox"),
    INSIDE("has {} in it, which {statement}"),

    CHANGED_AND_RUN("can be changed and then run"),
    EVERY_PROCESS("shows every process of this user"),
    REACHES_OUT("reaches out of the sandbox"),
    WAY_OUT("leads out of the sandbox"),
    RAW_DEVICE("is a device under the file systems and programs of this machine"),
    OWN_CONFIGURATION("is the sandbox's own configuration"),
    NETWORK("is the network"),
    LOCAL_SERVERS("reaches the servers of this machine"),
    OUTSIDE_SERVICE("is a service outside the sandbox"),
    WHOLE("is {statement}"),
    PATTERN_OVER("is a pattern over {statement}"),
    ROOT("the root of the file system"),
    HOME("the home directory"),
    ABOVE_HOME("a directory above the home directory"),
    STORE("the root of a package store"),
    CREDENTIAL_DIRECTORY("a directory of credentials"),
    SHARED_DIRECTORY("a directory that everything uses");

    private final String english;

    RiskPhrase(String english) {
        this.english = english;
    }

    @Override
    public String english() {
        return english;
    }
}
