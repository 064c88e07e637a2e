package org.bulle.engine.profile;

/**
 * A piece of TOML text; the tokens of a text cover it without gaps.
 *
 * @param start UTF-16 offset, inclusive
 * @param end UTF-16 offset, exclusive
 */
public record TomlToken(Kind kind, int start, int end) {

    /** What an editor colours alike. */
    public enum Kind {
        /** A key, bare or quoted. */
        KEY,
        /** A whole string with its quotes; without its closing one when that is missing. */
        STRING,
        NUMBER,
        BOOLEAN,
        DATE,
        COMMENT,
        /** {@code [} and {@code ]} of a table's header. */
        HEADER,
        /** {@code [ ]} of a list. */
        BRACKET,
        /** <code>{ }</code> of an inline table. */
        BRACE,
        COMMA,
        EQUALS,
        DOT,
        BLANK,
        NEWLINE,
        ERROR
    }

    public String in(String text) {
        return text.substring(start, end);
    }
}
