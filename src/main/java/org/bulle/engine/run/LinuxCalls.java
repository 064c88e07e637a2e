package org.bulle.engine.run;

import static org.bulle.engine.jna.linux.Process.*;

import com.sun.jna.Memory;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.linux.Syscall;

/** System calls of Linux. For one thread. */
final class LinuxCalls implements HostCalls {
    private final Kernel kernel = Kernel.quick();
    private final NativeArena arena = new NativeArena();
    private final Memory status = arena.allocate(Integer.BYTES);

    @Override
    public int self() {
        return (int) kernel.call(Syscall.GETPID);
    }

    @Override
    public int parent() {
        return (int) kernel.call(Syscall.GETPPID);
    }

    @Override
    public int group(int pid) {
        return (int) kernel.call(Syscall.GETPGID, pid);
    }

    @Override
    public int session(int pid) {
        return (int) kernel.call(Syscall.GETSID, pid);
    }

    @Override
    public int kill(int pid, int signal) {
        return (int) kernel.call(Syscall.KILL, pid, signal);
    }

    /** To one thread, which stops all: kill(0) returns before it takes effect. */
    @Override
    public void stopOurselves() {
        kernel.call(Syscall.TGKILL, self(), kernel.call(Syscall.GETTID), SIGSTOP);
    }

    @Override
    public int number(JobSignal signal) {
        return switch (signal) {
            case HUP -> SIGHUP;
            case INT -> SIGINT;
            case QUIT -> SIGQUIT;
            case KILL -> SIGKILL;
            case USR1 -> SIGUSR1;
            case USR2 -> SIGUSR2;
            case TERM -> SIGTERM;
            case CHLD -> SIGCHLD;
            case CONT -> SIGCONT;
            case STOP -> SIGSTOP;
            case TSTP -> SIGTSTP;
        };
    }

    @Override
    public int news(int pid) {
        return (int) kernel.call(Syscall.WAIT4, pid, Kernel.address(status), WNOHANG | WUNTRACED, 0);
    }

    @Override
    public int end(int pid) {
        return (int) kernel.call(Syscall.WAIT4, pid, Kernel.address(status), 0, 0);
    }

    @Override
    public WaitStatus status() {
        return new WaitStatus(status.getInt(0));
    }

    @Override
    public void close() {
        arena.close();
    }
}
