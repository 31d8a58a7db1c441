package dev.reprise.micrometer;

import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Describes an attempt to the convention and the handlers of its observation. Its decision is known
 * when the observation stops.
 */
public final class RetryAttemptContext extends Observation.Context {

  private final RetryCallContext call;
  private final int number;
  private final boolean hedge;
  private @Nullable Decision decision;
  private @Nullable Throwable failure;
  private boolean cancelledForAnother;

  RetryAttemptContext(RetryCallContext call, int number, boolean hedge) {
    this.call = call;
    this.number = number;
    this.hedge = hedge;
  }

  /**
   * The call that makes the attempt.
   *
   * @return its context; not yet ended
   */
  public RetryCallContext call() {
    return call;
  }

  /**
   * The number of the attempt.
   *
   * @return from 1
   */
  public int number() {
    return number;
  }

  /**
   * Returns whether the attempt began while a different one was in flight.
   *
   * @return true for a hedge
   */
  public boolean isHedge() {
    return hedge;
  }

  /**
   * The decision after the attempt, with the verdict on its outcome.
   *
   * @return null before the end of the attempt, and if the call ended before the attempt
   */
  public @Nullable Decision decision() {
    return decision;
  }

  /**
   * Returns whether the attempt was cancelled because a different one was accepted.
   *
   * @return true for an attempt that lost against a hedge, and for a hedge that lost
   */
  public boolean isCancelledForAnother() {
    return cancelledForAnother;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  void accepted() {
    decision = Decision.accept();
  }

  void finished(RetryEvent.AttemptFinished attempt) {
    decision = attempt.decision();
    cancelledForAnother = Attempts.isCancelledForAnother(attempt);
    failure = cancelledForAnother ? null : attempt.outcome().failureOrNull();
  }
}
