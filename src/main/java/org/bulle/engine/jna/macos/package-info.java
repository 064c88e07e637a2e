/** C mirrors of macOS: the names of libSystem, with the header that each comes from, and no logic. */
@NullMarked
package org.bulle.engine.jna.macos;

import org.jspecify.annotations.NullMarked;
