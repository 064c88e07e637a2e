package org.bulle.desktop;

import com.sun.javafx.tk.TKPulseListener;
import com.sun.javafx.tk.Toolkit;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;

/**
 * Types into a profile of 5,000 lines in the real window, with completion, checking and the table of entries on, and prints how long the UI thread was kept: by
 * frames. A frame is all that the thread does between the end of one pulse and the end of the next: the keys typed, the results of background work that are
 * put in (colours, problems, entries, proposals), styling and layout, and the copying of what changed for the renderer. Rendering itself is another thread's work.
 *
 * <p>Two clocks: the processor time of the thread, which a busy machine does not change and the 16 ms are held against, and the time on the wall, with what other
 * programs and the garbage collector took. The first keys are printed apart: the virtual machine compiles meanwhile. The arguments are the numbers of lines, of
 * keys, of keys to warm up, and of milliseconds between keys.
 */
final class TypingBench {
    private static final double LIMIT = 16;

    private final Opened app;
    private final List<Frame> frames = new ArrayList<>();
    private Frame frame = new Frame();
    /** The toolkit holds it weakly. */
    private final TKPulseListener pulseEnd = this::endFrame;

    private double pulseCpu;
    private double pulseWall;

    /** Where the time of a frame went. */
    private enum Part {
        KEY("a key's own work"),
        RESULT("results put in"),
        LAYOUT("styling and layout"),
        COPY("copying for the renderer");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /** Milliseconds by part. */
    private static final class Frame {
        private final Map<Part, Double> cpu = new EnumMap<>(Part.class);
        private final Map<Part, Double> wall = new EnumMap<>(Part.class);

        void add(Part part, double cpuMillis, double wallMillis) {
            cpu.merge(part, cpuMillis, Double::sum);
            wall.merge(part, wallMillis, Double::sum);
        }

