/** Hostile programs and their ways out, each tried with the sandbox and, to show that it would work, without. */
@NullMarked
package org.bulle.attack;

import org.jspecify.annotations.NullMarked;
