/** TOML to {@link org.bulle.engine.profile.Profile} with positions, the catalog of profiles, and their problems. */
@NullMarked
package org.bulle.engine.profile;

import org.jspecify.annotations.NullMarked;
