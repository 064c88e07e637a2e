/** Advice on profiles: the linter, and what a change of profiles gives to whom. */
@NullMarked
package org.bulle.engine.check;

import org.jspecify.annotations.NullMarked;
