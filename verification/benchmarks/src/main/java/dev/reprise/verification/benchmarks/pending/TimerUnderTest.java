package dev.reprise.verification.benchmarks.pending;

import dev.reprise.time.Delayer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer with one thread, which runs what it is given itself. */
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

  /** {@link ScheduledThreadPoolExecutor}, which removes what is cancelled. */
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
   * The timer within {@link CompletableFuture}. The one way to take back what it was given is to
   * complete a future that it was to complete.
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

  /** What is told of how late tasks run, and the percentile that it is. */
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

  /** The name of the fact how many million tasks so many threads schedule and cancel a second. */
  String turnover(int threads) {
    return "turnover " + this + " " + threads;
  }

  /** The name of the fact how many microseconds late so many of the tasks run at most. */
  String lateness(String percentile) {
    return "late " + this + " " + percentile;
  }

  /** Schedules a task that is likely to be cancelled. */
  abstract Object schedule(Runnable task, long nanos);

  abstract void cancel(Object handle);

  /** Schedules a task that nobody will cancel. */
  void run(Runnable task, long nanos) {
    Object unused = schedule(task, nanos);
  }
}
