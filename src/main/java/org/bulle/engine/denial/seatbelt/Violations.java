package org.bulle.engine.denial.seatbelt;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.observe.DenialLog;

/** Sorts one run's violations into its denials. What cannot become one is counted, never dropped silently. */
final class Violations {
    /** In the place of a path that the log keeps from its readers. */
    private static final String HIDDEN = "<private>";

    private static final Pattern ADDRESS = Pattern.compile("(?:(?:remote|local):)?(?<host>.*):(?<port>\\d{1,5}|\\*)");

    private final DenialLog log;
    private final String tag;
    private final boolean services;
    private final SortedMap<String, Long> others = new TreeMap<>();
    private long hidden;

    /**
     * @param services whether lookups of Mach services are denials to tell: every program tries dozens that it can do without
     */
    Violations(DenialLog log, String tag, boolean services) {
        this.log = log;
        this.tag = tag;
        this.services = services;
    }

    void accept(String line) {
        Violation.parse(line, tag).ifPresent(this::add);
    }

    private void add(Violation violation) {
        if (violation.target().contains(HIDDEN)) {
            hidden += violation.count();
            return;
        }
        String operation = violation.operation();
        if (operation.startsWith("network-")) {
            network(violation, operation.equals("network-outbound") ? Access.CONNECT : Access.BIND);
        } else if (operation.startsWith("file-") && violation.target().startsWith("/")) {
            path(violation, file(operation));
        } else if (operation.startsWith("process-exec")) {
            path(violation, Access.EXECUTE);
        } else if (operation.equals("mach-lookup")) {
            if (services) {
                path(violation, Access.SERVICE);
            }
        } else if (operation.equals(SeatbeltAdvice.INNER_SANDBOX)) {
            log.path(
                    Access.SERVICE,
                    operation,
                    violation.process(),
                    violation.pid(),
                    Enforcer.SEATBELT,
                    violation.millis(),
                    violation.count());
        } else if (operation.equals("signal")) {
            host(violation, Access.SIGNAL, violation.target(), 0);
        } else {
            others.merge(operation, violation.count(), Long::sum);
        }
    }

    private static Access file(String operation) {
        return switch (operation) {
            case "file-write-create", "file-link", "file-clone" -> Access.CREATE;
            case "file-write-unlink" -> Access.DELETE;
            case "file-map-executable" -> Access.EXECUTE;
            case "file-ioctl" -> Access.WRITE;
            default -> operation.startsWith("file-write") ? Access.WRITE : Access.READ;
        };
    }

    private void network(Violation violation, Access access) {
        if (violation.target().startsWith("/")) {
            path(violation, access);
            return;
        }
        Matcher address = ADDRESS.matcher(violation.target());
        if (!address.matches()) {
            host(violation, access, violation.target(), 0);
            return;
        }
        String host = address.group("host").replaceAll("[\\[\\]]", "");
        String port = address.group("port");
        host(violation, access, host.equals("*") ? "" : host, port.equals("*") ? 0 : Integer.parseInt(port));
    }

    private void path(Violation violation, Access access) {
        log.path(
                access,
                violation.target(),
                violation.process(),
                violation.pid(),
                Enforcer.SEATBELT,
                violation.millis(),
                violation.count());
    }

    private void host(Violation violation, Access access, String host, int port) {
        log.host(
                access,
                host,
                port,
                violation.process(),
                violation.pid(),
                Enforcer.SEATBELT,
                violation.millis(),
                violation.count());
    }

    /** Notes what could not be told. */
    void finish() {
        if (hidden > 0) {
            log.gap(hidden + (hidden == 1 ? " path was" : " paths were") + " hidden by the system");
        }
        if (!others.isEmpty()) {
            long all = others.values().stream().mapToLong(Long::longValue).sum();
            log.gap(all + " of kinds that no profile decides (" + String.join(", ", others.keySet()) + ")");
        }
    }
}
