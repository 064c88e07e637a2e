/** The desktop face: it shows what the engine computes and asks the engine to act; it computes nothing about policy itself. */
@NullMarked
package org.bulle.desktop;

import org.jspecify.annotations.NullMarked;
