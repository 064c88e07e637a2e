/** seccomp: the always-on list, the network filter, and user notification. */
@NullMarked
package org.bulle.engine.sandbox.seccomp;

import org.jspecify.annotations.NullMarked;
