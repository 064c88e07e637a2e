package org.bulle.engine.profile;

import java.util.List;
import java.util.Map;

/** A decoded TOML value with its place (1-based, columns in code points), free of the parser's own types. */
sealed interface TomlNode {
    int line();

    int column();

    /** What it is, with an article, for messages. */
    String describe();

    record Text(String value, int line, int column) implements TomlNode {
        @Override
        public String describe() {
            return "a string";
        }
    }

    record Flag(boolean value, int line, int column) implements TomlNode {
        @Override
        public String describe() {
            return "a boolean";
        }
    }

    record Whole(long value, int line, int column) implements TomlNode {
        @Override
        public String describe() {
            return "a number";
        }
    }

    /** A fraction, a date or a time: never right in a profile. */
    record Other(String describe, int line, int column) implements TomlNode {}

    record Items(List<TomlNode> items, int line, int column) implements TomlNode {
        @Override
        public String describe() {
            return "a list";
        }
    }

    record Table(Map<String, Field> fields, int line, int column) implements TomlNode {
        @Override
        public String describe() {
            return "a table";
        }
    }

    /** A key of a table, with the key's own place. */
    record Field(String key, int line, int column, TomlNode value) {}
}
