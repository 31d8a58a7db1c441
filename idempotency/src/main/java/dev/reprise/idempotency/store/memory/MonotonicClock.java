package dev.reprise.idempotency.store.memory;

import dev.reprise.time.TickSource;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that reads the wall clock once and then advances by ticks, so it does not jump. */
record MonotonicClock(Instant origin, long originNanos, TickSource ticks) implements InstantSource {

  static InstantSource fromNow() {
    TickSource ticks = TickSource.system();
    return new MonotonicClock(InstantSource.system().instant(), ticks.nanos(), ticks);
  }

  @Override
  public Instant instant() {
    return origin.plusNanos(ticks.nanos() - originNanos);
  }
}
