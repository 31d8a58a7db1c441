package dev.reprise.testbed.dynamodb;

import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A fault that one call meets. A fault is an immutable value that may be used any number of times,
 * from any thread. A call that waits occupies one of the server's 16 threads.
 */
public abstract sealed class Fault {

  private Fault() {}

  /**
   * The call fails with InternalServerError, status 500, and not carried out.
   *
   * @return the fault
   */
  public static Fault internalServerError() {
    return new Answer(ServiceError.internal());
  }

  /**
   * The call fails with ServiceUnavailableException, status 503, and not carried out.
   *
   * @return the fault
   */
  public static Fault serviceUnavailable() {
    return new Answer(ServiceError.unavailable());
  }

  /**
   * The call fails with ThrottlingException, status 400, and not carried out, whatever capacity
   * there is.
   *
   * @return the fault
   */
  public static Fault throttling() {
    return new Answer(ServiceError.throttling());
  }

  /**
   * The call fails with ProvisionedThroughputExceededException, status 400, and not carried out,
   * whatever capacity there is.
   *
   * @return the fault
   */
  public static Fault provisionedThroughputExceeded() {
    return new Answer(ServiceError.provisionedThroughputExceeded());
  }

  /**
   * The call fails with an error of choice and not carried out.
   *
   * @param status the HTTP status, 400 to 599
   * @param type the error's type as the protocol writes it, such as {@code
   *     com.amazonaws.dynamodb.v20120810#LimitExceededException}
   * @param message the error's message
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
   * The connection is closed without an answer and the call is not carried out.
   *
   * @return the fault
   */
  public static Fault dropBeforeProcessing() {
    return new Drop(false);
  }

  /**
   * The call is carried out, then the connection is closed without an answer: the client cannot
   * know that it took effect.
   *
   * @return the fault
   */
  public static Fault dropAfterProcessing() {
    return new Drop(true);
  }

  /**
   * The call is carried out and answered, but only after this long. Closing the server ends the
   * wait.
   *
   * @param length how long the call waits, in real time; zero or negative does not wait
   * @return the fault
   */
  public static Fault delay(Duration length) {
    long nanos = TimeUnit.NANOSECONDS.convert(length);
    return new Hold(() -> TimeUnit.NANOSECONDS.sleep(nanos));
  }

  /**
   * The call is carried out and answered once the latch is open. Closing the server ends the wait.
   *
   * @param latch what the call waits for
   * @return the fault
   */
  public static Fault holdUntil(CountDownLatch latch) {
    return new Hold(latch::await);
  }

  /**
   * Another transaction holds items of the call. A transaction is cancelled, with {@code
   * TransactionConflict} as the reason of the actions at these positions; PutItem, UpdateItem,
   * DeleteItem and ExecuteStatement fail with TransactionConflictException, status 400. None of
   * them is carried out; calls of other operations are, as if there were no fault.
   *
   * @param positions which actions of a transaction meet the conflict, from 0; all if none is given
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

    /** Returns whether the action at this position meets it. */
    boolean meets(int position) {
      return positions.isEmpty() || positions.contains(position);
    }
  }

  /** An error in place of the answer. */
  static final class Answer extends Fault {
    private final ServiceError error;

    private Answer(ServiceError error) {
      this.error = error;
    }

    ServiceError error() {
      return error;
    }
  }

  /** No answer at all. */
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

  /** Something that blocks until it is time. */
  @FunctionalInterface
  private interface Wait {
    void await() throws InterruptedException;
  }
}
