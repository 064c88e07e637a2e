/** The Run sheet and the runs that the app starts: one process of the command line face for each. */
@NullMarked
package org.bulle.desktop.run;

import org.jspecify.annotations.NullMarked;
