package org.bulle.desktop;

import com.sun.javafx.tk.TKPulseListener;
import com.sun.javafx.tk.Toolkit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;

/**
 * Types into a profile of 5,000 lines in the real window, with completion, checking and the table of entries on, and prints how long the UI thread was kept: by
 * frames. A frame is all that the thread does between the end of one pulse and the end of the next: the keys typed, the results of background work that are
 * put in (colours, problems, entries, proposals), styling and layout, the copying of what changed for the renderer, and of the picture to the display.
 * Rendering itself is another thread's work.
 *
 * <p>Two clocks: the processor time of the thread, which a busy machine does not change and the 16 ms are held against, and the time on the wall, with what other
 * programs and the garbage collector took. The first keys are printed apart: the virtual machine compiles meanwhile.
 *
 * <p>The arguments: {@code app}, or {@code library} for the same text in the text area alone, without any code of ours, which is the least that can be reached
 * with it; the numbers of lines, of keys, of keys to warm up, and of milliseconds between keys. It needs a display (Xvfb will do): without one, the toolkit
 * copies the picture for each frame point by point, which takes longer than all the rest.
 */
final class TypingBench {
    private static final double LIMIT = 16;
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 860;

    private final List<Frame> frames = new ArrayList<>();
    private Frame frame = new Frame();
    private double frameCpu;
    private long frameBytes;
    private double layoutCpu;
    /** The toolkit holds it weakly. */
    private final TKPulseListener pulseEnd = this::endFrame;

    /** Where the time of a frame went. */
    private enum Part {
        KEY("a key's own work"),
        RESULT("results put in"),
        LAYOUT("styling and layout"),
        REST("timers, copying, the rest");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /** Milliseconds of processor time by part, milliseconds on the wall since the key was pressed, and what the thread allocated. */
    private static final class Frame {
        private final Map<Part, Double> cpu = new EnumMap<>(Part.class);
        private double pressed;
        private double wall;
        private double bytes;

        void add(Part part, double cpuMillis) {
            cpu.merge(part, cpuMillis, Double::sum);
        }

        double cpu() {
            return cpu.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        boolean hasKey() {
            return cpu.containsKey(Part.KEY);
        }

        @Override
        public String toString() {
            return cpu.entrySet().stream()
                    .map(part -> String.format(Locale.ROOT, "%s %.1f", part.getKey().words, part.getValue()))
                    .collect(Collectors.joining(", ", String.format(Locale.ROOT, "%.1f ms: ", cpu()), ""));
        }
    }

    /** A window with the text in it. */
    private record Shown(Stage stage, CodeArea area, Runnable close) {}

