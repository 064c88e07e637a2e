/** The window: rail, header, status bar, command palette, and the place where views register. */
@NullMarked
package org.bulle.desktop.shell;

import org.jspecify.annotations.NullMarked;
