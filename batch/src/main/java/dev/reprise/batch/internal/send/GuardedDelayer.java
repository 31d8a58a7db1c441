package dev.reprise.batch.internal.send;

import dev.reprise.time.Delayer;
import java.util.concurrent.RejectedExecutionException;

/** The timer of an environment. One that fails to schedule a task has rejected it. */
public final class GuardedDelayer implements Delayer {

  private final Delayer delayer;

  public GuardedDelayer(Delayer delayer) {
    this.delayer = Delayer.guarded(delayer);
  }

  @Override
  public Scheduled schedule(Runnable task, long delayNanos) {
    try {
      return delayer.schedule(task, delayNanos);
    } catch (RejectedExecutionException rejection) {
      throw rejection;
    } catch (Throwable failure) {
      throw new RejectedExecutionException("the timer failed", failure);
    }
  }
}
