package dev.reprise.internal.hedged;

import dev.reprise.internal.async.AsyncAttempt;
import dev.reprise.internal.driver.DrivenAttempt;
import org.jspecify.annotations.Nullable;

/**
 * One of several attempts in flight. Known by its identity: no record, whose {@code equals} would
 * keep this library's class loader for ever, once it was called.
 */
public final class InFlight<T extends @Nullable Object> {

  private final AsyncAttempt<T> step;
  private final DrivenAttempt flight;

  public InFlight(AsyncAttempt<T> step, DrivenAttempt flight) {
    this.step = step;
    this.flight = flight;
  }

  public AsyncAttempt<T> step() {
    return step;
  }

  public DrivenAttempt flight() {
    return flight;
  }
}
