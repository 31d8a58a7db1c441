package dev.reprise.simulator.target;

/**
 * How a server serves.
 *
 * @param workers how many attempts at once, at least 1
 * @param serviceNanos how long each takes on average, exponentially distributed
 * @param queue how many wait at most, at least 0
 * @param lifo true to serve the newest waiting attempt first, false for the oldest
 * @param dropAbandoned whether those are passed over whose client waits no longer
 * @param fault what goes wrong
 */
public record ServerSettings(
    int workers,
    double serviceNanos,
    int queue,
    boolean lifo,
    boolean dropAbandoned,
    Fault fault) {}
