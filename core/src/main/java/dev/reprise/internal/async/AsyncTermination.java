package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.log.QuietLog;
import dev.reprise.internal.timer.CallbackExecutor;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Ends an asynchronous call without an outcome of its attempts: for its caller, or after an
 * exception. Created by the thread that has claimed the current step.
 *
 * @param call the call
 * @param step the current step; the thread if the call was between two steps
 */
public record AsyncTermination<T extends @Nullable Object, R extends @Nullable Object>(
    AsyncCall<T, R> call, @Nullable Object step) {

  /**
   * Ends the call with the latest failure if there is one, with the bug as suppressed, else with
   * the bug. Releases everything that the call holds, and completes the future in any case.
   */
  public void by(Throwable bug) {
    if (bug instanceof StackOverflowError) {
      // Ending a call needs more stack than remains. The step stays claimed until then.
      // An outer frame requests it again if it overflows here, so only one of them ends the call.
      Thread claimant = Thread.currentThread();
      Runnable ending =
          () -> {
            if (call.replace(claimant, StepwiseFuture.ENDING)) {
              complete(bug);
            }
          };
      CallbackExecutor.shared().run(call.context().around(ending));
    } else {
      complete(bug);
    }
  }

  private void complete(Throwable bug) {
    Outcome<R> answer = Outcome.threw(bug);
    try {
      answer = outcome(bug);
    } catch (Throwable worse) {
      QuietLog.error("Internal error while a call was ended by another one", worse);
    }
    ContextCapture.Captured around = call.context();
    call.forget();
    try {
      call.completeWith(answer, around);
    } finally {
      call.completeIfOpen(bug);
    }
  }

  private Outcome<R> outcome(Throwable bug) {
    RetriedCall run = run();
    Outcome<T> last = call.callState().last;
    release();
    run.broken(bug, call.tickOr(call.startNanos()));
    return call.form()
        .ending()
        .ended(run, last instanceof Outcome.Threw ? last : Outcome.threw(bug));
  }

  /** Cancels the current step of the call. The caller completes the future. */
  public void byCaller() {
    try {
      callOff();
    } catch (Throwable bug) {
      QuietLog.error("Internal error while a call was cancelled", bug);
    }
    call.forget();
  }

  private void callOff() {
    long now = call.tickOr(call.startNanos());
    boolean heard = !call.settings.listeners().isEmpty();
    if (step instanceof AsyncPause.Brief<?> brief && !heard) {
      release();
      call.settings.state().permitUnused(brief.price(), now);
      call.settings.state().callFinished(now);
      return;
    }
    RetriedCall run = run();
    release();
    run.cancelled(now);
    if (heard) {
      Outcome<R> unused = call.form().ending().ended(run, CallFuture.cancelled());
    }
  }

  /** Cancels the work that the step was waiting for, except a stage that is still being started. */
  private void release() {
    if (step instanceof ClaimableStep attempt) {
      attempt.release();
    } else if (step instanceof AsyncPause<?> pause) {
      pause.takeBack(call.externalWait());
    } else if (step instanceof CompletionStage<?> stage) {
      AsyncAttempt.callOff(stage, call.context());
    }
  }

  private RetriedCall run() {
    if (step instanceof AsyncPause<?> pause) {
      pause.takeUp();
    }
    RetriedCall known = call.callState().run;
    if (known != null) {
      return known;
    }
    return step instanceof AsyncPause ? call.notBegun() : call.underway();
  }
}
