package org.bulle.desktop.shell;

import java.util.function.Supplier;
import org.kordamp.ikonli.feather.Feather;

/**
 * One item of the rail, whose view is made when it is first needed: the window stands before any of them. To add a view to the app, implement {@link View} and
 * name it in {@code Window}; its word is {@code shell.rail.ID}.
 *
 * @param id stable name: the feature folder, the style id of the rail button ({@code rail-ID}) and its message key
 */
public record RailItem(String id, Feather icon, Supplier<? extends View> view) {}
