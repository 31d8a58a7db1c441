package dev.reprise.testbed.tcp;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Tracks the exchanges of a connection. The first bytes of the client after bytes of the server
 * begin a new exchange. Each exchange draws once whether its answer is lost.
 */
final class ExchangeTracker {
  private final Supplier<ResponseDrop> drop;
  private final int connection;
  private final AtomicBoolean answered = new AtomicBoolean(true);
  private ResponseDrop drawnFor = ResponseDrop.NEVER;
  private SplittableRandom draws = new SplittableRandom();

  ExchangeTracker(Supplier<ResponseDrop> drop, int connection) {
    this.drop = drop;
    this.connection = connection;
  }

  /** Called by the pump toward the server only. */
  boolean requestLosesAnswer() {
    if (!answered.getAndSet(false)) {
      return false;
    }
    ResponseDrop current = drop.get();
    if (!current.equals(drawnFor)) {
      drawnFor = current;
      draws = current.draws(connection);
    }
    return current.dropsNext(draws);
  }

  /** The way in which a lost response ends; called by the pump toward the server only. */
  Cut cut() {
    return drawnFor.cut();
  }

  void answerBegan() {
    answered.set(true);
  }
}
