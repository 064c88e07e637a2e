package org.bulle.desktop.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Objects;
import java.util.ResourceBundle;
import javafx.fxml.FXMLLoader;
import javafx.scene.Parent;

/** Loads {@code X.fxml} from the folder of its controller {@code XController}, which the caller has made. */
public final class Fxml {
    private Fxml() {}

    public static Parent load(Object controller, ResourceBundle messages) {
        Class<?> type = controller.getClass();
        String name = type.getSimpleName().replace("Controller", ".fxml");
        URL url = Objects.requireNonNull(type.getResource(name), name);
        FXMLLoader loader = new FXMLLoader(url, messages);
        loader.setControllerFactory(asked -> controller);
        try {
            return loader.load();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
