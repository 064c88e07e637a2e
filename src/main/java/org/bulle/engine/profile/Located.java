package org.bulle.engine.profile;

/**
 * A value with the place it was written at.
 *
 * @param line 1-based
 * @param column 1-based
 */
public record Located<T>(T value, int line, int column) {}
