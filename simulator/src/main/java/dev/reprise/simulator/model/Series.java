package dev.reprise.simulator.model;

/**
 * Something counted over time.
 *
 * @param name such as {@code goodput}
 * @param unit of the values
 * @param widthNanos how long each value is counted for
 * @param values from the beginning of the run
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, never compared
public record Series(String name, String unit, long widthNanos, double[] values) {}
