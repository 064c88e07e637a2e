package org.bulle.engine.profile;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.policy.Ports;

/** What {@code allow} and {@code deny} can name. */
public final class Capabilities {
    public static final String NETWORK = "network";
    /** TCP within this machine while the network is denied; {@code loopback:5432} or {@code loopback:8000-8099} for these ports alone. */
    public static final String LOOPBACK = "loopback";

    public static final List<String> ALL = List.of(NETWORK, LOOPBACK);

    /** What an entry with ports begins with. */
    public static final String PORTS_START = LOOPBACK + ":";

    private static final Pattern PORTS = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");

    private Capabilities() {}

    /** Why {@code name} cannot be allowed, with a suggestion; empty when it can. */
    public static Optional<String> allowRefusal(String name) {
        if (!name.startsWith(PORTS_START)) {
            return refusal(name);
        }
        return ports(name).isPresent()
                ? Optional.empty()
                : Optional.of(Printable.quoted(name)
                        + " is no port or range of ports: loopback:5432 or loopback:8000-8099, from " + Ports.LOWEST
                        + " to " + Ports.HIGHEST);
    }

    /** Why {@code name} cannot be denied, with a suggestion; empty when it can. */
    public static Optional<String> denyRefusal(String name) {
        return name.startsWith(PORTS_START)
                ? Optional.of(
                        Printable.quoted(name)
                                + ": ports cannot be denied one by one; leave loopback out, and allow only the ports that are needed")
                : refusal(name);
    }

    private static Optional<String> refusal(String name) {
        if (ALL.contains(name)) {
            return Optional.empty();
        }
        String known = Nearest.suggest(name, ALL).isPresent()
                ? Nearest.hint(name, ALL)
                : "; the capabilities are network and loopback";
        return Optional.of("unknown capability " + Printable.quoted(name) + known);
    }

    /** The capability without its ports. */
    public static String name(String entry) {
        return entry.startsWith(PORTS_START) ? LOOPBACK : entry;
    }

    /** The ports that an entry allows, without origins: all of them where it names none; empty where that cannot be read. */
    public static Optional<Ports.Range> ports(String entry) {
        if (!entry.startsWith(PORTS_START)) {
            return Optional.of(Ports.ANY.ranges().getFirst());
        }
        Matcher numbers = PORTS.matcher(entry.substring(PORTS_START.length()));
        if (!numbers.matches()) {
            return Optional.empty();
        }
        int first = Integer.parseInt(numbers.group(1));
        int last = numbers.group(2) == null ? first : Integer.parseInt(numbers.group(2));
        return first < Ports.LOWEST || last > Ports.HIGHEST || first > last
                ? Optional.empty()
                : Optional.of(new Ports.Range(first, last, List.of()));
    }

    /** Whether an entry allows one port alone. */
    public static boolean isSinglePort(String entry) {
        return entry.startsWith(PORTS_START)
                && ports(entry).filter(range -> range.first() == range.last()).isPresent();
    }

    /** Entries to allow, in their order, without those that another allows anyway: ports where there is loopback, both where there is the network. */
    public static List<String> withoutCovered(Collection<String> entries) {
        boolean network = entries.contains(NETWORK);
        boolean loopback = entries.contains(LOOPBACK);
        return entries.stream()
                .filter(entry -> !(network && name(entry).equals(LOOPBACK)))
                .filter(entry -> !(loopback && entry.startsWith(PORTS_START)))
                .distinct()
                .toList();
    }

    /** The entry that allows one port. */
    public static String port(int port) {
        return PORTS_START + port;
    }
}
