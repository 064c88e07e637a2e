/** What Seatbelt refused, as macOS's unified log tells it after a run. */
@NullMarked
package org.bulle.engine.denial.seatbelt;

import org.jspecify.annotations.NullMarked;
