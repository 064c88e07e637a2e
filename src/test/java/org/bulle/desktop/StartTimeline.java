package org.bulle.desktop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.bulle.Main;

/**
 * Where the time of the app's start goes: it starts the app in its own process and looks every millisecond at what the threads on the way to the first window
 * do. {@code packaging/bench timeline} runs it in the packaged app, with the app's own cache. Arguments: when the process was started, in microseconds since
 * 1970; then those of the app.
 */
public final class StartTimeline {
    private static final long PERIOD = 1_000_000;
    private static final long LONG = 4_000_000_000L;

    /** The first that a stack has something of, from its top thread's point of view. */
    private static final Map<String, List<String>> PHASES = new LinkedHashMap<>();

    static {
        PHASES.put("typefaces", List.of("Fonts.load", "Font.loadFont"));
        PHASES.put("icons", List.of("ikonli"));
        PHASES.put("theme and style sheets", List.of("Stylesheet.load", "CssParser", "Appearance.<init>"));
        PHASES.put("styling and skins", List.of("Scene.doCSSPass"));
        PHASES.put("layout", List.of("Scene.doLayoutPass"));
        PHASES.put("handing over to drawing", List.of("synchronizeSceneNodes"));
        PHASES.put("to the screen", List.of("uploadPixels"));
        PHASES.put("the system's window", List.of("Stage.show"));
        PHASES.put("FXML", List.of("FXMLLoader"));
        PHASES.put("shell", List.of("ShellController", "shell.Frame"));
        PHASES.put("view", List.of("FirstFrame"));
        PHASES.put("models, scene", List.of("DesktopApp", "desktop.Window", "desktop.Beginning"));
        PHASES.put("drawing pipeline", List.of("GraphicsPipeline.createPipeline"));
        PHASES.put("GTK", List.of("GtkApplication.<init>", "GtkApplication._init", "GtkApplication.runLoop"));
        PHASES.put("toolkit", List.of("javafx"));
        PHASES.put("Java", List.of(""));
    }

    private StartTimeline() {}

    private record Sample(long at, String thread, List<String> frames) {}

    public static void main(String[] arguments) throws Exception {
        long machine = System.currentTimeMillis() - Long.parseLong(arguments[0]) / 1000;
        Thread.ofPlatform().daemon().name("timeline").start(() -> follow(machine));
        List<String> rest = List.of(arguments).subList(1, arguments.length);
        Main.main(rest.toArray(String[]::new));
    }

    private static void follow(long machine) {
        List<Sample> samples = new ArrayList<>();
        long begun = System.nanoTime();
        for (long now = begun; now - begun < LONG; now = System.nanoTime()) {
            for (Map.Entry<Thread, StackTraceElement[]> each :
                    Thread.getAllStackTraces().entrySet()) {
                String name = each.getKey().getName();
                boolean watched = name.equals("main") || name.startsWith("JavaFX") || name.startsWith("Quantum");
                if (watched && each.getKey().getState() == Thread.State.RUNNABLE && each.getValue().length > 0) {
                    samples.add(new Sample(now - begun, name, frames(each.getValue())));
                }
            }
            LockSupport.parkNanos(PERIOD - (System.nanoTime() - now));
        }
        print(machine, samples);
        Runtime.getRuntime().halt(0);
    }

    private static List<String> frames(StackTraceElement[] stack) {
        List<String> frames = new ArrayList<>();
        for (StackTraceElement each : stack) {
            frames.add(each.getClassName() + "." + each.getMethodName());
        }
        return frames;
    }

    /** The UI thread's time where it does something, else that of whoever starts it; waiting for the system's events is nothing. */
    private static void print(long machine, List<Sample> samples) {
        long shown = samples.stream()
                .filter(each -> each.frames().stream().anyMatch(frame -> frame.endsWith("Stage.show")))
                .mapToLong(Sample::at)
                .max()
                .orElse(0);
        Map<String, Long> before = new LinkedHashMap<>();
        Map<String, Long> after = new LinkedHashMap<>();
        long last = 0;
        for (int i = 0; i < samples.size(); i++) {
            Sample at = samples.get(i);
            boolean together = i + 1 < samples.size() && samples.get(i + 1).at() == at.at();
            if (together && !at.thread().startsWith("JavaFX App") || isIdle(at)) {
                continue;
            }
            Map<String, Long> part = at.at() <= shown ? before : after;
            part.merge(phase(at), at.at() - last, Long::sum);
            last = at.at();
        }
        System.out.println("until main\t" + machine);
        before.forEach((phase, time) -> System.out.println(phase + "\t" + time / 1_000_000));
        System.out.println("the window is there\t" + (machine + shown / 1_000_000));
        after.forEach((phase, time) -> System.out.println("then " + phase + "\t" + time / 1_000_000));
    }

    private static boolean isIdle(Sample sample) {
        return sample.frames().getFirst().endsWith("_runLoop")
                || sample.thread().startsWith("Quantum") && !has(sample, "createPipeline");
    }

    private static String phase(Sample sample) {
        return PHASES.entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(part -> has(sample, part)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("Java");
    }

    private static boolean has(Sample sample, String part) {
        return sample.frames().stream().anyMatch(frame -> frame.contains(part));
    }
}
