package dev.reprise.batch.report;

import dev.reprise.decision.StopReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Metrics of any number of runs, for dashboards; the runs may overlap. Call {@link #snapshot()}
 * whenever a value is needed, as gauges and counters of metric libraries do:
 *
 * <pre>{@code
 * BatchMetrics metrics = new BatchMetrics();
 * BatchReport<Order> watched = naming.withListener(metrics.listener()).run(input);
 * BatchMetrics.Snapshot now = metrics.snapshot(); // from any thread, at any time
 * }</pre>
 *
 * <p>The numbers never decrease, except those of the pace. Safe for use by any thread; keeps no
 * item.
 */
public final class BatchMetrics {

  private static final int BUCKETS = 63;

  private final LongAdder done = new LongAdder();
  private final LongAdder superseded = new LongAdder();
  private final LongAdder notAttempted = new LongAdder();
  private final Map<StopReason, LongAdder> dead = new EnumMap<>(StopReason.class);
  private final LongAdder calls = new LongAdder();
  private final LongAdder throttledCalls = new LongAdder();
  private final LongAdder partialCalls = new LongAdder();
  private final LongAdder isolatingCalls = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder retried = new LongAdder();
  private final LongAdder callNanos = new LongAdder();
  private final LongAdder paceNanos = new LongAdder();
  private final LongAdder runs = new LongAdder();
  private final LongAdder[] lengths = new LongAdder[BUCKETS];
  private volatile double unitsPerSecond = Double.POSITIVE_INFINITY;
  private volatile int parallelism;

  /** Creates metrics without any run. */
  public BatchMetrics() {
    for (StopReason reason : StopReason.values()) {
      dead.put(reason, new LongAdder());
    }
    for (int i = 0; i < BUCKETS; i++) {
      lengths[i] = new LongAdder();
    }
  }

  /**
   * Returns a listener to add to a batch.
   *
   * @param <I> type of the batch's items
   * @return a listener that adds to these metrics; one listener may be added to several batches
   */
  public <I> BatchListener<I> listener() {
    return new Listener<>();
  }

  /**
   * Returns the numbers at this time.
   *
   * @return numbers that are read one after the other: while calls run, they may belong to slightly
   *     different times
   */
  public Snapshot snapshot() {
    Map<StopReason, Long> reasons = new EnumMap<>(StopReason.class);
    dead.forEach((reason, count) -> reasons.put(reason, count.sum()));
    reasons.values().removeIf(count -> count == 0);
    List<Long> counts = new ArrayList<>(BUCKETS);
    for (LongAdder length : lengths) {
      counts.add(length.sum());
    }
    return new Snapshot(
        done.sum(),
        superseded.sum(),
        notAttempted.sum(),
        Map.copyOf(reasons),
        calls.sum(),
        throttledCalls.sum(),
        partialCalls.sum(),
        isolatingCalls.sum(),
        sent.sum(),
        retried.sum(),
        callNanos.sum(),
        paceNanos.sum(),
        List.copyOf(counts),
        unitsPerSecond,
        parallelism,
        runs.sum());
  }

  private void add(BatchCall call) {
    calls.increment();
    throttledCalls.add(call.throttled() ? 1 : 0);
    partialCalls.add(call.done() > 0 && call.kind() != null ? 1 : 0);
    isolatingCalls.add(call.isolating() ? 1 : 0);
    sent.add(call.items());
    retried.add(call.resent());
    callNanos.add(call.durationNanos());
    paceNanos.add(call.paceNanos());
    lengths[bucket(call.durationNanos())].increment();
    unitsPerSecond = call.unitsPerSecond();
    parallelism = call.parallelism();
  }

  /** Returns the exponent of the smallest power of two that is not less than a duration. */
  private static int bucket(long nanos) {
    return nanos <= 1 ? 0 : Math.min(BUCKETS - 1, Long.SIZE - Long.numberOfLeadingZeros(nanos - 1));
  }

  /**
   * The numbers at one time. Immutable. All numbers are at least 0.
   *
   * @param done items that the service accepted
   * @param superseded items replaced by a later one of the same key before they were accepted
   * @param notAttempted items read and never sent because their run was stopped
   * @param deadByReason items given up, by reason; a reason without items is absent
   * @param calls calls that have ended
   * @param throttledCalls calls that were refused, completely or in part, because of load or a
   *     quota
   * @param partialCalls calls that completed some of their items and left others unprocessed
   * @param isolatingCalls calls that carried a half of a chunk that was refused as a whole
   * @param sent items in all calls together; an item sent in three calls counts three times
   * @param retried the number of them that an earlier call had carried; an item sent in three calls
   *     counts twice
   * @param callNanos the sum of the durations of all calls, in nanoseconds
   * @param paceNanos the sum of the delays of calls by the pace, in nanoseconds
   * @param callLengths at index <i>i</i>, from 0, the number of calls that took longer than
   *     2<sup>i−1</sup> and at most 2<sup>i</sup> nanoseconds; the last one also counts longer
   *     calls
   * @param unitsPerSecond the rate that the pace allowed when a call last ended; infinite if it is
   *     not limited, or no call has ended
   * @param parallelism the number of parallel calls that the pace allowed when a call last ended; 0
   *     if no call has ended
   * @param runs runs that have ended
   */
  public record Snapshot(
      long done,
      long superseded,
      long notAttempted,
      Map<StopReason, Long> deadByReason,
      long calls,
      long throttledCalls,
      long partialCalls,
      long isolatingCalls,
      long sent,
      long retried,
      long callNanos,
      long paceNanos,
      List<Long> callLengths,
      double unitsPerSecond,
      int parallelism,
      long runs) {

    /**
     * Returns the number of items given up.
     *
     * @return the sum over all reasons
     */
    public long dead() {
      return deadByReason.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Returns a duration that a given share of the calls did not exceed, rounded up to a power of
     * two.
     *
     * @param share the share of the calls, from 0 to 1, such as 0.99
     * @return nanoseconds, at most twice the exact duration; 0 if no call has ended
     * @throws IllegalArgumentException if {@code share} is below 0, above 1 or not a number
     */
    public long callNanosAt(double share) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("share must be from 0 to 1, but was " + share);
      }
      long all = callLengths.stream().mapToLong(Long::longValue).sum();
      long wanted = Math.max(1, (long) Math.ceil(share * all));
      long seen = 0;
      for (int i = 0; i < callLengths.size() && all > 0; i++) {
        seen += callLengths.get(i);
        if (seen >= wanted) {
          return 1L << i;
        }
      }
      return 0;
    }
  }

  private final class Listener<I> implements BatchListener<I> {

    @Override
    public void itemsDone(List<I> items) {
      done.add(items.size());
    }

    @Override
    public void itemDead(DeadLetter<I> letter) {
      LongAdder count = dead.get(letter.stopReason());
      if (count != null) {
        count.increment();
      }
    }

    @Override
    public void itemSuperseded(I item) {
      superseded.increment();
    }

    @Override
    public void itemNotAttempted(I item) {
      notAttempted.increment();
    }

    @Override
    public void callEnded(BatchCall call) {
      add(call);
    }

    @Override
    public void ended(BatchReport<I> report) {
      runs.increment();
    }
  }
}
