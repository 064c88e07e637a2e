/** Launching a command under a compiled policy and supervising it until nothing of it is left. */
@NullMarked
package org.bulle.engine.run;

import org.jspecify.annotations.NullMarked;
