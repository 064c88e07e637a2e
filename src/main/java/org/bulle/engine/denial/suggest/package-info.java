/** From what was denied to the narrowest grant that would have allowed it, tried out on the policy. */
@NullMarked
package org.bulle.engine.denial.suggest;

import org.jspecify.annotations.NullMarked;
