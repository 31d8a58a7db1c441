package dev.reprise.event;

import dev.reprise.context.CallContext;
import dev.reprise.function.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * Follows single calls from their begin to their end, in every call shape: for the spans of a trace
 * and for timers. A {@link RetryListener} is cheaper, but its first event is the end of the first
 * attempt. Called by many threads at the same time.
 *
 * <p>It should return soon and must not throw: an exception is logged once for each observer, and
 * the call continues without that part of its observation.
 */
@FunctionalInterface
public interface CallObserver {

  /**
   * A call begins. Called once for each call, on the thread that makes it, before its first
   * attempt. Observers begin and open their scopes in the order in which they were added.
   *
   * @param origin the retry, with its key
   * @return receives the attempts and the events of this call; null if it is not observed, which
   *     costs nothing further
   */
  @Nullable ObservedCall begin(RetryEvent.Origin origin);

  /**
   * The observation of one call. Attempts may begin and end on any thread, several at the same time
   * if they are hedged; events come one after the other.
   */
  interface ObservedCall {

    /**
     * Surrounds the code of an attempt, on its thread, after the event {@link
     * RetryEvent.RetryStarted} or {@link RetryEvent.HedgeStarted} of a later attempt. If the
     * attempt returns a stage, the scope is closed when it has been started; its end is the event
     * {@link RetryEvent.AttemptFinished}, or the end of the call.
     *
     * <p>Not called for attempts that are not started, because they were cancelled or an executor
     * or a timer rejected them, nor for attempts that another thread than the caller's begins in
     * the {@linkplain dev.reprise.RetryCall token form}. Attempts of a {@link
     * dev.reprise.DrivenCall} begin with {@link dev.reprise.DrivenCall#enter(Attempt)}.
     *
     * @param attempt the attempt that begins
     * @return closed by the same thread when the code of the attempt has returned
     */
    CallContext.Scope beginAttempt(Attempt attempt);

    /**
     * Surrounds other code of the call on a thread that is not its caller's: listeners, dependent
     * stages, a fallback. By default does nothing.
     *
     * @return closed by the same thread
     */
    default CallContext.Scope open() {
      return () -> {};
    }

    /**
     * Receives the events of this call, {@link RetryEvent.FirstAttemptSucceeded} included, before
     * the listeners of the retry. The last is that event or {@link RetryEvent.CallFinished}; there
     * is none only if the clock of the environment throws when the call begins.
     *
     * @param event the event
     */
    void on(RetryEvent event);
  }
}
