package dev.reprise.internal.driver;

import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.RunningAttempt;

/**
 * One of several attempts in flight. Known by its identity: no record, whose {@code equals} would
 * keep this library's class loader for ever, once it was called.
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
