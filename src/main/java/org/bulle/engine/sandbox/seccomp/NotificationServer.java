package org.bulle.engine.sandbox.seccomp;

import static org.bulle.engine.jna.linux.Errno.EINTR;

import com.sun.jna.Memory;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.jna.linux.Kernel;
import org.bulle.engine.jna.linux.Poll;
import org.bulle.engine.jna.linux.Seccomp;
import org.bulle.engine.jna.linux.Syscall;
import org.jspecify.annotations.Nullable;

/**
 * Serves a listener until no process is left under its filter. If nobody served it, every notified call would hang, and fail with ENOSYS once the
 * descriptor is closed: whatever a handler throws, this goes on.
 */
public final class NotificationServer implements NotificationHandler.Listener {
    /**
     * The first kernel of which it is certain that it wakes a receiver when the last caller has gone ("seccomp: interrupt SECCOMP_IOCTL_NOTIF_RECV when
     * all users have exited", Linux 6.11). Before, one has to poll in front of every receiving.
     */
    private static final List<Integer> WAKES_RECEIVERS = List.of(6, 12);

    private static final int MOST_DIGITS = 4;

    /** System call numbers are below this on both architectures. */
    private static final int NUMBERS = 1024;

    private static final NotificationHandler[] NOBODY = {};

    private final NotificationHandler[][] asked = new NotificationHandler[NUMBERS][];
    private final @Nullable CallRule[] rules = new CallRule[NUMBERS];
    private final Memory response = new Memory(Seccomp.RESP_SIZE);
    private final Memory identity = new Memory(Long.BYTES);
    private final Memory poll = new Memory(Poll.POLLFD_SIZE);
    private final long responseAddress = Kernel.address(response);
    private final long identityAddress = Kernel.address(identity);
    private final long[] responseWords = new long[Seccomp.RESP_SIZE / Long.BYTES];
    private final boolean receivesToTheEnd;
    private final ReentrantLock answering = new ReentrantLock();
    private final Kernel kernel = Kernel.quick();
    private final Exchange exchange = new Exchange(kernel.forOneThread());
    private volatile int descriptor = -1;

    /**
     * @param handlers asked in order about the calls that they name; the first answer that is not Continue counts
     */
    public NotificationServer(SystemCallFilter filter, List<NotificationHandler> handlers) {
        this(filter, handlers, wakesReceivers(System.getProperty("os.version", "")));
    }

    /**
     * @param receivesToTheEnd the kernel wakes a receiver when the last caller has gone
     */
    NotificationServer(SystemCallFilter filter, List<NotificationHandler> handlers, boolean receivesToTheEnd) {
        this.receivesToTheEnd = receivesToTheEnd;
        Arrays.fill(asked, NOBODY);
        for (CallRule rule : filter.rules()) {
            int number = rule.call().number(filter.architecture());
            if (isKnown(number)) {
                rules[number] = rule;
            }
        }
        for (NotificationHandler handler : handlers) {
            for (Set<String> names : List.of(handler.calls(), handler.refusedCalls())) {
                names.forEach(name -> Syscall.named(name).ifPresent(call -> ask(handler, call.number())));
            }
        }
    }

    /** By the release of the kernel, such as {@code 6.18.44-cloud}. */
    static boolean wakesReceivers(String release) {
        int dot = release.indexOf('.');
        int end = digits(release, dot + 1);
        if (dot < 1 || digits(release, 0) != dot || end == dot + 1) {
            return false;
        }
        int major = Integer.parseInt(release, 0, dot, 10);
        int minor = Integer.parseInt(release, dot + 1, end, 10);
        return major > WAKES_RECEIVERS.getFirst()
                || major == WAKES_RECEIVERS.getFirst() && minor >= WAKES_RECEIVERS.getLast();
    }

    /** Where the digits end that begin there. */
    private static int digits(String release, int from) {
        int to = from;
        while (to < release.length()
                && to - from < MOST_DIGITS
                && release.charAt(to) >= '0'
                && release.charAt(to) <= '9') {
            to++;
        }
        return to;
    }

