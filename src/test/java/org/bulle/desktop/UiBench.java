package org.bulle.desktop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.bulle.desktop.profiles.EffectiveRow;
import org.bulle.desktop.shared.DesktopContext;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.DenialReport;
import org.bulle.engine.denial.DenialSource;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.history.ActiveRun;
import org.bulle.engine.history.RunHistory;
import org.bulle.engine.history.RunSummary;

/**
 * How fast the window is with much in it: 1,000 profiles, 5,000 grants, 10,000 recorded runs, one of them with 50,000 denials. The first argument is how often
 * each thing is measured, after half as many times for warming up. Printed are what the UI thread computed from the user's action to the end of the layout that
 * shows its result (median and most), what it computed at most in one go, and the median on the wall clock, which also has the wait for the next frame, the work
 * in the background, and whatever else the machine does.
 */
final class UiBench {
    private static final int PROFILES = 1_000;
    private static final int GRANTS = 5;
    private static final int RUNS = 10_000;
    private static final int DENIALS = 50_000;
    private static final int STACK = 30;
    /** To look at one row alone: a part of its name. */
    private static final String ONLY = System.getProperty("ui.bench.only", "");

    private final Opened app;
    private final int rounds;
    private ThreadClock clock = ThreadClock.ofThisThread();

    private UiBench(Opened app, int rounds) {
        this.app = app;
        this.rounds = rounds;
    }

    public static void main(String[] args) throws Exception {
        Path home = Files.createTempDirectory("bulle-ui-bench");
        try {
            profiles(home);
            String big = runs(home);
            CompletableFuture<Opened> opened = new CompletableFuture<>();
            Platform.startup(() -> {
                try {
                    opened.complete(Opened.on(new Stage(), home));
                } catch (IOException e) {
                    opened.completeExceptionally(e);
                }
            });
            new UiBench(opened.join(), args.length > 0 ? Integer.parseInt(args[0]) : 15).measure(big);
            CompletableFuture<Void> closed = new CompletableFuture<>();
            Platform.runLater(() -> {
                opened.join().close();
                closed.complete(null);
            });
            closed.join();
        } finally {
            Platform.exit();
            delete(home);
        }
    }

    private static void delete(Path home) throws IOException {
        try (var files = Files.walk(home)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void profiles(Path home) throws IOException {
        Path folder = Files.createDirectories(home.resolve(".config/bulle/profiles"));
        for (int i = 0; i < PROFILES; i++) {
            StringBuilder text = new StringBuilder("title = \"Made " + i + "\"\ndescription = \"One of many\"\n");
            if (i % 10 == 9) {
                text.append("inherits = [\"").append(name(i - 1)).append("\"]\n");
            }
            text.append("ro = [\n");
            for (int g = 0; g < GRANTS; g++) {
                Path granted = home.resolve("data/" + i % 100 + "/" + g);
                Files.createDirectories(granted);
                text.append("  \"$HOME/data/")
                        .append(i % 100)
                        .append('/')
                        .append(g)
                        .append("\",\n");
            }
            Files.writeString(folder.resolve(name(i) + ".toml"), text.append("]\n"));
        }
        StringBuilder all = new StringBuilder("title = \"Everything\"\nro = [\n");
        for (int g = 0; g < PROFILES * GRANTS; g++) {
            all.append("  \"?$HOME/much/").append(g).append("\",\n");
            if (g % 2 == 0) {
                Files.createDirectories(home.resolve("much/" + g));
            }
        }
        Files.writeString(folder.resolve("everything.toml"), all.append("]\n"));
    }

    private static String name(int number) {
        return "made-" + number;
    }

    /** One run is recorded by the engine; the others are its record under other names. */
    private static String runs(Path home) throws IOException {
        RunHistory history = RunHistory.under(home.resolve(".local/state"));
        ActiveRun small = history.start(summary(Instant.now().minusSeconds(60)));
        small.finish(small.record(
                Instant.now(),
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                report(3)));
        Path file = history.folder().resolve(small.id() + ".json");
        String text = Files.readString(file);
        for (int i = 0; i < RUNS - 2; i++) {
            String id = "20260101-%02d%02d%02d-%04x".formatted(i / 3600, i / 60 % 60, i % 60, i);
            Path copy = history.folder().resolve(id + ".json");
            Files.write(copy, text.replace(small.id(), id).getBytes(StandardCharsets.UTF_8));
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
        }
        ActiveRun big = history.start(summary(Instant.now()));
        big.finish(big.record(
                Instant.now(),
                RunSummary.State.FINISHED,
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                report(DENIALS)));
        return big.id();
    }

    private static RunSummary summary(Instant started) {
        return new RunSummary(
                "",
                started,
                Optional.empty(),
                RunSummary.State.RUNNING,
                List.of(name(1), name(2)),
                List.of("make", "-j8", "check"),
                List.of(),
                "/home/somebody/src/project",
                OptionalInt.empty(),
                OptionalInt.empty(),
                Duration.ZERO,
                "linux-landlock",
                List.of(),
                List.of(),
                DenialSource.complete(DenialSource.Kind.OBSERVE),
                List.of(),
                0,
                0);
    }

    private static DenialReport report(int count) {
        List<Denial> denials = new ArrayList<>();
        Instant now = Instant.now();
        for (int i = 0; i < count; i++) {
            String path = "/home/somebody/data/" + i % 500 + "/file-" + i;
            denials.add(new Denial(
                    Access.READ,
                    Optional.of(path),
                    Optional.empty(),
                    OptionalInt.empty(),
                    1 + i % 7,
                    now,
                    now,
                    "make",
                    4242,
                    i % 10 == 0,
                    Risk.NONE,
                    Enforcer.LANDLOCK,
                    Optional.of(new Suggestion(
                            "ro",
                            "?" + path,
                            "--ro " + path,
                            List.of("?" + path, "?/home/somebody/data/" + i % 500 + "/"),
                            Optional.empty())),
                    Optional.empty()));
        }
        return new DenialReport(DenialSource.complete(DenialSource.Kind.OBSERVE), denials, List.of());
    }

    private void measure(String big) throws Exception {
        ui(() -> clock = ThreadClock.ofThisThread());
        DesktopContext context = app.window.context();
        Opened.await(
                "profiles",
                () -> find("#profile-list", ListView.class).getItems().size() > PROFILES);
        print("milliseconds", "UI thread", "most", "in one go", "wall clock");
        ui(() -> context.navigator().open("profiles", name(0)));
        Opened.await("entries", () -> effective().getItems().size() > 3);
        for (String view : List.of("runs", "explore", "system", "profiles")) {
            row(
                    "view: " + view,
                    round -> context.navigator().open(view.equals("profiles") ? "explore" : "profiles"),
                    round -> context.navigator().open(view),
                    () -> true);
        }
        ListView<?> list = find("#profile-list", ListView.class);
        String[] typed = {"made-9", "", "many", "made-99"};
        row("filter 1,000 profiles", none(), round -> field("#profile-search").setText(typed[round % 4]), () -> true);
        ui(() -> field("#profile-search").setText(""));
        row("scroll 1,000 profiles", none(), round -> list.scrollTo(round * 37 % PROFILES), () -> true);
        stackOfThirty(context);
        manyGrants(context);
        manyRuns(context, big);
        row(
                "palette",
                round -> escape(),
                round -> app.stage
                        .getScene()
                        .getRoot()
                        .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.K, false, true, false, false)),
                () -> true);
    }

