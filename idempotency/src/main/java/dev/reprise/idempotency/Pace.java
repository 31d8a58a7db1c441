package dev.reprise.idempotency;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.time.RetryEnvironment;
import java.util.concurrent.TimeUnit;

/** When a waiting duplicate looks again, and when it has waited long enough. */
final class Pace {

  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

  private final Backoff polling;
  private final RetryEnvironment environment;
  private final long startNanos;
  private final long waitAtMostNanos;
  private Progress progress;

  Pace(GuardSettings<?> settings) {
    polling = settings.polling();
    environment = settings.environment();
    startNanos = environment.ticks().nanos();
    waitAtMostNanos = settings.times().waitAtMost().toNanos();
    progress = Progress.startingAt(startNanos);
  }

  /** Nanoseconds that this duplicate still waits; zero or less if it has waited long enough. */
  long left() {
    return waitAtMostNanos - (environment.ticks().nanos() - startNanos);
  }

  /** Nanoseconds to the next look: no later than the lease ends, and no later than the last one. */
  long next(long leaseLeftNanos) {
    progress = progress.attemptFinished(0);
    long drawn =
        polling.delayNanos(progress, View.NONE, environment.ticks().nanos(), environment.random());
    progress = progress.waiting(drawn);
    return Math.min(left(), Math.max(SHORTEST, Math.min(drawn, leaseLeftNanos)));
  }
}
