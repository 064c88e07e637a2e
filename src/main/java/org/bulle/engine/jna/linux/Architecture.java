package org.bulle.engine.jna.linux;

import org.jspecify.annotations.Nullable;

/** The architectures that we know system call numbers for, with their AUDIT_ARCH_* value (linux/audit.h). */
public enum Architecture {
    X86_64(0xC000003E),
    AARCH64(0xC00000B7);

    private final int auditArch;

    Architecture(int auditArch) {
        this.auditArch = auditArch;
    }

    public int auditArch() {
        return auditArch;
    }

    /**
     * The one that this JVM runs on.
     *
     * @throws UnsupportedOperationException on any other
     */
    public static Architecture current() {
        if (Here.ARCHITECTURE == null) {
            throw new UnsupportedOperationException("no system call table for the architecture " + Here.NAME);
        }
        return Here.ARCHITECTURE;
    }

    /** Asked for at every system call, so looked up once. */
    private static final class Here {
        static final String NAME = System.getProperty("os.arch", "");
        static final @Nullable Architecture ARCHITECTURE = switch (NAME) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64" -> AARCH64;
            default -> null;
        };
    }
}
