package dev.reprise.simulator.plot;

/**
 * What is measured along a side of a chart.
 *
 * @param title what
 * @param unit such as {@code ms}; empty if there is none
 * @param log whether equal ratios, not equal differences, are equally far apart; values that are
 *     not positive are then left out
 * @param from where it begins; NaN for where the data do
 * @param to where it ends; NaN for where the data do
 */
public record Axis(String title, String unit, boolean log, double from, double to) {

  /**
   * A linear axis as long as the data, from 0 if they begin near it.
   *
   * @param title what is measured
   * @param unit its unit; empty if there is none
   * @return the axis
   */
  public static Axis linear(String title, String unit) {
    return new Axis(title, unit, false, Double.NaN, Double.NaN);
  }

  /**
   * A logarithmic axis as long as the data.
   *
   * @param title what is measured
   * @param unit its unit; empty if there is none
   * @return the axis
   */
  public static Axis logarithmic(String title, String unit) {
    return new Axis(title, unit, true, Double.NaN, Double.NaN);
  }

  /**
   * The same axis of a given length.
   *
   * @param first where it begins
   * @param last where it ends, after {@code first}
   * @return the axis
   */
  public Axis between(double first, double last) {
    if (!(first < last) || (log && !(first > 0))) {
      throw new IllegalArgumentException(
          "an axis must lead upwards, and a logarithmic one begin above 0, but this one was from "
              + first
              + " to "
              + last);
    }
    return new Axis(title, unit, log, first, last);
  }

  /** The title of the axis. */
  String label() {
    return unit.isEmpty() ? title : title + " (" + unit + ")";
  }

  /** The scale for data from one value to another. */
  Scale scale(double least, double most) {
    Scale around = log ? Scale.logarithmic(least, most) : Scale.linear(least, most);
    return new Scale(
        log, Double.isNaN(from) ? around.from() : from, Double.isNaN(to) ? around.to() : to);
  }
}
