package org.bulle.engine.policy;

/**
 * A path with the rights on it. On a directory it covers the whole tree below.
 *
 * @param path absolute, clean, in the reversible spelling of {@link OsString}
 */
public record Grant(String path, AccessList access) {}
