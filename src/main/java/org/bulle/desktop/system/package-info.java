/** The System view: what this machine enforces, what the resolvers report, the configuration, and how the app looks. */
@NullMarked
package org.bulle.desktop.system;

import org.jspecify.annotations.NullMarked;
