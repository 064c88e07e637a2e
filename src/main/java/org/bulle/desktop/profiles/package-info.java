/** The Profiles view: list, effective table, inspector, TOML, inheritance. */
@NullMarked
package org.bulle.desktop.profiles;

import org.jspecify.annotations.NullMarked;
