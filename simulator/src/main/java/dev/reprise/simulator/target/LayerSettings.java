package dev.reprise.simulator.target;

/**
 * The work of a layer in addition to its calls.
 *
 * @param processes among how many processes calls are dealt in turn
 * @param knowsDeadlines whether a call goes with the time up to which it is waited for, and is left
 *     then
 * @param reportsRetries whether its failures report to the layers above that they were retried, as
 *     they do within one process
 */
public record LayerSettings(int processes, boolean knowsDeadlines, boolean reportsRetries) {}
