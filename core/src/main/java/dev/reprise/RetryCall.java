package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.internal.blocking.BlockingCall;
import dev.reprise.internal.call.BlockingWait;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.context.GuardedContext;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A call in token form, for code that does not fit into a lambda. The caller makes the attempts in
 * a loop and reports the result of each:
 *
 * <pre>{@code
 * try (RetryCall call = retry.begin()) {
 *   while (true) {
 *     try {
 *       String body = fetch(url);
 *       call.succeeded();
 *       return body;
 *     } catch (IOException failure) {
 *       call.failed(failure);
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>The first attempt begins with {@link Retry#begin()}, a later one when {@link #failed} or
 * {@link #returned} returns. Decisions, budget, events and report are the same as in every other
 * call shape. Attempt timeouts do not apply, because code between two method calls cannot be
 * interrupted: {@link #attempt()} returns the remaining time. Use it in one thread at a time. The
 * {@linkplain Retry#withContext context} surrounds attempts on the thread that began the call.
 */
public final class RetryCall implements AutoCloseable {

  private final CallSettings settings;
  private final FirstAttempt first;
  private final ContextCapture.Captured context;
  private final Thread home = Thread.currentThread();
  private CallContext.Scope scope;
  private Attempt attempt;
  private @Nullable DrivenCall<@Nullable Object> call;
  private boolean over;

  RetryCall(CallSettings settings) {
    this.settings = settings;
    context = settings.captureContext();
    first = FirstAttempt.begin(settings);
    Throwable prevented = first.prevented();
    if (prevented != null) {
      throw Sneaky.throwing(neverBegun(first, prevented));
    }
    attempt = first.seen();
    scope = context.open(attempt);
  }

  private static Throwable neverBegun(FirstAttempt first, Throwable prevented) {
    Outcome<?> outcome = Outcome.threw(prevented);
    RetriedCall run = first.judge(outcome);
    Throwable thrown = run == null ? null : run.conclude(outcome);
    return thrown == null ? prevented : thrown;
  }

  /**
   * The current attempt.
   *
   * @return its number, its remaining time and the previous failure
   */
  public Attempt attempt() {
    return attempt;
  }

  /**
   * Reports that the attempt succeeded, with any result, and ends the call.
   *
   * @throws IllegalStateException if the call has ended
   */
  public void succeeded() {
    checkOpen();
    over = true;
    leaveAttempt();
    try (CallContext.Scope around = context.open()) {
      if (call == null) {
        first.accepted();
      } else {
        call.succeeded(attempt);
      }
    }
  }

  private void enterAttempt() {
    if (Thread.currentThread() == home) {
      scope = context.open(attempt);
    }
  }

  /** A scope can only be closed by the thread that opened it, and belongs to that thread alone. */
  private void leaveAttempt() {
    if (Thread.currentThread() == home) {
      scope.close();
    }
    scope = GuardedContext.NO_SCOPE;
  }

  /**
   * Reports that the attempt failed. Waits and returns if there is another attempt; otherwise
   * throws the failure, with the report attached.
   *
   * @param failure the exception of the attempt
   * @param <X> type of the failure
   * @throws X the argument, if there is no further attempt
   * @throws IllegalStateException if the call has ended
   */
  public <X extends Throwable> void failed(X failure) throws X {
    Throwable thrown = next(Outcome.threw(failure));
    if (thrown != null) {
      throw Sneaky.throwing(thrown);
    }
  }

  /**
   * Reports the result of the attempt for the policy to decide. Waits and returns false if there is
   * another attempt.
   *
   * @param result the result; may be null
   * @return true if the call has ended with this result
   * @throws ResultRejectedException if the result is rejected and there is no further attempt,
   *     unless the policy returns such results
   * @throws IllegalStateException if the call has ended
   */
  @SuppressWarnings("NullAway") // does not see that the type argument is nullable
  public boolean returned(@Nullable Object result) {
    Throwable thrown = next(Outcome.<@Nullable Object>returned(result));
    if (thrown != null) {
      throw Sneaky.throwing(thrown);
    }
    return over;
  }

  /** Returns null if the call continues, or has ended without an exception. */
  private @Nullable Throwable next(Outcome<?> outcome) {
    checkOpen();
    leaveAttempt();
    Throwable thrown;
    try (CallContext.Scope around = context.open()) {
      thrown = goOn(outcome);
    }
    if (!over) {
      enterAttempt();
    }
    return thrown;
  }

  private @Nullable Throwable goOn(Outcome<?> outcome) {
    DrivenCall<@Nullable Object> current = judge(outcome);
    if (current == null) {
      over = true;
      return null;
    }
    Attempt next = beginNext(current);
    if (next != null) {
      attempt = next;
      return null;
    }
    over = true;
    if (current.step() instanceof RetryStep.End end) {
      BlockingCall.restoreFlag(end.stopReason(), outcome);
    }
    return current.outcome().failureOrNull();
  }

  @SuppressWarnings("unchecked") // a token's results have no type
  private @Nullable DrivenCall<@Nullable Object> judge(Outcome<?> untyped) {
    Outcome<@Nullable Object> outcome = (Outcome<@Nullable Object>) untyped;
    DrivenCall<@Nullable Object> current = call;
    if (current != null) {
      RetryStep unused = current.finished(attempt, outcome);
      return current;
    }
    RetriedCall judged = first.judge(outcome);
    if (judged != null) {
      call = DrivenCall.after(settings, judged, outcome, first);
    }
    return call;
  }

  /** Waits for the next attempt and begins it; returns null if there is none. */
  private @Nullable Attempt beginNext(DrivenCall<?> current) {
    RetryStep step = current.step();
    if (step instanceof RetryStep.End) {
      return null;
    }
    StopReason stop;
    try {
      stop = BlockingWait.waitFor(settings, step.delay().toNanos());
    } catch (Throwable bug) {
      RetryStep unused = current.waitFailed(bug);
      return null;
    }
    if (stop != null) {
      RetryStep unused = current.stopWaiting(stop);
      return null;
    }
    return current.begin(step);
  }

  private void checkOpen() {
    if (over) {
      throw new IllegalStateException("this call is over; begin() a new one");
    }
  }

  /**
   * Ends the call. A call without a final success or failure counts as cancelled. Has no effect on
   * a call that has ended.
   */
  @Override
  public void close() {
    if (over) {
      return;
    }
    over = true;
    leaveAttempt();
    try (CallContext.Scope around = context.open()) {
      cancel(settings.ticks().nanos());
    }
  }

  private void cancel(long nowNanos) {
    if (call != null) {
      call.close();
      return;
    }
    RetriedCall only = first.underway();
    only.cancelled(nowNanos);
    Throwable unused =
        only.conclude(Outcome.threw(new CancellationException("the call was closed")));
  }
}
