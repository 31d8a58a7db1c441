package dev.reprise.verification.benchmarks.process;

import dev.reprise.verification.benchmarks.figures.Figures;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a process has measured: numbers by name, in the order in which they were noted. One line of
 * text each. Not safe for use by several threads.
 */
public final class Facts {

  private static final String MARK = "fact ";

  private final Map<String, Double> values = new LinkedHashMap<>();

  /**
   * Notes a number; one of the same name is replaced.
   *
   * @param name what it is, without an equals sign
   * @param value the number
   * @return this
   */
  public Facts note(String name, double value) {
    values.put(name, value);
    return this;
  }

  /**
   * Takes a line of a process's output.
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
   * A number that was noted.
   *
   * @param name its name
   * @return the number; NaN if there is none of that name
   */
  public double get(String name) {
    return values.getOrDefault(name, Double.NaN);
  }

  /**
   * A number as tables print it.
   *
   * @param name its name
   * @param decimals digits after the point, 0 or more
   * @return the number, or a dash if there is none of that name
   */
  public String text(String name, int decimals) {
    return values.containsKey(name)
        ? String.format(Locale.ROOT, "%,." + decimals + "f", get(name))
        : "–";
  }

  /**
   * Adds a number to those that are published, if it was noted.
   *
   * @param name its name here
   * @param figures takes it
   * @param row what was measured
   * @param contender who
   * @param unit its unit
   * @return this
   */
  public Facts publish(String name, Figures figures, String row, String contender, String unit) {
    if (values.containsKey(name)) {
      figures.add(row, contender, name, get(name), unit);
    }
    return this;
  }

  /**
   * The lines that {@link #read} takes.
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
