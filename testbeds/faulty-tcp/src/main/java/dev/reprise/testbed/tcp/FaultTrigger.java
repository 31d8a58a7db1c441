package dev.reprise.testbed.tcp;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fault that a sequence of bytes triggers: the sequence, its direction, and the action of the
 * proxy when a connection carries it. A trigger fires once, or as often as {@link #times} sets,
 * counted over all connections; {@link TcpProxy#arm} adds it. The sequence may be split over reads.
 *
 * <pre>{@code
 * FaultTrigger trigger = proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
 * connection.commit(); // fails, and the server has committed
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class FaultTrigger {
  enum Act {
    CUT_BEFORE,
    CUT_AFTER,
    STALL
  }

  private final Direction direction;
  private final byte[] sequence;
  private final Act act;
  private final Cut cut;
  private final AtomicInteger left;
  private final AtomicInteger fired = new AtomicInteger();
  private final CountDownLatch first = new CountDownLatch(1);

  private FaultTrigger(Direction direction, byte[] sequence, Act act, Cut cut, int times) {
    if (sequence.length == 0) {
      throw new IllegalArgumentException("sequence must have at least 1 byte, but was empty");
    }
    this.direction = direction;
    this.sequence = sequence.clone();
    this.act = act;
    this.cut = cut;
    this.left = new AtomicInteger(times);
  }

  /**
   * Cuts the connection before the sequence has passed: its last byte is never forwarded, so the
   * receiver cannot have acted on it. What came before it in the same read is forwarded.
   *
   * @param direction the direction in which the sequence travels
   * @param sequence the text to wait for, in UTF-8, not empty
   * @param cut how the connection ends
   * @return a trigger that fires once
   * @throws IllegalArgumentException if {@code sequence} is empty
   */
  public static FaultTrigger cutBefore(Direction direction, String sequence, Cut cut) {
    return new FaultTrigger(direction, utf8(sequence), Act.CUT_BEFORE, cut, 1);
  }

  /**
   * Cuts the connection after the sequence has passed. Toward the server, the request is forwarded
   * to its end and the connection is cut when the first byte of the answer arrives, or the server
   * closes; the client sees nothing of the answer, although the server has acted. Toward the
   * client, the connection is cut when the read that ends the sequence has been forwarded.
   *
   * @param direction the direction in which the sequence travels
   * @param sequence the text to wait for, in UTF-8, not empty
   * @param cut how the connection ends
   * @return a trigger that fires once
   * @throws IllegalArgumentException if {@code sequence} is empty
   */
  public static FaultTrigger cutAfter(Direction direction, String sequence, Cut cut) {
    return new FaultTrigger(direction, utf8(sequence), Act.CUT_AFTER, cut, 1);
  }

  /**
   * Holds the connection, in both directions, before the read that ends the sequence is forwarded,
   * until {@link TcpProxy#release} or a cut.
   *
   * @param direction the direction in which the sequence travels
   * @param sequence the text to wait for, in UTF-8, not empty
   * @return a trigger that fires once
   * @throws IllegalArgumentException if {@code sequence} is empty
   */
  public static FaultTrigger stallAt(Direction direction, String sequence) {
    return new FaultTrigger(direction, utf8(sequence), Act.STALL, Cut.RESET, 1);
  }

  /**
   * The same trigger for another sequence, one that is not text.
   *
   * @param bytes the bytes to wait for, not empty; copied
   * @return a new trigger that has not fired
   * @throws IllegalArgumentException if {@code bytes} is empty
   */
  public FaultTrigger at(byte[] bytes) {
    return new FaultTrigger(direction, bytes, act, cut, left.get());
  }

  /**
   * The same trigger, to fire more than once.
   *
   * @param times how often it fires over all connections, at least 1
   * @return a new trigger that has not fired
   * @throws IllegalArgumentException if {@code times} is below 1
   */
  public FaultTrigger times(int times) {
    if (times < 1) {
      throw new IllegalArgumentException("times must be at least 1, but was " + times);
    }
    return new FaultTrigger(direction, sequence, act, cut, times);
  }

  /**
   * Returns how often this trigger has fired.
   *
   * @return the number of firings; 0 at first
   */
  public int fired() {
    return fired.get();
  }

  /**
   * Waits for the first firing.
   *
   * @param atMost how long to wait
   * @return whether it has fired
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitFired(Duration atMost) throws InterruptedException {
    return first.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  Direction direction() {
    return direction;
  }

  Act act() {
    return act;
  }

  Cut cut() {
    return cut;
  }

  SequenceMatcher newMatcher() {
    return new SequenceMatcher(sequence);
  }

  int length() {
    return sequence.length;
  }

  boolean tryFire() {
    if (left.getAndUpdate(n -> Math.max(0, n - 1)) == 0) {
      return false;
    }
    fired.incrementAndGet();
    return true;
  }

  void signalFired() {
    first.countDown();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
