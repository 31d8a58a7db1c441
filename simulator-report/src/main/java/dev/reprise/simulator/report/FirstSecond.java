package dev.reprise.simulator.report;

import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.plot.Numbers;
import java.util.Arrays;

/** Describes the calls of the first second of a run, counted by millisecond, from the data. */
final class FirstSecond {

  private static final int MILLIS = 1000;

  /** Calls that are farther apart belong to different clusters. */
  private static final int SILENCE_MS = 15;

  private static final int PART_MS = 100;

  private final double[] calls;

  private FirstSecond(double[] calls) {
    this.calls = calls;
  }

  static FirstSecond of(Run run) {
    return new FirstSecond(Arrays.copyOf(run.series().get(0).values(), MILLIS));
  }

  /** Returns a sentence on the clusters of calls. */
  String clusters() {
    int clusters = 0;
    int silent = SILENCE_MS;
    for (double value : calls) {
      if (value > 0 && silent >= SILENCE_MS) {
        clusters++;
      }
      silent = value > 0 ? 0 : silent + 1;
    }
    return "Calls come in "
        + clusters
        + " clusters, with up to "
        + longestGap()
        + " ms without a call between two.";
  }

  /** Returns a sentence on the rate of calls at both ends. */
  String decline() {
    return "The rate falls from "
        + Numbers.brief(rate(0))
        + " calls/ms in the first "
        + PART_MS
        + " ms to "
        + Numbers.brief(rate(MILLIS - PART_MS))
        + " in the last; no gap is longer than "
        + longestGap()
        + " ms.";
  }

  private double rate(int from) {
    return Arrays.stream(calls, from, from + PART_MS).sum() / PART_MS;
  }

  /** Returns the longest time between two calls, in milliseconds. */
  private int longestGap() {
    int longest = 0;
    int last = -1;
    for (int i = 0; i < calls.length; i++) {
      if (calls[i] > 0) {
        longest = Math.max(longest, last < 0 ? 0 : i - last - 1);
        last = i;
      }
    }
    return longest;
  }
}
