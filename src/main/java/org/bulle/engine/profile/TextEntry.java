package org.bulle.engine.profile;

/**
 * An entry of a list as it stands in a text.
 *
 * @param place the list's
 * @param index in the list, from 0
 * @param text as the parser reads it, markers included
 * @param line 1-based
 * @param column 1-based, in code points
 */
public record TextEntry(Place place, int index, String text, int line, int column) {}