    private void stackOfThirty(DesktopContext context) throws Exception {
        List<String> thirty = new ArrayList<>();
        for (int i = 0; i < STACK; i++) {
            thirty.add(name(i * 7));
        }
        ui(() -> {
            context.selection().stack().setAll(thirty);
            context.navigator().open("profiles", name(0));
        });
        Opened.await("the stack", () -> !find("#effective-cancel").getParent().isVisible());
        row(
                "effective view, 30 profiles, one more or less",
                none(),
                round -> {
                    if (round % 2 == 0) {
                        context.selection().stack().removeLast();
                    } else {
                        context.selection().stack().add(thirty.getLast());
                    }
                },
                () -> !find("#effective-cancel").getParent().isVisible());
        if (ONLY.isEmpty()) {
            plans(context, thirty);
        }
        Path file = app.home.resolve(".config/bulle/profiles/" + name(7) + ".toml");
        String before = Files.readString(file);
        boolean[] read = new boolean[1];
        row(
                "effective view, 30 profiles, one file changed",
                none(),
                round -> {
                    read[0] = false;
                    write(file, before + "env = [\"CHANGED_" + round + "\"]\n");
                    context.catalog().reload(() -> read[0] = true);
                },
                () -> read[0] && !find("#effective-cancel").getParent().isVisible());
    }

