package org.bulle.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import org.bulle.desktop.shared.Messages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;

/** The menu bar that only a Mac shows. */
@ExtendWith(ApplicationExtension.class)
class SystemMenuUiTest {
    private final List<String> opened = new ArrayList<>();

    @Test
    void opensEveryViewAndSettingsWhereAMacKeepsThem(FxRobot robot) {
        robot.interact(() -> {
            MenuBar bar = SystemMenu.of(
                    List.of(
                            new SystemMenu.Entry("Profiles", () -> opened.add("profiles")),
                            new SystemMenu.Entry("Runs", () -> opened.add("runs"))),
                    () -> opened.add("run"),
                    () -> opened.add("palette"),
                    () -> opened.add("settings"),
                    new Messages(Locale.ENGLISH));
            assertThat(bar.isUseSystemMenuBar()).isTrue();
            List<MenuItem> items = bar.getMenus().stream()
                    .map(Menu::getItems)
                    .flatMap(List::stream)
                    .filter(item -> item.getAccelerator() != null)
                    .toList();
            items.forEach(MenuItem::fire);
            assertThat(opened).containsExactly("run", "settings", "profiles", "runs", "palette");
            assertThat(items.stream().map(item -> ((KeyCodeCombination) item.getAccelerator()).getCode()))
                    .containsExactly(KeyCode.R, KeyCode.COMMA, KeyCode.DIGIT1, KeyCode.DIGIT2, KeyCode.K);
        });
    }
}
