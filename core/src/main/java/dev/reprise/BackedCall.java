package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.internal.async.CallFuture;
import dev.reprise.internal.async.RunningBackup;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.ShutdownSignal;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.timer.TimerAction;
import dev.reprise.time.Delayer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The future of a call with a {@link Backup}. The retries are a separate call, whose end this
 * future follows; completing this future by any means ends them and the backup.
 *
 * <p><b>Concurrency.</b> The end of the retries, the result of the backup, the deadline, a shutdown
 * and the caller's cancel may arrive on five threads. The thread that takes or cancels the backup,
 * by its compare-and-set, completes the future; the caller's thread first records that it ends the
 * call.
 */
final class BackedCall<T extends @Nullable Object> extends CallFuture<T> {

  private final Executor executor;
  private ContextCapture.Captured context;
  private volatile @Nullable RunningBackup<T> backup;
  private volatile @Nullable CompletableFuture<RetryResult<T>> retries;
  private volatile Delayer.@Nullable Scheduled deadline;
  private volatile @Nullable Runnable waker;

  private BackedCall(CallSettings settings, Executor executor, RunningBackup<T> backup) {
    super(settings);
    this.executor = executor;
    this.backup = backup;
    context = settings.captureContext();
  }

  /**
   * Starts a call.
   *
   * @param named the executor of the call; null if it has none
   * @param driver starts the retries
   */
  static <T extends @Nullable Object> CompletableFuture<T> start(
      CallSettings settings,
      @Nullable Executor named,
      Backup<T> backupOfCalls,
      Function<Ending<T, RetryResult<T>>, CompletableFuture<RetryResult<T>>> driver) {
    RunningBackup<T> backup = backupOfCalls.forCall(settings, named);
    Executor executor = named == null ? settings.executor() : named;
    BackedCall<T> call = new BackedCall<>(settings, executor, backup);
    CompletableFuture<RetryResult<T>> retries = driver.apply(Backups.ending(backup));
    call.retries = retries;
    CompletableFuture<?> unused =
        retries.handle(
            (result, failure) -> {
              call.orFailed(backup, () -> call.ended(backup, result, failure));
              return null;
            });
    return call;
  }

  private void ended(
      RunningBackup<T> running, @Nullable RetryResult<T> result, @Nullable Throwable failure) {
    if (isBeingEnded()) {
      end(running);
    } else if (result == null) {
      end(running, Outcome.threw(failure == null ? new NullPointerException() : failure));
    } else if (Fallbacks.isAsked(result, settings.policy())) {
      await(running, result);
    } else {
      end(running, Fallbacks.unasked(result, settings.policy()));
    }
  }

  private void await(RunningBackup<T> running, RetryResult<T> failed) {
    running.begin();
    CompletableFuture<?> unused =
        running
            .answer()
            .thenAccept(outcome -> orFailed(running, () -> answered(running, failed, outcome)));
    if (!running.answer().isDone()) {
      endAtShutdown(running, failed);
    }
    long left = Backups.timeLeftNanos(settings.policy(), failed);
    if (left < Long.MAX_VALUE && !running.answer().isDone()) {
      watch(running, failed, left);
    }
  }

  private void endAtShutdown(RunningBackup<T> running, RetryResult<T> failed) {
    Runnable end = () -> runOffTimer(() -> orFailed(running, () -> shutDown(running, failed)));
    ShutdownSignal waits = settings.shared().waits();
    waits.enter(end);
    waker = end;
    if (waits.isShutDown()) {
      end.run();
    }
    // A thread that ended the call before the waker was set could not remove it.
    if (running.answer().isDone()) {
      waits.leave(end);
      waker = null;
    }
  }

  private void watch(RunningBackup<T> running, RetryResult<T> failed, long leftNanos) {
    TimerAction timeIsUp =
        () -> runOffTimer(() -> orFailed(running, () -> tooLate(running, failed)));
    Delayer.Scheduled scheduled;
    try {
      scheduled = settings.delayer().schedule(timeIsUp, leftNanos);
    } catch (Throwable rejection) {
      end(running, Backups.failure(failed, rejection));
      return;
    }
    deadline = scheduled;
    // A thread that ended the call before this timer was set could not cancel it.
    if (running.answer().isDone()) {
      scheduled.cancel();
      deadline = null;
    }
  }

  private void answered(RunningBackup<T> running, RetryResult<T> failed, Outcome<T> outcome) {
    if (running.take()) {
      finish(Backups.outcome(failed, outcome, settings));
    }
  }

  private void tooLate(RunningBackup<T> running, RetryResult<T> failed) {
    if (running.callOff(null)) {
      finish(Backups.tooLate(failed));
    }
  }

  private void shutDown(RunningBackup<T> running, RetryResult<T> failed) {
    if (running.callOff(null)) {
      finish(Backups.shutDown(failed));
    }
  }

  private void end(RunningBackup<T> running, Outcome<T> outcome) {
    if (running.callOff(outcome.valueOrNull())) {
      finish(outcome);
    }
  }

  private void finish(Outcome<T> outcome) {
    ContextCapture.Captured around = context();
    forget();
    completeWith(outcome, around);
  }

  /**
   * An exception thrown here comes from neither an attempt nor a backup. It still ends the call.
   */
  private void orFailed(RunningBackup<T> running, Runnable goingOn) {
    try {
      goingOn.run();
    } catch (Throwable bug) {
      end(running);
      completeIfOpen(bug);
    }
  }

  private void end(RunningBackup<T> running) {
    running.callOff(null);
    forget();
  }

  @Override
  public void endedByCaller() {
    CompletableFuture<RetryResult<T>> call = retries;
    if (call != null) {
      call.cancel(true);
    }
    RunningBackup<T> running = backup;
    if (running != null) {
      end(running);
    }
  }

  /** Releases everything of the call except the value, for callers that keep the future. */
  private void forget() {
    Delayer.Scheduled scheduled = deadline;
    if (scheduled != null) {
      scheduled.cancel();
    }
    Runnable waiting = waker;
    if (waiting != null) {
      settings.shared().waits().leave(waiting);
    }
    backup = null;
    retries = null;
    deadline = null;
    waker = null;
    forgetContext();
  }

  @Override
  public ContextCapture.Captured context() {
    return context;
  }

  @Override
  public void forgetContext() {
    context = ContextCapture.Captured.NOTHING;
  }

  @Override
  public Executor bareExecutor() {
    return executor;
  }
}
