package dev.reprise.verification.benchmarks.start;

import java.util.List;

/**
 * Several runs of one command.
 *
 * @param median half of the runs took longer, in milliseconds
 * @param lowest the shortest, in milliseconds
 */
record Times(double median, double lowest) {

  /**
   * Sums up runs.
   *
   * @param millis how long each took, at least one
   */
  static Times of(List<Double> millis) {
    List<Double> sorted = millis.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Times(median, sorted.get(0));
  }
}
