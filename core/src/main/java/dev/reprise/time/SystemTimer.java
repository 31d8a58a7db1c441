package dev.reprise.time;

import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.internal.timer.TimedTask;
import dev.reprise.internal.timer.Timer;
import dev.reprise.internal.timer.TimerAction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The timer of {@link Delayer#system()}. */
final class SystemTimer implements Delayer {

  static final SystemTimer INSTANCE = new SystemTimer(Timer.shared());

  private final Timer timer;

  SystemTimer(Timer timer) {
    this.timer = timer;
  }

  @Override
  public Scheduled schedule(Runnable task, long delayNanos) {
    Entry entry = new Entry(Objects.requireNonNull(task, "task"));
    try {
      timer.schedule(entry, delayNanos);
    } catch (Throwable noThread) {
      entry.cancel();
      throw noThread;
    }
    return entry;
  }

  /** A task and its handle. Releases the runnable once it has started or was cancelled. */
  private static final class Entry extends TimedTask implements Scheduled {

    private @Nullable Runnable task;

    Entry(Runnable task) {
      this.task = task;
    }

    @Override
    protected void timeIsUp() {
      Runnable due = task;
      task = null;
      if (due instanceof TimerAction action) {
        action.run();
      } else if (due != null) {
        CallbackExecutor.shared().run(due);
      }
    }

    @Override
    protected void cancelled() {
      task = null;
    }
  }
}
