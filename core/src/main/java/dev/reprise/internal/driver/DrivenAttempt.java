package dev.reprise.internal.driver;

import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.RunningAttempt;

/**
 * One of several attempts in flight, compared by identity. Not a record: the generated {@code
 * equals} would prevent class unloading once it was called.
 */
public final class DrivenAttempt {

  private final RunningAttempt running;
  private final AttemptInfo seen;
  private final long limitNanos;

  DrivenAttempt(RunningAttempt running, AttemptInfo seen, boolean timed) {
    this.running = running;
    this.seen = seen;
    limitNanos = timed ? seen.limitNanos(seen.timeLeft().toNanos()) : Long.MAX_VALUE;
  }

  public RunningAttempt running() {
    return running;
  }

  /** The attempt as its operation sees it. */
  public AttemptInfo seen() {
    return seen;
  }

  /** Timeout of the attempt as of its start, for the exception that reports it. */
  long limitNanos() {
    return limitNanos;
  }
}
