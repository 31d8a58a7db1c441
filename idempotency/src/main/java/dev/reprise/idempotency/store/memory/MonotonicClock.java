package dev.reprise.idempotency.store.memory;

import dev.reprise.time.TickSource;
import java.time.Instant;
import java.time.InstantSource;

/** A wall clock that advances by ticks from its start: it does not jump when the clock is set. */
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
