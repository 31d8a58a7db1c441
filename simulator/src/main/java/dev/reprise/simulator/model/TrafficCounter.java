package dev.reprise.simulator.model;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.TrafficListener;
import java.util.Arrays;

/** Counts calls and attempts, in total and over time. Not safe for use by several threads. */
@SuppressWarnings("EnumOrdinal") // an index of counts, kept nowhere
public final class TrafficCounter implements TrafficListener {

  private static final int FIRST_SLICES = 64;

  private final long sliceNanos;
  private final long[] reasons = new long[StopReason.values().length];
  private final LatencyHistogram lengths = new LatencyHistogram();
  private int[] attempts = new int[FIRST_SLICES];
  private int[] goodput = new int[FIRST_SLICES];
  private long calls;
  private long totalAttempts;
  private long finished;
  private long lastEnd;
  private Trace trace = new Trace(0);

  /**
   * Creates a counter.
   *
   * @param sliceNanos the length of each time slice, at least 1
   */
  public TrafficCounter(long sliceNanos) {
    this.sliceNanos = sliceNanos;
  }

  @Override
  public void callStarted(long atNanos) {
    calls++;
  }

  @Override
  public void attemptStarted(long atNanos) {
    totalAttempts++;
    attempts = counted(attempts, atNanos);
  }

  @Override
  public void callEnded(long nowNanos, int made, long durationNanos, StopReason reason) {
    finished++;
    lastEnd = nowNanos;
    reasons[reason.ordinal()]++;
    if (reason == StopReason.SUCCEEDED) {
      goodput = counted(goodput, nowNanos);
      lengths.add(durationNanos);
    }
  }

  /** Records the attempts themselves from now on. */
  TrafficCounter tracing() {
    trace = new Trace(Trace.LIMIT);
    return this;
  }

  Trace trace() {
    return trace;
  }

  @Override
  public void attemptEnded(int slot, long startNanos, long nowNanos, AttemptResult answer) {
    trace.add(slot, startNanos, nowNanos, answer);
  }

  private int[] counted(int[] slices, long timeNanos) {
    long slice = timeNanos / sliceNanos;
    if (slice > Integer.MAX_VALUE / 2) {
      return slices;
    }
    int index = (int) slice;
    int[] wide =
        index < slices.length
            ? slices
            : Arrays.copyOf(slices, Math.max(index + 1, index + index / 2));
    wide[index]++;
    return wide;
  }

  /**
   * Returns the number of calls that succeeded in a period.
   *
   * @param from the index of the first slice, from 0
   * @param to the index after the last slice, at least {@code from}
   * @return at least 0
   */
  public long goodput(int from, int to) {
    return sum(goodput, from, to);
  }

  /**
   * Returns the number of attempts that started in a period.
   *
   * @param from the index of the first slice, from 0
   * @param to the index after the last slice, at least {@code from}
   * @return at least 0
   */
  public double attempts(int from, int to) {
    return sum(attempts, from, to);
  }

  private static long sum(int[] slices, int from, int to) {
    long sum = 0;
    for (int i = from; i < Math.min(to, slices.length); i++) {
      sum += slices[i];
    }
    return sum;
  }

  /**
   * Returns the number of calls that succeeded, by slice.
   *
   * @return a new array up to the last slice with a call or attempt
   */
  public double[] goodput() {
    return Arrays.stream(goodput).asDoubleStream().toArray();
  }

  /**
   * Returns the number of attempts that started, by slice.
   *
   * @return a new array up to the last slice with a call or attempt
   */
  public double[] attempts() {
    return Arrays.stream(attempts).asDoubleStream().toArray();
  }

  /**
   * Returns the largest number of attempts that started in one slice.
   *
   * @return at least 0
   */
  public double maxAttemptsPerSlice() {
    return Arrays.stream(attempts).max().orElse(0);
  }

  /**
   * Returns the share of the ended calls that succeeded.
   *
   * @return from 0 to 1; 0 if no call has ended
   */
  public double successShare() {
    return (double) ended(StopReason.SUCCEEDED) / Math.max(1, finished);
  }

  /**
   * Returns the number of attempts for each call.
   *
   * @return 0 if no call has started
   */
  public double amplification() {
    return (double) totalAttempts / Math.max(1, calls);
  }

  /**
   * Returns the number of calls that started.
   *
   * @return at least 0
   */
  public long calls() {
    return calls;
  }

  /**
   * Returns the number of attempts that started, including first attempts.
   *
   * @return at least 0
   */
  public long totalAttempts() {
    return totalAttempts;
  }

  /**
   * Returns the number of calls that ended.
   *
   * @return at least 0
   */
  public long endedCalls() {
    return finished;
  }

  /**
   * Returns the number of calls that ended for a reason.
   *
   * @param reason the reason
   * @return at least 0
   */
  public long ended(StopReason reason) {
    return reasons[reason.ordinal()];
  }

  /**
   * Returns the end of the last call.
   *
   * @return nanoseconds since the run began
   */
  public long lastEndNanos() {
    return lastEnd;
  }

  /**
   * Returns the durations of the calls that succeeded.
   *
   * @return the histogram that is still counted into
   */
  public LatencyHistogram durations() {
    return lengths;
  }
}
