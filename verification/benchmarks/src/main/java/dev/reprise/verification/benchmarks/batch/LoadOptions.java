package dev.reprise.verification.benchmarks.batch;

import dev.reprise.verification.benchmarks.figures.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run loads, and into how fast a table.
 *
 * @param items how many
 * @param units the table's write units a second
 * @param folder where the figures go
 */
record LoadOptions(int items, long units, Path folder) {

  /**
   * Reads {@code --items N}, {@code --units N}, {@code --quick} and {@code --out DIR}.
   *
   * @throws IllegalArgumentException if a number is less than 1, or there is another option
   */
  static LoadOptions parse(String[] args, LoadOptions whole, LoadOptions quick) {
    List<String> rest = new ArrayList<>(List.of(args));
    Path folder = Figures.takeFolder(rest);
    LoadOptions usual = rest.remove("--quick") ? quick : whole;
    int items = (int) number(rest, "--items", usual.items());
    long units = number(rest, "--units", usual.units());
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("no such option: " + rest.get(0));
    }
    return new LoadOptions(items, units, folder);
  }

  private static long number(List<String> rest, String option, long usual) {
    long number = Figures.takeOption(rest, option).map(Long::parseLong).orElse(usual);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          option + " must be between 1 and " + Integer.MAX_VALUE + ", but was " + number);
    }
    return number;
  }
}
