/** The Runs view's models, without a toolkit. */
@NullMarked
package org.bulle.desktop.runs;

import org.jspecify.annotations.NullMarked;
