package dev.reprise.event;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a call. The events of one call follow this grammar, each told after
 * the one before it returned:
 *
 * <pre>
 * call = FirstTrySucceeded
 *      | AttemptFinished(1) { RetryStarted(n) AttemptFinished(n) } CallFinished
 * </pre>
 *
 * <p>Where attempts are hedged, several may be in flight: {@code HedgeStarted(n)} or {@code
 * HedgeRefused} come between the start of an attempt and its finish, and attempts finish in any
 * order. All but the last finish of a round carry {@link Decision.LeftToOthers}. When one is
 * accepted, those it left behind are told first, as cancelled.
 *
 * <p>So every started retry has its finish, each finish carries its decision, and every call has
 * exactly one end: {@code FirstTrySucceeded} or {@code CallFinished}. A first attempt that does not
 * succeed is told when it has finished. The only call with a bare {@code CallFinished} is one whose
 * executor did not take the first attempt, or that ended before it.
 *
 * <p>Events are immutable. Those of one call share its number; numbers are given to calls that did
 * not succeed at once.
 */
public sealed interface RetryEvent {

  /**
   * The name of the retry.
   *
   * @return as given by {@code Retry.named}
   */
  String retry();

  /**
   * The first attempt was accepted: the whole call. Only told to listeners that {@linkplain
   * RetryListener#events() ask for it}.
   *
   * @param retry name of the retry
   * @param lengthNanos how long it took, in nanoseconds
   */
  record FirstTrySucceeded(String retry, long lengthNanos) implements RetryEvent {}

  /**
   * A retry begins.
   *
   * @param retry name of the retry
   * @param call number of the call
   * @param attempt number of the attempt, from 2
   */
  record RetryStarted(String retry, long call, int attempt) implements RetryEvent {}

  /**
   * Another attempt begins while one is in flight.
   *
   * @param retry name of the retry
   * @param call number of the call
   * @param attempt number of the attempt, from 2
   */
  record HedgeStarted(String retry, long call, int attempt) implements RetryEvent {}

  /**
   * The budget refused a hedge: the call goes on with the attempts in flight.
   *
   * @param retry name of the retry
   * @param call number of the call
   * @param attempts attempts started so far
   */
  record HedgeRefused(String retry, long call, int attempts) implements RetryEvent {}

  /**
   * An attempt has ended and what follows is decided.
   *
   * @param retry name of the retry
   * @param call number of the call
   * @param attempt number of the attempt, from 1
   * @param lengthNanos how long it took, in nanoseconds; 0 if nobody measured it
   * @param outcome what it came to
   * @param decision what follows
   */
  record AttemptFinished(
      String retry, long call, int attempt, long lengthNanos, Outcome<?> outcome, Decision decision)
      implements RetryEvent {}

  /**
   * A call is over that did not succeed at its first attempt.
   *
   * @param retry name of the retry
   * @param call number of the call
   * @param attempts attempts started, the first included
   * @param reason why it ended
   * @param elapsedNanos time from its beginning, in nanoseconds
   * @param report what happened; null if the call succeeded
   */
  record CallFinished(
      String retry,
      long call,
      int attempts,
      StopReason reason,
      long elapsedNanos,
      @Nullable RetryReport report)
      implements RetryEvent {}
}
