package org.bulle.engine.policy;

/** One thing a command may do with a path. */
public enum AccessRight {
    READ,
    WRITE,
    EXECUTE
}
