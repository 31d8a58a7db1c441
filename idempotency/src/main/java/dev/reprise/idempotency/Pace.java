package dev.reprise.idempotency;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When a waiting duplicate looks again, and when it has waited long enough. */
final class Pace {

  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

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
  long next(Duration leaseLeft) {
    progress = progress.attemptFinished(0);
    long drawn =
        polling.delayNanos(progress, View.NONE, environment.ticks().nanos(), environment.random());
    progress = progress.waiting(drawn);
    return Math.min(left(), Math.max(SHORTEST, Math.min(drawn, saturatedNanos(leaseLeft))));
  }

  /** A clock that was set back can leave centuries of a lease. */
  private static long saturatedNanos(Duration leaseLeft) {
    return leaseLeft.compareTo(LONGEST) >= 0 ? Long.MAX_VALUE : leaseLeft.toNanos();
  }
}
