package dev.reprise.testing.faults;

import dev.reprise.time.RetryEnvironment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Real threads, the library's own timer, and a tenth of the virtual durations. */
final class ThreadedRuntime implements TrialRuntime, AutoCloseable {

  /** Longer than any step takes, even on a busy machine. */
  static final long BOUND_SECONDS = 60;

  private final ExecutorService pool =
      Executors.newCachedThreadPool(task -> daemon(task, "hostile-attempts"));
  private final List<Throwable> escaped = new CopyOnWriteArrayList<>();
  private final CountDownLatch blocked = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public RetryEnvironment proper() {
    return RetryEnvironment.system();
  }

  @Override
  public List<Throwable> escaped() {
    return escaped;
  }

  @Override
  public Executor executor() {
    return task -> pool.execute(() -> run(task));
  }

  private void run(Runnable task) {
    try {
      task.run();
      if (Thread.interrupted()) {
        escaped.add(new AssertionError("an interrupt is left on a thread of the executor"));
      }
    } catch (Throwable failure) {
      escaped.add(failure);
    }
  }

  @Override
  public boolean isTimer() {
    return Thread.currentThread().getName().equals("reprise-timer");
  }

  @Override
  public Runnable onTimer(Runnable task) {
    return task;
  }

  @Override
  public boolean isReal() {
    return true;
  }

  @Override
  public long millis(long virtual) {
    return virtual / 10;
  }

  @Override
  public void later(long millis, Runnable task) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis(millis));
    pool.execute(
        () -> {
          while (System.nanoTime() - end < 0 && !pool.isShutdown()) {
            LockSupport.parkNanos(this, end - System.nanoTime());
          }
          task.run();
        });
  }

  @Override
  public void work() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Thread.yield();
  }

  @Override
  public void hang() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  @Override
  public void block() {
    blocked.countDown();
    boolean interrupted = false;
    while (released.getCount() > 0) {
      try {
        released.await();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until a part blocks, or the call has ended without that. */
  boolean awaitBlocked(CompletableFuture<?> over) {
    await(() -> blocked.getCount() == 0 || over.isDone());
    return blocked.getCount() == 0;
  }

  void release() {
    released.countDown();
  }

  @Override
  public void await(CompletableFuture<?> call) {
    await(call::isDone);
  }

  /** Waits for a condition. */
  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("the condition did not hold within " + BOUND_SECONDS + " s");
      }
      LockSupport.parkNanos(ThreadedRuntime.class, 200_000);
    }
  }

  /** Returns true if every thread ends, so that none blocks or spins. */
  boolean ends() throws InterruptedException {
    pool.shutdown();
    return pool.awaitTermination(BOUND_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    release();
    pool.shutdownNow();
  }
}
