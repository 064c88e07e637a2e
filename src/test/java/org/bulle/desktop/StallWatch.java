package org.bulle.desktop;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Watches the UI thread from another one. It puts a beat into the UI thread's queue and looks at its stack every few milliseconds until the beat has run; then
 * it puts in the next. What is counted against the code of the product, so that a busy machine fails nothing and real work on the UI thread does:
 *
 * <ul>
 *   <li>Only the thread's own time ({@link ThreadClock}): computing and waiting, not the time in which other programs had the processor, and not the pauses of
 *       the garbage collector.
 *   <li>Only by what the stack shows at that moment. When the innermost frame that belongs to somebody is the product's (computing, reading a file, waiting for
 *       a process or a lock), the time is <em>the product's own</em>. When it is the toolkit's with the product below (a skin that is made, a style that is
 *       looked up), it is <em>the toolkit's for the product</em>. A stack without the product, a test's own code that the robot runs on the UI thread, and the
 *       loading and initialising of classes and FXML count for nothing: that is warm-up.
 *   <li>One look counts at most {@value #LOOK_MILLIS} ms, whatever time has passed since the last: to be over the limit, several looks must agree.
 *   <li>The toolkit's work is slow in a virtual machine that has compiled little yet, as that of a test has. So it may take {@value #TOOLKIT_SHARE} times the
 *       limit, and each place (the outermost frame of the product) may be over that {@value #WARM_UPS} times. The product's own code is cold as well the first
 *       time: a place may take up to {@value #COLD_SHARE} times the limit once. What both take in a warm virtual machine is measured by
 *       {@code packaging/bench ui}.
 *   <li>Linking and verifying a class happens inside the virtual machine and shows as the frame that needs the class. A stretch in which classes were loaded may
 *       take {@value #LOADING_SHARE} times the limit.
 * </ul>
 */
final class StallWatch implements AutoCloseable {
    static final int LOOK_MILLIS = 20;
    static final int WARM_UPS = 4;
    static final int TOOLKIT_SHARE = 3;
    static final int LOADING_SHARE = 4;
    static final int COLD_SHARE = 2;
    private static final long PAUSE_MILLIS = 5;
    private static final long NOT_YET_MILLIS = 15;
    private static final int DEEPEST = 400;
    private static final Set<String> WARMING = Set.of(
            "java.lang.ClassLoader",
            "jdk.internal.loader.BuiltinClassLoader",
            "java.lang.invoke.MethodHandleNatives",
            "java.util.ResourceBundle",
            "javafx.fxml.FXMLLoader",
            "java.util.ServiceLoader");

    /**
     * The UI thread did one thing for too long.
     *
     * @param place the outermost frame of the product
     * @param milliseconds counted against the product
     * @param own true when it was the product's own work, false when the toolkit's for it
     */
    record Stall(String place, long milliseconds, boolean own, List<StackTraceElement> stack) {
        String words() {
            StringBuilder text = new StringBuilder("the UI thread was kept for " + milliseconds + " ms by "
                    + (own ? "work of " : "the toolkit, called by ") + place);
            stack.stream().limit(40).forEach(frame -> text.append("\n    at ").append(frame));
            return text.toString();
        }
    }

    private enum Owner {
        NOBODY,
        TOOLKIT,
        PRODUCT
    }

    private record Look(Owner owner, String place, List<StackTraceElement> stack) {}

    private final Executor ui;
    private final Thread thread;
    private final ThreadClock clock;
    private final Predicate<String> product;
    private final long limit;
    private final Map<String, Integer> excused;
    private final List<Stall> stalls = new ArrayList<>();
    private final Thread watcher;
    private volatile boolean closing;

    /**
     * Begins to watch.
     *
     * @param clock of {@code thread}
     * @param product whether a class of this name belongs to the product
     * @param limit in milliseconds
     * @param excused the warm-ups so far by place; kept by the caller for the next watch
     */
    StallWatch(
            Executor ui,
            Thread thread,
            ThreadClock clock,
            Predicate<String> product,
            long limit,
            Map<String, Integer> excused) {
        this.ui = ui;
        this.thread = thread;
        this.clock = clock;
        this.product = product;
        this.limit = limit;
        this.excused = excused;
        watcher = Thread.ofPlatform().daemon().name("ui-watchdog").start(this::watch);
    }

    private void watch() {
        try {
            while (!closing) {
                CountDownLatch beat = new CountDownLatch(1);
                ui.execute(beat::countDown);
                follow(beat);
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks until the beat has run. */
    private void follow(CountDownLatch beat) throws InterruptedException {
        Map<Owner, Long> counted = new HashMap<>();
        Map<Owner, Map<String, Long>> places = new HashMap<>();
        Map<String, List<StackTraceElement>> stacks = new HashMap<>();
        long classes = loadedClasses();
        long before = clock.read() - collecting();
        boolean late = beat.await(NOT_YET_MILLIS, TimeUnit.MILLISECONDS);
        while (!late && !closing) {
            Look look = look();
            late = beat.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            long now = clock.read() - collecting();
            long spent = Math.clamp(now - before, 0, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
            before = now;
            counted.merge(look.owner(), spent, Long::sum);
            places.computeIfAbsent(look.owner(), owner -> new LinkedHashMap<>()).merge(look.place(), spent, Long::sum);
            stacks.putIfAbsent(look.owner() + look.place(), look.stack());
        }
        int share = loadedClasses() > classes ? LOADING_SHARE : 1;
        if (!judge(Owner.PRODUCT, share, counted, places, stacks)) {
            judge(Owner.TOOLKIT, Math.max(share, TOOLKIT_SHARE), counted, places, stacks);
        }
    }

    private static long loadedClasses() {
        return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
    }

    /** True when it was too long. */
    private boolean judge(
            Owner owner,
            int share,
            Map<Owner, Long> counted,
            Map<Owner, Map<String, Long>> places,
            Map<String, List<StackTraceElement>> stacks) {
        long milliseconds = TimeUnit.NANOSECONDS.toMillis(counted.getOrDefault(owner, 0L));
        if (milliseconds <= share * limit) {
            return false;
        }
        String place = places.getOrDefault(owner, Map.of()).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
        if (owner == Owner.TOOLKIT && excused.merge(place, 1, Integer::sum) <= WARM_UPS) {
            return false;
        }
        if (owner == Owner.PRODUCT
                && milliseconds <= COLD_SHARE * share * limit
                && excused.merge("own " + place, 1, Integer::sum) == 1) {
            return false;
        }
        synchronized (stalls) {
            stalls.add(new Stall(
                    place, milliseconds, owner == Owner.PRODUCT, stacks.getOrDefault(owner + place, List.of())));
        }
        return true;
    }

    private static long collecting() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .map(TimeUnit.MILLISECONDS::toNanos)
                .sum();
    }

    private Look look() {
        @Nullable ThreadInfo seen = ManagementFactory.getThreadMXBean().getThreadInfo(thread.threadId(), DEEPEST);
        List<StackTraceElement> stack = seen == null ? List.of() : List.of(seen.getStackTrace());
        Owner owner = owner(stack);
        Optional<StackTraceElement> outermost =
                stack.reversed().stream().filter(this::isProduct).findFirst();
        return new Look(
                owner,
                outermost
                        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                        .orElse(""),
                stack);
    }

    private boolean isProduct(StackTraceElement frame) {
        return product.test(frame.getClassName());
    }

    /** From the innermost frame outwards. */
    private Owner owner(List<StackTraceElement> stack) {
        boolean toolkit = false;
        for (StackTraceElement frame : stack) {
            if (isWarming(frame)) {
                return Owner.NOBODY;
            }
            if (isProduct(frame)) {
                return toolkit ? Owner.TOOLKIT : Owner.PRODUCT;
            }
            toolkit |= isToolkit(frame.getClassName());
        }
        return Owner.NOBODY;
    }

    private static boolean isWarming(StackTraceElement frame) {
        return WARMING.contains(frame.getClassName())
                || frame.getMethodName().equals("<clinit>")
                || frame.getMethodName().startsWith("linkCallSite");
    }

    private static boolean isToolkit(String name) {
        return name.startsWith("javafx.")
                || name.startsWith("com.sun.javafx.")
                || name.startsWith("com.sun.glass.")
                || name.startsWith("org.fxmisc.")
                || name.startsWith("org.kordamp.")
                || name.startsWith("atlantafx.")
                || name.startsWith("com.techsenger.");
    }

    /** What was over the limit so far. */
    List<Stall> stalls() {
        synchronized (stalls) {
            return List.copyOf(stalls);
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            watcher.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
