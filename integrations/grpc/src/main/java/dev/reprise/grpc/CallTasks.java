package dev.reprise.grpc;

import dev.reprise.time.Delayer;
import io.grpc.Context;
import io.grpc.Deadline;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executor, context, deadline and timer of a call. Passes the events of a call that threads of
 * others cause, such as those of a timer, to the executor of the call, in the caller's context.
 * Timers and executors are code of users: one that throws anything, even an {@link Error}, counts
 * as one that rejects.
 */
final class CallTasks {

  /** The queue of the call. */
  interface Events {

    /**
     * Runs an event, unless the call is over.
     *
     * @param onExecutor whether the current thread runs a task of the call's executor
     */
    void runUnlessOver(Runnable event, boolean onExecutor);
  }

  private final Delayer delayer;
  private final Executor executor;
  private final Context context;
  private final @Nullable Deadline deadline;
  private final Events events;

  /** The timer of the call, for one wait at a time; used within the queue. */
  private Delayer.@Nullable Scheduled timer;

  CallTasks(
      Delayer delayer,
      Executor executor,
      Context context,
      @Nullable Deadline deadline,
      Events events) {
    this.delayer = Delayer.guarded(delayer);
    this.executor = executor;
    this.context = context;
    this.deadline = deadline;
    this.events = events;
  }

  Context context() {
    return context;
  }

  /** The deadline of the caller; null if there is none. */
  @Nullable Deadline deadline() {
    return deadline;
  }

  /** Returns whether the deadline of the caller is over. */
  boolean isTooLate() {
    return deadline != null && deadline.isExpired();
  }

  /**
   * Runs an event on the executor of the call; for threads that must not run user code.
   *
   * @param onRejection handles, on this thread, the exception of an executor that rejects the event
   */
  void hop(Runnable event, Consumer<Throwable> onRejection) {
    try {
      executor.execute(context.wrap(() -> events.runUnlessOver(event, true)));
    } catch (Throwable full) { // an executor may throw anything, and the call must end
      events.runUnlessOver(() -> onRejection.accept(full), false);
    }
  }

  /**
   * Runs an event after a delay.
   *
   * @param onRejection as for {@link #hop}; what the timer itself throws is thrown
   */
  Delayer.Scheduled after(long nanos, Runnable event, Consumer<Throwable> onRejection) {
    return delayer.schedule(() -> hop(event, onRejection), nanos);
  }

  /**
   * Sets the timer of the call, which is not set.
   *
   * @param onRejection handles the exception of the timer or the executor
   */
  void waitFor(long nanos, Runnable event, Consumer<Throwable> onRejection) {
    try {
      timer = after(nanos, event, onRejection);
    } catch (Throwable full) {
      onRejection.accept(full);
    }
  }

  /** Sets the timer of the call to the deadline of the caller, if there is one. */
  void waitForDeadline(Runnable event, Consumer<Throwable> onRejection) {
    if (deadline != null) {
      waitFor(Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)), event, onRejection);
    }
  }

  void stopTimer() {
    Delayer.Scheduled set = timer;
    timer = null;
    if (set != null) {
      set.cancel();
    }
  }
}
