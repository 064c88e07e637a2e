/** Denials as the supervisor sees them coming: it looks at the calls that the kernel is about to judge, and lets them go on. */
@NullMarked
package org.bulle.engine.denial.observe;

import org.jspecify.annotations.NullMarked;
