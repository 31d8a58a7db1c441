package dev.reprise.verification.benchmarks.process;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * What all calls ask: of each the first attempt fails at once, always with the same exception, and
 * any later one is answered at once. Keeps a byte a call and makes no object. Safe for use by any
 * thread, as long as the attempts of one call follow each other.
 */
public final class Service {

  @SuppressWarnings("StaticAssignmentOfThrowable") // One for all, so that it is not counted.
  private static final Unavailable UNAVAILABLE = new Unavailable();

  private static final CompletableFuture<String> FAILED =
      CompletableFuture.failedFuture(UNAVAILABLE);
  private static final CompletableFuture<String> ANSWERED =
      CompletableFuture.completedFuture("page");
  private static final long LOOK_NANOS = 200_000;

  private final byte[] attempts;
  private final LongAdder failed = new LongAdder();
  private final LongAdder answered = new LongAdder();

  /**
   * A service that nobody has asked.
   *
   * @param calls how many calls will ask, numbered from 0
   */
  public Service(int calls) {
    attempts = new byte[calls];
  }

  /**
   * Makes an attempt of a call.
   *
   * @param call its number
   * @return a failed stage, then a completed one
   */
  public CompletionStage<String> answer(int call) {
    return failsNow(call) ? FAILED : ANSWERED;
  }

  /**
   * Makes an attempt of a call that blocks.
   *
   * @param call its number
   * @return the answer to any attempt but the first
   * @throws Unavailable if it is the first
   */
  public String answerNow(int call) {
    if (failsNow(call)) {
      throw UNAVAILABLE;
    }
    return "page";
  }

  private boolean failsNow(int call) {
    boolean first = attempts[call]++ == 0;
    (first ? failed : answered).increment();
    return first;
  }

  /**
   * Attempts that were answered.
   *
   * @return how many so far
   */
  public long answered() {
    return answered.sum();
  }

  /**
   * Waits until every call has made its first attempt.
   *
   * @param limitNanos how long at most
   * @return whether all have
   */
  public boolean awaitFirstAttempts(long limitNanos) {
    return await(failed, limitNanos);
  }

  /**
   * Waits until every call was answered.
   *
   * @param limitNanos how long at most
   * @return whether all were
   */
  public boolean awaitAnswers(long limitNanos) {
    return await(answered, limitNanos);
  }

  private boolean await(LongAdder attempted, long limitNanos) {
    long start = System.nanoTime();
    while (attempted.sum() < attempts.length) {
      if (System.nanoTime() - start > limitNanos) {
        return false;
      }
      LockSupport.parkNanos(this, LOOK_NANOS);
    }
    return true;
  }

  /** What fails: one instance without a stack trace, which nothing can be attached to. */
  public static final class Unavailable extends RuntimeException {

    private static final long serialVersionUID = 1;

    private Unavailable() {
      super("unavailable", null, false, false);
    }
  }
}
