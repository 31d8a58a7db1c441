package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * One of several attempts in flight. Known by its identity: no record, whose {@code equals} would
 * keep this library's class loader for ever, once it was called.
 */
final class InFlight<T extends @Nullable Object> {

  private final AsyncAttempt<T> step;
  private final Flight flight;

  InFlight(AsyncAttempt<T> step, Flight flight) {
    this.step = step;
    this.flight = flight;
  }

  AsyncAttempt<T> step() {
    return step;
  }

  Flight flight() {
    return flight;
  }
}
