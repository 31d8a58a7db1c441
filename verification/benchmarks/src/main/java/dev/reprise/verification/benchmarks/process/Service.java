package dev.reprise.verification.benchmarks.process;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The service of all calls. The first attempt of a call fails at once, always with the same
 * exception, and each later one succeeds at once. Uses one byte a call and creates no objects. Safe
 * for use by any thread, provided that the attempts of one call do not overlap.
 */
public final class Service {

  @SuppressWarnings(
      "StaticAssignmentOfThrowable") // One for all, so that its creation is not measured.
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
   * Creates a service without attempts.
   *
   * @param calls number of calls; they are numbered from 0
   */
  public Service(int calls) {
    attempts = new byte[calls];
  }

  /**
   * Makes an attempt of a call.
   *
   * @param call its number
   * @return a failed stage for the first attempt, then a completed one
   */
  public CompletionStage<String> answer(int call) {
    return failsNow(call) ? FAILED : ANSWERED;
  }

  /**
   * Makes an attempt of a blocking call.
   *
   * @param call its number
   * @return the result of every attempt except the first
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
   * The number of attempts that succeeded.
   *
   * @return their number so far
   */
  public long answered() {
    return answered.sum();
  }

  /**
   * Waits until every call has made its first attempt.
   *
   * @param limitNanos maximum wait
   * @return false if the time was up before
   */
  public boolean awaitFirstAttempts(long limitNanos) {
    return await(failed, limitNanos);
  }

  /**
   * Waits until an attempt of every call has succeeded.
   *
   * @param limitNanos maximum wait
   * @return false if the time was up before
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

  /** The failure: one instance without a stack trace and without suppressed exceptions. */
  public static final class Unavailable extends RuntimeException {

    private static final long serialVersionUID = 1;

    private Unavailable() {
      super("unavailable", null, false, false);
    }
  }
}
