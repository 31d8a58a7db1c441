package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.pace.Pacer;
import dev.reprise.time.TickSource;

/** The places for parallel calls: a call in flight has one, and so have some waits. */
final class CallPlaces {

  private final ChunksInFlight<?> flights;
  private final DelayedRetries<?> pauses;
  private final Pacer pacer;
  private final TickSource ticks;

  CallPlaces(ChunksInFlight<?> flights, DelayedRetries<?> pauses, Pacer pacer, TickSource ticks) {
    this.flights = flights;
    this.pauses = pauses;
    this.pacer = pacer;
    this.ticks = ticks;
  }

  /** Returns whether no further call may start. */
  boolean areTaken() {
    return taken() >= pacer.calls();
  }

  /**
   * Returns whether more places are taken than there are: one call was followed by several waits,
   * or the pace has lowered the number of parallel calls. Then a call that ends makes no room for
   * another one.
   */
  boolean areExceeded() {
    return taken() > pacer.calls();
  }

  private int taken() {
    return flights.size() + pauses.calls();
  }

  /**
   * Records that no further call could start until now. Called before each change of the places. If
   * all of them have a wait, the service is not in use, and the time does not measure it.
   */
  void record() {
    if (areTaken() && !flights.isEmpty()) {
      pacer.full(ticks.nanos());
    }
  }
}
