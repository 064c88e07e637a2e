package org.bulle.engine.denial;

/** What granting a denied access would put at stake. */
public enum Risk {
    NONE("none"),
    /** More than one file's worth: a whole tree, or something that a careful reader should see. */
    NOTICE("notice"),
    /** Keys, tokens, passwords, or what unlocks them. */
    CREDENTIAL("credential"),
    /** Something that is run or obeyed outside the sandbox later, or that leads out of it. */
    ESCAPE("escape");

    private final String key;

    Risk(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
