package org.bulle.engine.profile;

import java.util.Locale;

/** The texts that a new profile can start from. */
public enum ProfileTemplate {
    /** Title and description. */
    BLANK,
    /** A program that is run by the profile's name, with state of its own. */
    APP,
    /** A language or tool, read-only: the grants that every toolchain comes down to, each to be filled in or taken out. */
    TOOLCHAIN,
    /** The writable variant of a toolchain, for installing. */
    INSTALL;

    /**
     * The text of a new profile; right as it stands, though its optional entries may grant nothing yet.
     *
     * @param name the new profile's, an allowed one; with {@link #INSTALL} the toolchain's name plus {@code -install}
     */
    public String text(String name) {
        String tool = name.endsWith("-install") ? name.substring(0, name.length() - "-install".length()) : name;
        String title = tool.isEmpty() ? name : tool.substring(0, 1).toUpperCase(Locale.ROOT) + tool.substring(1);
        String text = switch (this) {
            case BLANK -> """
                            title = "{title}"
                            description = ""
                            """;
            case APP -> """
                            title = "{title}"
                            description = "{title} with its settings and state"
                            inherits = ["tool", "terminal"]
                            default_app = "{tool}"

                            # The program, and what it starts by name.
                            rox = ["?which:{tool}"]
                            # State of its own, made on a fresh machine.
                            rw = ["+$STATE/{tool}/", "?+$CONFIG/{tool}/"]
                            # Variables that it reads; named, never set.
                            env = []
                            allow = ["network"]
                            """;
            case TOOLCHAIN -> """
                            title = "{title}"
                            description = "{tool} and its libraries, read-only; installing is the profile {tool}-install"
                            inherits = ["tool", "terminal"]

                            # Programs: each one that the tool starts by name.
                            rox = ["?which:{tool}"]
                            # Libraries, settings and start-up files: read, never written.
                            ro = ["?$CONFIG/{tool}"]
                            # What is built in the workspace and run from there, folder by folder.
                            rwx = []
                            # Variables that it reads. Name them; a value only to point a cache into $TMP/bulle/tmp.
                            env = []
                            # Nothing about the network: that belongs to what this is combined with.
                            add_libs = true
                            """;
            case INSTALL -> """
                            title = "{title} with package installation"
                            description = "{tool} with a writable library and the registry"
                            inherits = "{tool}"

                            # The user's library or cache, made when it is missing.
                            rw = ["?+$CACHE/{tool}/"]
                            allow = ["network"]
                            """;
        };
        return text.replace("{title}", title).replace("{tool}", tool);
    }
}
