package dev.reprise.aws;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A scheduler for an asynchronous client, which holds each task until the test runs it. */
final class HeldTasks extends ScheduledThreadPoolExecutor {

  private final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();

  HeldTasks() {
    super(1);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    held.add(command);
    return super.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);
  }

  /** Waits for a task and returns it. */
  Runnable next() throws InterruptedException {
    return held.take();
  }
}
