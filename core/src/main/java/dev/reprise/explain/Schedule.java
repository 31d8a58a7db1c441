package dev.reprise.explain;

import dev.reprise.backoff.DelayRange;
import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.internal.text.ShortDuration;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sequence of delays of a policy, compared with its time limit. Attempts are assumed to take no
 * time, except for delays that depend on the latency of attempts: these assume {@link
 * #LATENCY_NANOS} and a single caller. Retries are computed until even the shortest delays exceed
 * the limit, at most {@value #HORIZON}. If rules for some failures have their own backoff, minimum
 * and maximum are taken over all failures; the rows are for failures without a rule.
 *
 * @param rows the first retries, at most the requested number
 * @param retries greatest number of retries; {@link Integer#MAX_VALUE} for no limit
 * @param seen number of computed retries
 * @param possible number of computed retries that start in time with the shortest delays
 * @param likely number of computed retries that start in time with mean delays
 * @param certain number of computed retries that start in time with the longest delays
 * @param waitedNanos greatest sum of the delays of a call; the time limit if more retries start in
 *     time than were computed or the delays {@linkplain #dependsOnDurations depend} on durations of
 *     attempts, or {@link Long#MAX_VALUE} without a limit
 */
record Schedule(
    List<DelayRow> rows,
    int retries,
    int seen,
    int possible,
    int likely,
    int certain,
    long waitedNanos) {

  static final int HORIZON = 1_000;

  private static final DelayRange NOTHING = new DelayRange(0, 0, 0);

  /** Duration of an attempt, if delays depend on it. */
  static final long LATENCY_NANOS = Duration.ofMillis(100).toNanos();

  /**
   * Computes the schedule of a policy.
   *
   * @param policy a policy whose backoff has no custom code
   * @param wanted number of rows
   */
  static Schedule of(RetryPolicy policy, int wanted) {
    int retries =
        policy.maxAttempts() == Integer.MAX_VALUE ? Integer.MAX_VALUE : policy.maxAttempts() - 1;
    List<DelayRow> all = new ArrayList<>();
    List<DelayRow> bounds = new ArrayList<>();
    RuleDelays.Bounds rules = new RuleDelays.Bounds(policy);
    long limit = ShortDuration.nanos(policy.within());
    while (all.size() < Math.min(retries, HORIZON)
        && (all.size() < wanted || all.isEmpty() || startsInTime(last(bounds), limit))) {
      DelayRow row = next(policy, all);
      DelayRange bound = rules.next(row.delay());
      bounds.add(bounds.isEmpty() ? DelayRow.first(bound) : last(bounds).next(bound));
      all.add(row);
    }
    int possible = 0;
    int likely = 0;
    int certain = 0;
    DelayRange waited = NOTHING;
    for (DelayRow row : bounds) {
      DelayRange now = row.waited();
      int retry = row.retry();
      possible += startsAfter(policy, retry, waited.minNanos(), now.minNanos(), limit) ? 1 : 0;
      likely += startsAfter(policy, retry, waited.meanNanos(), now.meanNanos(), limit) ? 1 : 0;
      certain += startsAfter(policy, retry, waited.maxNanos(), now.maxNanos(), limit) ? 1 : 0;
      waited = now;
    }
    boolean goesOn = all.size() < retries && possible == all.size();
    return new Schedule(
        List.copyOf(all.subList(0, Math.min(wanted, all.size()))),
        retries,
        all.size(),
        possible,
        likely,
        certain,
        !policy.skipsWaits() && (goesOn || dependsOnDurations(policy))
            ? limit
            : longest(bounds.subList(0, possible), limit));
  }

  /**
   * True if the durations of attempts may lengthen the delays, or start their number over, so that
   * only the time limit bounds a call.
   */
  static boolean dependsOnDurations(RetryPolicy policy) {
    return policy.readsAverageLatency() || startsOver(policy);
  }

  /** True if an attempt can take as long as a healthy one, so that those before it do not count. */
  static boolean startsOver(RetryPolicy policy) {
    long healthy = ShortDuration.nanos(policy.startOverAfter());
    return healthy < ShortDuration.nanos(policy.within())
        && healthy <= ShortDuration.nanos(policy.attemptTimeout())
        && policy.maxAttempts() > 1;
  }

  /** True if a retry is decided after this wait and starts in time. */
  private static boolean startsAfter(
      RetryPolicy policy, int retry, long waited, long start, long limit) {
    Progress failed = new Progress(retry, retry, 0, 0, 0, 0, 0, 0, 0, 0);
    return isBefore(start, limit)
        && (policy.giveUpWhen().isEmpty() || !policy.giveUpWhen().get().holds(failed, waited));
  }

  private static long longest(List<DelayRow> inTime, long limit) {
    return inTime.isEmpty() ? 0 : Math.min(limit, last(inTime).waited().maxNanos());
  }

  /** The first rows, regardless of limits. */
  static List<DelayRow> first(RetryPolicy policy, int rows) {
    List<DelayRow> first = new ArrayList<>();
    while (first.size() < rows) {
      first.add(next(policy, first));
    }
    return first;
  }

  /** The next row. */
  static DelayRow next(RetryPolicy policy, List<DelayRow> before) {
    int retry = before.size() + 1;
    if (policy.skipsWaits()) {
      return new DelayRow(retry, NOTHING, NOTHING);
    }
    Optional<DelayRange> known = policy.backoff().range(retry);
    DelayRange delay = known.isPresent() ? known.get() : inLatencies(policy, retry, before);
    return before.isEmpty() ? DelayRow.first(delay) : last(before).next(delay);
  }

  private static DelayRange inLatencies(RetryPolicy policy, int retry, List<DelayRow> before) {
    DelayRange waited = before.isEmpty() ? NOTHING : last(before).waited();
    return new DelayRange(
        delay(policy, retry, waited.minNanos()).minNanos(),
        delay(policy, retry, waited.meanNanos()).meanNanos(),
        delay(policy, retry, waited.maxNanos()).maxNanos());
  }

  private static DelayRange delay(RetryPolicy policy, int retry, long waited) {
    Progress progress = new Progress(retry, retry, 0, 0, 0, 0, 0, LATENCY_NANOS, 0, 0);
    View alone = new View(LATENCY_NANOS, 1, Latencies.NONE);
    double inAttempts = (double) retry * LATENCY_NANOS;
    return policy.backoff().range(progress, alone, (long) (waited + inAttempts)).orElseThrow();
  }

  private static DelayRow last(List<DelayRow> rows) {
    return rows.get(rows.size() - 1);
  }

  private static boolean startsInTime(DelayRow row, long limit) {
    return isBefore(row.waited().minNanos(), limit);
  }

  private static boolean isBefore(long nanos, long limit) {
    return limit == Long.MAX_VALUE || nanos < limit;
  }

  /** True if more retries fit in the time than were computed. */
  boolean goesOn() {
    return seen < retries && possible == seen;
  }

  /** Number of attempts that are likely to start; {@link Integer#MAX_VALUE} for no limit. */
  int likelyAttempts() {
    if (goesOn() && likely == seen) {
      return retries == Integer.MAX_VALUE ? Integer.MAX_VALUE : retries + 1;
    }
    return likely + 1;
  }
}
