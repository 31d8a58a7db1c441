package dev.reprise.simulator.plot;

/**
 * An axis of a chart.
 *
 * @param title the quantity on the axis
 * @param unit its unit, such as {@code ms}; empty for none
 * @param log true for a logarithmic axis, which omits values that are not positive
 * @param from the start of the axis; NaN to fit the data
 * @param to the end of the axis; NaN to fit the data
 */
public record Axis(String title, String unit, boolean log, double from, double to) {

  /**
   * Creates a linear axis that fits the data, and starts at 0 if the data start near 0.
   *
   * @param title the quantity on the axis
   * @param unit its unit; empty for none
   * @return the axis
   */
  public static Axis linear(String title, String unit) {
    return new Axis(title, unit, false, Double.NaN, Double.NaN);
  }

  /**
   * Creates a logarithmic axis that fits the data.
   *
   * @param title the quantity on the axis
   * @param unit its unit; empty for none
   * @return the axis
   */
  public static Axis logarithmic(String title, String unit) {
    return new Axis(title, unit, true, Double.NaN, Double.NaN);
  }

  /**
   * Returns a copy with a fixed range.
   *
   * @param first the start of the axis; above 0 if it is logarithmic
   * @param last the end of the axis, after {@code first}
   * @return the copy
   * @throws IllegalArgumentException if the range is empty, or starts at or below 0 on a
   *     logarithmic axis
   */
  public Axis between(double first, double last) {
    if (!(first < last) || (log && !(first > 0))) {
      throw new IllegalArgumentException(
          "an axis must end above its start, and a logarithmic axis must start above 0, but was from "
              + first
              + " to "
              + last);
    }
    return new Axis(title, unit, log, first, last);
  }

  /** Returns the title with the unit. */
  String label() {
    return unit.isEmpty() ? title : title + " (" + unit + ")";
  }

  /** Returns the scale for data between two values. */
  Scale scale(double least, double most) {
    Scale around = log ? Scale.logarithmic(least, most) : Scale.linear(least, most);
    return new Scale(
        log, Double.isNaN(from) ? around.from() : from, Double.isNaN(to) ? around.to() : to);
  }
}
