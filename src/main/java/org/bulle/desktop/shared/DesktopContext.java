package org.bulle.desktop.shared;

/** What every view is given. */
public record DesktopContext(
        Engine engine,
        Tasks tasks,
        Messages messages,
        Preferences preferences,
        Appearance appearance,
        FileDialogs fileDialogs,
        Selection selection,
        CatalogModel catalog,
        Overlay overlay,
        Navigator navigator,
        RunSheet runSheet,
        InstallReview installReview) {}
