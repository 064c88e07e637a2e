package org.bulle.engine.sandbox.landlock;

import static org.bulle.engine.jna.linux.Seccomp.*;

import com.sun.jna.Memory;
import java.util.List;
import java.util.stream.Stream;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Process;
import org.bulle.engine.jna.linux.Syscall;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Ports;
import org.bulle.engine.sandbox.DroppedCapabilities;
import org.bulle.engine.sandbox.GrantedFile;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.bulle.engine.sandbox.seccomp.Watched;

/** Everything that confines a thread, prepared so that only a few system calls are left to be made on it. */
public final class Confinement implements AutoCloseable {
    private final Kernel kernel;
    private final Ruleset ruleset;
    private final NativeArena arena = new NativeArena();
    private final Memory program;
    private final long filterFlags;

    private Confinement(Kernel kernel, Ruleset ruleset, LandlockPolicy policy, Watched watched) {
        this.kernel = kernel;
        this.ruleset = ruleset;
        this.program = policy.filter().program(watched, policy.listening()).write(arena);
        this.filterFlags = policy.listener() instanceof ListenerSupport.Available(boolean killable)
                ? SECCOMP_FILTER_FLAG_NEW_LISTENER | (killable ? SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV : 0)
                : 0;
        warmUp();
    }

    /**
     * Opens the granted paths and adds the rules; confines nothing yet.
     *
     * @param watched calls that the supervisor is to be notified of
     * @param more grants of this run beside the policy's: the terminal that it gets
     */
    public static Confinement prepare(LandlockPolicy policy, Watched watched, List<Grant> more)
            throws SandboxException {
        Kernel kernel = Kernel.quick();
        List<Grant> grants =
                Stream.concat(policy.policy().grants().stream(), more.stream()).toList();
        List<Ports.Range> bindable = policy.policy().network() == Network.LOOPBACK
                ? policy.policy().ports().merged()
                : List.of();
        return new Confinement(kernel, Ruleset.of(kernel, policy.handled(), grants, bindable), policy, watched);
    }

    /** A thread that is confined cannot load classes from files that the command may not read: all that it needs is loaded here. */
    private void warmUp() {
        Step.DONE.name();
        new Result(Step.DONE, DroppedCapabilities.mask());
    }

    /** What the rules were made for. */
    public List<GrantedFile> granted() {
        return ruleset.granted();
    }

    /** The steps in their order. */
    public enum Step {
        CAPABILITIES("to take administrative capabilities away"),
        NO_NEW_PRIVILEGES("no_new_privs"),
        LANDLOCK("the Landlock ruleset"),
        SECCOMP("the seccomp filter"),
        DONE("");

        private final String what;

        Step(String what) {
            this.what = what;
        }
    }

    /**
     * How far it came.
     *
     * @param step DONE, or the one that failed
     * @param value the listener's descriptor, or {@code -errno}
     */
    public record Result(Step step, long value) {
        public boolean failed() {
            return step != Step.DONE;
        }

        /** In words, for a failure. */
        public SandboxException exception() {
            String why = step == Step.LANDLOCK && value == -Errno.E2BIG
                    ? "the kernel allows 16 Landlock sandboxes one inside the other, and this would be one more"
                    : "the kernel refuses " + step.what + ": " + Errno.name(-value);
            return new SandboxException(SandboxException.Kind.NOT_INSTALLED, why);
        }
    }

    /** True when {@link #confineThisThread} gives a listener. */
    public boolean listens() {
        return (filterFlags & SECCOMP_FILTER_FLAG_NEW_LISTENER) != 0;
    }

    /**
     * Confines the calling thread, which must do nothing but start the command and end: also after a failure, since it may be confined in part.
     *
     * @param insideDomain runs when Landlock is in force and the filter is not: what it starts lives in the command's domain
     */
    public Result confineThisThread(Runnable insideDomain) {
        long done = DroppedCapabilities.dropOnThisThread(kernel);
        if (done < 0) {
            return new Result(Step.CAPABILITIES, done);
        }
        done = kernel.call(Syscall.PRCTL, Process.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0);
        if (done < 0) {
            return new Result(Step.NO_NEW_PRIVILEGES, done);
        }
        done = ruleset.restrictThisThread();
        if (done < 0) {
            return new Result(Step.LANDLOCK, done);
        }
        insideDomain.run();
        done = kernel.call(Syscall.SECCOMP, SECCOMP_SET_MODE_FILTER, filterFlags, Kernel.address(program));
        return new Result(done < 0 ? Step.SECCOMP : Step.DONE, done);
    }

    @Override
    public void close() {
        ruleset.close();
        arena.close();
    }
}
