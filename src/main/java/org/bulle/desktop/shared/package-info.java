/** What every view needs: tasks off the UI thread, messages, theme, dialogs, small controls. */
@NullMarked
package org.bulle.desktop.shared;

import org.jspecify.annotations.NullMarked;
