/** The text of a profile or of config.toml: edited, checked, reviewed, saved. */
@NullMarked
package org.bulle.desktop.editor;

import org.jspecify.annotations.NullMarked;
