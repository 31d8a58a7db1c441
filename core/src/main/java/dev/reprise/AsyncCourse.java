package dev.reprise;

import dev.reprise.classify.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What an asynchronous call has to remember that was not over, nor in its first pause, when its
 * first attempt was: most never need one.
 *
 * @param <T> type of the operation's result
 */
final class AsyncCourse<T extends @Nullable Object> {

  /** Tick at which the first attempt began. */
  long firstNanos;

  /** The first attempt as its operation saw it, if it did. */
  @Nullable AttemptInfo first;

  /** What goes on with the call, after an attempt that was not accepted. */
  @Nullable CallRun run;

  /** How the latest attempt came out. */
  @Nullable Outcome<T> last;

  /** The wait by a timer that is not the library's own. */
  @Nullable GuestTimer guest;

  AsyncCourse(long startNanos) {
    firstNanos = startNanos;
  }
}