    /**
     * Answers on the calling thread until the last process under the filter has gone; then closes the listener.
     *
     * @param listener from seccomp(2)
     */
    public void serve(int listener) {
        descriptor = listener;
        exchange.begin(listener);
        kernel.call(
                Syscall.IOCTL,
                listener,
                Seccomp.SECCOMP_IOCTL_NOTIF_SET_FLAGS,
                Seccomp.SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
        while (receivesToTheEnd || waitForCall()) {
            try {
                if (!serveOne() && receivesToTheEnd && !waitForCall()) {
                    break;
                }
            } catch (Throwable e) {
                // Even an OutOfMemoryError: the caller is answered by the next line or dies with us; the tree must not
                // lose its supervisor.
                recover();
            }
        }
        kernel.call(Syscall.CLOSE, listener);
    }

    /** False once all callers are gone. */
    private boolean waitForCall() {
        while (true) {
            poll.setInt(0, descriptor);
            poll.setShort(4, (short) Poll.POLLIN);
            poll.setShort(6, (short) 0);
            long ready = kernel.call(Syscall.PPOLL, Kernel.address(poll), 1, 0, 0, 0, 0);
            if (ready > 0) {
                int events = poll.getShort(6);
                return (events & Poll.POLLIN) != 0;
            }
            if (ready != -EINTR) {
                return false;
            }
        }
    }

    /** False when there was nothing to receive. */
    private boolean serveOne() {
        if (exchange.next() < 0) {
            // ENOENT: the caller died or was interrupted meanwhile, or all have gone.
            return false;
        }
        Notification notification = exchange.notification();
        Answer answer = ask(notification);
        if (!(answer instanceof Answer.Taken)) {
            exchange.answer(notification.id(), answer);
            if (!receivesToTheEnd) {
                exchange.send();
            }
        }
        return true;
    }

    /** Puts a handler behind those that are asked about the call already. */
    private void ask(NotificationHandler handler, int number) {
        if (!isKnown(number)) {
            return;
        }
        for (NotificationHandler already : asked[number]) {
            if (already == handler) {
                return;
            }
        }
        NotificationHandler[] more = Arrays.copyOf(asked[number], asked[number].length + 1);
        more[more.length - 1] = handler;
        asked[number] = more;
    }

    private static boolean isKnown(int number) {
        return number >= 0 && number < NUMBERS;
    }

    private Answer ask(Notification notification) {
        if (isKnown(notification.number())) {
            for (NotificationHandler handler : asked[notification.number()]) {
                Answer answer = ask(handler, notification);
                if (!(answer instanceof Answer.Continue)) {
                    return answer;
                }
            }
        }
        return byRules(notification);
    }

    private Answer ask(NotificationHandler handler, Notification notification) {
        try {
            return handler.handle(notification, this);
        } catch (Throwable e) {
            return Answer.CONTINUE;
        }
    }

    /** What nobody answered: as the filter would have done it unwatched. A mediated call is never continued. */
    private Answer byRules(Notification notification) {
        CallRule rule = isKnown(notification.number()) ? rules[notification.number()] : null;
        if (rule == null) {
            return Answer.CONTINUE;
        }
        Verdict verdict = rule.decide(notification);
        if (verdict instanceof Verdict.Allow) {
            return Answer.CONTINUE;
        }
        return new Answer.Fail(verdict instanceof Verdict.Refuse(int errno) ? errno : Errno.EACCES);
    }

    private void recover() {
        try {
            Notification notification = exchange.again();
            answer(notification.id(), byRules(notification));
        } catch (Throwable e) {
            refuse();
        }
    }

    /**
     * Out of descriptors not even the classes of an answer can be loaded, and a caller without one waits for ever: this needs nothing that is not there already.
     */
    private void refuse() {
        exchange.refuse(Errno.EACCES);
    }

    @Override
    public boolean isValid(long id) {
        answering.lock();
        try {
            identity.setLong(0, id);
            return kernel.call(Syscall.IOCTL, descriptor, Seccomp.SECCOMP_IOCTL_NOTIF_ID_VALID, identityAddress) == 0;
        } finally {
            answering.unlock();
        }
    }

    @Override
    public void answer(long id, Answer answer) {
        answering.lock();
        try {
            Exchange.put(responseWords, id, answer);
            response.write(0, responseWords, 0, responseWords.length);
            // The only failure is ENOENT, a caller that has gone: normal.
            kernel.call(Syscall.IOCTL, descriptor, Seccomp.SECCOMP_IOCTL_NOTIF_SEND, responseAddress);
        } finally {
            answering.unlock();
        }
    }

    @Override
    public FirstLook firstLook() {
        return exchange;
    }

    @Override
    public int descriptor() {
        return descriptor;
    }
}
