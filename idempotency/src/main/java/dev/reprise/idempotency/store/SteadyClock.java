package dev.reprise.idempotency.store;

import dev.reprise.time.TickSource;
import java.time.Instant;
import java.time.InstantSource;

/** The wall clock once, and ticks from there: it does not jump when the wall clock is set. */
record SteadyClock(Instant origin, long originNanos, TickSource ticks) implements InstantSource {

  static InstantSource fromNow() {
    TickSource ticks = TickSource.system();
    return new SteadyClock(InstantSource.system().instant(), ticks.nanos(), ticks);
  }

  @Override
  public Instant instant() {
    return origin.plusNanos(ticks.nanos() - originNanos);
  }
}
