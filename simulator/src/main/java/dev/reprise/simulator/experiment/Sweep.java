package dev.reprise.simulator.experiment;

import java.util.List;

/**
 * A parameter that takes several values.
 *
 * @param parameter the name of the parameter
 * @param values the values as text, in order
 */
public record Sweep(String parameter, List<String> values) {}
