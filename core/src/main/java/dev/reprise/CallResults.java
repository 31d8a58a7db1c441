package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.CallReport;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.RetriedCall;
import org.jspecify.annotations.Nullable;

/** Ends of calls as people get them: as a {@link RetryResult}, or by a {@link Fallback}. */
final class CallResults {

  private CallResults() {}

  /** Result that describes how the call went. */
  @SuppressWarnings("unchecked")
  static <T extends @Nullable Object> Ending<T, RetryResult<T>> toResult() {
    return (Ending<T, RetryResult<T>>) (Ending<T, ?>) ToResult.INSTANCE;
  }

  /** The call's value, or its fallback's. */
  static <T extends @Nullable Object> Ending<T, T> orElse(Fallback<T, ?> fallback) {
    return new OrElse<>(fallback);
  }

  private static <T extends @Nullable Object> RetryResult<T> result(
      RetriedCall run, Outcome<T> last) {
    return new RetryResult<>(last, run.report(last), run.bug());
  }

  private static final class ToResult<T extends @Nullable Object>
      implements Ending<T, RetryResult<T>> {

    static final ToResult<?> INSTANCE = new ToResult<>();

    @Override
    public RetryResult<T> accepted(
        CallSettings settings, T value, long startNanos, long attemptNanos) {
      Outcome<T> outcome = Outcome.returned(value);
      return new RetryResult<>(
          outcome, CallReport.ofFirst(settings, outcome, startNanos, attemptNanos));
    }

    @Override
    public Outcome<RetryResult<T>> ended(RetriedCall run, Outcome<T> last) {
      RetryResult<T> result = result(run, last);
      return last.failureOrNull() instanceof Error error
          ? Outcome.threw(error)
          : Outcome.returned(result);
    }
  }

  private record OrElse<T extends @Nullable Object>(Fallback<T, ?> fallback)
      implements Ending<T, T> {

    @Override
    public T accepted(CallSettings settings, T value, long startNanos, long attemptNanos) {
      return value;
    }

    @Override
    public Outcome<T> ended(RetriedCall run, Outcome<T> last) {
      return Fallbacks.answer(result(run, last), run.settings(), fallback);
    }
  }
}
