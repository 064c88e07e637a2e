/** Run records on disk, and the JSON form of a policy. */
@NullMarked
package org.bulle.engine.history;

import org.jspecify.annotations.NullMarked;
