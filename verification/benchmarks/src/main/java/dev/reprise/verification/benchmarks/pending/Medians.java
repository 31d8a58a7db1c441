package dev.reprise.verification.benchmarks.pending;

import dev.reprise.verification.benchmarks.process.Facts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of several rounds by name. The median is the result; the lowest one shows how much a
 * busy machine added.
 */
final class Medians {

  private final Map<String, List<Double>> rounds = new LinkedHashMap<>();

  void add(String name, double figure) {
    rounds.computeIfAbsent(name, added -> new ArrayList<>()).add(figure);
  }

  void noteIn(Facts facts) {
    rounds.forEach(
        (name, figures) ->
            facts.note(name, median(figures)).note(least(name), Collections.min(figures)));
  }

  /** The name of the lowest figure in the facts. */
  static String least(String name) {
    return "least " + name;
  }

  /** The middle value, or the mean of the two middle values. */
  static double median(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
