package dev.reprise.internal.timer;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A timer whose thread is whoever calls {@link #live}: its life goes on there until it would park
 * for good, or ends. Two tasks are enough: the first one makes the timer want its thread.
 */
final class Life implements Timer.Parker, ThreadFactory {

  /** Thrown out of a life that would park; one for all, for it says nothing. */
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
  private volatile boolean asleep;
  private volatile int started;
  private volatile @Nullable Runnable work;
  private long now;

  private Life(long idleNanos, long tickPerReading, boolean parks) {
    this.tickPerReading = tickPerReading;
    this.parks = parks;
    timer = new Timer(idleNanos, this::reading, this, this);
    timer.schedule(first, 0);
  }

  /** Its thread has a task, then rests: time stands still. */
  static Life restless() {
    return new Life(1_000, 0, true);
  }

  /** Its thread has a task, then ends: any time is longer than it stays idle. */
  static Life brief() {
    return new Life(1, 10, false);
  }

  /** Lives the life of the thread that was started last. */
  void live() {
    Runnable mine = work;
    if (mine == null) {
      throw new IllegalStateException("no thread was started");
    }
    work = null;
    try {
      mine.run();
    } catch (Parked unusedAsItIsOneForAll) {
      asleep = true;
    }
  }

  /** Waits a moment for the thread to run its first task: then it is about to rest or to end. */
  void awaitFirst() {
    for (int spins = 0; spins < SPINS && first.ran() == 0; spins++) {
      Thread.onSpinWait();
    }
  }

  int started() {
    return started;
  }

  /** Whether the thread rests and nobody has woken it. */
  boolean sleepsOn() {
    return asleep && !woken;
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
  public Thread newThread(Runnable life) {
    return new Thread(life) {
      @Override
      public void start() {
        started++;
        work = life;
      }
    };
  }

  private long reading() {
    now += tickPerReading;
    return now;
  }

  /** Counts how often it ran and was cancelled. */
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
