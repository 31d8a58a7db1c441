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
 * Something that happened in a call. The events of one call follow this grammar, each told after
 * the one before it returned:
 *
 * <pre>
 * call = FirstAttemptSucceeded
 *      | AttemptFinished(1) { RetryStarted(n) AttemptFinished(n) } CallFinished
 * </pre>
 *
 * <p>Where attempts are hedged, several may be in flight: {@code HedgeStarted(n)} or {@code
 * HedgeRefused} come between the start of an attempt and its finish, and attempts finish in any
 * order. All but the last finish of a round carry {@link Decision.DeferredToInFlight}. When one is
 * accepted, those it left behind are told first, as cancelled.
 *
 * <p>So every started retry has its finish, each finish carries its decision, and every call has
 * exactly one end: {@code FirstAttemptSucceeded} or {@code CallFinished}. A first attempt that does
 * not succeed is told when it has finished. The only call with a bare {@code CallFinished} is one
 * whose executor did not take the first attempt, or that ended before it.
 *
 * <p>Events are immutable. Those of one call share its number; numbers are given to calls that did
 * not succeed at once.
 */
public sealed interface RetryEvent {

  /**
   * Whose event it is.
   *
   * @return the origin, the same for all events of a retry
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
   * Whose event it is: a retry's, with the key of one of its states.
   *
   * @param retry the name, as given by {@code Retry.named}
   * @param key what {@code Retry.on} selected the state by, such as a host; null if nothing was
   *     selected
   * @param failureText how failures are put into words, as given by {@code
   *     Retry.describingFailures}; does not throw, and answers with one line of bounded length; not
   *     compared by {@link #equals}
   * @param resultText how results are put into words, as given by {@code Retry.describingAttempts};
   *     null for nothing; not compared by {@link #equals}
   */
  record Origin(
      String retry,
      @Nullable Object key,
      Function<? super Throwable, String> failureText,
      Function<@Nullable Object, @Nullable String> resultText) {

    static final String REJECTED = "result rejected";

    /**
     * The origin of a retry that does not describe results.
     *
     * @param retry the name
     * @param key what the state was selected by; null if nothing was selected
     * @param failureText how failures are put into words
     */
    public Origin(
        String retry, @Nullable Object key, Function<? super Throwable, String> failureText) {
      this(retry, key, failureText, result -> null);
    }

    /**
     * A rejected result in words.
     *
     * @param result what an attempt returned
     * @return one line of bounded length; "result rejected" where the retry does not describe it,
     *     or its description throws
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
     * The origin of a retry that selects no state and describes failures by class and message.
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
   * The first attempt was accepted: the whole call. Only told to listeners that {@linkplain
   * RetryListener#events() ask for it}.
   *
   * @param origin whose event it is
   * @param durationNanos how long it took, in nanoseconds
   */
  record FirstAttemptSucceeded(Origin origin, long durationNanos) implements RetryEvent {}

  /**
   * A retry begins.
   *
   * @param origin whose event it is
   * @param call number of the call
   * @param attempt number of the attempt, from 2
   */
  record RetryStarted(Origin origin, long call, int attempt) implements RetryEvent {}

  /**
   * Another attempt begins while one is in flight.
   *
   * @param origin whose event it is
   * @param call number of the call
   * @param attempt number of the attempt, from 2
   */
  record HedgeStarted(Origin origin, long call, int attempt) implements RetryEvent {}

  /**
   * The budget refused a hedge: the call goes on with the attempts in flight.
   *
   * @param origin whose event it is
   * @param call number of the call
   * @param attempts attempts started so far
   */
  record HedgeRefused(Origin origin, long call, int attempts) implements RetryEvent {}

  /**
   * An attempt has ended and what follows is decided.
   *
   * @param origin whose event it is
   * @param call number of the call
   * @param attempt number of the attempt, from 1
   * @param durationNanos how long it took, in nanoseconds; 0 if nobody measured it
   * @param outcome what it came to
   * @param decision what follows
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
     * What happened, without the result.
     *
     * @return one line
     */
    @Override
    public String toString() {
      return EventText.of(this);
    }
  }

  /**
   * A call is over that did not succeed at its first attempt.
   *
   * @param origin whose event it is
   * @param call number of the call
   * @param attempts attempts started, the first included
   * @param reason why it ended
   * @param elapsedNanos time from its beginning, in nanoseconds
   * @param endNanos the tick at which it ended, in nanoseconds of the environment's clock
   * @param failure what the call throws, or holds as its result; null if it succeeded, and where it
   *     returns a result that is rejected
   * @param report what happened; null if the call succeeded
   */
  record CallFinished(
      Origin origin,
      long call,
      int attempts,
      StopReason reason,
      long elapsedNanos,
      long endNanos,
      @Nullable Throwable failure,
      @Nullable RetryReport report)
      implements RetryEvent {

    /**
     * How the call ended, without its report.
     *
     * @return one line
     */
    @Override
    public String toString() {
      return EventText.of(this);
    }
  }
}
