package org.bulle.desktop;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;

/**
 * Types into a profile of 5,000 lines in the real window and prints the processor time that each key took on the UI thread: the whole of the key's event, with colours,
 * gutter and table following in the background meanwhile. The arguments are the numbers of lines and of keys.
 */
final class TypingBench {
    private TypingBench() {}

    public static void main(String[] args) throws Exception {
        int lines = args.length > 0 ? Integer.parseInt(args[0]) : 5000;
        int keys = args.length > 1 ? Integer.parseInt(args[1]) : 240;
        Path home = Files.createTempDirectory("bulle-typing");
        Path file = home.resolve(".config/bulle/profiles/big.toml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text(lines));
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        Platform.setImplicitExit(false);
        Platform.startup(() -> {
            try {
                opened.complete(Opened.on(new Stage(), home));
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        Opened app = opened.join();
        try {
            type(app, lines, keys);
        } finally {
            CompletableFuture.runAsync(app::close, Platform::runLater).join();
            Platform.exit();
        }
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

    private static void type(Opened app, int lines, int keys) throws Exception {
        Opened.await("profiles", () -> find(app, "#profile-git") != null);
        CompletableFuture.runAsync(
                        () -> {
                            app.stage.setWidth(900);
                            app.stage.setHeight(560);
                        },
                        Platform::runLater)
                .join();
        CompletableFuture.runAsync(() -> app.window.context().navigator().open("profiles", "big"), Platform::runLater)
                .join();
        CompletableFuture.runAsync(() -> ((ButtonBase) find(app, "#tab-toml")).fire(), Platform::runLater)
                .join();
        Opened.await("the text", () -> find(app, "#editor-text") != null);
        CodeArea area = (CodeArea) find(app, "#editor-text");
        Thread.sleep(4000);
        Random random = new Random(1);
        List<Double> events = new ArrayList<>();
        List<Double> layouts = Collections.synchronizedList(new ArrayList<>());
        long[] began = new long[1];
        CompletableFuture.runAsync(
                        () -> {
                            app.stage.getScene().addPreLayoutPulseListener(() -> began[0] = cpu());
                            app.stage
                                    .getScene()
                                    .addPostLayoutPulseListener(() -> layouts.add((cpu() - began[0]) / 1e6));
                        },
                        Platform::runLater)
                .join();
        for (int i = 0; i < keys; i++) {
            int line = 10 + random.nextInt(lines - 30);
            if (i % 40 == 0) {
                CompletableFuture.runAsync(
                                () -> {
                                    area.moveTo(line, 4);
                                    area.showParagraphAtCenter(line);
                                },
                                Platform::runLater)
                        .join();
                Thread.sleep(700);
            }
            String letter = i % 10 == 9 ? "\n" : i % 10 == 4 ? "\"" : String.valueOf((char) ('a' + random.nextInt(26)));
            CompletableFuture<Double> took = new CompletableFuture<>();
            Platform.runLater(() -> {
                long start = cpu();
                press(area, letter);
                took.complete((cpu() - start) / 1e6);
            });
            double key = took.join();
            if (i >= keys / 8) {
                events.add(key);
            } else {
                layouts.clear();
            }
            Thread.sleep(30);
        }
        print("a key's own work", events);
        print("styling and layout of a frame", layouts);
    }

    /** Processor time of this thread: what waits for the processor on a busy machine does not count. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void press(CodeArea area, String letter) {
        if (letter.equals("\n")) {
            area.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "\r", "", KeyCode.ENTER, false, false, false, false));
        } else {
            area.fireEvent(new KeyEvent(KeyEvent.KEY_TYPED, letter, "", KeyCode.UNDEFINED, false, false, false, false));
        }
    }

    private static Node find(Opened app, String query) {
        return app.stage.getScene().getRoot().lookup(query);
    }

    private static void print(String what, List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        long over = sorted.stream().filter(value -> value > 16).count();
        System.out.printf(
                Locale.ROOT,
                "%-30s median %6.2f ms   95 %% %6.2f ms   99 %% %6.2f ms   most %6.2f ms   over 16 ms: %d of %d%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 95 / 100),
                sorted.get(sorted.size() * 99 / 100),
                sorted.getLast(),
                over,
                sorted.size());
    }
}
