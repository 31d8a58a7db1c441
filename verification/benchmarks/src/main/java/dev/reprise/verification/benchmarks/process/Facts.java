package dev.reprise.verification.benchmarks.process;

import dev.reprise.verification.benchmarks.figures.Figures;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The measurements of a process: numbers by name, in the order in which they were noted, each a
 * line of text. Not safe for use by several threads.
 */
public final class Facts {

  private static final String MARK = "fact ";

  private final Map<String, Double> values = new LinkedHashMap<>();

  /**
   * Notes a number, and replaces an earlier one with the same name.
   *
   * @param name of the number, without an equals sign
   * @param value the number
   * @return this
   */
  public Facts note(String name, double value) {
    values.put(name, value);
    return this;
  }

  /**
   * Reads a line of a process's output.
   *
   * @param line any line
   * @return whether it was a fact, which is now noted
   */
  public boolean read(String line) {
    int equals = line.lastIndexOf('=');
    if (!line.startsWith(MARK) || equals < 0) {
      return false;
    }
    note(line.substring(MARK.length(), equals), Double.parseDouble(line.substring(equals + 1)));
    return true;
  }

  /**
   * Returns a number that was noted.
   *
   * @param name of the number
   * @return the number; NaN if the name is unknown
   */
  public double get(String name) {
    return values.getOrDefault(name, Double.NaN);
  }

  /**
   * Returns a number in the form for tables.
   *
   * @param name of the number
   * @param decimals digits after the point, 0 or more
   * @return the number; a dash if the name is unknown
   */
  public String text(String name, int decimals) {
    return values.containsKey(name)
        ? String.format(Locale.ROOT, "%,." + decimals + "f", get(name))
        : "–";
  }

  /**
   * Adds a number to the published figures, if it was noted.
   *
   * @param name of the number here
   * @param figures to add it to
   * @param row id of the row
   * @param contender its title
   * @param unit of the number
   * @return this
   */
  public Facts publish(String name, Figures figures, String row, String contender, String unit) {
    if (values.containsKey(name)) {
      figures.add(row, contender, name, get(name), unit);
    }
    return this;
  }

  /**
   * The lines that {@link #read} reads.
   *
   * @return a line for each number
   */
  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    values.forEach(
        (name, value) -> lines.append(MARK).append(name).append('=').append(value).append('\n'));
    return lines.toString();
  }
}
