package dev.reprise.idempotency.internal.call;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The times at which a waiting duplicate polls the store, and the end of its wait. */
final class PollSchedule {

  private static final long MIN_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Duration MAX_DURATION = Duration.ofNanos(Long.MAX_VALUE);

  private final Backoff polling;
  private final RetryEnvironment environment;
  private final long startNanos;
  private final long waitAtMostNanos;
  private Progress progress;

  PollSchedule(GuardSettings<?> settings) {
    polling = settings.polling();
    environment = settings.environment();
    startNanos = environment.ticks().nanos();
    waitAtMostNanos = settings.times().waitAtMost().toNanos();
    progress = Progress.startingAt(startNanos);
  }

  /** Returns the remaining wait; zero or less if the wait has ended. */
  long remainingNanos() {
    return waitAtMostNanos - (environment.ticks().nanos() - startNanos);
  }

  /** Returns the delay until the next poll, at most until the lease or the wait ends. */
  long nextDelayNanos(Duration leaseLeft) {
    progress = progress.attemptFinished(0);
    long drawn =
        polling.delayNanos(progress, View.NONE, environment.ticks().nanos(), environment.random());
    progress = progress.waiting(drawn);
    return Math.min(
        remainingNanos(), Math.max(MIN_DELAY_NANOS, Math.min(drawn, saturatedNanos(leaseLeft))));
  }

  /** After a clock was set back, the remaining lease can exceed the range of a long. */
  private static long saturatedNanos(Duration leaseLeft) {
    return leaseLeft.compareTo(MAX_DURATION) >= 0 ? Long.MAX_VALUE : leaseLeft.toNanos();
  }
}
