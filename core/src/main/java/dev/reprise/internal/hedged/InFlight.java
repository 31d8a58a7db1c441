package dev.reprise.internal.hedged;

import dev.reprise.internal.async.AsyncAttempt;
import dev.reprise.internal.driver.DrivenAttempt;
import org.jspecify.annotations.Nullable;

/**
 * One of several attempts in flight, compared by identity. Not a record: the generated {@code
 * equals} would prevent class unloading once it was called.
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
