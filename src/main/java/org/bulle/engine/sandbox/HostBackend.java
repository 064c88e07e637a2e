package org.bulle.engine.sandbox;

import org.bulle.engine.profile.Platform;
import org.bulle.engine.sandbox.landlock.LandlockBackend;
import org.bulle.engine.sandbox.seatbelt.SeatbeltBackend;

/** Which backend enforces on which system: the one place where that is decided. */
public final class HostBackend {
    private HostBackend() {}

    /** The one of this system; it may still be unavailable. */
    public static Backend current() {
        return of(Platform.current());
    }

    public static Backend of(Platform platform) {
        return switch (platform) {
            case LINUX -> new LandlockBackend();
            case MACOS -> new SeatbeltBackend();
        };
    }

    /** The name of a system's backend, without making one. */
    public static String name(Platform platform) {
        return switch (platform) {
            case LINUX -> LandlockBackend.NAME;
            case MACOS -> SeatbeltBackend.NAME;
        };
    }
}
