package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.RetriedCall;
import org.jspecify.annotations.Nullable;

/**
 * State of an asynchronous call that continues after its first attempt and first pause; most calls
 * do not need it.
 *
 * @param <T> type of the operation's result
 */
public final class AsyncCallState<T extends @Nullable Object> {

  /** Tick at which the first attempt began. */
  public long firstNanos;

  /** The first attempt as its operation saw it, if it did. */
  @Nullable public AttemptInfo first;

  /** Run of the call after an attempt that was not accepted. */
  @Nullable public RetriedCall run;

  /** Outcome of the latest attempt. */
  @Nullable public Outcome<T> last;

  /** The wait by a timer that is not the library's own. */
  @Nullable public ExternalTimerWait externalWait;

  public AsyncCallState(long startNanos) {
    firstNanos = startNanos;
  }
}
