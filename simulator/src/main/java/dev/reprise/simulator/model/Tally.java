package dev.reprise.simulator.model;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.client.Traffic;
import java.util.Arrays;

/** Counts what clients do, in all and over time. Not safe for use by several threads. */
@SuppressWarnings("EnumOrdinal") // an index of counts, kept nowhere
public final class Tally implements Traffic {

  private static final int FIRST_SLICES = 64;

  private final long sliceNanos;
  private final long[] reasons = new long[StopReason.values().length];
  private final LatencyHistogram lengths = new LatencyHistogram();
  private int[] attempts = new int[FIRST_SLICES];
  private int[] goodput = new int[FIRST_SLICES];
  private long calls;
  private long attemptsInAll;
  private long finished;
  private long lastEnd;
  private Trace trace = new Trace(0);

  /**
   * A tally of nothing.
   *
   * @param sliceNanos how long each slice of the time is, at least 1
   */
  public Tally(long sliceNanos) {
    this.sliceNanos = sliceNanos;
  }

  @Override
  public void callBegan(long atNanos) {
    calls++;
  }

  @Override
  public void attemptBegan(long atNanos) {
    attemptsInAll++;
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

  /** Keeps the attempts themselves from here on. */
  Tally tracing() {
    trace = new Trace(Trace.LIMIT);
    return this;
  }

  Trace trace() {
    return trace;
  }

  @Override
  public void attemptEnded(int slot, long startNanos, long nowNanos, Answer answer) {
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
   * Calls that succeeded, over time.
   *
   * @param from the first slice
   * @param to the slice after the last
   * @return their number
   */
  public long goodput(int from, int to) {
    return sum(goodput, from, to);
  }

  /**
   * Attempts that left, over time.
   *
   * @param from the first slice
   * @param to the slice after the last
   * @return their number
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
   * Calls that succeeded, slice by slice.
   *
   * @return a copy, zero after the last
   */
  public double[] goodput() {
    return Arrays.stream(goodput).asDoubleStream().toArray();
  }

  /**
   * Attempts that left, slice by slice.
   *
   * @return a copy, zero after the last
   */
  public double[] attempts() {
    return Arrays.stream(attempts).asDoubleStream().toArray();
  }

  /**
   * The most attempts that left in a slice.
   *
   * @return their number
   */
  public double mostAttempts() {
    return Arrays.stream(attempts).max().orElse(0);
  }

  /**
   * What share of the calls that are over has succeeded.
   *
   * @return from 0 to 1; 0 if none is over
   */
  public double answered() {
    return (double) ended(StopReason.SUCCEEDED) / Math.max(1, finished);
  }

  /**
   * How many attempts left for each call that began.
   *
   * @return 0 if none began
   */
  public double amplification() {
    return (double) attemptsInAll / Math.max(1, calls);
  }

  /**
   * Calls that began.
   *
   * @return their number
   */
  public long calls() {
    return calls;
  }

  /**
   * Attempts that left, first ones among them.
   *
   * @return their number
   */
  public long attemptsInAll() {
    return attemptsInAll;
  }

  /**
   * Calls that are over.
   *
   * @return their number
   */
  public long finished() {
    return finished;
  }

  /**
   * Calls that ended for a reason.
   *
   * @param reason the reason
   * @return their number
   */
  public long ended(StopReason reason) {
    return reasons[reason.ordinal()];
  }

  /**
   * When the last call ended.
   *
   * @return nanoseconds since the run began
   */
  public long lastEndNanos() {
    return lastEnd;
  }

  /**
   * How long calls took that succeeded.
   *
   * @return their lengths
   */
  public LatencyHistogram lengths() {
    return lengths;
  }
}
