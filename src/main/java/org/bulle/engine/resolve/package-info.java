/** A merged profile on this machine: variables, globs, resolvers, command, libraries become a {@link org.bulle.engine.policy.Policy}. */
@NullMarked
package org.bulle.engine.resolve;

import org.jspecify.annotations.NullMarked;
