/** C mirrors of Linux and glibc: C names, the header cited, no logic. */
@NullMarked
package org.bulle.engine.jna.linux;

import org.jspecify.annotations.NullMarked;
