package dev.reprise.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Records over time how many units a service received and accepted. */
final class Meter {

  private static final double STEPS = 10;

  private final List<Call> calls = new ArrayList<>();

  private record Call(double second, double sent, double taken) {}

  void add(long nanos, double sent, double taken) {
    calls.add(new Call(nanos / 1e9, sent, taken));
  }

  double most() {
    return calls.stream().mapToDouble(Call::taken).max().orElse(0);
  }

  double largest(double from, double to) {
    return calls.stream()
        .filter(call -> call.second() >= from && call.second() < to)
        .mapToDouble(Call::sent)
        .max()
        .orElse(0);
  }

  double takenBetween(double from, double to) {
    return sum(Call::taken, from, to);
  }

  double sentBetween(double from, double to) {
    return sum(Call::sent, from, to);
  }

  private double sum(ToDoubleFunction<Call> part, double from, double to) {
    return calls.stream()
        .filter(call -> call.second() >= from && call.second() < to)
        .mapToDouble(part)
        .sum();
  }

  /**
   * Returns the largest deviation of the accepted units in any window from those that the capacity
   * allows, beyond one call at the edge of the window, as a share of the latter. Windows start a
   * tenth of their length apart.
   */
  double worst(double capacity, double from, double to, double window, double call) {
    double[] sums = windows(Call::taken, from, to, window);
    double worst = 0;
    for (double sum : sums) {
      worst = Math.max(worst, Math.abs(sum - capacity * window) - call);
    }
    return Math.max(0, worst) / (capacity * window);
  }

  /** Returns the time of the first refusal. */
  double firstRefusal() {
    return calls.stream()
        .filter(call -> call.taken() < call.sent())
        .mapToDouble(Call::second)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Returns half the difference between the highest and the lowest rate in any window, beyond one
   * call at the edge of the window, as a share of the mean.
   */
  double amplitude(double from, double to, double window, double call) {
    double[] sums = windows(Call::sent, from, to, window);
    double least = Double.MAX_VALUE;
    double most = 0;
    double all = 0;
    for (double sum : sums) {
      least = Math.min(least, sum);
      most = Math.max(most, sum);
      all += sum;
    }
    return Math.max(0, (most - least) / 2 - call) / (all / sums.length);
  }

  /** Returns the sums in windows that start a tenth of their length apart. */
  private double[] windows(ToDoubleFunction<Call> part, double from, double to, double window) {
    double step = window / STEPS;
    int bins = (int) Math.floor((to - from) / step);
    double[] binned = new double[bins];
    for (Call call : calls) {
      int bin = (int) Math.floor((call.second() - from) / step);
      if (bin >= 0 && bin < bins) {
        binned[bin] += part.applyAsDouble(call);
      }
    }
    double[] sums = new double[Math.max(0, bins - (int) STEPS + 1)];
    for (int i = 0; i < sums.length; i++) {
      for (int j = 0; j < STEPS; j++) {
        sums[i] += binned[i + j];
      }
    }
    return sums;
  }

  /** Returns the seconds after which all following windows are within a share of the capacity. */
  double settledAfter(
      double capacity, double from, double to, double window, double call, double share) {
    for (double start = from; start + window <= to; start += window / STEPS) {
      if (worst(capacity, start, to, window, call) <= share) {
        return start - from;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  double largestWindow(double from, double to, double window) {
    double most = 0;
    for (double sum : windows(Call::sent, from, to, window)) {
      most = Math.max(most, sum);
    }
    return most;
  }

  /** Returns the share of the sent units that was refused. */
  double refused(double from, double to) {
    return 1 - takenBetween(from, to) / sentBetween(from, to);
  }
}
