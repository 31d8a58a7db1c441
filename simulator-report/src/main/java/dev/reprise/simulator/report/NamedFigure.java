package dev.reprise.simulator.report;

import dev.reprise.simulator.plot.Figure;

/**
 * A figure with a name.
 *
 * @param name of its file, without an ending: letters, digits and '-'
 * @param figure the figure
 */
public record NamedFigure(String name, Figure figure) {}
