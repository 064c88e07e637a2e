package org.bulle.engine.policy;

/**
 * A resource limit on a run.
 *
 * @param name memory, cpu, nproc, nofile, fsize, cpu-time
 * @param value as written, e.g. "2G"
 * @param mechanism "cgroup v2 memory.max", "RLIMIT_NOFILE", ...; empty when none
 * @param enforced whether this system can keep it
 * @param reason why not; empty when enforced
 */
public record Limit(String name, String value, String mechanism, boolean enforced, Statement reason) {}
