package dev.reprise.cli.explain;

import dev.reprise.backoff.DelayRange;
import dev.reprise.cli.Times;
import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The delays of a policy one after another, laid against its time limit as if attempts took no
 * time. Only delays that are scaled by the latency of attempts suppose {@link #LATENCY_NANOS}, and
 * that nobody else is retrying. Retries are looked at until the limit is over even for the shortest
 * delays, {@value #HORIZON} at most. Where rules for some failures have backoffs of their own,
 * short and long are taken over all failures; the rows are those of failures without a rule.
 *
 * @param rows the first retries, as many as were asked for
 * @param retries how many retries the policy allows; {@link Integer#MAX_VALUE} for no limit
 * @param seen how many were looked at
 * @param possible of those, how many start in time if all delays are as short as can be
 * @param likely how many do if all delays are average
 * @param certain how many do if all delays are as long as can be
 * @param waitedNanos the longest that the waits of one call can be together; where more retries are
 *     in time than were looked at, the time limit, and {@link Long#MAX_VALUE} without one
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
   * Lays out a policy.
   *
   * @param policy a policy without code in its backoff
   * @param wanted how many rows to keep
   */
  static Schedule of(RetryPolicy policy, int wanted) {
    int retries =
        policy.maxAttempts() == Integer.MAX_VALUE ? Integer.MAX_VALUE : policy.maxAttempts() - 1;
    List<DelayRow> all = new ArrayList<>();
    List<DelayRow> bounds = new ArrayList<>();
    RuleDelays.Bounds rules = new RuleDelays.Bounds(policy);
    long limit = Times.nanos(policy.within());
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
      possible += comes(policy, retry, waited.minNanos(), now.minNanos(), limit) ? 1 : 0;
      likely += comes(policy, retry, waited.meanNanos(), now.meanNanos(), limit) ? 1 : 0;
      certain += comes(policy, retry, waited.maxNanos(), now.maxNanos(), limit) ? 1 : 0;
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
        goesOn ? limit : longest(bounds.subList(0, possible), limit));
  }

  /** True if a retry is decided on after this wait and starts in time. */
  private static boolean comes(RetryPolicy policy, int retry, long waited, long start, long limit) {
    Progress failed = new Progress(retry, retry, 0, 0, 0, 0, 0, 0, 0, 0);
    return isBefore(start, limit)
        && (policy.giveUpWhen().isEmpty() || !policy.giveUpWhen().get().holds(failed, waited));
  }

  private static long longest(List<DelayRow> inTime, long limit) {
    return inTime.isEmpty() ? 0 : Math.min(limit, last(inTime).waited().maxNanos());
  }

  /** The first rows, whatever the limits. */
  static List<DelayRow> first(RetryPolicy policy, int rows) {
    List<DelayRow> first = new ArrayList<>();
    while (first.size() < rows) {
      first.add(next(policy, first));
    }
    return first;
  }

  /** The row that follows. */
  static DelayRow next(RetryPolicy policy, List<DelayRow> before) {
    int retry = before.size() + 1;
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
