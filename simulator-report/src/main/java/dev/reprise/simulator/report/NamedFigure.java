package dev.reprise.simulator.report;

import dev.reprise.simulator.plot.Figure;

/**
 * A figure with a name.
 *
 * @param name the name of its file, without an extension: letters, digits and '-'
 * @param figure the figure
 */
public record NamedFigure(String name, Figure figure) {}
