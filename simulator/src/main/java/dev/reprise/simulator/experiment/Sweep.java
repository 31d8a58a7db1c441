package dev.reprise.simulator.experiment;

import java.util.List;

/**
 * A parameter that takes several values.
 *
 * @param parameter its name
 * @param values as text, in order
 */
public record Sweep(String parameter, List<String> values) {}
