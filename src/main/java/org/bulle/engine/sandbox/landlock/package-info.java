/** Landlock: rights by ABI, the ruleset, and why it may be missing. */
@NullMarked
package org.bulle.engine.sandbox.landlock;

import org.jspecify.annotations.NullMarked;
