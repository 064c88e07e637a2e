/** The command line: a thin face over the line of the engine, and the only place that prints. */
@NullMarked
package org.bulle.cli;

import org.jspecify.annotations.NullMarked;
