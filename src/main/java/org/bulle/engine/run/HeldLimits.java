package org.bulle.engine.run;

import com.sun.jna.Memory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.run.LimitMechanisms.GroupFile;
import org.bulle.engine.run.LimitMechanisms.Resource;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seccomp.Answer;
import org.bulle.engine.sandbox.seccomp.Notification;
import org.bulle.engine.sandbox.seccomp.NotificationHandler;
import org.jspecify.annotations.Nullable;

/**
 * Puts the limits of a run on its first process while the kernel holds that process in its first execve: nothing of the command has run yet, and whatever
 * it starts inherits them. A limit that was promised and cannot be put on refuses the execution.
 */
final class HeldLimits implements NotificationHandler, AutoCloseable {
    private static final Set<String> EXECUTIONS = Set.of("execve", "execveat");
    /** Made beforehand: when there is no memory left, making it would fail too, and the execution would go on. */
    private static final Answer REFUSED = new Answer.Fail(Errno.EPERM);

    private final Kernel kernel = Kernel.quick();
    private final NativeArena arena = new NativeArena();
    private final Memory wanted = arena.allocate(Process.RLIMIT64_SIZE);
    private final Memory current = arena.allocate(Process.RLIMIT64_SIZE);
    private final Map<Resource, Long> resources = new LinkedHashMap<>();
    private final Optional<RunGroup> group;
    private volatile boolean applied;
    private volatile @Nullable Throwable failure;

    private HeldLimits(Optional<RunGroup> group) {
        this.group = group;
    }

    /**
     * Makes the run's group, if a limit needs one.
     *
     * @param limits those that are not enforced are left out: they were said to be
     * @throws SandboxException NOT_INSTALLED when the group cannot be made
     */
    static HeldLimits of(List<Limit> limits, LimitMechanisms mechanisms) throws SandboxException {
        List<Limit> kept = limits.stream().filter(Limit::enforced).toList();
        List<Limit> grouped = kept.stream()
                .filter(limit -> GroupFile.of(limit.name()).isPresent())
                .toList();
        HeldLimits held =
                new HeldLimits(grouped.isEmpty() ? Optional.empty() : Optional.of(group(grouped, mechanisms)));
        kept.forEach(limit -> Resource.of(limit.name())
                .ifPresent(resource -> held.resources.put(resource, resource.value(limit.value()))));
        return held;
    }

    private static RunGroup group(List<Limit> limits, LimitMechanisms mechanisms) throws SandboxException {
        Map<String, String> files = new LinkedHashMap<>();
        for (Limit limit : limits) {
            GroupFile file = GroupFile.of(limit.name()).orElseThrow();
            files.put(file.file(), file.value(limit.value()).orElseThrow());
        }
        return switch (mechanisms.place(limits)) {
            case ControlGroups.Found.Unusable unusable ->
                throw refused(unusable.reason().english());
            case ControlGroups.Found.Usable place -> {
                try {
                    yield RunGroup.make(place, files);
                } catch (IOException e) {
                    throw refused("no group could be made in " + place.parent() + ": " + FileTrouble.sentence(e));
                }
            }
        };
    }

    static SandboxException refused(String why) {
        return new SandboxException(
                SandboxException.Kind.NOT_INSTALLED, "the limits of the run cannot be put on: " + why);
    }

    boolean isEmpty() {
        return resources.isEmpty() && group.isEmpty();
    }

    /** False until what was promised has been put on. */
    boolean areKept() {
        return applied || isEmpty();
    }

    /** The command is executed anew, in another process. */
    void again() {
        applied = false;
    }

    /** Why the execution was refused. */
    Optional<SandboxException> failure() {
        return Optional.ofNullable(failure).map(thrown -> refused(reason(thrown)));
    }

    private static String reason(Throwable thrown) {
        return thrown instanceof IOException refused ? FileTrouble.sentence(refused) : thrown.toString();
    }

    @Override
    public Set<String> calls() {
        return isEmpty() ? Set.of() : EXECUTIONS;
    }

    @Override
    public Answer handle(Notification notification, Listener listener) {
        if (applied) {
            return Answer.CONTINUE;
        }
        try {
            if (!listener.isValid(notification.id())) {
                return Answer.CONTINUE;
            }
            for (Map.Entry<Resource, Long> each : resources.entrySet()) {
                limit(notification.tid(), each.getKey(), each.getValue());
            }
            if (group.isPresent()) {
                group.get().add(notification.tid());
            }
            applied = true;
            return Answer.CONTINUE;
        } catch (Throwable e) {
            failure = e;
            return REFUSED;
        }
    }

    /** Soft and hard, and never more than the hard limit that there is. */
    private void limit(int pid, Resource resource, long value) throws IOException {
        int number = switch (resource) {
            case NOFILE -> Process.RLIMIT_NOFILE;
            case FSIZE -> Process.RLIMIT_FSIZE;
            case CPU -> Process.RLIMIT_CPU;
        };
        check(resource, kernel.call(Syscall.PRLIMIT64, pid, number, 0, Kernel.address(current)));
        long hard = current.getLong(Long.BYTES);
        long clamped = Long.compareUnsigned(value, hard) < 0 ? value : hard;
        wanted.setLong(0, clamped);
        wanted.setLong(Long.BYTES, clamped);
        check(resource, kernel.call(Syscall.PRLIMIT64, pid, number, Kernel.address(wanted), 0));
    }

    private static void check(Resource resource, long result) throws IOException {
        if (result < 0) {
            throw new IOException(resource.mechanism() + ": " + Errno.name(-result));
        }
    }

    /** Ends what is still in the group. */
    void kill() {
        group.ifPresent(RunGroup::kill);
    }

    @Override
    public void close() {
        group.ifPresent(RunGroup::close);
        arena.close();
    }
}
