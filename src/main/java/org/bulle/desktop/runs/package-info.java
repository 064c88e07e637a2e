/** The recorded runs, what each was denied, and the run again with a grant more. */
@NullMarked
package org.bulle.desktop.runs;

import org.jspecify.annotations.NullMarked;
