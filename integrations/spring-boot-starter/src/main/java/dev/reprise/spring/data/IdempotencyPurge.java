package dev.reprise.spring.data;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Deletes expired keys of a store at intervals, while the application context runs. Several
 * processes that share a database may do this at the same time.
 */
final class IdempotencyPurge implements SmartLifecycle {

  private static final System.Logger LOG = System.getLogger("dev.reprise.spring");
  private static final int AT_MOST = 100_000;

  private final IdempotencyStore store;
  private final Duration interval;
  private @Nullable ScheduledExecutorService thread;

  IdempotencyPurge(IdempotencyStore store, Duration interval) {
    if (interval.isNegative()) {
      throw new IllegalArgumentException(
          "reprise.idempotency.purge-interval must be at least 0 s, but was "
              + TimeText.inWords(interval));
    }
    this.store = store;
    this.interval = interval;
  }

  @Override
  public synchronized void start() {
    if (interval.isZero() || thread != null) {
      return;
    }
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(
            run -> {
              Thread purging = new Thread(run, "reprise-idempotency-purge");
              purging.setDaemon(true);
              return purging;
            });
    thread = started;
    long nanos = interval.toNanos();
    Future<?> unused =
        started.scheduleWithFixedDelay(this::purge, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** An exception would end the schedule. */
  private void purge() {
    try {
      store.purge(AT_MOST);
    } catch (RuntimeException failed) {
      LOG.log(System.Logger.Level.WARNING, "expired idempotency keys could not be deleted", failed);
    }
  }

  @Override
  public synchronized void stop() {
    if (thread != null) {
      thread.shutdownNow();
      thread = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return thread != null;
  }
}
