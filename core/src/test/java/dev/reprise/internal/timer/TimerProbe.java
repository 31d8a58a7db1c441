package dev.reprise.internal.timer;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads the state of a timer. */
public final class TimerProbe {

  private TimerProbe() {}

  /** The number of waiting tasks. */
  public static int pending(Timer timer) throws InterruptedException {
    AtomicInteger pending = new AtomicInteger();
    CountDownLatch seen = new CountDownLatch(1);
    Hook end = new Hook(seen::countDown);
    timer.bringForward(
        task -> {
          pending.addAndGet(task == end ? 0 : 1);
          return false;
        });
    timer.schedule(end, 0);
    seen.await();
    return pending.get();
  }

  /** The number of running threads: zero or one. */
  public static int threads(Timer timer) {
    return timer.threads();
  }

  /** Creates a task that runs the given code. */
  static final class Hook extends TimedTask {

    private final Runnable action;

    Hook(Runnable action) {
      this.action = action;
    }

    @Override
    protected void timeIsUp() {
      action.run();
    }
  }
}
