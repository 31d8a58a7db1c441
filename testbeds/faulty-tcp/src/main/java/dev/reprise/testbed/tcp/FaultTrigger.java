package dev.reprise.testbed.tcp;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fault that a sequence of bytes triggers. It consists of the sequence, its direction, and the
 * action of the proxy. {@link TcpProxy#arm} adds it to a proxy. It fires once, or as often as
 * {@link #times} sets, for all connections together. The sequence can be split over several reads.
 *
 * <pre>{@code
 * FaultTrigger trigger =
 *     proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
 * connection.commit(); // fails, and the server has committed
 * }</pre>
 *
 * <p>Only the number of firings changes.
 */
public final class FaultTrigger {
  enum Action {
    CUT_BEFORE,
    CUT_AFTER,
    STALL
  }

  private final Direction direction;
  private final byte[] sequence;
  private final Action action;
  private final Cut cut;
  private final AtomicInteger remaining;
  private final AtomicInteger fired = new AtomicInteger();
  private final CountDownLatch first = new CountDownLatch(1);

  private FaultTrigger(Direction direction, byte[] sequence, Action action, Cut cut, int times) {
    if (sequence.length == 0) {
      throw new IllegalArgumentException("sequence must have at least 1 byte, but was empty");
    }
    this.direction = direction;
    this.sequence = sequence.clone();
    this.action = action;
    this.cut = cut;
    this.remaining = new AtomicInteger(times);
  }

  /**
   * Cuts the connection before the end of the sequence. The last byte of the sequence is never
   * forwarded, so the receiver cannot act on it. Bytes before the sequence are forwarded.
   *
   * @param direction the direction of the sequence
   * @param sequence text of the sequence, in UTF-8, not empty
   * @param cut how the connection ends
   * @return a trigger that fires once
   * @throws IllegalArgumentException if {@code sequence} is empty
   */
  public static FaultTrigger cutBefore(Direction direction, String sequence, Cut cut) {
    return new FaultTrigger(direction, utf8(sequence), Action.CUT_BEFORE, cut, 1);
  }

  /**
   * Cuts the connection after the sequence. {@link Direction#TO_SERVER}: the request is forwarded
   * completely, and the connection is cut when the first byte of the response arrives or the server
   * closes. The server has executed the request, and the client receives no byte of the response.
   * {@link Direction#TO_CLIENT}: the connection is cut when the read that ends the sequence has
   * been forwarded.
   *
   * @param direction the direction of the sequence
   * @param sequence text of the sequence, in UTF-8, not empty
   * @param cut how the connection ends
   * @return a trigger that fires once
   * @throws IllegalArgumentException if {@code sequence} is empty
   */
  public static FaultTrigger cutAfter(Direction direction, String sequence, Cut cut) {
    return new FaultTrigger(direction, utf8(sequence), Action.CUT_AFTER, cut, 1);
  }

  /**
   * Stalls the connection in both directions, before the read that ends the sequence is forwarded,
   * until {@link TcpProxy#release} or a cut.
   *
   * @param direction the direction of the sequence
   * @param sequence text of the sequence, in UTF-8, not empty
   * @return a trigger that fires once
   * @throws IllegalArgumentException if {@code sequence} is empty
   */
  public static FaultTrigger stallAt(Direction direction, String sequence) {
    return new FaultTrigger(direction, utf8(sequence), Action.STALL, Cut.RESET, 1);
  }

  /**
   * Returns the same trigger for a sequence of bytes.
   *
   * @param bytes the sequence, not empty; copied
   * @return a new trigger that has not fired
   * @throws IllegalArgumentException if {@code bytes} is empty
   */
  public FaultTrigger at(byte[] bytes) {
    return new FaultTrigger(direction, bytes, action, cut, remaining.get());
  }

  /**
   * Returns the same trigger with a number of firings.
   *
   * @param times number of firings for all connections together, at least 1
   * @return a new trigger that has not fired
   * @throws IllegalArgumentException if {@code times} is below 1
   */
  public FaultTrigger times(int times) {
    if (times < 1) {
      throw new IllegalArgumentException("times must be at least 1, but was " + times);
    }
    return new FaultTrigger(direction, sequence, action, cut, times);
  }

  /**
   * Returns the number of firings.
   *
   * @return at least 0
   */
  public int fired() {
    return fired.get();
  }

  /**
   * Waits for the first firing. Returns at once if the trigger has fired already.
   *
   * @param atMost longest wait, at most 292 years; zero or less does not wait
   * @return true if it has fired, false if the time ran out
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws ArithmeticException if {@code atMost} is more than 292 years
   */
  public boolean awaitFired(Duration atMost) throws InterruptedException {
    return first.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  Direction direction() {
    return direction;
  }

  Action action() {
    return action;
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
    if (remaining.getAndUpdate(n -> Math.max(0, n - 1)) == 0) {
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
