package dev.reprise.verification.benchmarks.peers;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What every contender is told to do, in words that all of them have.
 *
 * @param maxAttempts attempts in total, at least 1
 * @param delay the wait before each retry, the same each time; zero for none
 * @param within the time limit of the whole call; zero for none
 * @param heard what {@code listener} hears
 * @param listener given the library's own event, as it comes
 */
public record PeerSettings(
    int maxAttempts, Duration delay, Duration within, Heard heard, Consumer<Object> listener) {

  /** Three attempts, no wait, no time limit, no listener. */
  public static final PeerSettings PLAIN =
      new PeerSettings(3, Duration.ZERO, Duration.ZERO, Heard.NOTHING, event -> {});

  /** What a listener hears. */
  public enum Heard {
    /** No listener is set. */
    NOTHING,
    /** Attempts that failed and calls that did. */
    FAILURES,
    /** Every event that the library has. */
    EVERYTHING
  }

  /**
   * Changes the number of attempts.
   *
   * @param attempts in total
   * @return a copy
   */
  public PeerSettings attempts(int attempts) {
    return new PeerSettings(attempts, delay, within, heard, listener);
  }

  /**
   * Changes the wait before each retry.
   *
   * @param wait the wait
   * @return a copy
   */
  public PeerSettings delay(Duration wait) {
    return new PeerSettings(maxAttempts, wait, within, heard, listener);
  }

  /**
   * Changes the time limit.
   *
   * @param limit of the whole call
   * @return a copy
   */
  public PeerSettings within(Duration limit) {
    return new PeerSettings(maxAttempts, delay, limit, heard, listener);
  }

  /**
   * Sets a listener.
   *
   * @param what what it hears
   * @param hearer given the library's own events
   * @return a copy
   */
  public PeerSettings hearing(Heard what, Consumer<Object> hearer) {
    return new PeerSettings(maxAttempts, delay, within, what, hearer);
  }

  boolean hasDelay() {
    return !delay.isZero();
  }

  boolean hasLimit() {
    return !within.isZero();
  }

  boolean hearsEverything() {
    return heard == Heard.EVERYTHING;
  }

  boolean hears() {
    return heard != Heard.NOTHING;
  }
}
