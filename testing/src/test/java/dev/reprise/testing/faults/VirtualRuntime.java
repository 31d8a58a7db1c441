package dev.reprise.testing.faults;

import dev.reprise.testing.VirtualTime;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** One thread with a clock that advances when the thread waits. */
final class VirtualRuntime implements TrialRuntime {

  final VirtualTime time;
  private final List<Throwable> escaped = new ArrayList<>();
  private boolean onTimer;

  VirtualRuntime(long seed) {
    time = VirtualTime.seeded(seed);
  }

  /** Returns the exceptions that tasks threw at the executor or timer that ran them. */
  @Override
  public List<Throwable> escaped() {
    return escaped;
  }

  @Override
  public RetryEnvironment proper() {
    return time;
  }

  @Override
  public Executor executor() {
    return task -> time.executor().execute(() -> as(false, task));
  }

  @Override
  public boolean isTimer() {
    return onTimer;
  }

  @Override
  public Runnable onTimer(Runnable task) {
    return () -> as(true, task);
  }

  private void as(boolean timer, Runnable task) {
    boolean before = onTimer;
    onTimer = timer;
    try {
      task.run();
    } catch (Throwable failure) {
      escaped.add(failure);
    } finally {
      onTimer = before;
    }
  }

  @Override
  public boolean isReal() {
    return false;
  }

  @Override
  public long millis(long virtual) {
    return virtual;
  }

  @Override
  public void later(long millis, Runnable task) {
    time.schedule(Duration.ofMillis(millis), () -> as(false, task));
  }

  @Override
  public void work() throws InterruptedException {
    time.pass(Duration.ofMillis(10));
  }

  @Override
  public void hang() throws InterruptedException {
    time.hang();
  }

  @Override
  public void block() {
    throw new AssertionError("nothing can block the only thread");
  }

  @Override
  public void await(CompletableFuture<?> call) {
    time.await(call);
  }
}
