package org.bulle.desktop.scratches;

import java.util.Optional;
import org.bulle.engine.scratch.Scratch;
import org.bulle.engine.scratch.ScratchChanges;

/**
 * A kept scratch.
 *
 * @param changes absent until they are looked at
 */
public record ScratchRow(Scratch scratch, Optional<ScratchChanges> changes) {}
