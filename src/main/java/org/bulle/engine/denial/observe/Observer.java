package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.AT_FDCWD;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.sandbox.GrantedFile;
import org.bulle.engine.sandbox.landlock.LandlockPolicy;
import org.bulle.engine.sandbox.seccomp.Answer;
import org.bulle.engine.sandbox.seccomp.CallRule;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;
import org.bulle.engine.sandbox.seccomp.SystemCallFilter;
import org.bulle.engine.sandbox.seccomp.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Watches the calls that the sandbox may refuse, notes those that it will, and lets every one go on: the kernel decides, the note is a report. It notes
 * only what the caller could have done outside. For the listener's thread alone, but for the log.
 */
public final class Observer implements NotificationHandler, AutoCloseable {
    private static final int NUMBERS = 1_024;

    private final SystemCallFilter filter;
    private final DenialLog log;
    private final IntConsumer newThreads;
    private final KernelFiles files;
    private final CallerPath path;
    private final Scene scene;
    private final FileCalls fileCalls;
    private final Executions executions;
    private final SocketCalls socketCalls;
    private final ProcessCalls processCalls;
    private final JavaStart javaStart = new JavaStart();
    private final Set<String> calls;
    private final Set<String> refusedCalls;
    private final @Nullable Syscall[] byNumber;
    private final Kernel kernel = Kernel.quick().forOneThread();

    /**
     * @param newThreads told of each thread of the run that is seen for the first time
     */
    public Observer(LandlockPolicy policy, DenialLog log, IntConsumer newThreads) {
        this.filter = policy.filter();
        this.log = log;
        this.newThreads = newThreads;
        this.files = new KernelFiles(() -> kernel);
        this.path = new CallerPath(() -> kernel);
        this.scene = new Scene(files, path, new GrantRoots(files, policy.handled()), log);
        this.fileCalls = new FileCalls(scene);
        this.executions = new Executions(scene);
        this.socketCalls = new SocketCalls(
                scene,
                fileCalls,
                policy.policy().network(),
                policy.policy().ports(),
                policy.handled().judgesUnixPaths() || policy.sockets().mediatesConnect());
        this.processCalls = new ProcessCalls(scene);
        Set<Syscall> always = alwaysWatched();
        if (policy.sockets().mediatesListen()) {
            always.add(Syscall.LISTEN);
        }
        Set<Syscall> whenRefused = refusable(filter);
        whenRefused.removeAll(always);
        this.byNumber = byNumber(always, whenRefused);
        this.calls = names(always);
        this.refusedCalls = names(whenRefused);
    }

    public DenialLog log() {
        return log;
    }

    @Override
    public Set<String> calls() {
        return calls;
    }

    @Override
    public Set<String> refusedCalls() {
        return refusedCalls;
    }

    @Override
    public void granted(List<GrantedFile> files) {
        scene.grants.add(files);
    }

    @Override
    public Answer handle(Notification notification, Listener listener) {
        try {
            if (scene.begin(notification, listener)) {
                newThreads.accept(notification.tid());
            }
            int number = notification.number();
            Syscall call = number >= 0 && number < byNumber.length ? byNumber[number] : null;
            if (call != null) {
                look(call, notification);
            }
        } catch (RuntimeException | Error unforeseen) {
            log.gap("a call could not be judged (" + unforeseen.getClass().getSimpleName() + ")");
        }
        return Answer.CONTINUE;
    }

    private void look(Syscall call, Notification notification) {
        switch (call) {
            case OPENAT, OPEN -> fileCalls.look(call);
            case EXECVE -> {
                forgetJava();
                executions.execute(AT_FDCWD, scene.argument(0), 0);
            }
            case EXECVEAT -> {
                forgetJava();
                executions.execute(scene.intArgument(0), scene.argument(1), scene.intArgument(4));
            }
            case CONNECT -> socketCalls.connect();
            case BIND -> socketCalls.bind();
            case LISTEN -> socketCalls.listen(kernel, notification);
            case CHROOT -> scene.rootsDiffer();
            default -> {
                fileCalls.look(call);
                processCalls.look(call);
                refused(call, notification);
            }
        }
    }

    private void forgetJava() {
        if (!javaStart.isIdle()) {
            scene.caller().ifPresent(who -> javaStart.executes(who.process()));
        }
    }

    /** What the filter refuses whatever the arguments mean: the network as a whole, and services of the kernel. */
    private void refused(Syscall call, Notification notification) {
        if (!(filter.decide(notification) instanceof Verdict.Refuse) || FileCalls.watches(call)) {
            return;
        }
        scene.caller().ifPresent(who -> {
            switch (call) {
                case SOCKET -> log.network(who, Enforcer.SECCOMP, javaStart.asksForFamily(notification, who.process()));
                case SOCKETPAIR, SENDTO, SENDMSG, SENDMMSG -> log.network(who, Enforcer.SECCOMP, false);
                default -> log.path(Access.SERVICE, call.cName(), who, Enforcer.SECCOMP);
            }
        });
    }

    private static Set<Syscall> alwaysWatched() {
        Set<Syscall> all =
                new HashSet<>(List.of(Syscall.EXECVE, Syscall.EXECVEAT, Syscall.CONNECT, Syscall.BIND, Syscall.CHROOT));
        for (Syscall call : Syscall.values()) {
            if (FileCalls.watches(call) || ProcessCalls.watches(call)) {
                all.add(call);
            }
        }
        return all;
    }

    /** Without clone3: refusing it is how libraries are led to clone, and no program notices. */
    private static Set<Syscall> refusable(SystemCallFilter filter) {
        Set<Syscall> all = new HashSet<>();
        for (CallRule rule : filter.rules()) {
            boolean refuses = rule.otherwise() instanceof Verdict.Refuse
                    || rule.clauses().stream().anyMatch(clause -> clause.verdict() instanceof Verdict.Refuse);
            if (refuses && rule.call() != Syscall.CLONE3) {
                all.add(rule.call());
            }
        }
        return all;
    }

    private static @Nullable Syscall[] byNumber(Set<Syscall> always, Set<Syscall> whenRefused) {
        @Nullable Syscall[] all = new Syscall[NUMBERS];
        for (Set<Syscall> calls : List.of(always, whenRefused)) {
            for (Syscall call : calls) {
                if (call.number() >= 0 && call.number() < NUMBERS) {
                    all[call.number()] = call;
                }
            }
        }
        return all;
    }

    private static Set<String> names(Set<Syscall> calls) {
        return calls.stream().map(Syscall::cName).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void close() {
        scene.grants.close();
        path.close();
        files.close();
    }
}
