package dev.reprise.verification.benchmarks.start;

import java.util.List;

/**
 * Several runs of one command.
 *
 * @param median in milliseconds
 * @param lowest in milliseconds
 */
record Times(double median, double lowest) {

  /**
   * Summarizes runs.
   *
   * @param millis durations, at least one
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
