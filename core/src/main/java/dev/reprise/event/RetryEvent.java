package dev.reprise.event;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An event of a call. The events of one call follow this grammar. Each event is published after the
 * listeners have returned from the event before it:
 *
 * <pre>
 * call = FirstAttemptSucceeded
 *      | AttemptFinished(1) { RetryStarted(n) AttemptFinished(n) } CallFinished
 * </pre>
 *
 * <p>Where attempts are hedged, several may be in flight: {@code HedgeStarted(n)} or {@code
 * HedgeRefused} come between the start of an attempt and its finish, and attempts finish in any
 * order. All but the last finish of a round carry {@link Decision.DeferredToInFlight}. When an
 * attempt is accepted, the attempts still in flight are published as cancelled before it.
 *
 * <p>So every {@code RetryStarted} has an {@code AttemptFinished}, which carries the decision, and
 * every call has exactly one end: {@code FirstAttemptSucceeded} or {@code CallFinished}. The first
 * event of a first attempt that does not succeed is its {@code AttemptFinished}. {@code
 * CallFinished} is the only event of a call whose executor rejected the first attempt, or that
 * ended before its first attempt.
 *
 * <p>Events are immutable. The events of one call have the same call number. A call that succeeds
 * at its first attempt has no number.
 */
public sealed interface RetryEvent {

  /**
   * The retry that published the event.
   *
   * @return the origin, the same for all events of a retry and key
   */
  Origin origin();

  /**
   * The name of the retry.
   *
   * @return as given by {@code Retry.named}
   */
  default String retry() {
    return origin().retry();
  }

  /**
   * The key of the state that the call uses.
   *
   * @return as given to {@code Retry.on}; null for calls without a key
   */
  default @Nullable Object key() {
    return origin().key();
  }

  /**
   * The retry that published an event, with the key of its state.
   *
   * @param retry the name, as given by {@code Retry.named}
   * @param key the key given to {@code Retry.on}, such as a host; null for calls without a key
   * @param failureText description of failures, as given by {@code Retry.describingFailures}; does
   *     not throw, and returns one line of bounded length; not compared by {@link #equals}
   * @param resultText description of results, as given by {@code Retry.describingAttempts}; returns
   *     null for no description; not compared by {@link #equals}
   */
  record Origin(
      String retry,
      @Nullable Object key,
      Function<? super Throwable, String> failureText,
      Function<@Nullable Object, @Nullable String> resultText) {

    static final String REJECTED = "result rejected";

    /**
     * Creates the origin of a retry that does not describe results.
     *
     * @param retry the name
     * @param key the key of the state; null for calls without a key
     * @param failureText description of failures
     */
    public Origin(
        String retry, @Nullable Object key, Function<? super Throwable, String> failureText) {
      this(retry, key, failureText, result -> null);
    }

    /**
     * Describes a rejected result.
     *
     * @param result the result of an attempt
     * @return one line of bounded length; "result rejected" if the retry does not describe it, or
     *     its description throws
     */
    public String describe(@Nullable Object result) {
      String described;
      try {
        described = resultText.apply(result);
      } catch (Throwable bug) {
        described = null;
      }
      return described == null ? REJECTED : FailureText.oneLine(described);
    }

    /**
     * Creates the origin of a retry without a key that describes failures by class and message.
     *
     * @param retry the name
     * @return the origin
     */
    public static Origin of(String retry) {
      return new Origin(retry, null, FailureText::describe);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Origin that
          && retry.equals(that.retry)
          && Objects.equals(key, that.key);
    }

    @Override
    public int hashCode() {
      return Objects.hash(retry, key);
    }

    /**
     * Name and key.
     *
     * @return one line
     */
    @Override
    public String toString() {
      return EventText.of(this);
    }
  }

  /**
   * The first attempt was accepted, which ended the call. Published only to listeners that
   * {@linkplain RetryListener#events() request it}.
   *
   * @param origin the retry that published the event
   * @param durationNanos duration of the attempt, in nanoseconds
   */
  record FirstAttemptSucceeded(Origin origin, long durationNanos) implements RetryEvent {}

  /**
   * A retry begins.
   *
   * @param origin the retry that published the event
   * @param call number of the call
   * @param attempt number of the attempt, from 2
   */
  record RetryStarted(Origin origin, long call, int attempt) implements RetryEvent {}

  /**
   * Another attempt begins while one is in flight.
   *
   * @param origin the retry that published the event
   * @param call number of the call
   * @param attempt number of the attempt, from 2
   */
  record HedgeStarted(Origin origin, long call, int attempt) implements RetryEvent {}

  /**
   * The budget refused a hedge: the call continues with the attempts in flight.
   *
   * @param origin the retry that published the event
   * @param call number of the call
   * @param attempts attempts started so far
   */
  record HedgeRefused(Origin origin, long call, int attempts) implements RetryEvent {}

  /**
   * An attempt has ended, and the next step is decided.
   *
   * @param origin the retry that published the event
   * @param call number of the call
   * @param attempt number of the attempt, from 1
   * @param durationNanos duration of the attempt, in nanoseconds; 0 if it was not measured
   * @param outcome result or failure of the attempt
   * @param decision the decision on the next step
   */
  record AttemptFinished(
      Origin origin,
      long call,
      int attempt,
      long durationNanos,
      Outcome<?> outcome,
      Decision decision)
      implements RetryEvent {

    /**
     * Description of the event, without the result.
     *
     * @return one line
     */
    @Override
    public String toString() {
      return EventText.of(this);
    }
  }

  /**
   * A call that did not succeed at its first attempt has ended.
   *
   * @param origin the retry that published the event
   * @param call number of the call
   * @param attempts number of attempts started, including the first
   * @param stopReason why the call ended
   * @param elapsedNanos time since the call began, in nanoseconds
   * @param endNanos tick of the end, in nanoseconds of the environment's clock
   * @param failure the failure that the call throws or its future completes with; null if it
   *     succeeded, or if it returns a rejected result
   * @param report report of the attempts; null if the call succeeded
   */
  record CallFinished(
      Origin origin,
      long call,
      int attempts,
      StopReason stopReason,
      long elapsedNanos,
      long endNanos,
      @Nullable Throwable failure,
      @Nullable RetryReport report)
      implements RetryEvent {

    /**
     * Description of the end of the call, without the report.
     *
     * @return one line
     */
    @Override
    public String toString() {
      return EventText.of(this);
    }
  }
}
