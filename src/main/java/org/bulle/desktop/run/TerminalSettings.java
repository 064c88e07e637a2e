package org.bulle.desktop.run;

import com.techsenger.jeditermfx.core.TerminalColor;
import com.techsenger.jeditermfx.core.TextStyle;
import com.techsenger.jeditermfx.core.emulator.ColorPalette;
import com.techsenger.jeditermfx.ui.TerminalActionPresentation;
import com.techsenger.jeditermfx.ui.settings.DefaultSettingsProvider;
import java.util.List;
import java.util.function.DoubleSupplier;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.text.Font;
import org.bulle.desktop.shared.Messages;

/** How the embedded terminal looks and which keys it keeps for itself. */
final class TerminalSettings extends DefaultSettingsProvider {
    private static final int LINES = 10_000;
    private static final int FRAMES = 30;
    private final TerminalColors colors;
    private final Messages messages;
    private final DoubleSupplier size;

    /**
     * @param size of the font, in pixels
     */
    TerminalSettings(TerminalColors colors, Messages messages, DoubleSupplier size) {
        this.colors = colors;
        this.messages = messages;
        this.size = size;
    }

    @Override
    public ColorPalette getTerminalColorPalette() {
        return colors;
    }

    @Override
    public TerminalColor getDefaultForeground() {
        return colors.foreground();
    }

    @Override
    public TerminalColor getDefaultBackground() {
        return colors.background();
    }

    /** Deprecated, and asked all the same: where a letter has a colour and its ground has none. */
    @Override
    @SuppressWarnings("deprecation")
    public TextStyle getDefaultStyle() {
        return new TextStyle(colors.foreground(), colors.background());
    }

    @Override
    public TextStyle getSelectionColor() {
        return new TextStyle(colors.foreground(), colors.selection());
    }

    @Override
    public TextStyle getFoundPatternColor() {
        return new TextStyle(colors.foreground(), colors.found());
    }

    @Override
    public boolean useInverseSelectionColor() {
        return false;
    }

    @Override
    public Font getTerminalFont() {
        return Font.font("JetBrains Mono", size.getAsDouble());
    }

    @Override
    public float getTerminalFontSize() {
        return (float) size.getAsDouble();
    }

    @Override
    public float getLineSpacing() {
        return 1.15f;
    }

    @Override
    public int maxRefreshRate() {
        return FRAMES;
    }

    @Override
    public int getBufferMaxLinesCount() {
        return LINES;
    }

    @Override
    public boolean audibleBell() {
        return false;
    }

    @Override
    public boolean copyOnSelect() {
        return false;
    }

    /** Ctrl+F is a key that programs want. */
    @Override
    public TerminalActionPresentation getFindActionPresentation() {
        return new TerminalActionPresentation(
                messages.get("run.find"),
                List.of(new KeyCodeCombination(KeyCode.F, KeyCombination.CONTROL_DOWN, KeyCombination.SHIFT_DOWN)));
    }
}
