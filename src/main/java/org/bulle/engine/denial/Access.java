package org.bulle.engine.denial;

/** What a command tried to do. {@link #key()} is the word of records and tables. */
public enum Access {
    READ("read"),
    WRITE("write"),
    CREATE("create"),
    DELETE("delete"),
    RENAME("rename"),
    EXECUTE("execute"),
    CONNECT("connect"),
    BIND("bind"),
    SIGNAL("signal"),
    /** A Mach service, or a service of the kernel itself such as mounting; the path component of the denial names it. */
    SERVICE("service");

    private final String key;

    Access(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
