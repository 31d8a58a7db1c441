package dev.reprise.verification.benchmarks.pending;

import dev.reprise.time.Delayer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer with one thread, on which it runs its tasks. */
@SuppressWarnings({"ImmutableEnumChecker", "FutureReturnValueIgnored"}) // Timers and handles.
enum TimerUnderTest {

  /** {@link Delayer#system()}. */
  REPRISE("Reprise") {
    private final Delayer delayer = Delayer.system();

    @Override
    Object schedule(Runnable task, long nanos) {
      return delayer.schedule(task, nanos);
    }

    @Override
    void cancel(Object handle) {
      ((Delayer.Scheduled) handle).cancel();
    }
  },

  /** {@link ScheduledThreadPoolExecutor}, set to remove cancelled tasks. */
  SCHEDULED("ScheduledThreadPoolExecutor") {
    private final ScheduledThreadPoolExecutor timer = scheduledExecutor();

    @Override
    Object schedule(Runnable task, long nanos) {
      return timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    void cancel(Object handle) {
      ((Future<?>) handle).cancel(false);
    }
  },

  /**
   * The timer within {@link CompletableFuture}. A task can be removed only by completing the future
   * that the task would complete.
   */
  COMPLETABLE_FUTURE("CompletableFuture's") {
    private static final Executor ON_THE_TIMER = Runnable::run;

    @Override
    Object schedule(Runnable task, long nanos) {
      CompletableFuture<Boolean> timed = new CompletableFuture<>();
      return timed.completeOnTimeout(Boolean.TRUE, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    void cancel(Object handle) {
      boolean unused = ((CompletableFuture<?>) handle).complete(null);
    }

    @Override
    void run(Runnable task, long nanos) {
      CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, ON_THE_TIMER).execute(task);
    }
  };

  /** The names and values of the percentiles of lateness that are reported. */
  static final Map<String, Double> LATENESS = lateness();

  private final String title;

  TimerUnderTest(String title) {
    this.title = title;
  }

  private static Map<String, Double> lateness() {
    Map<String, Double> percentiles = new LinkedHashMap<>();
    percentiles.put("p50", 50.0);
    percentiles.put("p99", 99.0);
    percentiles.put("p99.9", 99.9);
    percentiles.put("max", 100.0);
    return percentiles;
  }

  private static ScheduledThreadPoolExecutor scheduledExecutor() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "scheduled");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  String title() {
    return title;
  }

  /**
   * Name of a fact: millions of tasks that this number of threads schedules and cancels a second.
   */
  String turnover(int threads) {
    return "turnover " + this + " " + threads;
  }

  /** Name of a fact: this percentile of the lateness of tasks, in microseconds. */
  String lateness(String percentile) {
    return "late " + this + " " + percentile;
  }

  /** Schedules a task that will probably be cancelled. */
  abstract Object schedule(Runnable task, long nanos);

  abstract void cancel(Object handle);

  /** Schedules a task that is never cancelled. */
  void run(Runnable task, long nanos) {
    Object unused = schedule(task, nanos);
  }
}
