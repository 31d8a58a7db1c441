package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.RetriedCall;
import org.jspecify.annotations.Nullable;

/**
 * What an asynchronous call has to remember that was not over, nor in its first pause, when its
 * first attempt was: most never need one.
 *
 * @param <T> type of the operation's result
 */
public final class AsyncCallState<T extends @Nullable Object> {

  /** Tick at which the first attempt began. */
  public long firstNanos;

  /** The first attempt as its operation saw it, if it did. */
  @Nullable public AttemptInfo first;

  /** What goes on with the call, after an attempt that was not accepted. */
  @Nullable public RetriedCall run;

  /** How the latest attempt came out. */
  @Nullable public Outcome<T> last;

  /** The wait by a timer that is not the library's own. */
  @Nullable public ExternalTimerWait guest;

  public AsyncCallState(long startNanos) {
    firstNanos = startNanos;
  }
}
