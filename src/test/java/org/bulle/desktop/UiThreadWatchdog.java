package org.bulle.desktop;

import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javafx.application.Platform;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails a UI test during which the product kept the UI thread for more than 50 ms ({@code -Dui.stall.ms=N}). {@link StallWatch} says what counts, and how it is
 * measured on a machine with other work to do. It is registered for every class named {@code *UiTest} by {@code META-INF/services}; the window is open before
 * it begins to watch, so a start does not count.
 */
public final class UiThreadWatchdog implements BeforeTestExecutionCallback, AfterTestExecutionCallback {
    private static final Namespace HERE = Namespace.create(UiThreadWatchdog.class);
    private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();
    private static final Map<String, Integer> EXCUSED = new ConcurrentHashMap<>();
    private static final long LIMIT = Long.getLong("ui.stall.ms", 50);

    private record UiThread(Thread thread, ThreadClock clock) {}

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        if (context.getRequiredTestClass().getSimpleName().endsWith("UiTest")) {
            CompletableFuture<UiThread> asked = new CompletableFuture<>();
            Platform.runLater(() -> asked.complete(new UiThread(Thread.currentThread(), ThreadClock.ofThisThread())));
            UiThread ui = asked.join();
            context.getStore(HERE)
                    .put(
                            StallWatch.class,
                            new StallWatch(
                                    Platform::runLater,
                                    ui.thread(),
                                    ui.clock(),
                                    UiThreadWatchdog::isProduct,
                                    LIMIT,
                                    EXCUSED));
        }
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        StallWatch watch = context.getStore(HERE).remove(StallWatch.class, StallWatch.class);
        if (watch == null) {
            return;
        }
        watch.close();
        List<StallWatch.Stall> stalls = watch.stalls();
        if (!stalls.isEmpty() && context.getExecutionException().isEmpty()) {
            throw new AssertionError(
                    stalls.stream().map(StallWatch.Stall::words).collect(Collectors.joining("\n")));
        }
    }

    /** Tests lie in the same packages; their classes come from another place. */
    private static boolean isProduct(String name) {
        return name.startsWith("org.bulle.") && KNOWN.computeIfAbsent(outermost(name), UiThreadWatchdog::liesInMain);
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static boolean liesInMain(String name) {
        return place(name).equals(place(Window.class.getName()));
    }

    private static String place(String name) {
        String file = name.replace('.', '/') + ".class";
        URL url = Objects.requireNonNull(UiThreadWatchdog.class.getClassLoader().getResource(file), file);
        return url.toString().substring(0, url.toString().length() - file.length());
    }
}
