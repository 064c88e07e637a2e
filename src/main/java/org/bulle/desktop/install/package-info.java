/** The review of profiles from elsewhere, before any of them is written. */
@NullMarked
package org.bulle.desktop.install;

import org.jspecify.annotations.NullMarked;
