/** Where the program starts. */
@NullMarked
package org.bulle;

import org.jspecify.annotations.NullMarked;
