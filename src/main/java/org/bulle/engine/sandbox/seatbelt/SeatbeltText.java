package org.bulle.engine.sandbox.seatbelt;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.PathTree;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.sandbox.EnforcementPhrase;
import org.bulle.engine.sandbox.SandboxException;

/**
 * A policy as SBPL. Pure: the same policy and facts give the same text. Everything is denied first, and no path, address or service is denied after
 * something was allowed, so that it does not matter in which order rules are tried. Where the facts come from is in the decision record 0100.
 */
public final class SeatbeltText {
    private static final int MOST_PORTS = 1_000;
    private static final Pattern TAG = Pattern.compile("[a-z0-9-]*");
    /** dyld reads the root directory itself before any program starts (macOS 26): a name list, never the tree. */
    private static final String ROOT = "/";

    private static final String NULL_DEVICE = "/dev/null";
    private static final List<String> RANDOM = List.of("/dev/random", "/dev/urandom");
    private static final String PTY_MASTERS = "/dev/ptmx";
    /** Host names are looked up through this socket, whatever the program. */
    private static final String RESOLVER_SOCKET = "/private/var/run/mDNSResponder";

    private final Policy policy;
    private final PathFacts facts;
    private final Spellings spellings;
    private final Sbpl text = new Sbpl();
    private final Map<AccessList, List<String>> filters = new EnumMap<>(AccessList.class);
    private final List<String> devices = new ArrayList<>();
    private final List<String> sockets = new ArrayList<>();
    private final List<String> saves = new ArrayList<>();
    private final SortedSet<String> above = new TreeSet<>();

    private SeatbeltText(Policy policy, PathFacts facts) {
        this.policy = policy;
        this.facts = facts;
        this.spellings = new Spellings(facts);
    }

