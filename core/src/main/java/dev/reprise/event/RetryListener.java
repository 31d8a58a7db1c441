package dev.reprise.event;

import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Hears what calls do. Called on the thread that runs the call, outside locks, by many threads at
 * once. It should return soon and must not throw: what it throws is logged once for each listener,
 * and changes nothing.
 */
@FunctionalInterface
public interface RetryListener {

  /**
   * Something happened.
   *
   * @param event the event, of one of the types in {@link #events()}
   */
  void on(RetryEvent event);

  /**
   * Which events this listener hears. Asked once, when it is added to a retry. By default all but
   * {@link RetryEvent.FirstAttemptSucceeded}, so that calls without trouble cost nothing.
   *
   * @return the types of event; {@link RetryEvent} itself stands for all
   */
  default Set<Class<? extends RetryEvent>> events() {
    return Set.of(
        RetryEvent.RetryStarted.class,
        RetryEvent.HedgeStarted.class,
        RetryEvent.HedgeRefused.class,
        RetryEvent.AttemptFinished.class,
        RetryEvent.CallFinished.class);
  }

  /**
   * Logs calls that do not succeed at once, to the {@link System.Logger} named {@code dev.reprise}:
   *
   * <table>
   *   <caption>Levels</caption>
   *   <tr><td>DEBUG</td><td>an attempt failed and another follows; the first was not retryable; a
   *       call was interrupted, cancelled or shut down; one whose hedge was refused succeeded all
   *       the same</td></tr>
   *   <tr><td>INFO</td><td>a call succeeded after retries or hedges</td></tr>
   *   <tr><td>WARNING</td><td>a call gave up after retries, or because of budget, deadline, executor
   *       or too long a hint: with its report, several lines</td></tr>
   *   <tr><td>ERROR</td><td>the policy's own code threw</td></tr>
   * </table>
   *
   * <p>Of the refusals of a budget, one in 10 s is logged for each retry. The others are logged at
   * DEBUG, and counted: the count follows as a WARNING of its own when the next call ends after the
   * 10 s.
   *
   * <p>Control characters in messages are escaped, no stack trace is printed, and nothing is put
   * into words for a level that is off. Failures have the words of {@code
   * Retry.describingFailures}, in reports and in the lines of attempts.
   *
   * @return a new listener
   */
  static RetryListener logging() {
    return new LoggingListener(System.getLogger("dev.reprise"), null);
  }

  /**
   * Logs as {@link #logging()}, with failures in words of its own, for messages that may hold
   * secrets. Reports, which have words of their own, then tell of each attempt its kind alone.
   *
   * @param inWords such as {@link dev.reprise.report.FailureText#describeWithoutMessage}; its
   *     answer is made one line; if it throws, the class is named
   * @return a new listener
   */
  static RetryListener logging(Function<? super Throwable, String> inWords) {
    return new LoggingListener(
        System.getLogger("dev.reprise"), Objects.requireNonNull(inWords, "inWords"));
  }

  /**
   * A listener to every event, first-try successes included.
   *
   * @param listener where events go
   * @return the same listener, with all subscriptions
   */
  static RetryListener forAllEvents(RetryListener listener) {
    return new RetryListener() {
      @Override
      public void on(RetryEvent event) {
        listener.on(event);
      }

      @Override
      public Set<Class<? extends RetryEvent>> events() {
        return Set.of(
            RetryEvent.FirstAttemptSucceeded.class,
            RetryEvent.RetryStarted.class,
            RetryEvent.HedgeStarted.class,
            RetryEvent.HedgeRefused.class,
            RetryEvent.AttemptFinished.class,
            RetryEvent.CallFinished.class);
      }
    };
  }
}
