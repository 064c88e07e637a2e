/**
 * What the project in a directory is: the commands that test and build it, and the caches and variables that they need. Looks at marker files in
 * that directory alone, reads no more than names and a few small files, runs nothing and creates nothing.
 */
@NullMarked
package org.bulle.engine.detect;

import org.jspecify.annotations.NullMarked;
