package dev.reprise.internal.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Waits on a caller's thread for a future that other threads complete. */
public final class FutureWait {

  private static final long LEAST_SLEEP_NANOS = Duration.ofMillis(10).toNanos();

  private FutureWait() {}

  /**
   * Waits until a future is done or the time is over. Also checks the future from time to time,
   * because a sleeper that waits for a lock before it parks can lose the wake-up: the wait is then
   * at most twice as long.
   *
   * @param limitNanos the longest wait, in nanoseconds; {@link Long#MAX_VALUE} for no limit
   * @throws InterruptedException if the thread was interrupted; its flag is cleared then. The
   *     sleeper may throw anything else
   */
  public static void until(CompletableFuture<?> done, CallSettings settings, long limitNanos)
      throws InterruptedException {
    Thread waiter = Thread.currentThread();
    CompletableFuture<?> unused = done.whenComplete((value, failure) -> LockSupport.unpark(waiter));
    ManagedBlock.run(() -> sleepUntil(done, settings, limitNanos));
  }

  private static void sleepUntil(CompletableFuture<?> done, CallSettings settings, long limitNanos)
      throws InterruptedException {
    long start = settings.ticks().nanos();
    long waited = 0;
    for (int sleeps = 1; waited < limitNanos && !done.isDone(); sleeps++) {
      long rest = Math.min(limitNanos - waited, Math.max(LEAST_SLEEP_NANOS, waited));
      BlockingWait.sleepOnce(settings, rest, sleeps);
      waited = settings.ticks().nanos() - start;
    }
  }
}
