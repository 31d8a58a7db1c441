package dev.reprise.batch.internal.send;

import dev.reprise.time.Delayer;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/**
 * The timer of an environment, which a user may have written. One that fails to schedule a task has
 * rejected it, and one that fails to cancel a task changes nothing: a task that runs late finds
 * that it is not needed.
 */
public final class GuardedDelayer implements Delayer {

  private final Delayer delayer;

  public GuardedDelayer(Delayer delayer) {
    this.delayer = delayer;
  }

  @Override
  public Scheduled schedule(Runnable task, long delayNanos) {
    Scheduled scheduled = scheduled(task, delayNanos);
    return () -> cancel(scheduled);
  }

  private Scheduled scheduled(Runnable task, long delayNanos) {
    try {
      return Objects.requireNonNull(
          delayer.schedule(task, delayNanos), "the delayer returned null in place of a handle");
    } catch (RejectedExecutionException rejection) {
      throw rejection;
    } catch (Throwable failure) {
      throw new RejectedExecutionException("the timer failed", failure);
    }
  }

  private static void cancel(Scheduled scheduled) {
    try {
      scheduled.cancel();
    } catch (Throwable failure) {
      return; // it is not needed, whether it runs or not
    }
  }
}
