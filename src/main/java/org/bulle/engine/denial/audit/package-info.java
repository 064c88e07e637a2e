/** Denials as the kernel's audit system reports them: for root, and where the journal may be read. */
@NullMarked
package org.bulle.engine.denial.audit;

import org.jspecify.annotations.NullMarked;
