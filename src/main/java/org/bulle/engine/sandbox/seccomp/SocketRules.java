package org.bulle.engine.sandbox.seccomp;

import static org.bulle.engine.jna.linux.Errno.EACCES;
import static org.bulle.engine.jna.linux.Errno.EAFNOSUPPORT;
import static org.bulle.engine.jna.linux.Errno.EOPNOTSUPP;
import static org.bulle.engine.jna.linux.Errno.EPERM;
import static org.bulle.engine.jna.linux.Errno.EPROTONOSUPPORT;
import static org.bulle.engine.jna.linux.Errno.ESOCKTNOSUPPORT;
import static org.bulle.engine.jna.linux.Socket.*;
import static org.bulle.engine.sandbox.seccomp.ArgumentTest.is;

import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Ports;

/**
 * Which sockets a command can make, and which of its connections the supervisor makes for it.
 *
 * @param ports of this machine, under loopback
 * @param kernelJudgesUnixPaths Landlock itself restricts pathname unix sockets (ABI 9)
 * @param listening a supervisor answers notified calls; without one, what needs it is refused
 */
public record SocketRules(Network network, Ports ports, boolean kernelJudgesUnixPaths, boolean listening) {
    private static final int DOMAIN = 0;
    private static final int TYPE = 1;
    private static final int PROTOCOL = 2;

    private static final String NO_NETWORK = "the network is denied";
    private static final String ANY_PORT = "a socket that is bound to no port gets any when it listens";
    private static final String UNIX_PATHS = "an address of a unix socket is in memory: the supervisor connects";

    /** At most one a call. */
    public List<CallRule> rules() {
        List<CallRule> rules = new ArrayList<>();
        rules.add(socket());
        rules.add(socketpair());
        if (mediatesConnect()) {
            rules.add(new CallRule(Syscall.CONNECT, List.of(), Verdict.MEDIATE, UNIX_PATHS));
        }
        if (mediatesListen()) {
            rules.add(new CallRule(Syscall.LISTEN, List.of(), Verdict.MEDIATE, ANY_PORT));
        }
        if (network != Network.FULL) {
            rules.add(fastOpen(Syscall.SENDTO, 3));
            rules.add(fastOpen(Syscall.SENDMSG, 2));
            rules.add(fastOpen(Syscall.SENDMMSG, 3));
            rules.add(setsockopt());
        }
        return rules;
    }

    /** True when connections need the broker. */
    public boolean mediatesConnect() {
        return listening && (network == Network.LOOPBACK || !kernelJudgesUnixPaths);
    }

    /** True when only some ports may be listened on: a socket that was bound to none gets any, and Landlock does not ask. */
    public boolean mediatesListen() {
        return listening && network == Network.LOOPBACK && !ports.isAny();
    }

    /** True when a broker has to answer for connections or sockets. */
    public boolean needsBroker() {
        return mediatesConnect();
    }

    private CallRule socket() {
        CallRule.Builder rule = CallRule.of(Syscall.SOCKET);
        unix(rule);
        return switch (network) {
            case FULL -> rule.otherwise(Verdict.ALLOW, UNIX_PATHS);
            case LOOPBACK -> {
                loopback(rule, AF_INET);
                loopback(rule, AF_INET6);
                yield routeNetlink(rule).otherwise(new Verdict.Refuse(EAFNOSUPPORT), "only TCP within this machine");
            }
            case NONE -> routeNetlink(rule).otherwise(new Verdict.Refuse(EAFNOSUPPORT), NO_NETWORK);
        };
    }

    private void unix(CallRule.Builder rule) {
        if (kernelJudgesUnixPaths) {
            rule.when(Verdict.ALLOW, is(DOMAIN, AF_UNIX));
        } else if (listening) {
            connectedTypes(rule);
            rule.when(new Verdict.Refuse(ESOCKTNOSUPPORT), is(DOMAIN, AF_UNIX));
        } else {
            rule.when(new Verdict.Refuse(EACCES), is(DOMAIN, AF_UNIX));
        }
    }

    /** Datagram sockets take an address with every message, which no filter can see. */
    private static void connectedTypes(CallRule.Builder rule) {
        rule.when(Verdict.ALLOW, is(DOMAIN, AF_UNIX), type(SOCK_STREAM));
        rule.when(Verdict.ALLOW, is(DOMAIN, AF_UNIX), type(SOCK_SEQPACKET));
    }

    /** The supervisor makes the socket, bound to the loopback device. All arguments are scalars: nothing can change under its hands. */
    private void loopback(CallRule.Builder rule, int family) {
        if (listening) {
            rule.when(Verdict.MEDIATE, is(DOMAIN, family), type(SOCK_STREAM), is(PROTOCOL, 0));
            rule.when(Verdict.MEDIATE, is(DOMAIN, family), type(SOCK_STREAM), is(PROTOCOL, IPPROTO_TCP));
            rule.when(new Verdict.Refuse(EPROTONOSUPPORT), is(DOMAIN, family), type(SOCK_STREAM));
        }
    }

    /** Programs ask it for the interfaces (Node does at its start). */
    private static CallRule.Builder routeNetlink(CallRule.Builder rule) {
        return rule.when(Verdict.ALLOW, is(DOMAIN, AF_NETLINK), is(PROTOCOL, NETLINK_ROUTE))
                .when(new Verdict.Refuse(EPROTONOSUPPORT), is(DOMAIN, AF_NETLINK));
    }

    private CallRule socketpair() {
        CallRule.Builder rule = CallRule.of(Syscall.SOCKETPAIR);
        if (kernelJudgesUnixPaths) {
            rule.when(Verdict.ALLOW, is(DOMAIN, AF_UNIX));
        } else {
            connectedTypes(rule);
            rule.when(new Verdict.Refuse(ESOCKTNOSUPPORT), is(DOMAIN, AF_UNIX));
        }
        Verdict others = network == Network.FULL ? Verdict.ALLOW : new Verdict.Refuse(EAFNOSUPPORT);
        return rule.otherwise(others, "a datagram of a pair can be sent to any address");
    }

    private static CallRule fastOpen(Syscall call, int flags) {
        return CallRule.of(call)
                .when(Verdict.ALLOW, ArgumentTest.none(flags, MSG_FASTOPEN))
                .otherwise(new Verdict.Refuse(EOPNOTSUPP), "fast open connects without connect");
    }

    private static CallRule setsockopt() {
        Verdict refused = new Verdict.Refuse(EPERM);
        return CallRule.of(Syscall.SETSOCKOPT)
                .when(refused, is(1, SOL_SOCKET), is(2, SO_BINDTODEVICE))
                .when(refused, is(1, SOL_SOCKET), is(2, SO_BINDTOIFINDEX))
                .when(refused, is(1, IPPROTO_IP), is(2, IP_OPTIONS))
                .when(refused, is(1, IPPROTO_IPV6), is(2, IPV6_RTHDR))
                .when(refused, is(1, IPPROTO_IPV6), is(2, IPV6_2292RTHDR))
                .when(refused, is(1, IPPROTO_IPV6), is(2, IPV6_2292PKTOPTIONS))
                .otherwise(Verdict.ALLOW, "leaves the loopback device, or routes past it");
    }

    private static ArgumentTest type(int type) {
        return new ArgumentTest(TYPE, SOCK_TYPE_MASK, type);
    }
}
