package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;

/** Moves the bytes of one direction of one link, and acts at the trips they pass. */
final class Pump implements Runnable {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final Link link;
  private final Traffic traffic;
  private final Direction direction;
  private final Socket from;
  private final Socket to;
  private final ExchangeWatch watch;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Map<Trip, SequenceMatcher> matchers = new HashMap<>();

  Pump(
      Link link,
      Traffic traffic,
      Direction direction,
      Socket from,
      Socket to,
      ExchangeWatch watch) {
    this.link = link;
    this.traffic = traffic;
    this.direction = direction;
    this.from = from;
    this.to = to;
    this.watch = watch;
  }

  @Override
  public void run() {
    try {
      int length = from.getInputStream().read(buffer);
      while (length >= 0 && !link.ended()) {
        pass(length);
        length = from.getInputStream().read(buffer);
      }
      traffic.gate().pass(direction, link);
      if (direction == Direction.TO_SERVER || !link.swallows()) {
        link.halfClosed(to);
      }
    } catch (IOException e) {
      if (direction == Direction.TO_SERVER || !link.swallows()) {
        link.broken();
      }
    }
  }

  private void pass(int length) throws IOException {
    traffic.gate().pass(direction, link);
    if (direction == Direction.TO_CLIENT) {
      watch.answerBegan();
      if (link.swallows()) {
        return;
      }
    } else if (watch.requestLosesAnswer()) {
      link.swallowAnswer(watch.cut());
    }
    for (Trip trip : traffic.trips()) {
      if (trip.direction() == direction && fires(trip, length)) {
        return;
      }
    }
    forward(length);
  }

  /** Whether the trip has taken these bytes over. */
  private boolean fires(Trip trip, int length) throws IOException {
    int end = matchers.computeIfAbsent(trip, Trip::newMatcher).endOfMatch(buffer, length);
    if (end < 0 || !trip.tryFire()) {
      return false;
    }
    switch (trip.act()) {
      case CUT_BEFORE -> {
        forward(Math.max(0, end - trip.length()));
        link.cut(trip.cut());
      }
      case CUT_AFTER -> cutAfter(trip, length);
      case STALL -> {
        traffic.gate().hold(link);
        trip.tellFired();
        traffic.gate().pass(direction, link);
        forward(length);
      }
    }
    trip.tellFired();
    return true;
  }

  private void cutAfter(Trip trip, int length) throws IOException {
    if (direction == Direction.TO_SERVER) {
      link.swallowAnswer(trip.cut());
      forward(length);
    } else {
      forward(length);
      link.cut(trip.cut());
    }
  }

  private void forward(int length) throws IOException {
    if (length > 0 && !link.ended()) {
      to.getOutputStream().write(buffer, 0, length);
    }
  }
}
