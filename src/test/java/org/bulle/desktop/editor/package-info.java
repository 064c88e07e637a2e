@NullMarked
package org.bulle.desktop.editor;

import org.jspecify.annotations.NullMarked;
