package dev.reprise.simulator.model;

/**
 * Something measured of a run.
 *
 * @param name as it stands in files and on the command line, such as {@code calls}
 * @param unit such as {@code ms}; empty for a count or a ratio
 * @param meaning what it is, in a few words
 */
public record Metric(String name, String unit, String meaning) {}
