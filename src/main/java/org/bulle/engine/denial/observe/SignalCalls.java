package org.bulle.engine.denial.observe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.jna.linux.Syscall;

/** kill(2) and its like: Landlock keeps signals inside the sandbox. */
final class SignalCalls {
    private static final String PID = "Pid:";

    private final Scene scene;

    SignalCalls(Scene scene) {
        this.scene = scene;
    }

    static boolean watches(Syscall call) {
        return switch (call) {
            case KILL, TKILL, TGKILL, RT_SIGQUEUEINFO, RT_TGSIGQUEUEINFO, PIDFD_SEND_SIGNAL -> true;
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
            default -> {}
        }
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
                .ifPresent(who -> scene.log.host(
                        Access.SIGNAL,
                        target.get().name() + " (" + target.get().process() + ")",
                        0,
                        who,
                        Enforcer.LANDLOCK));
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
