package org.bulle.engine.denial.observe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.jna.linux.Syscall;

/** kill(2), ptrace(2) and their like: Landlock keeps signals inside the sandbox, and what debuggers do. */
final class ProcessCalls {
    private static final String PID = "Pid:";
    private static final int PTRACE_ATTACH = 16;
    private static final int PTRACE_SEIZE = 0x4206;

    private final Scene scene;

    ProcessCalls(Scene scene) {
        this.scene = scene;
    }

    static boolean watches(Syscall call) {
        return switch (call) {
            case KILL,
                    TKILL,
                    TGKILL,
                    RT_SIGQUEUEINFO,
                    RT_TGSIGQUEUEINFO,
                    PIDFD_SEND_SIGNAL,
                    PTRACE,
                    PROCESS_VM_READV,
                    PROCESS_VM_WRITEV,
                    PROCESS_MADVISE,
                    MOVE_PAGES,
                    MIGRATE_PAGES,
                    GET_ROBUST_LIST,
                    PIDFD_GETFD,
                    KCMP -> true;
            default -> false;
        };
    }

    void look(Syscall call) {
        switch (call) {
            case KILL, TKILL, RT_SIGQUEUEINFO -> signal(scene.intArgument(0), scene.intArgument(1));
            case TGKILL -> signal(scene.intArgument(1), scene.intArgument(2));
            case RT_TGSIGQUEUEINFO -> signal(scene.intArgument(1), scene.intArgument(2));
            case PIDFD_SEND_SIGNAL ->
                processOf(scene.intArgument(0)).ifPresent(process -> signal(process, scene.intArgument(1)));
            case PTRACE -> {
                if (scene.intArgument(0) == PTRACE_ATTACH || scene.intArgument(0) == PTRACE_SEIZE) {
                    trace(scene.intArgument(1));
                }
            }
            case PROCESS_VM_READV, PROCESS_VM_WRITEV, MOVE_PAGES, MIGRATE_PAGES, GET_ROBUST_LIST ->
                trace(scene.intArgument(0));
            case PIDFD_GETFD, PROCESS_MADVISE -> processOf(scene.intArgument(0)).ifPresent(this::trace);
            case KCMP -> {
                trace(scene.intArgument(0));
                trace(scene.intArgument(1));
            }
            default -> {}
        }
    }

    /** Whatever the scopes: Landlock has always kept debuggers inside. */
    private void trace(int process) {
        if (process < 1 || scene.isInside(process)) {
            return;
        }
        Optional<Caller> target = Caller.of(process);
        target.ifPresent(other ->
                scene.caller().filter(who -> scene.access.mayTrace(who, other)).ifPresent(who -> note(other, who)));
    }

    private void note(Caller target, Caller who) {
        scene.log.host(Access.SIGNAL, target.name() + " (" + target.process() + ")", 0, who, Enforcer.LANDLOCK);
    }

    /** Groups are left out: the kernel signals those members that it may, and the call succeeds when there is one. */
    private void signal(int process, int signal) {
        if (process <= 1 && process != 1 || scene.grants.judge().handled().scoped() == 0 || scene.isInside(process)) {
            return;
        }
        Optional<Caller> target = Caller.of(process);
        if (target.isEmpty() || signal == 0) {
            return;
        }
        scene.caller()
                .filter(who -> scene.access.maySignal(who, target.get().uid()))
                .ifPresent(who -> note(target.get(), who));
    }

    private Optional<Integer> processOf(int descriptor) {
        try {
            return Files.readAllLines(
                            Path.of("/proc/" + scene.thread() + "/fdinfo/" + descriptor), StandardCharsets.ISO_8859_1)
                    .stream()
                    .filter(line -> line.startsWith(PID))
                    .map(line -> Integer.parseInt(line.substring(PID.length()).strip()))
                    .findFirst();
        } catch (IOException | NumberFormatException unknown) {
            return Optional.empty();
        }
    }
}
