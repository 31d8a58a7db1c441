package dev.reprise.verification.benchmarks.batch;

import dev.reprise.verification.benchmarks.figures.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Number of items, and speed of the table.
 *
 * @param items number of items
 * @param units the table's write units a second
 * @param folder folder for the figures
 */
record LoadOptions(int items, long units, Path folder) {

  /**
   * Reads {@code --items N}, {@code --units N}, {@code --quick} and {@code --out DIR}.
   *
   * @throws IllegalArgumentException if a number is less than 1, or an option is unknown
   */
  static LoadOptions parse(String[] args, LoadOptions whole, LoadOptions quick) {
    List<String> remaining = new ArrayList<>(List.of(args));
    Path folder = Figures.takeFolder(remaining);
    LoadOptions usual = remaining.remove("--quick") ? quick : whole;
    int items = (int) number(remaining, "--items", usual.items());
    long units = number(remaining, "--units", usual.units());
    if (!remaining.isEmpty()) {
      throw new IllegalArgumentException("no such option: " + remaining.get(0));
    }
    return new LoadOptions(items, units, folder);
  }

  private static long number(List<String> remaining, String option, long usual) {
    long number = Figures.takeOption(remaining, option).map(Long::parseLong).orElse(usual);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          option + " must be between 1 and " + Integer.MAX_VALUE + ", but was " + number);
    }
    return number;
  }
}
