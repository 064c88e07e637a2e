package org.bulle.desktop.shell;

import org.kordamp.ikonli.feather.Feather;

/**
 * Something the command palette can do.
 *
 * @param title in the user's language
 * @param detail a word of explanation or a key, may be empty
 */
public record Action(String title, String detail, Feather icon, Runnable run) {}
