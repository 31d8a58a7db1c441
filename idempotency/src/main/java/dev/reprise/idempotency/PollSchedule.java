package dev.reprise.idempotency;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The times at which a waiting duplicate asks the store again, and the end of its wait. */
final class PollSchedule {

  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

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

  /** Returns the remaining wait in nanoseconds; zero or less if the wait has ended. */
  long left() {
    return waitAtMostNanos - (environment.ticks().nanos() - startNanos);
  }

  /** Returns the nanoseconds until the next poll, at most until the lease or the wait ends. */
  long next(Duration leaseLeft) {
    progress = progress.attemptFinished(0);
    long drawn =
        polling.delayNanos(progress, View.NONE, environment.ticks().nanos(), environment.random());
    progress = progress.waiting(drawn);
    return Math.min(left(), Math.max(SHORTEST, Math.min(drawn, saturatedNanos(leaseLeft))));
  }

  /** If a clock was set back, the remaining lease can be centuries. */
  private static long saturatedNanos(Duration leaseLeft) {
    return leaseLeft.compareTo(LONGEST) >= 0 ? Long.MAX_VALUE : leaseLeft.toNanos();
  }
}
