package org.bulle.engine.run;

import static org.bulle.engine.jna.macos.Signals.*;

import com.sun.jna.Memory;
import org.bulle.engine.jna.linux.NativeArena;
import org.bulle.engine.jna.macos.LibSystem;

/** Calls of macOS. For one thread. */
final class MacCalls implements HostCalls {
    private final NativeArena arena = new NativeArena();
    private final Memory status = arena.allocate(Integer.BYTES);

    @Override
    public int self() {
        return LibSystem.getpid();
    }

    @Override
    public int parent() {
        return LibSystem.getppid();
    }

    @Override
    public int group(int pid) {
        return LibSystem.getpgid(pid);
    }

    @Override
    public int session(int pid) {
        return LibSystem.getsid(pid);
    }

    @Override
    public int kill(int pid, int signal) {
        return LibSystem.kill(pid, signal);
    }

    /** Through this thread, so that it has taken effect when the call returns. */
    @Override
    public void stopOurselves() {
        LibSystem.pthreadKillSelf(SIGSTOP);
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
        return LibSystem.waitpid(pid, status, WNOHANG | WUNTRACED);
    }

    @Override
    public int end(int pid) {
        return LibSystem.waitpid(pid, status, 0);
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