        double cpu() {
            return cpu.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        double wall() {
            return wall.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        boolean hasKey() {
            return cpu.containsKey(Part.KEY);
        }
    }

    private TypingBench(Opened app) {
        this.app = app;
    }

    public static void main(String[] args) throws Exception {
        int lines = argument(args, 0, 5000);
        int keys = argument(args, 1, 400);
        int warming = argument(args, 2, 200);
        int pause = argument(args, 3, 60);
        Path home = Files.createTempDirectory("bulle-typing");
        Path file = home.resolve(".config/bulle/profiles/big.toml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text(lines));
        CompletableFuture<TypingBench> opened = new CompletableFuture<>();
        Platform.setImplicitExit(false);
        Platform.startup(() -> {
            try {
                TypingBench[] bench = new TypingBench[1];
                bench[0] = new TypingBench(Opened.on(
                        new Stage(),
                        home,
                        action -> Platform.runLater(
                                bench[0] == null ? action : () -> bench[0].timed(Part.RESULT, action))));
                opened.complete(bench[0]);
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        TypingBench bench = opened.join();
        try {
            CodeArea area = bench.openText();
            ui(bench::listen);
            System.out.printf(Locale.ROOT, "the first %d keys, while the virtual machine warms up:%n", warming);
            bench.type(area, lines, warming, pause, 1);
            System.out.printf(Locale.ROOT, "%nthe next %d keys:%n", keys);
            boolean holds = bench.type(area, lines, keys, pause, 2);
            System.out.printf(
                    Locale.ROOT, "%n%.0f ms: %s%n", LIMIT, holds ? "no frame took longer" : "NOT held, see above");
        } finally {
            ui(bench.app::close);
            Platform.exit();
        }
    }

    private static int argument(String[] args, int index, int otherwise) {
        return args.length > index ? Integer.parseInt(args[index]) : otherwise;
    }

    private static String text(int lines) {
        StringBuilder out = new StringBuilder("title = \"Big\"\nro = [\n");
        for (int i = 0; i < lines - 3; i++) {
            out.append("  \"?$CACHE/tool/directory-")
                    .append(i)
                    .append("/\",   # number ")
                    .append(i)
                    .append('\n');
        }
        return out.append("]\n").toString();
    }

    private CodeArea openText() throws InterruptedException {
        Opened.await("profiles", () -> find("#profile-git") != null);
        ui(() -> {
            app.stage.setWidth(1000);
            app.stage.setHeight(860);
        });
        ui(() -> app.window.context().navigator().open("profiles", "big"));
        ui(() -> ((ButtonBase) find("#tab-toml")).fire());
        Opened.await("the text", () -> find("#editor-text") != null);
        CodeArea area = (CodeArea) find("#editor-text");
        ui(area::requestFocus);
        Thread.sleep(4000);
        return area;
    }

    private void listen() {
        app.stage.getScene().addPreLayoutPulseListener(this::mark);
        app.stage.getScene().addPostLayoutPulseListener(() -> measure(Part.LAYOUT));
        Toolkit.getToolkit().addPostSceneTkPulseListener(pulseEnd);
    }

    private void endFrame() {
        measure(Part.COPY);
        frames.add(frame);
        frame = new Frame();
    }

    private void mark() {
        pulseCpu = cpu();
        pulseWall = wall();
    }

    private void measure(Part part) {
        frame.add(part, cpu() - pulseCpu, wall() - pulseWall);
        mark();
    }

    private void timed(Part part, Runnable action) {
        double startCpu = cpu();
        double startWall = wall();
        action.run();
        frame.add(part, cpu() - startCpu, wall() - startWall);
    }

    /** True when no frame took longer than the limit. */
    private boolean type(CodeArea area, int lines, int keys, int pause, long seed) throws InterruptedException {
        Random random = new Random(seed);
        List<Frame> all = new ArrayList<>();
        long collected = 0;
        long stopped = 0;
        for (int i = 0; i < keys; i++) {
            if (i % 40 == 0) {
                collect(all);
                int line = 10 + random.nextInt(lines - 30);
                ui(() -> {
                    area.moveTo(line, 4);
                    area.showParagraphAtCenter(line);
                });
                Thread.sleep(1500);
                ui(frames::clear);
            }
            long before = collections();
            long beforeMillis = collecting();
            String letter = i % 10 == 9 ? "\n" : i % 10 == 4 ? "\"" : String.valueOf((char) ('a' + random.nextInt(26)));
            ui(() -> timed(Part.KEY, () -> press(area, letter)));
            // Long enough for the check 300 ms after the last key, now and then.
            Thread.sleep(i % 8 == 7 ? 900 : pause);
            collected += collections() - before;
            stopped += collecting() - beforeMillis;
        }
        collect(all);
        return report(all, collected, stopped);
    }

    private void collect(List<Frame> all) {
        ui(() -> {
            all.addAll(frames);
            frames.clear();
        });
    }

    private static boolean report(List<Frame> all, long collected, long stopped) {
        print("frames with a key", all, Frame::hasKey, Frame::cpu);
        print("frames with results only", all, frame -> !frame.hasKey(), Frame::cpu);
        for (Part part : Part.values()) {
            print(
                    "  of them " + part.words,
                    all,
                    frame -> frame.cpu.containsKey(part),
                    frame -> frame.cpu.getOrDefault(part, 0.0));
        }
        print("all, time on the wall", all, frame -> true, Frame::wall);
        System.out.printf(Locale.ROOT, "%d collections of garbage, %d ms together%n", collected, stopped);
        return all.stream().allMatch(frame -> frame.cpu() <= LIMIT);
    }

    private static void print(String what, List<Frame> all, Predicate<Frame> which, ToDoubleFunction<Frame> time) {
        List<Double> sorted =
                all.stream().filter(which).map(time::applyAsDouble).sorted().toList();
        if (sorted.isEmpty()) {
            return;
        }
        System.out.printf(
                Locale.ROOT,
                "%-34s median %6.2f ms   95 %% %6.2f ms   99 %% %6.2f ms   most %6.2f ms   over %.0f ms: %d of %d%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 95 / 100),
                sorted.get(sorted.size() * 99 / 100),
                sorted.getLast(),
                LIMIT,
                sorted.stream().filter(value -> value > LIMIT).count(),
                sorted.size());
    }

    /** Processor time of this thread: what waits for the processor on a busy machine does not count. */
    private static double cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
    }

    private static double wall() {
        return System.nanoTime() / 1e6;
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static long collecting() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private static void press(CodeArea area, String letter) {
        if (letter.equals("\n")) {
            area.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "\r", "", KeyCode.ENTER, false, false, false, false));
        } else {
            area.fireEvent(new KeyEvent(KeyEvent.KEY_TYPED, letter, "", KeyCode.UNDEFINED, false, false, false, false));
        }
    }

    private Node find(String query) {
        return app.stage.getScene().getRoot().lookup(query);
    }

    private static void ui(Runnable action) {
        CompletableFuture.runAsync(action, Platform::runLater).join();
    }
}
