package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.log.QuietLog;
import dev.reprise.internal.timer.CallbackExecutor;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Ends an asynchronous call by what is no outcome of its attempts: its caller, or something that
 * threw. Made by the thread that has claimed what the call was doing.
 *
 * @param call the call
 * @param step what it was doing; the thread if it was between two steps
 */
public record AsyncTermination<T extends @Nullable Object, R extends @Nullable Object>(
    AsyncCall<T, R> call, @Nullable Object step) {

  /**
   * Ends the call by the latest failure if there is one, with the bug suppressed in it, else by the
   * bug. Gives back what the call holds, and completes the future in any case.
   */
  public void by(Throwable bug) {
    if (bug instanceof StackOverflowError) {
      // To end a call takes more stack than is left. The step stays claimed until then.
      // Asked for again further up if it overflows here after all, so only one of them does it.
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

  /** Calls off whatever the call is doing. Its future is left to the caller, who completes it. */
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

  /** Calls off what the step was waiting for. A stage that is being started still is not. */
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
