@NullMarked
package org.bulle.desktop;

import org.jspecify.annotations.NullMarked;
