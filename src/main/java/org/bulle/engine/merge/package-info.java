/** Layers and inheritance: a stack of profile names becomes one {@link org.bulle.engine.merge.MergedProfile} whose every value keeps its origins. */
@NullMarked
package org.bulle.engine.merge;

import org.jspecify.annotations.NullMarked;
