/** The Scratches view: disposable clones that were kept, what changed in them, and what becomes of them. */
@NullMarked
package org.bulle.desktop.scratches;

import org.jspecify.annotations.NullMarked;
