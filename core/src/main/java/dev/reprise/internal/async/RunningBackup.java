package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.function.Operation;
import dev.reprise.internal.blocking.AttemptWatch;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.RejectedResultCloser;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.time.Delayer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The backup of one call: started at most once, in parallel with the retries, and then either used
 * as the result of the call or cancelled.
 *
 * <p><b>Concurrency.</b> The driver starts it, its result arrives on any thread, and the caller may
 * end the call at any time. Two races are decided by compare-and-set:
 *
 * <pre>
 *   over     false -> true     {@link #take} and {@link #callOff}: the backup is used, or it is not
 *   answer   open  -> complete its answer and {@link #callOff}: who comes second closes the value
 * </pre>
 *
 * <p>The start records the running work and then checks whether the backup is over; the end records
 * that it is over and then checks for running work. So at least one of them sees the other.
 *
 * @param <T> type of the result
 */
public final class RunningBackup<T extends @Nullable Object> implements AsyncDriver<T> {

  private final ContextCapture.Captured context;
  private final Executor executor;
  private final Start<T> start;
  private final AtomicReference<@Nullable AsyncAttempt<T>> begun = new AtomicReference<>();
  private final AtomicBoolean running = new AtomicBoolean();
  private final AtomicBoolean over = new AtomicBoolean();
  private final CompletableFuture<Outcome<T>> answer = new CompletableFuture<>();
  private volatile @Nullable Object returned;

  /** Starts the operation: its outcome if that is known at once, else null. */
  @FunctionalInterface
  private interface Start<T extends @Nullable Object> {

    @Nullable Outcome<T> of(AsyncAttempt<T> step) throws Throwable;
  }

  private RunningBackup(CallSettings settings, Executor executor, Start<T> start) {
    context = settings.captureContext();
    this.executor = executor;
    this.start = start;
  }

  /** Starts a stage on the thread that begins it. */
  public static <T extends @Nullable Object> RunningBackup<T> stage(
      Operation<? extends CompletionStage<T>, ?> operation, CallSettings settings) {
    Delayer delayer = settings.delayer();
    return new RunningBackup<>(
        settings,
        Runnable::run,
        step -> {
          CompletionStage<T> stage = AsyncCallKind.present(operation.call(), "the backup");
          return step.follow(stage, null, delayer);
        });
  }

  /**
   * A backup that blocks a thread of an executor, which is interrupted when the backup is
   * cancelled.
   */
  public static <T extends @Nullable Object> RunningBackup<T> blocking(
      Operation<T, ?> operation, Executor executor, CallSettings settings) {
    return new RunningBackup<>(settings, executor, step -> block(operation, step));
  }

  private static <T extends @Nullable Object> @Nullable Outcome<T> block(
      Operation<T, ?> operation, AsyncAttempt<T> step) throws Throwable {
    AttemptWatch watch = AttemptWatch.begin();
    try {
      step.undoBy(watch::callOff);
      return step.get() ? null : Outcome.returned(operation.call());
    } finally {
      watch.returned();
    }
  }

  /** Starts it, unless it was started before or is no longer needed. Throws nothing. */
  public void begin() {
    if (begun.get() != null) {
      return;
    }
    AsyncAttempt<T> step = new AsyncAttempt<>(this, context);
    // A thread that cancels first records that and then checks for a step: one of the two sees the
    // other.
    if (!begun.compareAndSet(null, step) || over.get()) {
      return;
    }
    try {
      executor.execute(context.around(() -> run(step)));
    } catch (Throwable rejection) {
      ended(step, Outcome.threw(rejection));
    }
  }

  /** An executor may run its task twice. */
  private void run(AsyncAttempt<T> step) {
    if (step.get() || !running.compareAndSet(false, true)) {
      return;
    }
    Outcome<T> outcome;
    try {
      outcome = start.of(step);
    } catch (Throwable failure) {
      outcome = Outcome.threw(failure);
    }
    if (outcome != null) {
      ended(step, outcome);
    }
  }

  private void ended(AsyncAttempt<T> step, Outcome<T> outcome) {
    if (step.claim()) {
      answered(step, outcome);
    } else {
      answeredLate(outcome);
    }
  }

  /** Completes with the outcome of the backup; with a meaningless one when it is cancelled. */
  public CompletableFuture<Outcome<T>> answer() {
    return answer;
  }

  /** Uses its result for the call. Returns false if it was cancelled. */
  public boolean take() {
    return over.compareAndSet(false, true);
  }

  /**
   * Cancels it: a value that it has returned, or returns later, is closed.
   *
   * @param value the value that the call returns, which is not closed; null if it returns none
   * @return false if it was already cancelled, or its result is used
   */
  public boolean callOff(@Nullable Object value) {
    if (!over.compareAndSet(false, true)) {
      return false;
    }
    returned = value;
    AsyncAttempt<T> step = begun.get();
    if (!answer.complete(CallFuture.cancelled())) { // it has ended, and its result is not used
      close(answer.join());
    } else if (step != null && step.claim()) {
      step.release();
    }
    return true;
  }

  @Override
  public void answered(AsyncAttempt<T> step, Outcome<T> outcome) {
    if (!answer.complete(outcome)) { // cancelled meanwhile, when there was no value to close
      close(outcome);
    }
  }

  @Override
  public void answeredLate(Outcome<T> outcome) {
    close(outcome);
  }

  private void close(Outcome<T> outcome) {
    if (outcome.valueOrNull() instanceof AutoCloseable result && result != returned) {
      RejectedResultCloser.close(result);
    }
  }

  /** Never needed, because a backup has no timeout. */
  @Override
  public void runOffTimer(Runnable work) {
    CallbackExecutor.shared().run(work);
  }
}
