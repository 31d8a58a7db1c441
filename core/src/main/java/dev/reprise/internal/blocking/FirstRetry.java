package dev.reprise.internal.blocking;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Operation;
import dev.reprise.internal.call.BlockingWait;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.Gates;
import dev.reprise.internal.call.PlainOperation;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.report.RetryReport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call whose first attempt threw, without listeners and without attempt information.
 * Nearly all such calls fail once and then succeed, so this class keeps only the decision to retry
 * until the second attempt has ended.
 */
public final class FirstRetry {

  private FirstRetry() {}

  /** As {@link #call}, for a plain call that its caller began. */
  public static <T extends @Nullable Object> T of(
      CallSettings settings,
      Operation<T, ?> operation,
      Throwable failure,
      long startNanos,
      long mark) {
    return call(settings, operation, failure, settings.tickOr(startNanos), mark, null, null);
  }

  /**
   * Continues a call after its first failure: returns its value or that of the fallback, or throws.
   *
   * @param operation makes each attempt
   * @param failure failure of the first attempt
   * @param startNanos tick at which the first attempt and the call began
   * @param mark {@link RetryReport#mark()} at that tick
   * @param fallback source of the ending, if needed; null to end with a value or an exception
   */
  public static <T extends @Nullable Object, F> T call(
      CallSettings settings,
      Operation<T, ?> operation,
      Throwable failure,
      long startNanos,
      long mark,
      @Nullable F fallback,
      @Nullable Function<F, Ending<T, T>> endingBy) {
    long now = settings.ticks().nanos();
    Progress once = FirstAttempt.once(startNanos, startNanos, mark, Math.max(0, now - startNanos));
    Decision decision = FirstAttempt.decideFailure(settings, failure, once, now);
    if (decision instanceof Decision.RetryAfter again && settings.listeners().isEmpty()) {
      return again(settings, operation, failure, again, fallback, endingBy);
    }
    return goOn(settings, operation, failure, once, decision, now, ending(fallback, endingBy));
  }

  /** Same as {@link #call}, with an ending that is notified at once whether the call continues. */
  public static <T extends @Nullable Object, R extends @Nullable Object> R call(
      CallSettings settings,
      Operation<T, ?> operation,
      Throwable failure,
      long startNanos,
      long mark,
      Ending<T, R> ending) {
    long now = settings.ticks().nanos();
    Progress once = FirstAttempt.once(startNanos, startNanos, mark, Math.max(0, now - startNanos));
    Decision decision = FirstAttempt.decideFailure(settings, failure, once, now);
    return goOn(settings, operation, failure, once, decision, now, ending);
  }

  private static <T extends @Nullable Object, R extends @Nullable Object> R goOn(
      CallSettings settings,
      Operation<T, ?> operation,
      Throwable failure,
      Progress once,
      Decision decision,
      long nowNanos,
      Ending<T, R> ending) {
    Outcome<T> outcome = Outcome.threw(failure);
    RetriedCall run =
        RetriedCall.afterFirst(settings, once, decision).firstFinished(outcome, decision, nowNanos);
    return BlockingCall.goOn(settings, new PlainOperation<>(operation), run, outcome, ending);
  }

  private static <T extends @Nullable Object, F> T again(
      CallSettings settings,
      Operation<T, ?> operation,
      Throwable failure,
      Decision.RetryAfter again,
      @Nullable F fallback,
      @Nullable Function<F, Ending<T, T>> endingBy) {
    StopReason stop;
    try {
      stop = BlockingWait.waitFor(settings, again.delayNanos());
    } catch (Throwable bug) {
      Outcome<T> outcome = Outcome.threw(failure);
      RetriedCall run = RetriedCall.waiting(settings, outcome, again);
      run.waitFailed(bug, settings.ticks().nanos());
      return BlockingCall.end(run, outcome, ending(fallback, endingBy));
    }
    long next = settings.ticks().nanos();
    if (stop == null) {
      stop = Gates.whyNotNow(settings, again.progress().elapsedNanos(next));
    }
    if (stop != null) {
      Outcome<T> outcome = Outcome.threw(failure);
      RetriedCall run = RetriedCall.waiting(settings, outcome, again);
      run.stop(stop, next);
      return BlockingCall.end(run, outcome, ending(fallback, endingBy));
    }
    long mark = RetryReport.mark();
    T value;
    try {
      value = operation.call();
    } catch (Throwable second) {
      RetriedCall run = RetriedCall.waiting(settings, Outcome.threw(failure), again);
      run.start(next, mark);
      Outcome<T> outcome = Outcome.threw(second);
      run.finished(outcome, settings.ticks().nanos());
      return goOn(settings, operation, run, outcome, fallback, endingBy);
    }
    long end = settings.ticks().nanos();
    int price = again.verdict().price();
    settings.state().paidAttemptEnded(price, true, Math.max(0, end - next), end);
    settings.state().callFinished(end);
    return value;
  }

  private static <T extends @Nullable Object, F> T goOn(
      CallSettings settings,
      Operation<T, ?> operation,
      RetriedCall run,
      Outcome<T> outcome,
      @Nullable F fallback,
      @Nullable Function<F, Ending<T, T>> endingBy) {
    Ending<T, T> ending = ending(fallback, endingBy);
    return BlockingCall.goOn(settings, new PlainOperation<>(operation), run, outcome, ending);
  }

  private static <T extends @Nullable Object, F> Ending<T, T> ending(
      @Nullable F fallback, @Nullable Function<F, Ending<T, T>> endingBy) {
    return fallback == null || endingBy == null ? Ending.toValue() : endingBy.apply(fallback);
  }
}
