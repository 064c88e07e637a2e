package org.bulle.desktop.run;

import com.techsenger.jeditermfx.core.Color;
import com.techsenger.jeditermfx.core.TerminalColor;
import com.techsenger.jeditermfx.core.emulator.ColorPalette;
import java.util.function.BooleanSupplier;

/** The sixteen colours of a terminal, and those of its ground, as the Primer themes have them; asked at each drawing, so that they follow the theme. */
final class TerminalColors extends ColorPalette {
    private static final int[] LIGHT = {
        0x24292f, 0xcf222e, 0x116329, 0x7d4e00, 0x0969da, 0x8250df, 0x1b7c83, 0x57606a,
        0x57606a, 0xa40e26, 0x1a7f37, 0x633c01, 0x218bff, 0xa475f9, 0x3192aa, 0x24292f
    };
    private static final int[] DARK = {
        0x484f58, 0xff7b72, 0x3fb950, 0xd29922, 0x58a6ff, 0xbc8cff, 0x39c5cf, 0xb1bac4,
        0x6e7681, 0xffa198, 0x56d364, 0xe3b341, 0x79c0ff, 0xd2a8ff, 0x56d4dd, 0xffffff
    };
    /** Behind letters: dark enough for bright ones. */
    private static final int[] LIGHT_GROUND = {
        0x24292f, 0xcf222e, 0x1a7f37, 0x9a6700, 0x0969da, 0x8250df, 0x1b7c83, 0xd0d7de,
        0x57606a, 0xffcecb, 0xaceebb, 0xfae17d, 0xb6e3ff, 0xecd8ff, 0xb3f0ff, 0xf6f8fa
    };

    private static final int[] DARK_GROUND = {
        0x30363d, 0xb62324, 0x238636, 0x9e6a03, 0x1f6feb, 0x8957e5, 0x1b7c83, 0xb1bac4,
        0x6e7681, 0xda3633, 0x2ea043, 0xbb8009, 0x388bfd, 0xa371f7, 0x2b9aa8, 0xf0f6fc
    };

    private final BooleanSupplier dark;

    TerminalColors(BooleanSupplier dark) {
        this.dark = dark;
    }

    TerminalColor foreground() {
        return new TerminalColor(() -> new Color(dark.getAsBoolean() ? 0xc9d1d9 : 0x24292f));
    }

    TerminalColor background() {
        return new TerminalColor(() -> new Color(dark.getAsBoolean() ? 0x0d1117 : 0xffffff));
    }

    TerminalColor selection() {
        return new TerminalColor(() -> new Color(dark.getAsBoolean() ? 0x1f4f8a : 0xb6d7ff));
    }

    TerminalColor found() {
        return new TerminalColor(() -> new Color(dark.getAsBoolean() ? 0x9e6a03 : 0xffdf5d));
    }

    @Override
    protected Color getForegroundByColorIndex(int index) {
        return new Color((dark.getAsBoolean() ? DARK : LIGHT)[index]);
    }

    @Override
    protected Color getBackgroundByColorIndex(int index) {
        return new Color((dark.getAsBoolean() ? DARK_GROUND : LIGHT_GROUND)[index]);
    }
}
