package org.bulle.engine.jna.linux;

/** sys/mman.h. */
public final class Mapping {
    public static final int PROT_READ = 1;
    public static final int PROT_WRITE = 2;
    public static final int PROT_EXEC = 4;
    public static final int MAP_PRIVATE = 2;
    public static final int MAP_ANONYMOUS = 0x20;

    private Mapping() {}
}
