package org.bulle.engine.scratch;

import java.util.Optional;

/**
 * A file of a scratch as it was when the scratch was made, and as it is now.
 *
 * @param before absent when there was none
 * @param after absent when there is none any more
 * @param shown false when one of them is no text, or too long to be shown; then both are absent
 */
public record FileTexts(Optional<String> before, Optional<String> after, boolean shown) {
    /** Neither can be shown. */
    static final FileTexts HIDDEN = new FileTexts(Optional.empty(), Optional.empty(), false);
}
