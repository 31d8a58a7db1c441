package dev.reprise.verification.benchmarks.calls;

import java.util.function.Consumer;

/** Stores the last thousand events, so that the compiler cannot remove any. */
final class EventStore implements Consumer<Object> {

  private final Object[] events = new Object[1 << 10];
  private int next;

  @Override
  public void accept(Object event) {
    events[next++ & events.length - 1] = event;
  }
}
