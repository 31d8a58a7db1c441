package dev.reprise.simulator.model;

/**
 * A measured quantity of a run.
 *
 * @param name the name in files and on the command line, such as {@code calls}
 * @param unit the unit, such as {@code ms}; empty for a count or a ratio
 * @param meaning a description of a few words
 * @param undefined the text for a run in which the metric has no value, such as {@code not within
 *     600 s}
 */
public record Metric(String name, String unit, String meaning, String undefined) {

  /**
   * Creates a metric whose text for a run without a value is {@code never}.
   *
   * @param name the name in files and on the command line
   * @param unit the unit; empty for a count or a ratio
   * @param meaning a description of a few words
   */
  public Metric(String name, String unit, String meaning) {
    this(name, unit, meaning, "never");
  }
}
