/** Backends: a {@link org.bulle.engine.policy.Policy} compiled into what this kernel enforces, with the gaps in the type. */
@NullMarked
package org.bulle.engine.sandbox;

import org.jspecify.annotations.NullMarked;
