/** What lies between us and the native libraries. */
@NullMarked
package org.bulle.engine.jna;

import org.jspecify.annotations.NullMarked;
