/**
 * Disposable clones. Whatever a sandboxed command left in a clone's {@code .git} is never obeyed: a scratch is looked at through a repository of our own
 * beside it, whose configuration, index and references the command cannot write.
 */
@NullMarked
package org.bulle.engine.scratch;

import org.jspecify.annotations.NullMarked;
