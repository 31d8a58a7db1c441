package dev.reprise.event;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Receives the events of calls. Called on the thread that runs the call, outside locks, by many
 * threads at the same time. It should return soon and must not throw: an exception is logged once
 * for each listener and has no effect on the call.
 */
@FunctionalInterface
public interface RetryListener {

  /**
   * Receives an event.
   *
   * @param event the event, of one of the types in {@link #events()}
   */
  void on(RetryEvent event);

  /**
   * The types of events that this listener receives. Read once, when the listener is added to a
   * retry. The default is all but {@link RetryEvent.FirstAttemptSucceeded}, so that calls that
   * succeed at the first attempt cost nothing.
   *
   * @return the types of event; {@link RetryEvent} itself means all types
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
   * The counter of calls whose first attempt was accepted, for listeners that need their number but
   * not their events. The library increments it for each such call, without an allocation. Read
   * once, when the listener is added to a retry.
   *
   * @return the counter, which several retries may share; null, the default, for none
   */
  default @Nullable LongAdder firstAttemptCounter() {
    return null;
  }

  /**
   * The counter of calls that gave up and then returned the result of their fallback or backup,
   * after their {@link RetryEvent.CallFinished}. A fallback that returns a stage is counted when it
   * has returned the stage. Read once, when the listener is added to a retry.
   *
   * @return the counter, which several retries may share; null, the default, for none
   */
  default @Nullable LongAdder fallbackCounter() {
    return null;
  }

  /**
   * Logs calls that do not succeed at once, to the {@link System.Logger} named {@code dev.reprise}:
   *
   * <table>
   *   <caption>Levels</caption>
   *   <tr><td>DEBUG</td><td>an attempt failed and another follows; the first was not retryable, or
   *       the only one allowed; a call was interrupted, cancelled or shut down; a call whose hedge
   *       was refused succeeded</td></tr>
   *   <tr><td>INFO</td><td>a call succeeded after retries or hedges</td></tr>
   *   <tr><td>WARNING</td><td>a call gave up after retries, or because of the budget, the deadline, the executor, a hint that is too long or a wait that threw: with its report, several lines</td></tr>
   *   <tr><td>ERROR</td><td>code of the policy threw an exception</td></tr>
   * </table>
   *
   * <p>For each retry, one budget refusal in 10 s is logged as a WARNING. The others are logged at
   * DEBUG and counted; when the next call ends after the 10 s, the count is logged as a separate
   * WARNING.
   *
   * <p>Control characters in messages are escaped, no stack trace is printed, and no text is built
   * for a level that is off. Failures are described by the function of {@code
   * Retry.describingFailures}, in reports and in the lines of attempts.
   *
   * @return a new listener
   */
  static RetryListener logging() {
    return new LoggingListener(System.getLogger("dev.reprise"), null);
  }

  /**
   * Logs as {@link #logging()}, with a different description of failures, for messages that may
   * contain secrets. Reports then contain only the kind of each attempt, without messages.
   *
   * @param inWords description of a failure, such as {@link
   *     dev.reprise.report.FailureText#describeWithoutMessage}; its result is changed to one line;
   *     if it throws, the class is logged
   * @return a new listener
   */
  static RetryListener logging(Function<? super Throwable, String> inWords) {
    return new LoggingListener(
        System.getLogger("dev.reprise"), Objects.requireNonNull(inWords, "inWords"));
  }

  /**
   * A listener for every event, including {@link RetryEvent.FirstAttemptSucceeded}.
   *
   * @param listener receives the events
   * @return a listener that passes all events to it
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

      @Override
      public @Nullable LongAdder firstAttemptCounter() {
        return listener.firstAttemptCounter();
      }

      @Override
      public @Nullable LongAdder fallbackCounter() {
        return listener.fallbackCounter();
      }
    };
  }
}
