package org.bulle.engine.run;

/** The signals that supervising a job is about; their numbers are each system's own. */
enum JobSignal {
    HUP,
    INT,
    QUIT,
    KILL,
    USR1,
    USR2,
    TERM,
    CHLD,
    CONT,
    STOP,
    TSTP
}
