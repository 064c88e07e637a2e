package org.bulle.engine.sandbox.seccomp;

import static org.bulle.engine.jna.linux.Seccomp.SECCOMP_RET_ALLOW;
import static org.bulle.engine.jna.linux.Seccomp.SECCOMP_RET_ERRNO;
import static org.bulle.engine.jna.linux.Seccomp.SECCOMP_RET_KILL_PROCESS;
import static org.bulle.engine.jna.linux.Seccomp.SECCOMP_RET_USER_NOTIF;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bulle.engine.jna.linux.Architecture;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Seccomp;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.seccomp.BpfProgram.Assembler;

/**
 * The rules of one run: what the kernel refuses by itself, what it asks the supervisor about, and what the supervisor has to answer. The same rules
 * make the program and, for a notified call, the verdict, so that watching a call cannot change what becomes of it.
 *
 * @param rules at most one a call
 */
public record SystemCallFilter(Architecture architecture, List<CallRule> rules) {
    private static final int X32_BIT = 0x40000000;
    private static final int NO_CALL = -1;
    private static final int ERRNO_MASK = 0xffff;

    public SystemCallFilter {
        rules = List.copyOf(rules);
        long distinct = rules.stream().map(CallRule::call).distinct().count();
        if (distinct != rules.size()) {
            throw new IllegalArgumentException("two rules for one call");
        }
    }

    /**
     * All rules of a run.
     *
     * @param truncates Landlock restricts truncation (ABI 3)
     */
    public static SystemCallFilter of(Architecture architecture, SocketRules sockets, boolean truncates) {
        List<CallRule> rules = new ArrayList<>(AlwaysRefused.rules());
        rules.addAll(sockets.rules());
        if (!truncates) {
            rules.addAll(TruncateRules.rules());
        }
        return new SystemCallFilter(architecture, rules);
    }

    /** What becomes of a call that was notified. */
    public Verdict decide(Notification notification) {
        return rule(notification.number())
                .map(rule -> rule.decide(notification))
                .orElse(Verdict.ALLOW);
    }

    /** The rule for the call of that number. */
    public Optional<CallRule> rule(int number) {
        for (CallRule rule : rules) {
            if (rule.call().number(architecture) == number) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    /**
     * The program for the kernel.
     *
     * @param watched what is notified beside the mediated calls; calls that this architecture does not have are left out
     * @param listening false when no listener can be had: then what would be mediated is refused, and nothing is watched
     */
    public BpfProgram program(Watched watched, boolean listening) {
        Assembler out = new Assembler();
        out.load(Seccomp.DATA_ARCH);
        out.ifNotEqual(architecture.auditArch(), returning(SECCOMP_RET_KILL_PROCESS));
        out.load(Seccomp.DATA_NR);
        refuseX32(out);
        new TreeMap<>(byNumber())
                .forEach((number, rule) ->
                        out.ifEqual(number, block(rule, listening ? watched : Watched.nothing(), listening)));
        if (listening) {
            Set<Syscall> ruled = new HashSet<>();
            rules.forEach(rule -> ruled.add(rule.call()));
            watched.calls().stream()
                    .sorted()
                    .filter(call -> call.exists(architecture) && !ruled.contains(call))
                    .forEach(call -> out.ifEqual(call.number(architecture), returning(SECCOMP_RET_USER_NOTIF)));
        }
        out.ret(SECCOMP_RET_ALLOW);
        return out.program();
    }

    /** x32 calls have the architecture of x86-64 and their own numbers. -1 is what a tracer writes to have a call skipped. */
    private void refuseX32(Assembler out) {
        if (architecture == Architecture.X86_64) {
            Assembler kill = new Assembler();
            kill.ifNotEqual(NO_CALL, returning(SECCOMP_RET_KILL_PROCESS));
            out.ifAtLeast(X32_BIT, kill);
        }
    }

    private Map<Integer, CallRule> byNumber() {
        Map<Integer, CallRule> all = new TreeMap<>();
        for (CallRule rule : rules) {
            if (rule.call().exists(architecture)) {
                all.put(rule.call().number(architecture), rule);
            }
        }
        return all;
    }

    private static Assembler block(CallRule rule, Watched watched, boolean listening) {
        if (watched.calls().contains(rule.call())) {
            return returning(SECCOMP_RET_USER_NOTIF);
        }
        boolean refusals = watched.whenRefused().contains(rule.call());
        Assembler block = new Assembler();
        for (CallRule.Clause clause : rule.clauses()) {
            clause(block, clause, action(clause.verdict(), refusals, listening));
        }
        block.ret(action(rule.otherwise(), refusals, listening));
        return block;
    }

    private static void clause(Assembler block, CallRule.Clause clause, int action) {
        Assembler inner = returning(action);
        for (ArgumentTest test : clause.tests().reversed()) {
            Assembler outer = new Assembler();
            outer.loadArgument(test.index());
            if (test.mask() != -1) {
                outer.and(test.mask());
            }
            outer.ifEqual(test.value(), inner);
            inner = outer;
        }
        block.append(inner);
    }

    private static Assembler returning(int action) {
        Assembler block = new Assembler();
        block.ret(action);
        return block;
    }

    private static int action(Verdict verdict, boolean refusalsWatched, boolean listening) {
        if (verdict instanceof Verdict.Allow) {
            return SECCOMP_RET_ALLOW;
        }
        if (verdict instanceof Verdict.Refuse(int errno)) {
            return refusalsWatched ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | errno & ERRNO_MASK;
        }
        return listening ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | Errno.EACCES;
    }
}
