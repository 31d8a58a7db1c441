package dev.reprise.internal.timer;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A timer whose thread is simulated: {@link #run} executes its loop in the calling thread until it
 * would park or end. The first of two tasks makes the timer start its thread.
 */
final class TimerLoop implements Timer.Parker, ThreadFactory {

  /** Ends a loop that would park. One instance, since it carries no information. */
  private static final class Parked extends RuntimeException {

    private static final long serialVersionUID = 1;

    Parked() {
      super("parked", null, false, false);
    }
  }

  private static final Parked PARKED = new Parked();
  private static final int SPINS = 100;

  final Timer timer;
  private final long tickPerReading;
  private final boolean parks;
  private final Task first = new Task();
  private volatile boolean woken;
  private volatile boolean parked;
  private volatile int started;
  private volatile @Nullable Runnable work;
  private long now;

  private TimerLoop(long idleNanos, long tickPerReading, boolean parks) {
    this.tickPerReading = tickPerReading;
    this.parks = parks;
    timer = new Timer(idleNanos, this::reading, this, this);
    timer.schedule(first, 0);
  }

  /** A timer whose thread has a task and then parks: time stops. */
  static TimerLoop parking() {
    return new TimerLoop(1_000, 0, true);
  }

  /**
   * A timer whose thread has a task and then ends, since each reading of the clock exceeds its idle
   * time.
   */
  static TimerLoop ending() {
    return new TimerLoop(1, 10, false);
  }

  /** Runs the loop of the thread that was started last. */
  void run() {
    Runnable mine = work;
    if (mine == null) {
      throw new IllegalStateException("no thread was started");
    }
    work = null;
    try {
      mine.run();
    } catch (Parked unused) {
      parked = true;
    }
  }

  /** Waits briefly for the thread to run its first task: then it is about to park or to end. */
  void awaitFirst() {
    for (int spins = 0; spins < SPINS && first.ran() == 0; spins++) {
      Thread.onSpinWait();
    }
  }

  int started() {
    return started;
  }

  /** Returns whether the thread is parked and has not been woken. */
  boolean staysParked() {
    return parked && !woken;
  }

  @Override
  public void park(long nanos) {
    if (woken) {
      woken = false;
    } else if (parks) {
      throw PARKED;
    }
  }

  @Override
  public void unpark(@Nullable Thread thread) {
    woken = true;
  }

  @Override
  public Thread newThread(Runnable loop) {
    return new Thread(loop) {
      @Override
      public void start() {
        started++;
        work = loop;
      }
    };
  }

  private long reading() {
    now += tickPerReading;
    return now;
  }

  /** Counts its runs and its cancellations. */
  static final class Task extends TimedTask {

    private volatile int ran;
    private volatile int cancelled;

    int ran() {
      return ran;
    }

    int timesCancelled() {
      return cancelled;
    }

    @Override
    protected void timeIsUp() {
      ran++;
    }

    @Override
    protected void cancelled() {
      cancelled++;
    }
  }
}
