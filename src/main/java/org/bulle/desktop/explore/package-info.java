/** The Explore view: who can reach something, why, and how two stacks differ. */
@NullMarked
package org.bulle.desktop.explore;

import org.jspecify.annotations.NullMarked;
