package dev.reprise.simulator.target;

/**
 * The settings of a layer.
 *
 * @param processes the number of processes to which calls are dealt in turn, at least 1
 * @param knowsDeadlines whether the layer knows the time at which an attempt times out at its
 *     client, and stops then
 * @param reportsRetries whether its failures report that they were retried, as within one process
 */
public record LayerSettings(int processes, boolean knowsDeadlines, boolean reportsRetries) {}
