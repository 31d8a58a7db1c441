package dev.reprise.testbed.dynamodb;

import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A fault of a call: an error, a lost response or a delay. Immutable; a fault may be used any
 * number of times. A call that waits occupies one of the server's 16 threads.
 */
public abstract sealed class Fault {

  private Fault() {}

  /**
   * Returns a fault: the call fails with InternalServerError, status 500, and is not carried out.
   *
   * @return the fault
   */
  public static Fault internalServerError() {
    return new Answer(ServiceError.internal());
  }

  /**
   * Returns a fault: the call fails with ServiceUnavailableException, status 503, and is not
   * carried out.
   *
   * @return the fault
   */
  public static Fault serviceUnavailable() {
    return new Answer(ServiceError.unavailable());
  }

  /**
   * Returns a fault: the call fails with ThrottlingException, status 400, and is not carried out,
   * independent of the available capacity.
   *
   * @return the fault
   */
  public static Fault throttling() {
    return new Answer(ServiceError.throttling());
  }

  /**
   * Returns a fault: the call fails with ProvisionedThroughputExceededException, status 400, and is
   * not carried out, independent of the available capacity.
   *
   * @return the fault
   */
  public static Fault provisionedThroughputExceeded() {
    return new Answer(ServiceError.provisionedThroughputExceeded());
  }

  /**
   * Returns a fault: the call fails with a given error and is not carried out.
   *
   * @param status the HTTP status, 400 to 599
   * @param type the type of the error in the protocol, such as {@code
   *     com.amazonaws.dynamodb.v20120810#LimitExceededException}
   * @param message the message of the error
   * @return the fault
   * @throws IllegalArgumentException if the status is below 400 or above 599
   */
  public static Fault answer(int status, String type, String message) {
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("status must be between 400 and 599, but was " + status);
    }
    return new Answer(ServiceError.of(status, type, message));
  }

  /**
   * Returns a fault: the connection is closed without a response, and the call is not carried out.
   *
   * @return the fault
   */
  public static Fault dropBeforeProcessing() {
    return new Drop(false);
  }

  /**
   * Returns a fault: the call is carried out, and then the connection is closed without a response.
   * The client cannot know that the call had an effect.
   *
   * @return the fault
   */
  public static Fault dropAfterProcessing() {
    return new Drop(true);
  }

  /**
   * Returns a fault: the call waits, and is then carried out and answered. Closing the server ends
   * the wait.
   *
   * @param length the wait, in real time; zero or negative for none
   * @return the fault
   */
  public static Fault delay(Duration length) {
    long nanos = TimeUnit.NANOSECONDS.convert(length);
    return new Hold(() -> TimeUnit.NANOSECONDS.sleep(nanos));
  }

  /**
   * Returns a fault: the call waits until a latch is open, and is then carried out and answered.
   * Closing the server ends the wait.
   *
   * @param latch the latch
   * @return the fault
   */
  public static Fault holdUntil(CountDownLatch latch) {
    return new Hold(latch::await);
  }

  /**
   * Returns a fault: another transaction holds items of the call. A transaction is cancelled, with
   * {@code TransactionConflict} as the reason of the actions at these positions; PutItem,
   * UpdateItem, DeleteItem and ExecuteStatement fail with TransactionConflictException, status 400.
   * None of these calls is carried out. Calls of other operations are carried out as without a
   * fault.
   *
   * @param positions the positions, from 0, of the actions of a transaction that have the conflict;
   *     all if none is given
   * @return the fault
   * @throws IllegalArgumentException if a position is negative
   */
  public static Fault transactionConflict(int... positions) {
    for (int position : positions) {
      if (position < 0) {
        throw new IllegalArgumentException("position must be at least 0, but was " + position);
      }
    }
    return new Conflict(IntStream.of(positions).boxed().collect(Collectors.toUnmodifiableSet()));
  }

  /** A conflict with another transaction. */
  static final class Conflict extends Fault {
    private final Set<Integer> positions;

    private Conflict(Set<Integer> positions) {
      this.positions = positions;
    }

    /** Returns whether the action at this position has the conflict. */
    boolean meets(int position) {
      return positions.isEmpty() || positions.contains(position);
    }
  }

  /** An error instead of the response. */
  static final class Answer extends Fault {
    private final ServiceError error;

    private Answer(ServiceError error) {
      this.error = error;
    }

    ServiceError error() {
      return error;
    }
  }

  /** A closed connection instead of the response. */
  static final class Drop extends Fault {
    private final boolean processed;

    private Drop(boolean processed) {
      this.processed = processed;
    }

    boolean processed() {
      return processed;
    }
  }

  /** A wait before the call is carried out. */
  static final class Hold extends Fault {
    private final Wait wait;

    private Hold(Wait wait) {
      this.wait = wait;
    }

    void await() throws InterruptedException {
      wait.await();
    }
  }

  /** An action that blocks until the call may continue. */
  @FunctionalInterface
  private interface Wait {
    void await() throws InterruptedException;
  }
}
