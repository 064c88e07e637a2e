package org.bulle.engine.run;

import java.util.concurrent.CountDownLatch;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.sandbox.SandboxException;
import org.bulle.engine.sandbox.Uninterrupted;
import org.bulle.engine.sandbox.landlock.Confinement;
import org.jspecify.annotations.Nullable;

/**
 * Starts a command from a thread that confines itself first and then ends. Landlock, seccomp and no_new_privs belong to a thread: the rest of this process
 * stays free. Nothing else may ever run on that thread, nor be created by it.
 */
final class ConfinedStart {
    private final Confinement confinement;
    private final SpawnRequest request;
    private final Runnable insideDomain;
    private final Runnable again;
    private final CountDownLatch listening = new CountDownLatch(1);
    private volatile int listener = -1;
    private volatile Confinement.@Nullable Result confined;
    private volatile int spawned;
    private volatile boolean throughShell;
    private volatile @Nullable Throwable failure;

    /**
     * @param insideDomain see {@link Confinement#confineThisThread}
     * @param again before a second try, with the shell
     */
    ConfinedStart(Confinement confinement, SpawnRequest request, Runnable insideDomain, Runnable again) {
        this.confinement = confinement;
        this.request = request;
        this.insideDomain = insideDomain;
        this.again = again;
    }

    /** How it went. */
    sealed interface Outcome {
        record Started(int pid) implements Outcome {}

        /**
         * The confinement stands; the command was not executed.
         *
         * @param errno from posix_spawn
         * @param throughShell the kernel did not know how to execute it, and the shell was to
         */
        record NotExecuted(int errno, boolean throughShell) implements Outcome {}

        record NotConfined(SandboxException why) implements Outcome {}

        record Failed(@Nullable Throwable why) implements Outcome {}
    }

    /** Does it, and waits until the thread has ended. Meanwhile another thread must serve the listener, since the execution itself is notified. */
    Outcome run() {
        Thread thread = Thread.ofPlatform().name("confined-start").unstarted(this::confineAndSpawn);
        thread.start();
        Uninterrupted.join(thread);
        return outcome();
    }

    private Outcome outcome() {
        Throwable thrown = failure;
        Confinement.Result result = confined;
        if (thrown != null || result == null) {
            return new Outcome.Failed(thrown);
        }
        if (result.failed()) {
            return new Outcome.NotConfined(result.exception());
        }
        return spawned > 0 ? new Outcome.Started(spawned) : new Outcome.NotExecuted(-spawned, throughShell);
    }

    /** Loads no class, makes no lambda, throws nothing of its own: see {@link Confinement}. */
    private void confineAndSpawn() {
        try {
            Confinement.Result result = confinement.confineThisThread(insideDomain);
            confined = result;
            if (!result.failed()) {
                listener = confinement.listens() ? (int) result.value() : -1;
                listening.countDown();
                spawned = request.spawn();
                if (spawned == -Errno.ENOEXEC) {
                    again.run();
                    throughShell = true;
                    spawned = request.spawnThroughShell();
                }
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            listening.countDown();
        }
    }

    /** Waits for the listener's descriptor; -1 when there is none. */
    int awaitListener() throws InterruptedException {
        listening.await();
        return listener;
    }
}