    /**
     * Writes the text for one run.
     *
     * @param terminals the devices of the terminal in use, such as {@code /dev/ttys003}; readable, writable and controllable
     * @param tag what the kernel puts into its log with each denial, to tell this run's from others'; lower-case letters, digits and dashes, or empty
     *     for none
     * @throws SandboxException when a path or a service name cannot be written as a rule; none is ever left out or bent
     */
    public static String of(Policy policy, PathFacts facts, List<String> terminals, String tag)
            throws SandboxException {
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException("tag");
        }
        SeatbeltText one = new SeatbeltText(policy, facts);
        for (Grant grant : policy.grants()) {
            one.sort(grant);
        }
        one.base(tag, terminals);
        one.files();
        one.network();
        one.services();
        one.terminalInjection();
        return one.text.text();
    }

    /** Single files that can be written together with the names that editors save through. */
    static List<String> savedThroughOthers(Policy policy, PathFacts facts) {
        return policy.grants().stream()
                .filter(grant -> grant.access().writes()
                        && isFile(grant.path(), policy, facts)
                        && SaveNames.filter(grant.path()).isPresent())
                .map(Grant::path)
                .toList();
    }

    /** Single files that can be written, where no such names are allowed because the path has characters that a pattern cannot have. */
    static List<String> savedInPlaceOnly(Policy policy, PathFacts facts) {
        return policy.grants().stream()
                .filter(grant -> grant.access().writes()
                        && isFile(grant.path(), policy, facts)
                        && SaveNames.filter(grant.path()).isEmpty())
                .map(Grant::path)
                .toList();
    }

    private static boolean isFile(String path, Policy policy, PathFacts facts) {
        return switch (facts.kind(path)) {
            case FILE -> true;
            case MISSING ->
                policy.create().stream().anyMatch(made -> made.path().equals(path) && !made.directory());
            case DIRECTORY, LINK, OTHER -> false;
        };
    }

    private void sort(Grant grant) throws SandboxException {
        PathFacts.Kind kind = facts.kind(grant.path());
        boolean file = isFile(grant.path(), policy, facts);
        for (String path : spellings.of(grant.path())) {
            String filter = switch (kind) {
                case DIRECTORY -> Sbpl.subpath(path);
                case MISSING -> file ? Sbpl.literal(path) : Sbpl.subpath(path);
                case FILE, LINK, OTHER -> Sbpl.literal(path);
            };
            filters.computeIfAbsent(grant.access(), list -> new ArrayList<>()).add(filter);
            above.addAll(Spellings.above(path));
            if (grant.access().writes()) {
                writable(path, filter, kind, file);
            }
        }
    }

    private void writable(String path, String filter, PathFacts.Kind kind, boolean file) {
        if (file) {
            SaveNames.filter(path).ifPresent(saves::add);
            return;
        }
        switch (kind) {
            case OTHER -> {
                devices.add(filter);
                sockets.add(filter);
            }
            case DIRECTORY, MISSING -> sockets.add(filter);
            case FILE, LINK -> {}
        }
    }

    private void base(String tag, List<String> terminals) throws SandboxException {
        String message = tag.isEmpty() ? "" : " (with message \"" + tag + "\")";
        text.remark("What every run starts from: nothing.")
                .form("(deny default" + message + ")")
                // These three are allowed by (deny default) alone.
                .form("(deny process-info*" + message + ")")
                .form("(deny file-map-executable" + message + ")")
                .form("(if (defined? 'nvram*) (deny nvram*))")
                .remark("Processes: its own only.")
                .form("(allow process-fork)")
                .form("(allow process-info* signal (target same-sandbox))")
                .form("(allow sysctl-read)")
                .remark("Devices without state, and the terminal in use.")
                .allow("file-read* file-write-data file-ioctl", List.of(Sbpl.literal(NULL_DEVICE)))
                .allow("file-read*", List.of(Sbpl.literal(RANDOM.get(0)), Sbpl.literal(RANDOM.get(1))));
        List<String> terminalFilters = new ArrayList<>();
        for (String terminal : terminals) {
            terminalFilters.add(Sbpl.literal(terminal));
            above.addAll(Spellings.above(terminal));
        }
        text.allow("file-read* file-write-data file-ioctl", terminalFilters);
        above.addAll(Spellings.above(NULL_DEVICE));
    }

    private void files() throws SandboxException {
        List<String> metadata = new ArrayList<>();
        for (String directory : above) {
            metadata.add(Sbpl.literal(directory));
        }
        text.remark("The way to what is granted: what stands there, not what is in it. The loader lists the root.")
                .allow("file-read-metadata", metadata)
                .allow("file-read*", List.of(Sbpl.literal(ROOT)));
        for (AccessList list : AccessList.values()) {
            List<String> granted = filters.getOrDefault(list, List.of());
            if (!granted.isEmpty()) {
                text.remark(list.key());
            }
            text.allow(operations(list), granted);
        }
        List<String> readable = new ArrayList<>(metadata);
        filters.values().forEach(readable::addAll);
        text.remark("Whether something is there, asked by itself (access(2)).");
        text.allowWhereKnown("file-test-existence", readable);
        if (!saves.isEmpty()) {
            text.remark("Names through which a single writable file is saved.");
            text.allow("file-read* file-write*", saves);
        }
        if (!devices.isEmpty()) {
            text.remark("Control of the devices that may be written.");
            text.allow("file-ioctl", devices);
        }
        if (writesTo(PTY_MASTERS)) {
            text.remark("New terminals, and the other sides of those that this sandbox has made.")
                    .form("(allow pseudo-tty)")
                    .form("(allow file-read* file-write* file-ioctl"
                            + " (require-all (regex #\"^/dev/ttys[0-9]+$\") (extension \"com.apple.sandbox.pty\")))");
        }
    }

    private static String operations(AccessList list) {
        return switch (list) {
            case RO -> "file-read*";
            case ROX -> "file-read* file-map-executable process-exec*";
            case RW -> "file-read* file-write*";
            case RWX -> "file-read* file-write* file-map-executable process-exec*";
        };
    }

    private boolean writesTo(String path) {
        return policy.grants().stream()
                .anyMatch(grant -> grant.access().writes()
                        && spellings.of(grant.path()).stream().anyMatch(above -> PathTree.isWithin(path, above)));
    }

    /**
     * An address filter knows {@code *} and {@code localhost} as hosts and nothing else. {@code localhost} is every address of this machine; incoming
     * connections are judged by the address that they come to, so nothing that listens there can be kept from other machines: it may not listen.
     */
    private void network() throws SandboxException {
        switch (policy.network()) {
            case NONE -> {}
            case LOOPBACK -> loopback();
            case FULL ->
                text.remark(
                                "Network: all of it, with the lookup of names; sockets in the file system are not part of it.")
                        .form("(allow network-outbound (remote ip \"*:*\"))")
                        .form("(allow network-bind network-inbound (local ip \"*:*\"))")
                        .form("(allow network-outbound " + Sbpl.literal(RESOLVER_SOCKET) + ")")
                        .form("(allow system-socket (socket-domain AF_ROUTE))");
        }
        if (!sockets.isEmpty()) {
            text.remark("Sockets in the file system, where writing is granted.");
            text.allow("network-bind network-inbound network-outbound", sockets);
        }
    }

    /** There are no ranges of ports. */
    private void loopback() {
        text.remark("Network: connections by TCP to this machine's own addresses.");
        if (policy.ports().isAny()) {
            text.form("(allow network-outbound (remote tcp \"localhost:*\"))");
        } else if (policy.ports().count() <= MOST_PORTS) {
            for (Ports.Range range : policy.ports().merged()) {
                for (int port = range.first(); port <= range.last(); port++) {
                    text.form("(allow network-outbound (remote tcp \"localhost:" + port + "\"))");
                }
            }
        }
    }

    private void services() throws SandboxException {
        List<String> names = new ArrayList<>();
        for (String name : policy.machLookup()) {
            names.add(Sbpl.service(name));
        }
        if (!names.isEmpty()) {
            text.remark("Mach services.");
            text.allow("mach-lookup", names);
        }
    }

    /** TIOCSTI, {@code _IOW('t', 114, char)} of sys/ttycom.h: what is typed into the terminal would outlive the sandbox, and be run by a shell. */
    private void terminalInjection() {
        text.remark("Never: typing into a terminal.")
                .form("(if (defined? 'ioctl-command) (deny file-ioctl (ioctl-command 2147578994)))");
    }

    /** Whether the network is one that the text can keep. */
    static Optional<Statement> networkGap(Network network, Ports ports) {
        if (network == Network.LOOPBACK && !ports.isAny() && ports.count() > MOST_PORTS) {
            return Optional.of(EnforcementPhrase.TOO_MANY_PORTS.with(Integer.toString(MOST_PORTS)));
        }
        return switch (network) {
            case NONE, FULL -> Optional.empty();
            case LOOPBACK -> Optional.of(EnforcementPhrase.NO_LISTENING.with());
        };
    }
}
