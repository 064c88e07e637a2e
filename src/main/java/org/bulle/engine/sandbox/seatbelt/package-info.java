/** Seatbelt, the sandbox of macOS: a policy as text in its profile language (SBPL), run with sandbox-exec. */
@NullMarked
package org.bulle.engine.sandbox.seatbelt;

import org.jspecify.annotations.NullMarked;
