package dev.reprise.internal.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Waits on a caller's thread for what other threads complete. */
public final class FutureWait {

  private static final long LEAST_SLEEP_NANOS = Duration.ofMillis(10).toNanos();

  private FutureWait() {}

  /**
   * Waits until a future is done or the time is over. Looks now and then by itself, for a sleeper
   * that waits for a lock before it parks loses the wake-up: the wait is then twice as long at
   * most.
   *
   * @param limitNanos how long at most; {@link Long#MAX_VALUE} for no limit
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
