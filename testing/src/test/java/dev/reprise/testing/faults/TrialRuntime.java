package dev.reprise.testing.faults;

import dev.reprise.time.RetryEnvironment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The runtime of a trial: virtual time or real threads. */
interface TrialRuntime {

  /** Longer than any time limit of a trial. */
  int LATE_MILLIS = 600_000;

  /** Returns an environment without faults. */
  RetryEnvironment proper();

  /** Returns the exceptions that tasks threw at the executor or timer that ran them. */
  List<Throwable> escaped();

  /** Returns the executor of attempts. */
  Executor executor();

  /** Returns whether the current thread is the timer's. */
  boolean isTimer();

  /** Marks a task as running on the timer's thread. */
  Runnable onTimer(Runnable task);

  /** Returns whether several threads take part. */
  boolean isReal();

  /** Converts a virtual duration to the duration in this runtime. */
  long millis(long virtual);

  /** Runs a task later, not on the timer. */
  void later(long millis, Runnable task);

  /** Waits a short time within an attempt. */
  void work() throws InterruptedException;

  /** Waits within an attempt until it is interrupted. */
  void hang() throws InterruptedException;

  /** Waits until the test releases all waiting threads. Ignores interrupts. */
  void block();

  /** Waits until a call has ended. */
  void await(CompletableFuture<?> call);
}
