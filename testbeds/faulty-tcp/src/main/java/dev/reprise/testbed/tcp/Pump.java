package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;

/** Forwards the bytes of one direction of a connection, and fires the triggers that match. */
final class Pump implements Runnable {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ProxyConnection connection;
  private final ProxyState state;
  private final Direction direction;
  private final Socket from;
  private final Socket to;
  private final ExchangeTracker tracker;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Map<FaultTrigger, SequenceMatcher> matchers = new HashMap<>();

  Pump(
      ProxyConnection connection,
      ProxyState state,
      Direction direction,
      Socket from,
      Socket to,
      ExchangeTracker tracker) {
    this.connection = connection;
    this.state = state;
    this.direction = direction;
    this.from = from;
    this.to = to;
    this.tracker = tracker;
  }

  @Override
  public void run() {
    try {
      int length = from.getInputStream().read(buffer);
      while (length >= 0 && !connection.ended()) {
        pass(length);
        length = from.getInputStream().read(buffer);
      }
      state.gate().pass(direction, connection);
      if (direction == Direction.TO_SERVER || !connection.cutsInsteadOfResponse()) {
        connection.halfClosed(to);
      }
    } catch (IOException e) {
      if (direction == Direction.TO_SERVER || !connection.cutsInsteadOfResponse()) {
        connection.fail();
      }
    }
  }

  private void pass(int length) throws IOException {
    state.gate().pass(direction, connection);
    if (direction == Direction.TO_CLIENT) {
      tracker.responseStarted();
      if (connection.cutsInsteadOfResponse()) {
        return;
      }
    } else if (tracker.dropsResponse()) {
      connection.discardResponse(tracker.cut());
    }
    for (FaultTrigger trigger : state.triggers()) {
      if (trigger.direction() == direction && fires(trigger, length)) {
        return;
      }
    }
    forward(length);
  }

  /** Returns whether the trigger fired and handled these bytes. */
  private boolean fires(FaultTrigger trigger, int length) throws IOException {
    int end =
        matchers.computeIfAbsent(trigger, FaultTrigger::newMatcher).endOfMatch(buffer, length);
    if (end < 0 || !trigger.tryFire()) {
      return false;
    }
    switch (trigger.action()) {
      case CUT_BEFORE -> {
        forward(Math.max(0, end - trigger.length()));
        connection.cut(trigger.cut());
      }
      case CUT_AFTER -> cutAfter(trigger, length);
      case STALL -> {
        state.gate().hold(connection);
        trigger.signalFired();
        state.gate().pass(direction, connection);
        forward(length);
      }
    }
    trigger.signalFired();
    return true;
  }

  private void cutAfter(FaultTrigger trigger, int length) throws IOException {
    if (direction == Direction.TO_SERVER) {
      connection.discardResponse(trigger.cut());
      forward(length);
    } else {
      forward(length);
      connection.cut(trigger.cut());
    }
  }

  private void forward(int length) throws IOException {
    if (length > 0 && !connection.ended()) {
      to.getOutputStream().write(buffer, 0, length);
    }
  }
}