    public static void main(String[] args) throws Exception {
        boolean library = args.length > 0 && args[0].equals("library");
        int lines = argument(args, 1, 5000);
        int keys = argument(args, 2, 400);
        int warming = argument(args, 3, 200);
        int pause = argument(args, 4, 40);
        CompletableFuture<Void> started = new CompletableFuture<>();
        Platform.setImplicitExit(false);
        Platform.startup(() -> started.complete(null));
        started.join();
        TypingBench bench = new TypingBench();
        Shown shown = library ? library(text(lines)) : bench.app(text(lines));
        try {
            ui(() -> bench.listen(shown.stage()));
            System.out.printf(
                    Locale.ROOT,
                    "%s: the first %d keys, while the virtual machine warms up:%n",
                    library ? "The text area alone" : "The app",
                    warming);
            bench.type(shown.area(), lines, warming, pause, 1);
            System.out.printf(Locale.ROOT, "%nthe next %d keys:%n", keys);
            boolean holds = bench.type(shown.area(), lines, keys, pause, 2);
            System.out.printf(
                    Locale.ROOT,
                    "%.0f ms: %s%n%n",
                    LIMIT,
                    holds ? "no frame with a key took longer" : "NOT held, see above");
        } finally {
            ui(shown.close());
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

    /** The text area as its library makes it. */
    private static Shown library(String text) throws InterruptedException {
        CompletableFuture<Shown> made = new CompletableFuture<>();
        ui(() -> {
            CodeArea area = new CodeArea(text);
            Stage stage = new Stage();
            stage.setScene(new Scene(new VirtualizedScrollPane<>(area), WIDTH, HEIGHT));
            stage.show();
            area.requestFocus();
            made.complete(new Shown(stage, area, stage::hide));
        });
        Thread.sleep(2000);
        return made.join();
    }

    private Shown app(String text) throws Exception {
        Path home = Files.createTempDirectory("bulle-typing");
        Path file = home.resolve(".config/bulle/profiles/big.toml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Executor results = action -> Platform.runLater(() -> timed(Part.RESULT, action));
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                opened.complete(Opened.on(new Stage(), home, results));
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        Opened app = opened.join();
        Opened.await("profiles", () -> find(app, "#profile-git") != null);
        ui(() -> {
            app.stage.setWidth(WIDTH);
            app.stage.setHeight(HEIGHT);
            app.window.context().navigator().open("profiles", "big");
        });
        ui(() -> ((ButtonBase) find(app, "#tab-toml")).fire());
        Opened.await("the text", () -> find(app, "#editor-text") != null);
        CodeArea area = (CodeArea) find(app, "#editor-text");
        ui(area::requestFocus);
        Thread.sleep(4000);
        return new Shown(app.stage, area, () -> {
            app.close();
            remove(home);
        });
    }

    private static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("left behind: " + folder);
        }
    }

    private static Node find(Opened app, String query) {
        return app.stage.getScene().getRoot().lookup(query);
    }

    private void listen(Stage stage) {
        stage.getScene().addPreLayoutPulseListener(() -> layoutCpu = cpu());
        stage.getScene().addPostLayoutPulseListener(() -> {
            frame.add(Part.LAYOUT, cpu() - layoutCpu);
        });
        Toolkit.getToolkit().addPostSceneTkPulseListener(pulseEnd);
        begin();
    }

    private void begin() {
        frame = new Frame();
        frameCpu = cpu();
        frameBytes = allocated();
    }

    private void endFrame() {
        frame.add(Part.REST, Math.max(0, cpu() - frameCpu - frame.cpu()));
        frame.wall = wall() - frame.pressed;
        frame.bytes = allocated() - frameBytes;
        frames.add(frame);
        begin();
    }

    private void timed(Part part, Runnable action) {
        double start = cpu();
        action.run();
        frame.add(part, cpu() - start);
    }

    /** True when no frame with a key took longer than the limit. */
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
                Thread.sleep(1000);
                ui(frames::clear);
            }
            long before = collections();
            long beforeMillis = collecting();
            String letter = i % 10 == 9 ? "\n" : i % 10 == 4 ? "\"" : String.valueOf((char) ('a' + random.nextInt(26)));
            double pressed = wall();
            ui(() -> {
                frame.pressed = pressed;
                timed(Part.KEY, () -> press(area, letter));
            });
            // Long enough for the check 300 ms after the last key, now and then.
            Thread.sleep(i % 8 == 7 ? 600 : pause);
            collected += collections() - before;
            stopped += collecting() - beforeMillis;
        }
        collect(all);
        report(all);
        System.out.printf(Locale.ROOT, "%d collections of garbage, %d ms together%n", collected, stopped);
        return all.stream().filter(Frame::hasKey).allMatch(each -> each.cpu() <= LIMIT);
    }

    private void collect(List<Frame> all) {
        ui(() -> {
            all.addAll(frames);
            frames.clear();
        });
    }

    private static void report(List<Frame> all) {
        print("frames with a key", all, Frame::hasKey, Frame::cpu);
        for (Part part : Part.values()) {
            print("  of them " + part.words, all, Frame::hasKey, each -> each.cpu.getOrDefault(part, 0.0));
        }
        print("  from key to picture, on the wall", all, Frame::hasKey, each -> each.wall);
        print("other frames", all, each -> !each.hasKey() && each.cpu() > 0.5, Frame::cpu);
        print(
                "frames with a key, allocated",
                all.stream()
                        .filter(Frame::hasKey)
                        .map(each -> each.bytes / 1024)
                        .toList(),
                "KB");
        all.stream()
                .filter(each -> !each.hasKey())
                .sorted(Comparator.comparingDouble(Frame::cpu).reversed())
                .limit(4)
                .forEach(worst -> System.out.println("  longest other " + worst));
        all.stream()
                .filter(Frame::hasKey)
                .sorted(Comparator.comparingDouble(Frame::cpu).reversed())
                .limit(4)
                .forEach(worst -> System.out.println("  longest " + worst));
    }

    private static void print(String what, List<Frame> all, Predicate<Frame> which, ToDoubleFunction<Frame> time) {
        print(what, all.stream().filter(which).map(time::applyAsDouble).toList(), "ms");
    }

    private static void print(String what, List<Double> values, String unit) {
        List<Double> sorted = values.stream().sorted().toList();
        if (sorted.isEmpty()) {
            return;
        }
        String over = unit.equals("ms")
                ? String.format(
                        Locale.ROOT,
                        "   over %.0f ms: %d of %d",
                        LIMIT,
                        sorted.stream().filter(value -> value > LIMIT).count(),
                        sorted.size())
                : "";
        System.out.printf(
                Locale.ROOT,
                "%-34s median %7.2f   95 %% %7.2f   99 %% %7.2f   most %7.2f %s%s%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 95 / 100),
                sorted.get(sorted.size() * 99 / 100),
                sorted.getLast(),
                unit,
                over);
    }

    /** Processor time of this thread: what waits for the processor on a busy machine does not count. */
    private static double cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
    }

    private static double wall() {
        return System.nanoTime() / 1e6;
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
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

    private static void ui(Runnable action) {
        CompletableFuture.runAsync(action, Platform::runLater).join();
    }
}
