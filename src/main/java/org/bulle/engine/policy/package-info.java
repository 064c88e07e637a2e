/** The complete result of resolving: what a command may do. Immutable, no I/O, knows no operating system. */
@NullMarked
package org.bulle.engine.policy;

import org.jspecify.annotations.NullMarked;
