package org.bulle.engine.denial.suggest;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;

/**
 * Accesses whose failure nothing depends on: what the Java machine, the C library, locales and terminal libraries try at every start, and have an answer
 * without.
 */
final class Probes {
    private static final List<Pattern> READS = List.of(
            // The Java machine and Go's and Node's runtimes: containers, processors, huge pages.
            Pattern.compile("/sys/fs/cgroup(?:/.*)?"),
            Pattern.compile("/sys/kernel/mm/(?:transparent_hugepage|hugepages)(?:/.*)?"),
            Pattern.compile("/sys/devices/system/(?:cpu|node)(?:/.*)?"),
            Pattern.compile("/sys/devices/virtual/dmi/id/.*"),
            Pattern.compile(
                    "/proc/(?:\\d+/(?:task/\\d+/)?)?(?:cgroup|coredump_filter|mountinfo|mounts|maps|smaps|stat|statm|status|auxv|cmdline|comm|oom_score_adj|limits|loginuid|sessionid)"),
            Pattern.compile("/proc/(?:meminfo|cpuinfo|stat|version|cgroups|filesystems|loadavg|uptime|mounts|sys/.*)"),
            Pattern.compile("/tmp/hsperfdata_[^/]*(?:/.*)?"),
            Pattern.compile("/tmp/\\.(?:java_pid|attach_pid)\\d+"),
            // The C library: optional files, each with a built-in default.
            Pattern.compile(
                    "/etc/(?:ld\\.so\\.(?:preload|cache)|gai\\.conf|host\\.conf|locale\\.alias|localtime|timezone|selinux/config|gnutls/config)"),
            Pattern.compile("/usr/(?:share|lib)/locale(?:/.*)?"),
            Pattern.compile("/usr/lib/(?:[^/]+/)?gconv(?:/.*)?"),
            Pattern.compile("/usr/share/(?:zoneinfo|i18n|X11/locale)(?:/.*)?"),
            Pattern.compile("/sys/fs/selinux(?:/.*)?"),
            // Terminal descriptions: the others are searched after these.
            Pattern.compile(".*/\\.terminfo(?:/.*)?"),
            Pattern.compile("/etc/terminfo(?:/.*)?"));

    private static final List<Pattern> CONNECTIONS = List.of(
            Pattern.compile("(?:/var)?/run/nscd/socket"),
            Pattern.compile("(?:/var)?/run/systemd/userdb(?:/.*)?"),
            Pattern.compile("/var/lib/sss/.*"),
            Pattern.compile("(?:/var)?/run/systemd/resolve/io\\.systemd\\.Resolve"));

    /** Kernel services that libraries try first and do without. */
    private static final Set<String> SERVICES = Set.of(
            "io_uring_setup",
            "io_uring_enter",
            "io_uring_register",
            "clone3",
            "perf_event_open",
            "keyctl",
            "request_key",
            "userfaultfd",
            "bpf");

    private static final Set<String> JAVA_WRITES = Set.of("java", "javac", "mvn");
    private static final Pattern HSPERFDATA = Pattern.compile("/tmp/hsperfdata_[^/]*(?:/\\d*)?");

    private Probes() {}

    static boolean isHarmless(Denial denial) {
        if (denial.harmless()) {
            return true;
        }
        String path = denial.path().orElse("");
        return switch (denial.access()) {
            case READ -> matches(READS, path) || path.equals("/proc/" + denial.pid() + "/fd");
            case CONNECT -> matches(CONNECTIONS, path);
            case SERVICE -> SERVICES.contains(path);
            case CREATE, WRITE, DELETE ->
                HSPERFDATA.matcher(path).matches() && JAVA_WRITES.contains(denial.process())
                        || isOwnProcessSetting(denial.access(), path);
            case RENAME, EXECUTE, BIND, SIGNAL -> false;
        };
    }

    /** Naming its own threads, lowering its own priority for the out-of-memory killer. */
    private static boolean isOwnProcessSetting(Access access, String path) {
        return access == Access.WRITE
                && path.matches(
                        "/proc/\\d+/(?:task/\\d+/)?(?:comm|oom_score_adj|coredump_filter|timerslack_ns|autogroup)");
    }

    private static boolean matches(List<Pattern> patterns, String path) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(path).matches());
    }
}
