package dev.reprise.internal.async;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.log.QuietLog;
import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.internal.timer.TimerAction;
import dev.reprise.time.Delayer;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an asynchronous call.
 *
 * @param <T> the type of the call's value
 */
public final class AsyncAttempt<T extends @Nullable Object> extends ClaimableStep
    implements BiFunction<T, @Nullable Throwable, @Nullable Object> {

  private static final long serialVersionUID = 1;

  private final transient AsyncDriver<T> call;
  private final transient ContextCapture.Captured context;
  private transient @Nullable Thread starting = Thread.currentThread();
  private transient @Nullable Outcome<T> atOnce;
  private transient volatile boolean completed;
  private transient volatile Delayer.@Nullable Scheduled timeout;

  public AsyncAttempt(AsyncDriver<T> call, ContextCapture.Captured context) {
    this.call = call;
    this.context = context;
  }

  /**
   * Follows a stage. Returns its outcome if it is complete, so that the caller can continue without
   * growing the stack. Uses {@code handle}, not {@code whenComplete}: that one creates an exception
   * with a stack trace for each stage that fails.
   *
   * @param attempt the attempt with its timeout; null if it has none
   */
  @Nullable
  public Outcome<T> follow(
      CompletionStage<T> stage, @Nullable AttemptInfo attempt, Delayer delayer) {
    undoBy(
        () -> {
          endWatch();
          callOff(stage, context);
        });
    stage.handle(this);
    Outcome<T> known = atOnce;
    starting = null;
    if (known != null || attempt == null) {
      return known;
    }
    try {
      watch(attempt, delayer);
      return null;
    } catch (Throwable rejection) {
      return unwatched(rejection);
    }
  }

  /** Cancels an attempt whose timeout the timer rejected. */
  private Outcome<T> unwatched(Throwable rejection) {
    starting = Thread.currentThread();
    release();
    starting = null;
    return Outcome.threw(rejection);
  }

  private void watch(AttemptInfo attempt, Delayer delayer) {
    long left = attempt.timeLeft().toNanos();
    long limit = attempt.limitNanos(left);
    long setting = attempt.timeoutSettingNanos();
    TimerAction timeIsUp = () -> timedOut(limit, setting);
    timeout = delayer.schedule(timeIsUp, left);
    // A thread that claimed the attempt before this timeout was set could not cancel it.
    if (get()) {
      endWatch();
    }
  }

  /**
   * Called by the timer: submits the work to an executor. The attempt is claimed there, so that the
   * caller can still cancel it if the executor drops the work, and it ends once if the executor
   * runs the work twice.
   */
  private void timedOut(long limitNanos, long settingNanos) {
    if (!get()) {
      call.runOffTimer(() -> endByTimeout(limitNanos, settingNanos));
    }
  }

  private void endByTimeout(long limitNanos, long settingNanos) {
    if (claim()) {
      release();
      call.answered(
          this, Outcome.threw(new AttemptTimeoutException(limitNanos, settingNanos, null)));
    }
  }

  @Override
  public @Nullable Object apply(T value, @Nullable Throwable failure) {
    if (completed) { // the result of a stage that completes twice would be closed twice
      return null;
    }
    completed = true;
    Outcome<T> outcome = outcome(value, failure);
    if (starting == Thread.currentThread()) {
      atOnce = outcome;
    } else if (claim()) {
      endWatch();
      context.run(() -> call.answered(this, outcome));
    } else {
      context.run(() -> call.answeredLate(outcome));
    }
    return null;
  }

  /** Outcome with which a stage completed. */
  public static <T extends @Nullable Object> Outcome<T> outcome(
      T value, @Nullable Throwable failure) {
    return failure == null
        ? Outcome.returned(value)
        : Outcome.threw(Failures.unwrapCompletion(failure));
  }

  private void endWatch() {
    Delayer.Scheduled scheduled = timeout;
    if (scheduled != null) {
      scheduled.cancel();
    }
  }

  /**
   * Cancels a stage. The stage may be another call, whose stage is a third call: if they are nested
   * too deep, the stage is cancelled on another thread with an empty stack.
   *
   * @param context the context of the call
   */
  public static void callOff(CompletionStage<?> stage, ContextCapture.Captured context) {
    CallDepth.run(() -> cancel(stage), work -> CallbackExecutor.shared().run(context.around(work)));
  }

  /**
   * A stage that cannot be cancelled, or throws when cancelled, does not prevent the end of the
   * call.
   */
  private static void cancel(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().cancel(true);
    } catch (Throwable notCancelled) {
      QuietLog.debug("A stage was not cancelled", notCancelled);
    }
  }
}
