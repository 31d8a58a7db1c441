package dev.reprise.aws;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.RetryStep;
import dev.reprise.classify.Failures;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.report.RetryReport;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * One call of a client, whose attempts the SDK makes and reports here. If its retry is plain, a
 * call whose first attempt succeeds needs no {@link DrivenCall}, and one that is dropped during its
 * first attempt holds no resources. Later, the driven call is reachable only from here, and ends
 * itself some time after it has become unreachable.
 *
 * <p>Concurrency: the SDK uses a call from one thread at a time, but the end of a call (a cancelled
 * future, a timeout of the whole call) may overlap with that. {@code owner} is the token that may
 * be used next. The thread that replaces it by {@code BUSY} owns all other fields, until it sets
 * the next token; each write of a field happens before the compare-and-set of the next owner. An
 * {@link #abandon} leaves {@code CLOSING}: the thread that owned the call then closes it, or that
 * of the abandon if none did. So no lock is held while listeners run.
 */
final class SdkCall {

  private static final Object BUSY = new Object();
  private static final Object CLOSING = new Object();
  private static final Object CLOSED = new Object();
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final CallRetries retries;
  private final AtomicReference<Object> owner = new AtomicReference<>(BUSY);
  private Retry retry;
  private boolean plain;
  private boolean over;
  private long began;
  private long mark;
  private @Nullable DrivenCall<@Nullable Object> driven;
  private @Nullable Attempt attempt;
  private @Nullable Throwable lastFailure;

  SdkCall(CallRetries retries) {
    this.retries = retries;
    retry = retries.retry();
  }

  /** A token, with the wait before the attempt that it stands for. */
  record Next(AttemptToken token, Duration delay) {}

  /** Begins the call. */
  Next begin() {
    RetryDriver driver = retry.driver();
    plain = driver.isPlain();
    Duration pause = Duration.ZERO;
    if (plain) {
      began = driver.begin();
      mark = RetryReport.mark();
    } else if (!retries.observesAttempts() || retry.policy().followsHintsOnSuccess()) {
      pause = inMillis(driven().step().delay());
      if (!retries.observesAttempts()) {
        boolean unused = beginDriven();
      }
    }
    AttemptToken token = new AttemptToken(this);
    owner.set(token); // no other thread knows the call yet
    return new Next(token, pause);
  }

  /**
   * Begins the attempt of a token, unless it has begun.
   *
   * @param subject service and operation
   * @return null to make the attempt; otherwise the failure with which the call ends
   */
  @Nullable RuntimeException beginAttempt(AttemptToken token, String subject) {
    if (!claim(token)) {
      return failureOfEnded();
    }
    if (driven == null) {
      retry = retries.describing(subject);
    }
    boolean begun = isPlainFirst() || beginDriven();
    return release(begun ? token : CLOSED) ? null : failureOfEnded();
  }

  /**
   * Reports that the attempt of a token failed.
   *
   * @return the token of the next attempt
   * @throws TokenAcquisitionFailedException if the call ends
   * @throws IllegalArgumentException if the token was used before
   */
  Next failed(AttemptToken token, Throwable failure, Duration suggestedDelay) {
    if (!claim(token)) {
      checkClosed();
      throw givingUp(token, failure, StopReason.CANCELLED);
    }
    lastFailure = failure;
    if (isOfCancelledFuture(failure)) {
      stop(StopReason.CANCELLED);
      boolean unused = release(CLOSED);
      throw givingUp(token, failure, StopReason.CANCELLED);
    }
    RetryStep step = SdkSuggestion.delaying(failure, suggestedDelay, () -> decide(failure));
    attempt = null;
    boolean again = goesOn(step);
    AttemptToken next = new AttemptToken(this);
    if (!release(again ? next : CLOSED)) {
      throw givingUp(token, failure, stopReason());
    }
    return new Next(next, inMillis(step.delay()));
  }

  private RetryStep decide(Throwable failure) {
    if (isPlainFirst()) {
      DrivenCall<@Nullable Object> judged = retry.driver().failed(began, mark, failure);
      driven = judged;
      return judged.step();
    }
    Attempt current = beginDriven() ? attempt : null;
    return current == null ? driven().step() : driven().failed(current, failure);
  }

  private boolean goesOn(RetryStep step) {
    over |= step instanceof RetryStep.End;
    if (!over && !retries.observesAttempts()) {
      boolean unused = beginDriven();
    }
    return !over;
  }

  /**
   * Reports that the attempt of a token succeeded.
   *
   * @throws IllegalArgumentException if the token was used before
   */
  void succeeded(AttemptToken token) {
    if (!claim(token)) {
      checkClosed();
      return;
    }
    if (isPlainFirst()) {
      retry.driver().succeeded(began);
    } else {
      Attempt current = beginDriven() ? attempt : null;
      if (current != null) {
        RetryStep unused = driven().succeeded(current);
      }
    }
    over = true;
    boolean unused = release(CLOSED);
  }

  /**
   * Ends the call with a failure, after which the SDK makes no further attempt, unless the call has
   * ended. It is that of an attempt, except for a timeout of the call during a wait. May be called
   * by any thread.
   */
  void ended(AttemptToken token, Throwable failure) {
    if (!claim(token)) {
      abandon(StopReason.CANCELLED);
      return;
    }
    boolean waits = lastFailure != null && attempt == null;
    if (!waits || !(failure instanceof ApiCallTimeoutException)) {
      over |= SdkSuggestion.ending(failure, () -> decide(failure)) instanceof RetryStep.End;
    }
    stop(StopReason.CANCELLED); // has no effect after a decision, which is to end the call
    boolean unused = release(CLOSED);
  }

  /** Ends the call, unless it has ended. May be called by any thread. */
  void abandon(StopReason why) {
    while (true) {
      Object current = owner.get();
      if (current == CLOSED || current == CLOSING) {
        return;
      }
      if (owner.compareAndSet(current, CLOSING)) { // else the owner has changed
        if (current != BUSY) {
          stop(why);
          owner.set(CLOSED); // nothing but this thread leaves CLOSING
        }
        return;
      }
    }
  }

  private boolean claim(AttemptToken token) {
    return owner.compareAndSet(token, BUSY);
  }

  /**
   * Sets the next owner, unless the call was abandoned meanwhile.
   *
   * @return false if the call is closed
   */
  private boolean release(Object next) {
    if (!owner.compareAndSet(BUSY, next)) { // CLOSING, set while this thread owned the call
      stop(StopReason.CANCELLED);
      owner.set(CLOSED);
      return false;
    }
    return next != CLOSED;
  }

  private void stop(StopReason why) {
    if (over) {
      return;
    }
    over = true;
    if (isPlainFirst()) {
      retry.driver().cancelled(began, mark);
    } else if (driven != null) {
      RetryStep unused = driven.stop(why);
    }
  }

  private boolean isPlainFirst() {
    return plain && driven == null;
  }

  private DrivenCall<@Nullable Object> driven() {
    DrivenCall<@Nullable Object> known = driven;
    if (known == null) {
      known = retry.driver().start();
      driven = known;
    }
    return known;
  }

  /** Begins the attempt, unless it has begun; returns false if the call has ended. */
  private boolean beginDriven() {
    if (attempt == null && !over) {
      DrivenCall<@Nullable Object> call = driven();
      Attempt begun = call.begin(call.step());
      attempt = begun;
      over = begun == null;
      if (begun != null) { // the SDK makes it later, also on other threads
        call.enter(begun).close();
      }
    }
    return attempt != null;
  }

  private StopReason stopReason() {
    return driven != null && driven.step() instanceof RetryStep.End end
        ? end.stopReason()
        : StopReason.CANCELLED;
  }

  private void checkClosed() {
    Object current = owner.get();
    if (current != CLOSED && current != CLOSING) {
      throw new IllegalArgumentException("token must not be used twice");
    }
  }

  private static TokenAcquisitionFailedException givingUp(
      AttemptToken token, Throwable failure, StopReason why) {
    return new TokenAcquisitionFailedException("The call ends: " + why, token, failure);
  }

  /** The failure to throw instead of an attempt after the end of the call. */
  private RuntimeException failureOfEnded() {
    return lastFailure instanceof RuntimeException failure
        ? failure
        : AbortedException.create("The call has ended");
  }

  /** The SDK wraps what is not its own exception. */
  private static boolean isOfCancelledFuture(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause != null && Failures.isCancellation(cause);
  }

  /** The SDK waits for whole milliseconds; rounded down, it would not wait long enough. */
  static Duration inMillis(Duration delay) {
    long millis = delay.toMillis();
    boolean more = delay.toNanosPart() % NANOS_PER_MILLI > 0;
    return Duration.ofMillis(more ? millis + 1 : millis);
  }

  @Override
  public String toString() {
    return "call of " + retries.retry().name();
  }
}
