/** What the kernel refused, and the narrowest grant that would have allowed it. */
@NullMarked
package org.bulle.engine.denial;

import org.jspecify.annotations.NullMarked;
