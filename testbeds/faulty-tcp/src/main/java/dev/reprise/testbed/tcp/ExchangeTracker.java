package dev.reprise.testbed.tcp;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Tracks the exchanges of a connection. The first bytes of the client after bytes of the server
 * begin a new exchange. For each exchange, one random number decides whether its response is
 * dropped.
 */
final class ExchangeTracker {
  private final Supplier<ResponseDrop> drop;
  private final int connection;
  private final AtomicBoolean responded = new AtomicBoolean(true);
  private ResponseDrop lastDrop = ResponseDrop.NEVER;
  private SplittableRandom random = new SplittableRandom();

  ExchangeTracker(Supplier<ResponseDrop> drop, int connection) {
    this.drop = drop;
    this.connection = connection;
  }

  /** Called only by the pump to the server. */
  boolean dropsResponse() {
    if (!responded.getAndSet(false)) {
      return false;
    }
    ResponseDrop current = drop.get();
    if (!current.equals(lastDrop)) {
      lastDrop = current;
      random = current.randomOf(connection);
    }
    return current.dropsNext(random);
  }

  /** Returns how a dropped response ends. Called only by the pump to the server. */
  Cut cut() {
    return lastDrop.cut();
  }

  void responseStarted() {
    responded.set(true);
  }
}
