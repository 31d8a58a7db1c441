package dev.reprise;

import dev.reprise.decision.Progress;
import dev.reprise.time.TickSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The attempt that an operation sees. */
record AttemptInfo(
    int number,
    TickSource ticks,
    long callStartNanos,
    long endsAfterNanos,
    @Nullable Throwable lastFailure)
    implements Attempt {

  static AttemptInfo of(
      RetryPolicy policy,
      Progress progress,
      TickSource ticks,
      long nowNanos,
      @Nullable Throwable last) {
    long left = policy.timeLeftNanos(progress, nowNanos);
    long allowed = Math.min(left, policy.attemptTimeoutNanos(progress, nowNanos));
    long elapsed = progress.elapsedNanos(nowNanos);
    long end = allowed > Long.MAX_VALUE - elapsed ? Long.MAX_VALUE : elapsed + allowed;
    return new AttemptInfo(progress.started(), ticks, progress.startNanos(), end, last);
  }

  private long elapsedNanos() {
    return Math.max(0, ticks.nanos() - callStartNanos);
  }

  @Override
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos());
  }

  @Override
  public Duration timeLeft() {
    return endsAfterNanos == Long.MAX_VALUE
        ? Duration.ofNanos(Long.MAX_VALUE)
        : Duration.ofNanos(Math.max(0, endsAfterNanos - elapsedNanos()));
  }

  @Override
  public String toString() {
    return "attempt " + number;
  }
}
