package dev.reprise.verification.benchmarks.peers;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Settings that all contenders support.
 *
 * @param maxAttempts attempts in total, at least 1
 * @param delay the wait before each retry, the same each time; zero for none
 * @param within the time limit of the whole call; zero for none
 * @param events the events that {@code listener} receives
 * @param listener receives the library's own event objects
 */
public record PeerSettings(
    int maxAttempts,
    Duration delay,
    Duration within,
    EventSelection events,
    Consumer<Object> listener) {

  /** Three attempts, no wait, no time limit, no listener. */
  public static final PeerSettings PLAIN =
      new PeerSettings(3, Duration.ZERO, Duration.ZERO, EventSelection.NONE, event -> {});

  /** The events that a listener receives. */
  public enum EventSelection {
    /** No listener is set. */
    NONE,
    /** Failed attempts and failed calls. */
    FAILURES,
    /** Every event that the library has. */
    ALL
  }

  /**
   * Changes the number of attempts.
   *
   * @param attempts in total
   * @return a copy
   */
  public PeerSettings attempts(int attempts) {
    return new PeerSettings(attempts, delay, within, events, listener);
  }

  /**
   * Changes the wait before each retry.
   *
   * @param wait the wait
   * @return a copy
   */
  public PeerSettings delay(Duration wait) {
    return new PeerSettings(maxAttempts, wait, within, events, listener);
  }

  /**
   * Changes the time limit.
   *
   * @param limit of the whole call
   * @return a copy
   */
  public PeerSettings within(Duration limit) {
    return new PeerSettings(maxAttempts, delay, limit, events, listener);
  }

  /**
   * Sets a listener.
   *
   * @param which the events that it receives
   * @param receiver receives the library's own event objects
   * @return a copy
   */
  public PeerSettings listeningTo(EventSelection which, Consumer<Object> receiver) {
    return new PeerSettings(maxAttempts, delay, within, which, receiver);
  }

  boolean hasDelay() {
    return !delay.isZero();
  }

  boolean hasLimit() {
    return !within.isZero();
  }

  boolean receivesAll() {
    return events == EventSelection.ALL;
  }

  boolean hasListener() {
    return events != EventSelection.NONE;
  }
}