    /** What the engine takes for the table, on a thread that does nothing else. */
    private void plans(DesktopContext context, List<String> stack) throws Exception {
        double[] computed = new double[rounds];
        double[] wall = new double[rounds];
        ThreadClock here = ThreadClock.ofThisThread();
        for (int round = -rounds; round < rounds; round++) {
            long began = here.computed();
            long start = System.nanoTime();
            context.engine().plan(context.catalog().get().catalog(), stack, app.workspace);
            if (round >= 0) {
                computed[round] = millis(here.computed() - began);
                wall[round] = millis(System.nanoTime() - start);
            }
        }
        Arrays.sort(computed);
        Arrays.sort(wall);
        print(
                "plan of 30 profiles, in the background",
                "%.1f".formatted(computed[rounds / 2]),
                "%.1f".formatted(computed[rounds - 1]),
                "",
                "%.0f".formatted(wall[rounds / 2]));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void manyGrants(DesktopContext context) throws Exception {
        ui(() -> {
            context.selection().stack().setAll("everything");
            context.navigator().open("profiles", "everything");
        });
        Opened.await("5,000 grants", () -> effective().getItems().size() > 2_000);
        String[] typed = {"much/4", "", "99", "nothing has it"};
        row("filter 5,000 grants", none(), round -> field("#effective-filter").setText(typed[round % 4]), () -> true);
        ui(() -> field("#effective-filter").setText("much"));
        row("scroll 5,000 grants", none(), round -> effective().scrollTo(round * 331 % 4_000), () -> true);
        ui(() -> field("#effective-filter").setText(""));
    }

    private void manyRuns(DesktopContext context, String big) throws Exception {
        ui(() -> context.navigator().open("runs"));
        Opened.await("the page", () -> app.stage.getScene().getRoot().lookup("#runs-table") != null);
        TableView<?> runs = find("#runs-table", TableView.class);
        Opened.await("10,000 runs", () -> runs.getItems().size() >= RUNS);
        String[] typed = {"20260101-01", "", "0102", "make"};
        row("filter 10,000 runs", none(), round -> field("#runs-filter").setText(typed[round % 4]), () -> true);
        ui(() -> field("#runs-filter").setText(""));
        row("scroll 10,000 runs", none(), round -> runs.scrollTo(round * 731 % RUNS), () -> true);
        ui(() -> context.navigator().open("runs", big));
        TableView<?> denials = find("#denials-table", TableView.class);
        Opened.await("50,000 denials", () -> denials.getItems().size() > 10_000);
        String[] wanted = {"data/4", "", "file-77", "nothing has it"};
        row("filter 50,000 denials", none(), round -> field("#denials-filter").setText(wanted[round % 4]), () -> true);
        ui(() -> field("#denials-filter").setText(""));
        row("scroll 50,000 denials", none(), round -> denials.scrollTo(round * 1_731 % 40_000), () -> true);
    }

    private interface Act {
        void run(int round);
    }

    private static Act none() {
        return round -> {};
    }

    private record Taken(double computed, double longest, double wall) {}

    /** Prepares, acts, and waits until the condition holds and the layout after it is done. */
    private void row(String what, Act prepare, Act act, BooleanSupplier done) throws Exception {
        if (!what.contains(ONLY)) {
            return;
        }
        List<Taken> taken = new ArrayList<>();
        int warm = rounds / 2 + 1;
        for (int round = 0; round < warm + rounds; round++) {
            int number = round;
            ui(() -> prepare.run(number));
            settle();
            Taken time = once(number, act, done);
            if (round >= warm) {
                taken.add(time);
            }
        }
        double[] computed = taken.stream().mapToDouble(Taken::computed).sorted().toArray();
        double[] wall = taken.stream().mapToDouble(Taken::wall).sorted().toArray();
        double longest = taken.stream().mapToDouble(Taken::longest).max().orElse(0);
        print(
                what,
                "%.1f".formatted(computed[computed.length / 2]),
                "%.1f".formatted(computed[computed.length - 1]),
                "%.1f".formatted(longest),
                "%.0f".formatted(wall[wall.length / 2]));
    }

    private Taken once(int round, Act act, BooleanSupplier done) throws InterruptedException {
        CompletableFuture<double[]> end = new CompletableFuture<>();
        double[] longest = new double[1];
        Scene scene = app.stage.getScene();
        Platform.runLater(() -> {
            long start = System.nanoTime();
            long computed = clock.computed();
            act.run(round);
            longest[0] = millis(clock.computed() - computed);
            new Object() {
                private long before;

                private void follow() {
                    before = clock.computed();
                    Runnable[] after = new Runnable[1];
                    after[0] = () -> {
                        scene.removePostLayoutPulseListener(after[0]);
                        longest[0] = Math.max(longest[0], millis(clock.computed() - before));
                        if (done.getAsBoolean()) {
                            end.complete(
                                    new double[] {millis(clock.computed() - computed), millis(System.nanoTime() - start)
                                    });
                        } else {
                            Platform.runLater(this::follow);
                        }
                    };
                    scene.addPostLayoutPulseListener(after[0]);
                    Platform.requestNextPulse();
                }
            }.follow();
        });
        double[] times = end.orTimeout(60, TimeUnit.SECONDS).join();
        return new Taken(times[0], longest[0], times[1]);
    }

    private static double millis(long nanoseconds) {
        return nanoseconds / 1e6;
    }

    private static void settle() {
        // The next pulse of the headless platform.
        try {
            Thread.sleep(40);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void print(String... columns) {
        System.out.printf("%-48s %10s %10s %10s %10s%n", Arrays.stream(columns).toArray());
    }

    private void escape() {
        app.stage
                .getScene()
                .getRoot()
                .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
    }

    private Node find(String query) {
        Node found = app.stage.getScene().getRoot().lookup(query);
        if (found == null) {
            throw new IllegalStateException("not there: " + query);
        }
        return found;
    }

    private <T> T find(String query, Class<T> type) {
        return type.cast(find(query));
    }

    private TextInputControl field(String query) {
        return find(query, TextInputControl.class);
    }

    @SuppressWarnings("unchecked")
    private TableView<EffectiveRow> effective() {
        return (TableView<EffectiveRow>) find("#effective-table");
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void ui(Step step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                step.run();
                done.complete(null);
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        });
        done.join();
    }
}
