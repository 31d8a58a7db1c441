package dev.reprise.event;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits what is logged of calls that a budget refused a retry: while a dependency is down there is
 * one for every call. Of each retry the first refusal is logged, those in the 10 s after it are
 * counted, and the count is logged with the next end of a call after that, for there is no timer.
 * Allocates nothing but for the first refusal of a retry.
 *
 * <p>Concurrency: a period begins by a compare-and-set of its first tick, so one thread of many
 * begins it, and takes the count of the period before in one step. A refusal that another thread
 * counts meanwhile is in this count or in the next; none is in both, and none is lost.
 */
final class RefusalLimit {

  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Retries with periods of their own; the names that come after these share one. */
  static final int MOST_RETRIES = 1_000;

  /** What {@link #atEnd} answers to a refusal that is counted and not logged. */
  static final long COUNTED = -1;

  private static final String OTHERS = "";

  private final Map<String, Period> periods = new ConcurrentHashMap<>();

  /**
   * Looks at the end of a call.
   *
   * @param retry name of the retry
   * @param refused whether the budget refused the call a retry
   * @param nowNanos the tick of the end
   * @return how many refusals before this end have not been logged and are due; {@link #COUNTED} if
   *     this one is not to be logged itself
   */
  long atEnd(String retry, boolean refused, long nowNanos) {
    Period period = periods.get(retry);
    if (period == null && refused) {
      String key = periods.size() < MOST_RETRIES ? retry : OTHERS;
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
      boolean over = length >= PERIOD_NANOS || length < 0; // less than 0: another clock
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
