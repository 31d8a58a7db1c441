package dev.reprise.idempotency.internal.call;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.idempotency.event.GuardListener;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The settings of a guard. */
public record GuardSettings<T extends @Nullable Object>(
    IdempotencyStore store,
    OutcomeFormat<T> format,
    Times times,
    Backoff polling,
    RetryEnvironment environment,
    @Nullable Executor executor,
    Waiters waiters,
    int maxWaiting,
    GuardListeners listeners) {

  private static final Backoff POLLING =
      Backoff.exponential(Duration.ofMillis(5))
          .cappedAt(Duration.ofMillis(500))
          .jitter(Jitter.equal());

  /** The durations that are set for a guard. */
  public record Times(Duration lease, Duration waitAtMost, Duration keepFor) {

    private static final Times DEFAULT =
        new Times(Duration.ofMinutes(1), Duration.ofSeconds(5), Duration.ofHours(24));
  }

  /** The default settings. */
  public static <T extends @Nullable Object> GuardSettings<T> of(
      IdempotencyStore store, OutcomeFormat<T> format) {
    return new GuardSettings<>(
        store,
        format,
        Times.DEFAULT,
        POLLING,
        RetryEnvironment.system(),
        null,
        new Waiters(),
        Integer.MAX_VALUE,
        GuardListeners.NONE);
  }

  Executor executorOrDefault() {
    return executor == null ? environment.executor() : executor;
  }

  public GuardSettings<T> withFormat(OutcomeFormat<T> changed) {
    return new GuardSettings<>(
        store, changed, times, polling, environment, executor, waiters, maxWaiting, listeners);
  }

  public GuardSettings<T> withTimes(Times changed) {
    return new GuardSettings<>(
        store, format, changed, polling, environment, executor, waiters, maxWaiting, listeners);
  }

  public GuardSettings<T> withPolling(Backoff changed) {
    return new GuardSettings<>(
        store, format, times, changed, environment, executor, waiters, maxWaiting, listeners);
  }

  public GuardSettings<T> withEnvironment(RetryEnvironment changed) {
    return new GuardSettings<>(
        store, format, times, polling, changed, executor, waiters, maxWaiting, listeners);
  }

  public GuardSettings<T> withExecutor(Executor changed) {
    return new GuardSettings<>(
        store, format, times, polling, environment, changed, waiters, maxWaiting, listeners);
  }

  public GuardSettings<T> withMaxWaiting(int changed) {
    return new GuardSettings<>(
        store, format, times, polling, environment, executor, waiters, changed, listeners);
  }

  public GuardSettings<T> withListener(GuardListener added) {
    GuardListeners all = listeners.with(added);
    return new GuardSettings<>(
        store, format, times, polling, environment, executor, waiters, maxWaiting, all);
  }
}
