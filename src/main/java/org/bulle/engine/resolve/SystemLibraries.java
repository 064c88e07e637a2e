package org.bulle.engine.resolve;

import java.util.List;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Platform;

/** Where a system keeps what every dynamically linked program needs: what {@code add_libs} grants by itself. */
final class SystemLibraries {
    private SystemLibraries() {}

    /** A path that is granted when it exists. */
    record Root(String path, AccessList list) {}

    static List<Root> of(Platform platform) {
        return switch (platform) {
            case LINUX ->
                roots(
                        List.of("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec"),
                        List.of(
                                // Debian's certificates are links to the second and third of these, Fedora's and SUSE's
                                // to the last two.
                                "/etc/ssl/certs",
                                "/usr/share/ca-certificates",
                                "/usr/local/share/ca-certificates",
                                "/etc/ssl/cert.pem",
                                "/etc/ssl/openssl.cnf",
                                "/etc/pki/tls/certs",
                                "/etc/pki/tls/cert.pem",
                                "/etc/pki/ca-trust/extracted",
                                "/var/lib/ca-certificates",
                                "/etc/resolv.conf",
                                "/etc/hosts",
                                "/etc/nsswitch.conf",
                                "/etc/ld.so.cache"));
            case MACOS ->
                roots(
                        List.of("/usr/lib", "/usr/libexec", "/System/Library", "/System/Volumes/Preboot/Cryptexes"),
                        List.of(
                                "/private/etc/ssl",
                                "/private/etc/resolv.conf",
                                "/private/etc/hosts",
                                "/private/var/db/dyld"));
        };
    }

    private static List<Root> roots(List<String> executable, List<String> readable) {
        return java.util.stream.Stream.concat(
                        executable.stream().map(path -> new Root(path, AccessList.ROX)),
                        readable.stream().map(path -> new Root(path, AccessList.RO)))
                .toList();
    }
}
