package org.bulle.desktop;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.paint.Color;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;
import javax.imageio.ImageIO;
import org.bulle.desktop.shared.Appearance;

/**
 * Pictures of the window's views, each in both themes. The window is as {@code -Dpictures.language}, {@code .width}, {@code .height} and {@code .font} (its size in
 * pixels) say.
 */
final class Pictures {
    private static final int WIDTH = Integer.getInteger("pictures.width", 1360);
    private static final int HEIGHT = Integer.getInteger("pictures.height", 860);
    private static final String LANGUAGE = System.getProperty("pictures.language", "en");
    private static final int SETTLING_MILLIS = 700;
    private final Path folder;
    private final String only;
    private final Opened app;

    private Pictures(Path folder, String only, Opened app) {
        this.folder = folder;
        this.only = only;
        this.app = app;
    }

    interface Step {
        void run() throws Exception;
    }

    interface Album {
        void take(Pictures pictures) throws Exception;
    }

    /**
     * Opens the window on a home and takes pictures of it.
     *
     * @param arguments a folder and, to see only some, the beginning of their names
     */
    static void take(String[] arguments, Path home, Album album) throws Exception {
        Path preferences =
                Files.createDirectories(home.resolve(".local/state/bulle")).resolve("desktop.properties");
        Files.writeString(preferences, "language=" + LANGUAGE + "\n");
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        Platform.startup(() -> {
            try {
                opened.complete(Opened.on(new Stage(), home));
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        try {
            Opened app = opened.join();
            ui(() -> app.window
                    .context()
                    .appearance()
                    .fontSizeProperty()
                    .set(Integer.getInteger("pictures.font", Appearance.NORMAL_SIZE)));
            ui(() -> {
                app.stage.setWidth(WIDTH);
                app.stage.setHeight(HEIGHT);
            });
            album.take(new Pictures(Path.of(arguments[0]), arguments.length > 1 ? arguments[1] : "", app));
        } finally {
            ui(() -> opened.join().close());
            Platform.exit();
        }
    }

    Opened app() {
        return app;
    }

    /** Whether pictures are wanted whose names begin so; without them their views need not be opened. */
    boolean wants(String beginning) {
        return only.startsWith(beginning) || beginning.startsWith(only);
    }

    Node find(String query) {
        return app.stage.getScene().getRoot().lookup(query);
    }

    void fire(String query) {
        ui(() -> ((ButtonBase) find(query)).fire());
    }

    void escape() {
        ui(() -> app.stage
                .getScene()
                .getRoot()
                .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false)));
    }

    /** Closes menus, which a picture shows as well. */
    void closeMenus() {
        ui(() -> popups().forEach(Window::hide));
    }

    void both(String view) throws Exception {
        if (!view.startsWith(only)) {
            return;
        }
        for (Appearance.Choice theme : new Appearance.Choice[] {Appearance.Choice.LIGHT, Appearance.Choice.DARK}) {
            ui(() -> app.window.context().appearance().choiceProperty().set(theme));
            Thread.sleep(SETTLING_MILLIS);
            String name = view + "-" + theme.name().toLowerCase(Locale.ROOT) + ".png";
            ui(() -> save(folder.resolve(name)));
        }
    }

    private void save(Path file) throws IOException {
        Scene scene = app.stage.getScene();
        BufferedImage picture = picture(scene);
        Graphics2D on = picture.createGraphics();
        for (PopupWindow popup : popups()) {
            Scene menu = popup.getScene();
            menu.setFill(Color.TRANSPARENT);
            on.drawImage(
                    picture(menu),
                    (int) (popup.getX() - app.stage.getX() - scene.getX()),
                    (int) (popup.getY() - app.stage.getY() - scene.getY()),
                    null);
        }
        on.dispose();
        BufferedImage opaque = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
        opaque.createGraphics().drawImage(picture, 0, 0, null);
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageIO.write(opaque, "png", file.toFile());
    }

    private static List<PopupWindow> popups() {
        return List.copyOf(Window.getWindows()).stream()
                .filter(Window::isShowing)
                .filter(PopupWindow.class::isInstance)
                .map(PopupWindow.class::cast)
                .toList();
    }

    private static BufferedImage picture(Scene scene) {
        WritableImage image = scene.snapshot(null);
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                copy.setRGB(x, y, image.getPixelReader().getArgb(x, y));
            }
        }
        return copy;
    }

    static void ui(Step step) {
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
