package dev.reprise.event;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Rate limit for the log lines of calls that a budget refused a retry: during an outage every call
 * has such a refusal. For each retry the first refusal is logged and those in the next 10 s are
 * counted. The count is logged when the next call ends after the 10 s, since there is no timer.
 * Only the first refusal of each retry allocates.
 *
 * <p>Concurrency: a period begins with a compare-and-set of its first tick. So exactly one thread
 * begins it and takes the count of the previous period in one step. A refusal that a different
 * thread counts at the same time is in this count or in the next; no refusal is counted twice or
 * lost.
 */
final class RefusalLimit {

  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Maximum number of retries with a separate period; further names share one period. */
  static final int MAX_RETRIES = 1_000;

  /** Result of {@link #atEnd} for a refusal that is counted and not logged. */
  static final long COUNTED = -1;

  private static final String OTHERS = "";

  private final Map<String, Period> periods = new ConcurrentHashMap<>();

  /**
   * Records the end of a call.
   *
   * @param retry name of the retry
   * @param refused true if the budget refused the call a retry
   * @param nowNanos the tick of the end
   * @return number of earlier refusals to be logged now; {@link #COUNTED} if this refusal shall not
   *     be logged
   */
  long atEnd(String retry, boolean refused, long nowNanos) {
    Period period = periods.get(retry);
    if (period == null && refused) {
      String key = periods.size() < MAX_RETRIES ? retry : OTHERS;
      period = periods.putIfAbsent(key, new Period(nowNanos));
    }
    return period == null ? 0 : period.atEnd(refused, nowNanos);
  }

  private static final class Period {

    private final AtomicLong begin;
    private final AtomicLong counted = new AtomicLong();

    Period(long nowNanos) {
      begin = new AtomicLong(nowNanos);
    }

    long atEnd(boolean refused, long nowNanos) {
      if (!refused && counted.get() == 0) {
        return 0;
      }
      long began = begin.get();
      long length = nowNanos - began;
      boolean over = length >= PERIOD_NANOS || length < 0; // less than 0: a different clock
      if (over && begin.compareAndSet(began, nowNanos)) {
        return counted.getAndSet(0);
      }
      if (!refused) {
        return 0;
      }
      counted.incrementAndGet();
      return COUNTED;
    }
  }
}
