package dev.reprise.simulator.model;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.TrafficListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts calls and attempts, in total and over time. Totals are those of a measured period: the
 * calls that start in it, followed to their ends, and the attempts that start in it. Not safe for
 * use by several threads.
 */
@SuppressWarnings("EnumOrdinal") // an index of counts, kept nowhere
public final class TrafficCounter implements TrafficListener {

  private static final int FIRST_SLICES = 64;

  private static final double NANOS_A_MILLISECOND = 1e6;

  private final long sliceNanos;
  private final long measuredNanos;
  private final long[] reasons = new long[StopReason.values().length];
  private final LatencyHistogram lengths = new LatencyHistogram();
  private int[] attempts = new int[FIRST_SLICES];
  private int[] goodput = new int[FIRST_SLICES];
  private int[] arrived = new int[FIRST_SLICES];
  private int[] answered = new int[FIRST_SLICES];
  private long calls;
  private long totalAttempts;
  private long finished;
  private long lastEnd;
  private Trace trace = new Trace(0);
  private @Nullable SlicedDurations durations;

  /**
   * Creates a counter that measures the whole run.
   *
   * @param sliceNanos the length of each time slice, at least 1
   */
  public TrafficCounter(long sliceNanos) {
    this(sliceNanos, Long.MAX_VALUE);
  }

  /**
   * Creates a counter.
   *
   * @param sliceNanos the length of each time slice, at least 1
   * @param measuredNanos the end of the measured period, in nanoseconds since the run began; later
   *     calls and attempts count only for their time slices
   */
  public TrafficCounter(long sliceNanos, long measuredNanos) {
    this.sliceNanos = sliceNanos;
    this.measuredNanos = measuredNanos;
  }

  @Override
  public void callStarted(long atNanos) {
    arrived = counted(arrived, atNanos);
    if (atNanos < measuredNanos) {
      calls++;
    }
  }

  @Override
  public void attemptStarted(long atNanos) {
    attempts = counted(attempts, atNanos);
    if (atNanos < measuredNanos) {
      totalAttempts++;
    }
  }

  @Override
  public void callEnded(long nowNanos, int made, long durationNanos, StopReason reason) {
    boolean succeeded = reason == StopReason.SUCCEEDED;
    long start = nowNanos - durationNanos;
    lastEnd = nowNanos;
    if (durations != null) {
      durations.add(nowNanos, durationNanos);
    }
    if (succeeded) {
      goodput = counted(goodput, nowNanos);
      answered = counted(answered, start);
    }
    if (start < measuredNanos) {
      finished++;
      reasons[reason.ordinal()]++;
      if (succeeded) {
        lengths.add(durationNanos);
      }
    }
  }

  /** Records the durations of the calls of each slice from now on. */
  void recordDurations() {
    durations = new SlicedDurations(sliceNanos);
  }

  /** Returns the 95th percentile of the durations, in seconds; empty if they are not recorded. */
  double[] durationsBySlice(int slices) {
    return durations == null ? new double[0] : durations.bySlice(slices);
  }

  /** Returns the number of calls that started, by slice. */
  double[] callsBySlice(int slices) {
    return Arrays.stream(Arrays.copyOf(arrived, slices)).asDoubleStream().toArray();
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

  /** Returns the number of calls that started in a period, by the indices of slices. */
  long arrived(int from, int to) {
    return sum(arrived, from, to);
  }

  /** Returns the number of these calls that have succeeded by now. */
  long answered(int from, int to) {
    return sum(answered, from, to);
  }

  /** Returns whether every call of the measured period has ended. */
  boolean isSettled() {
    return finished == calls;
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
   * @param slices the number of slices from the beginning of the run, at least 0
   * @return a new array of this length
   */
  public double[] goodputBySlice(int slices) {
    return Arrays.stream(Arrays.copyOf(goodput, slices)).asDoubleStream().toArray();
  }

  /**
   * Returns the number of attempts that started, by slice.
   *
   * @param slices the number of slices from the beginning of the run, at least 0
   * @return a new array of this length
   */
  public double[] attemptsBySlice(int slices) {
    return Arrays.stream(Arrays.copyOf(attempts, slices)).asDoubleStream().toArray();
  }

  /**
   * Returns the largest number of attempts that started in one slice of the measured period.
   *
   * @return at least 0
   */
  public double maxAttemptsPerSlice() {
    int slices = (int) Math.min(attempts.length, measuredNanos / sliceNanos);
    return Arrays.stream(attempts, 0, slices).max().orElse(0);
  }

  /**
   * Returns the share of the calls that succeeded. A call that has not ended counts as failed.
   *
   * @return from 0 to 1; NaN if no call has started
   */
  public double successShare() {
    return (double) ended(StopReason.SUCCEEDED) / calls;
  }

  /**
   * Returns a quantile of the durations of all calls, in which calls without success are longer
   * than any other: their callers never get an answer.
   *
   * @param share the share of the calls that end within the result, above 0 and at most 1
   * @return milliseconds; infinite if the quantile is a call that failed or has not ended; NaN if
   *     no call has started
   */
  public double quantileMillis(double share) {
    if (calls == 0) {
      return Double.NaN;
    }
    long rank = Math.max(1, (long) Math.ceil(share * calls));
    return rank > lengths.count()
        ? Double.POSITIVE_INFINITY
        : lengths.nanosAtRank(rank) / NANOS_A_MILLISECOND;
  }

  /**
   * Returns the number of attempts for each call.
   *
   * @return at least 0; NaN if no call has started
   */
  public double amplification() {
    return (double) totalAttempts / calls;
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
