package dev.reprise.simulator.target;

/**
 * What a layer does beside calling.
 *
 * @param processes among how many processes calls are dealt in turn
 * @param knowsDeadlines whether a call goes with the time up to which it is waited for, and is left
 *     then
 * @param reportsRetries whether its failures tell those above that they were retried, as they do
 *     within one process
 */
public record LayerSettings(int processes, boolean knowsDeadlines, boolean reportsRetries) {}
