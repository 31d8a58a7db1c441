package dev.reprise.simulator.model;

/**
 * A measured quantity of a run.
 *
 * @param name the name in files and on the command line, such as {@code calls}
 * @param unit the unit, such as {@code ms}; empty for a count or a ratio
 * @param meaning a description of a few words
 */
public record Metric(String name, String unit, String meaning) {}
