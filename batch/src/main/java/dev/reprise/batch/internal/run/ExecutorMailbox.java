package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.batch.internal.send.OwnThreads;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The mailbox of a run on an executor: the first message to an idle coordinator starts it there,
 * and it runs until no message and no step remain.
 *
 * <p>The thread that adds the first message sets {@code starts}, and the first task to clear it
 * coordinates. So there is one coordinator at a time, even if an executor runs a task twice, or
 * throws although it runs it.
 */
public final class ExecutorMailbox implements Mailbox, Runnable {

  private static final ThreadFactory THREADS = OwnThreads.named("reprise-batch-coordinator");

  private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unseen = new AtomicInteger();
  private final AtomicBoolean starts = new AtomicBoolean();
  private final Executor executor;
  private final Consumer<Throwable> onBug;
  private volatile Runnable steps = () -> {};
  private volatile @Nullable Thread running;

  public ExecutorMailbox(Executor executor, Consumer<Throwable> onBug) {
    this.executor = executor;
    this.onBug = onBug;
  }

  /** Starts the coordinator. */
  public void start(Coordinator<?> coordinator) {
    steps = () -> takeSteps(coordinator);
    post(coordinator::begin);
  }

  @Override
  public void post(Runnable message) {
    messages.add(message);
    if (unseen.getAndIncrement() == 0) {
      starts.set(true);
      OwnThreads.runOn(executor, THREADS, this);
    }
  }

  @Override
  public boolean isRunningHere() {
    return Thread.currentThread() == running;
  }

  @Override
  public void run() {
    if (!starts.compareAndSet(true, false)) {
      return;
    }
    int seen = unseen.get();
    while (seen != 0) {
      running = Thread.currentThread();
      try {
        steps.run();
      } catch (Throwable bug) {
        onBug.accept(bug);
      }
      running = null;
      seen = unseen.addAndGet(-seen);
    }
  }

  private void takeSteps(Coordinator<?> coordinator) {
    boolean more = true;
    while (more) {
      Runnable message = messages.poll();
      if (message != null) {
        message.run();
      } else {
        more = coordinator.step();
      }
    }
  }
}
