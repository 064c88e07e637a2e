package org.bulle.desktop;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.bulle.engine.history.RunSummary;
import org.fxmisc.richtext.CodeArea;
import org.jspecify.annotations.Nullable;

/**
 * The real window in a process of its own. Arguments: a home, then {@code work} and commands to run: it runs them, types into the profile {@code mine}, says
 * {@code ready} and waits for its end; {@code look}: it says what the editor shows of that profile; or {@code stop}: it stops the newest run that goes on.
 */
public final class AppToKill extends Application {
    private static final String TYPED = "# half typed";
    private @Nullable Opened app;

    /** Java starts no {@link Application} from the class path. */
    public static final class Start {
        private Start() {}

        public static void main(String[] arguments) {
            launch(AppToKill.class, arguments);
        }
    }

    @Override
    public void start(Stage stage) throws Exception {
        List<String> words = getParameters().getRaw();
        app = Opened.on(stage, Path.of(words.getFirst()));
        Thread.ofPlatform().daemon().start(() -> {
            if (words.get(1).equals("work")) {
                words.subList(2, words.size()).forEach(this::run);
                CodeArea area = editor();
                ask(() -> {
                    area.appendText(TYPED);
                    return true;
                });
                System.out.println("ready");
            } else if (words.get(1).equals("stop")) {
                System.out.println("stopped " + stopNewest());
            } else {
                CodeArea area = editor();
                Opened.await("the text", () -> !area.getText().isEmpty());
                String first = ask(area::getText);
                // The draft takes the place of what is in the file, in a frame after it.
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (ask(area::getText).equals(first) && !first.endsWith(TYPED) && System.nanoTime() < end) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                }
                System.out.println("shown " + ask(area::getText).replace("\n", "|"));
            }
            System.out.flush();
        });
    }

    private Opened app() {
        return Objects.requireNonNull(app);
    }

    private void run(String command) {
        Opened.await(
                "the profiles",
                () -> !app().window.context().catalog().get().entries().isEmpty());
        ask(() -> {
            app().window.context().selection().stack().setAll("tool");
            app().window.context().runSheet().open(command);
            return true;
        });
        Opened.await("the sheet", () -> {
            Node start = find("#run-start");
            return start != null && !start.isDisabled();
        });
        ask(() -> {
            ((ButtonBase) Objects.requireNonNull(find("#run-start"))).fire();
            return true;
        });
        Opened.await("the tab", () -> find("#run-start") == null);
    }

    /** The newest run that goes on, in the view of the recorded runs. */
    private RunSummary.State stopNewest() {
        ask(() -> {
            app().window.context().navigator().open("runs");
            return true;
        });
        Opened.await("the page", () -> find("#runs-table") != null);
        TableView<?> runs = (TableView<?>) Objects.requireNonNull(ask(() -> find("#runs-table")));
        Opened.await("the run", () -> {
            RunSummary newest = (RunSummary) runs.getItems().getFirst();
            runs.getSelectionModel().select(0);
            return newest.state() == RunSummary.State.RUNNING
                    && Objects.requireNonNull(find("#runs-stop")).isVisible();
        });
        fire("#runs-stop");
        fire("#confirm-verb");
        Opened.await("its end", () -> ((RunSummary) runs.getItems().getFirst()).state() != RunSummary.State.RUNNING);
        return Objects.requireNonNull(ask(() -> ((RunSummary) runs.getItems().getFirst()).state()));
    }

    private static void fire(String query) {
        ask(() -> {
            ((ButtonBase) Objects.requireNonNull(find(query))).fire();
            return true;
        });
    }

    private CodeArea editor() {
        ask(() -> {
            app().window.context().navigator().open("profiles", "mine");
            return true;
        });
        Opened.await("the tab of the text", () -> find("#tab-toml") != null);
        ask(() -> {
            ((ButtonBase) Objects.requireNonNull(find("#tab-toml"))).fire();
            return true;
        });
        Opened.await("the editor", () -> find("#editor-text") != null);
        return (CodeArea) Objects.requireNonNull(ask(() -> find("#editor-text")));
    }

    private static @Nullable Node find(String query) {
        return Window.getWindows().stream()
                .map(window -> window.getScene().getRoot().lookup(query))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private interface Question<T extends @Nullable Object> {
        T ask();
    }

    private static <T extends @Nullable Object> T ask(Question<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                answer.complete(question.ask());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer.join();
    }
}
